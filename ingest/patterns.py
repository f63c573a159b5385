"""Relation patterns: the table of patterns.toml, indexed by the words that trigger them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Pattern:
    """One row of the table; `example` gives a relation of `meaning`, `counter` gives none.

    `is_reversed`: what stands behind the words acts on what stands before ("A results from B").
    """

    family: str
    meaning: str
    example: str
    counter: str
    is_reversed: bool = False


@dataclass(frozen=True, slots=True)
class VerbForm:
    """A verb form; `after` is the particle that must follow an active verb, "" without one."""

    pattern: Pattern
    after: str
    is_past: bool


@dataclass(frozen=True, slots=True)
class Patterns:
    """Triggers by their first word.

    Attributes:
        verbs: word to its verb forms.
        predicates: first word to (words, pattern).
        nouns: first word to (words, links, pattern).
        between, by, hyphen: word to pattern.
        roles: verb to rows of its nouns, what links them to the tail, and the pattern.
    """

    rows: tuple[Pattern, ...]
    verbs: dict[str, list[VerbForm]]
    predicates: dict[str, list[tuple[tuple[str, ...], Pattern]]]
    nouns: dict[str, list[tuple[tuple[str, ...], frozenset[str], Pattern]]]
    between: dict[str, Pattern]
    by: dict[str, Pattern]
    roles: dict[str, list[tuple[frozenset[str], frozenset[str], Pattern]]]
    hyphen: dict[str, Pattern]


@cache
def load_patterns() -> Patterns:
    """The shipped table."""
    path = resources.files("ingest") / "patterns.toml"
    table = tomllib.loads(path.read_text("utf-8"))
    found = Patterns((), {}, {}, {}, {}, {}, {}, {})
    rows = []
    for family, entries in table.items():
        for entry in entries:
            pattern = Pattern(
                family,
                entry["meaning"],
                entry["example"],
                entry["counter"],
                entry.get("reversed", False),
            )
            rows.append(pattern)
            if family == "verb":
                for word, form in verb_forms(pattern, entry):
                    found.verbs.setdefault(word, []).append(form)
            elif family == "predicate":
                for words in entry["words"]:
                    parts = tuple(words.split())
                    found.predicates.setdefault(parts[0], []).append((parts, pattern))
                    # The longest phrase that fits is the one that is meant.
                    found.predicates[parts[0]].sort(key=lambda row: -len(row[0]))
            elif family == "noun":
                for words in entry["words"]:
                    parts = tuple(words.split())
                    row = (parts, frozenset(entry["links"]), pattern)
                    found.nouns.setdefault(parts[0], []).append(row)
            elif family == "role":
                nouns, links = frozenset(entry["words"]), frozenset(entry["links"])
                for verb in entry["verbs"]:
                    found.roles.setdefault(verb, []).append((nouns, links, pattern))
            else:
                index: dict[str, Pattern] = getattr(found, family)
                index.update(dict.fromkeys(entry["words"], pattern))
    return Patterns(
        tuple(rows),
        found.verbs,
        found.predicates,
        found.nouns,
        found.between,
        found.by,
        found.roles,
        found.hyphen,
    )


def verb_forms(pattern: Pattern, entry: Mapping[str, object]) -> Iterator[tuple[str, VerbForm]]:
    """Each word of a row's `forms` (base, third person, past, participle) with what it is."""
    forms = entry["forms"]
    assert isinstance(forms, list)
    for line in forms:
        for number, word in enumerate(str(line).split()):
            yield word, VerbForm(pattern, str(entry.get("after", "")), is_past=number >= 2)
