"""What people's corrections are as keys: names resolved, contradictions and misfits listed.

A name means a concept as sources write it, or what another correction makes of one, never what a
fusion has made: so corrections follow from the file and the sources alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graph.corrections import Corrections, combined
from graph.model import Concept
from graph.vocabulary import ConceptType
from ingest.correction import Correction, Kind, Reference


@dataclass(frozen=True, slots=True)
class Listed:
    """A correction that does not fit the graph, and why: a stable word, and a sentence."""

    correction: Correction
    reason: str
    detail: str


@dataclass(slots=True)
class Compiled:
    """Corrections under construction as keys.

    Attributes:
        checks: corrections with a key that the graph should know.
        apart: pairs of keys as people's corrections leave them.
        unknown: what does not fit.
    """

    identities: dict[str, Concept] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    rejected: set[str] = field(default_factory=set)
    checks: list[tuple[Correction, str]] = field(default_factory=list)
    apart: set[frozenset[str]] = field(default_factory=set)
    unknown: dict[Correction, Listed] = field(default_factory=dict)

    @property
    def layer(self) -> Corrections:
        """What the store is to be told."""
        return Corrections(self.identities, self.names, frozenset(self.rejected))

    def end(self, key: str) -> str:
        """Where people's corrections lead a key."""
        while (concept := self.identities.get(key)) is not None and concept.key != key:
            key = concept.key
        return key


def compiled(
    corrections: Iterable[Correction],
    written: Mapping[str, Sequence[Concept]],
    fusions: Mapping[str, Corrections],
) -> Compiled:
    """Corrections as keys; the order of the file does not matter.

    Args:
        corrections: that agree with each other.
        written: concepts as written by every name that the corrections use.
        fusions: layers of fusions, which people's corrections beat.
    """
    made = Compiled()
    by_kind: defaultdict[Kind, list[Correction]] = defaultdict(list)
    for one in corrections:
        by_kind[one.kind].append(one)
    resolver = _Resolver(written, made)
    for one in by_kind[Kind.RETYPE]:
        resolver.retype(one)
    for one in _by_key(by_kind[Kind.MERGE]):
        resolver.merge(one)
    for one in by_kind[Kind.RENAME]:
        resolver.rename(one)
    for one in by_kind[Kind.REJECT]:
        resolver.reject(one)
    joined = combined(fusions)
    for one in _by_key(by_kind[Kind.KEEP_APART]):
        resolver.keep_apart(one, joined)
    return made


class _Resolver:
    """Turns names into concepts as written, corrections into keys, misfits into a list."""

    def __init__(self, written: Mapping[str, Sequence[Concept]], made: Compiled) -> None:
        self.written = written
        self.made = made
        self.targets: dict[str, Concept] = {}

    def retype(self, one: Correction) -> None:
        if (concept := self._found(one, one.concept)) is not None:
            self._move(one, concept.key, Concept(ConceptType(one.to), concept.name))

    def merge(self, one: Correction) -> None:
        assert one.other is not None
        concept, other = self._found(one, one.concept), self._found(one, one.other)
        if concept is not None and other is not None:
            self._move(one, concept.key, other)

    def rename(self, one: Correction) -> None:
        concept = self._found(one, one.concept)
        if concept is not None and self.made.names.setdefault(concept.key, one.to) != one.to:
            self._list(one, "contradiction", f"{one.concept} has another name already")

    def reject(self, one: Correction) -> None:
        assert one.other is not None
        head, tail = self._found(one, one.concept), self._found(one, one.other)
        if head is not None and tail is not None:
            key = one.claim(head.key, tail.key).key
            self.made.rejected.add(key)
            self.made.checks.append((one, key))

    def keep_apart(self, one: Correction, joined: Corrections) -> None:
        assert one.other is not None
        found = [self._found(one, one.concept), self._found(one, one.other)]
        ends = [self.made.end(concept.key) for concept in found if concept is not None]
        if len(ends) < len(found):
            return
        if ends[0] == ends[1]:
            self._list(one, "contradiction", "other corrections make them one concept")
            return
        self.made.apart.add(frozenset(ends))
        if joined.key(ends[0]) == joined.key(ends[1]):
            # One that a fusion moved stays where it is from now on; the other keeps its company.
            key = next(key for key in ends if joined.key(key) != key)
            self.made.identities[key] = self._concept(key, [c for c in found if c is not None])

    def _concept(self, key: str, found: Sequence[Concept]) -> Concept:
        known = {concept.key: concept for concept in (*found, *self.made.identities.values())}
        return known[key]

    def _move(self, one: Correction, key: str, to: Concept) -> None:
        """Note where a concept goes, unless that leads nowhere."""
        held = self.made.identities.get(key)
        if held is not None and held.key != to.key:
            self._list(one, "contradiction", f"{one.concept} goes elsewhere already")
        elif self.made.end(to.key) == key:
            reason = "same_concept" if to.key == key else "circle"
            self._list(one, reason, f"{one.concept} would become itself")
        else:
            self.made.identities[key] = to
            self.targets[to.key] = to

    def _found(self, one: Correction, named: Reference) -> Concept | None:
        """The concept that a reference names; None, and listed, where there is not just one."""
        same_type = [c for c in self.written.get(named.name, ()) if c.type == named.type]
        exact = [c for c in same_type if c.key == named.key]
        if exact or len(same_type) == 1:
            return (exact or same_type)[0]
        if same_type:
            names = ", ".join(sorted(c.name for c in same_type))
            self._list(one, "ambiguous_name", f"{named} may be {names}: use one of these names")
        elif (target := self.targets.get(named.key)) is not None:
            return target
        else:
            self._list(one, "no_such_concept", f"the graph has no {named}")
        return None

    def _list(self, one: Correction, reason: str, detail: str) -> None:
        self.made.unknown.setdefault(one, Listed(one, reason, detail))


def _by_key(corrections: Iterable[Correction]) -> list[Correction]:
    """In an order that the file has no part in: what is listed must not depend on it."""
    return sorted(
        corrections, key=lambda one: (one.concept.key, one.other.key if one.other else "")
    )
