"""Whether the derived lines of a graph file follow from its attestations, seen in one pass.

The rules are those of `graph.derivation`; what is kept is what later lines rest on. Only for files
without corrections: under those the store derives, and an import compares.
"""

from collections import Counter
from dataclasses import dataclass, field

from graph.attestations import least
from graph.canonical import Line
from graph.derivation import Support, counts, shown, support_of
from graph.fields import known
from graph.vocabulary import Polarity, RelationType, relation_of
from hubscope.keys import key_of

_WITH = {"document": "from", "concept": "names", "claim": "evidence"}


@dataclass(slots=True)
class Following:
    """Takes lines in canonical order, and says what does not follow; "" where all does."""

    _of: Line | None = None
    _with: list[Line] = field(default_factory=list)
    _document_of: dict[str, str] = field(default_factory=dict)
    _degrees: dict[str, int] = field(default_factory=dict)
    _counted: Counter[str] = field(default_factory=Counter)
    _supports: dict[str, Support] = field(default_factory=dict)

    def take(self, line: Line) -> str:
        """Take the next line; what is wrong with it, or with the thing that it ends."""
        kind = line["kind"]
        if self._of is not None and kind == _WITH[self._of["kind"]]:
            self._with.append(line)
            return ""
        wrong = self._end_of_thing()
        if kind in _WITH:
            self._of = line
        elif kind == "part_of":
            self._document_of[line["chunk"]] = line["document"]
        elif kind == "relation":
            wrong = wrong or self._relation(line)
        return wrong

    def end(self) -> str:
        """What does not follow once every line was taken."""
        wrong = self._end_of_thing()
        if self._supports:
            wrong = wrong or f"relation {min(self._supports)} is missing"
        odd = (key for key, degree in self._degrees.items() if self._counted[key] != degree)
        if key := next(odd, ""):
            wrong = wrong or f"degree of concept {key} is {self._counted[key]}"
        return wrong

    def _end_of_thing(self) -> str:
        of, attested = self._of, self._with
        self._of, self._with = None, []
        if of is None:
            return ""
        if of["kind"] == "document":
            return _document(of, attested)
        if of["kind"] == "concept":
            self._degrees[of["key"]] = of["degree"]
            return _concept(of, attested)
        self._claim(of, attested)
        return "" if attested else f"claim {of['key']} has no evidence"

    def _claim(self, claim: Line, attested: list[Line]) -> None:
        relation, polarity = RelationType(claim["relation"]), Polarity(claim["polarity"])
        asserted = [
            (line["origin"], line["hedge"], self._document_of[line["chunk"]])
            for line in attested
            if known().makes_edge(relation, polarity, line["sign"])
        ]
        if asserted:
            key = key_of(claim["head"], relation, claim["tail"])
            self._supports[key] = support_of(asserted)

    def _relation(self, line: Line) -> str:
        head, tail = line["head"], line["tail"]
        if counts(head, tail, line["origin"]):
            self._counted.update((head, tail))
        strength = known().relations[relation_of(line["type"])].prior
        stored = (tuple(line["origin"]), line["hedge"], line["support"])
        if self._supports.pop(line["key"], None) != stored or line["strength"] != strength:
            return f"relation {line['key']} is not what its claim's evidence makes it"
        return ""


def _document(line: Line, attested: list[Line]) -> str:
    for name in ("title", "doi", "pmid"):
        merged = None
        for own in attested:
            merged = least(merged, own[name])
        if (merged or "") != (line[name] or ""):
            return f"{name} of document {line['key'][:60]!r} is none of its sources'"
    return ""


def _concept(line: Line, attested: list[Line]) -> str:
    largest: dict[tuple[str, str], int] = {}
    for own in attested:
        one = (own["form"], own["document"])
        largest[one] = max(own["n"], largest.get(one, 0))
    forms: Counter[str] = Counter()
    for (form, _), n in largest.items():
        forms[form] += n
    identifiers = (identifier for own in attested for identifier in own["identifiers"])
    stored = (line["name"], tuple(line["aliases"]), tuple(line["identifiers"]))
    if stored != tuple(shown(forms, identifiers, line["identity"])):
        return f"name of concept {line['key']} does not follow from its forms"
    return ""
