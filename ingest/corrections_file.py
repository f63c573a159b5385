"""The file of people's corrections: TOML, one block a correction, read whole or not at all.

```toml
[[retype]]
concept = "Wnt signaling"
type = "Other"            # the type it has
to = "Pathway"            # the type it should have

[[rename]]
concept = "tumour necrosis factor"
type = "Protein"
to = "TNF-alpha"          # what is to be shown

[[merge]]
concept = "TNFA"
type = "Gene"
into = "TNF"              # into_type, where it is another

[[keep_apart]]
concept = "ERK"
type = "Protein"
from = "ERK1"             # from_type, where it is another

[[reject]]
head = "zinc"
head_type = "Drug"
relation = "inhibits"
tail = "ACE"
tail_type = "Protein"
polarity = "positive"     # or "negative": the denial is what is wrong

# Every block may say why, and who says so:
# reason = "a pathway, not a thing"
# by = "A. Curator, 2026-12-01"
```

Names are those that a source writes or that the graph shows. A block is found by its first line, so
comments and order are the curator's own.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from graph import names
from graph.fields import known
from graph.model import Concept
from graph.vocabulary import ConceptType, Polarity
from hubscope.errors import InputError
from hubscope.reading import clean_text, numbered_lines
from ingest.correction import Correction, Kind, Reference

_HEADER = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]\s*(?:#.*)?")


_SAID = ("reason", "by")
Wish = tuple[str, ...]
_FIELDS = {
    Kind.RETYPE: ("concept", "type", "to"),
    Kind.RENAME: ("concept", "type", "to"),
    Kind.MERGE: ("concept", "type", "into"),
    Kind.KEEP_APART: ("concept", "type", "from"),
    Kind.REJECT: ("head", "head_type", "relation", "tail", "tail_type"),
}
_OPTIONAL = {
    Kind.MERGE: ("into_type",),
    Kind.KEEP_APART: ("from_type",),
    Kind.REJECT: ("polarity",),
}


def read(path: Path) -> list[Correction]:
    """The corrections of a file, in file order; equal ones once.

    Raises:
        InputError: the file cannot be read, or a block says what no correction can; the message
            names file and line.
    """
    found: dict[Correction, None] = {}
    for line, kind, text in _blocks(path):
        where = f"{path}:{line}"
        try:
            found.setdefault(_correction(kind, tomllib.loads(text), where))
        except tomllib.TOMLDecodeError as error:
            raise _no_toml(path, line, text, str(error)) from error
        except InputError as error:
            if error.where == where:
                raise
            raise _bad(where, str(error), error.reason) from error
    corrections = list(found)
    check_agreement(corrections)
    return corrections


def block(correction: Correction) -> str:
    """The text of one correction, an empty line before it."""
    other = correction.other
    values = {"concept": correction.concept.name, "type": correction.concept.type}
    match correction.kind:
        case Kind.RETYPE | Kind.RENAME:
            values |= {"to": correction.to}
        case Kind.MERGE | Kind.KEEP_APART:
            assert other is not None
            word = "into" if correction.kind is Kind.MERGE else "from"
            values |= {word: other.name, f"{word}_type": other.type}
        case Kind.REJECT:
            assert other is not None
            assert correction.relation is not None
            values = {
                "head": correction.concept.name,
                "head_type": correction.concept.type,
                "relation": correction.relation,
                "tail": other.name,
                "tail_type": other.type,
                "polarity": correction.polarity,
            }
    values |= {name: getattr(correction, name) for name in _SAID if getattr(correction, name)}
    lines = [f"{name} = {_text(value)}" for name, value in values.items()]
    return "\n".join(["", f"[[{correction.kind}]]", *lines, ""])


def _text(value: str) -> str:
    """A TOML string: what JSON escapes, TOML escapes alike."""
    return json.dumps(clean_text(value).replace("\n", " "), ensure_ascii=False)


def _blocks(path: Path) -> Iterator[tuple[int, str, str]]:
    """Number of the first line, kind and text of each block."""
    start, kind = 0, ""
    lines: list[str] = []
    for number, line in numbered_lines(path):
        header = _HEADER.fullmatch(line or "")
        if header is not None:
            if start:
                yield start, kind, "\n".join(lines)
            start, kind, lines = number, header[1], []
        elif start:
            lines.append(line or "")
        elif line and line.strip() and not line.lstrip().startswith("#"):
            kinds = ", ".join(f"[[{one}]]" for one in Kind)
            raise _bad(f"{path}:{number}", f"a correction begins with one of {kinds}")
    if start:
        yield start, kind, "\n".join(lines)


def _correction(word: str, values: dict[str, object], where: str) -> Correction:
    if word not in set(Kind):
        raise _bad(
            where, f"no correction is called {word!r}.{_nearest(word, Kind)}", "unknown_kind"
        )
    kind = Kind(word)
    optional = (*_OPTIONAL.get(kind, ()), *_SAID)
    for name, value in values.items():
        if name not in (*_FIELDS[kind], *optional):
            hint = _nearest(name, (*_FIELDS[kind], *optional))
            raise _bad(where, f"{kind} has no {name!r}.{hint}", "unknown_field")
        if not isinstance(value, str) or not value.strip():
            raise _bad(where, f"{name} is a text in quotes, and not empty", "bad_value")
    for name in _FIELDS[kind]:
        if name not in values:
            raise _bad(where, f"{kind} needs {name!r}", "missing_field")
    given = {name: clean_text(str(value)).strip() for name, value in values.items()}
    return Correction(
        kind,
        **_content(kind, given),
        reason=given.get("reason", ""),
        by=given.get("by", ""),
        where=where,
    )


def _content(kind: Kind, given: dict[str, str]) -> dict[str, Any]:
    """What a block says of a correction, beside its kind."""
    if kind is Kind.REJECT:
        return _rejected(given)
    concept = _reference(given["type"], given["concept"])
    if kind is Kind.RETYPE:
        return {"concept": concept, "to": known().type(given["to"])}
    if kind is Kind.RENAME:
        return {"concept": concept, "to": names.shown(given["to"])}
    word = "into" if kind is Kind.MERGE else "from"
    other = _reference(given.get(f"{word}_type", concept.type), given[word])
    if other.key == concept.key:
        raise InputError(f"{other} is the concept itself", reason="same_concept")
    return {"concept": concept, "other": other}


def _rejected(given: dict[str, str]) -> dict[str, Any]:
    relation, exchanged = known().relation(given["relation"])
    head = _reference(given["head_type"], given["head"])
    tail = _reference(given["tail_type"], given["tail"])
    polarity = given.get("polarity", Polarity.POSITIVE)
    if polarity not in set(Polarity):
        raise InputError(f"polarity is positive or negative, not {polarity!r}", reason="bad_value")
    ends = (tail, head) if exchanged else (head, tail)
    return {
        "concept": ends[0],
        "other": ends[1],
        "relation": relation,
        "polarity": Polarity(polarity),
    }


def _reference(type: str, name: str) -> Reference:
    return Reference(known().type(type), names.shown(name))


def check_agreement(corrections: Iterable[Correction]) -> None:
    """No two of them want two things of one concept.

    Raises:
        InputError: two of them do (`contradiction`); the message names both lines.
    """
    wishes: dict[Wish, tuple[str, Correction]] = {}
    for one in corrections:
        for subject, wanted in _wishes(one):
            before, other = wishes.setdefault(subject, (wanted, one))
            if before != wanted:
                line = other.where.rpartition(":")[2]
                what = f"{one}, but line {line} says: {other}. Keep one of them"
                raise _bad(one.where, what, "contradiction")


def _wishes(one: Correction) -> Iterator[tuple[Wish, str]]:
    """What a correction speaks of, and what it wants of it."""
    key = one.concept.key
    if one.kind is Kind.RENAME:
        yield ("name", key), one.to
    elif one.kind is Kind.RETYPE:
        yield ("place", key), Concept(ConceptType(one.to), one.concept.name).key
    elif one.other is not None and one.kind is not Kind.REJECT:
        if one.kind is Kind.MERGE:
            yield ("place", key), one.other.key
        yield ("pair", *sorted([key, one.other.key])), one.kind


def _no_toml(path: Path, line: int, text: str, fault: str) -> InputError:
    """The fault at its own line of the file; the parser counts from the block's second line."""
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", fault)
    what = fault[: found.start()] if found else fault
    within = int(found[1]) if found and found[1] else len(text.rstrip().splitlines())
    return _bad(f"{path}:{line + within}", f"no TOML: {what}")


def _nearest(word: str, words: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(words), n=1)
    return f" Did you mean {near[0]}?" if near else ""


def _bad(where: str, what: str, reason: str = "bad_correction") -> InputError:
    said = what if what.endswith((".", "?")) else f"{what}."
    return InputError(f"{where}: {said} Nothing was applied.", reason=reason, where=where)
