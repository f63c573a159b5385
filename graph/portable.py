"""A graph as a file of JSON Lines, and reading one back without trusting it.

The first line says what the file is, the last one how many lines stand between and their SHA-256;
between them stand the lines of `GraphStore.canonical`, so that equal graphs make equal files. Every
line is checked before anything is written: its fields and their types, its key against what makes
it, its place in the order, and that what it refers to stands before it.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from graph.canonical import PLACES, Line, place_of
from graph.fields import known
from graph.following import Following
from graph.names import identity
from graph.store import SourceState
from graph.values import text
from graph.vocabulary import (
    ChunkPart,
    MentionRole,
    Origin,
    Polarity,
    Vocabulary,
    relation_of,
    relationship_type,
)
from hubscope.errors import InputError
from hubscope.keys import canonical_json, key_of
from hubscope.reading import numbered_lines

FORMAT = "hubscope-graph"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Counts:
    """What a graph holds; `sha256` is of its canonical lines, whatever the file's format."""

    concepts: int
    relations: int
    claims: int
    lines: int
    sha256: str


class Tally:
    """Counts lines as they go by."""

    def __init__(self) -> None:
        self._total = hashlib.sha256()
        self._kinds = dict.fromkeys(PLACES, 0)

    def add(self, kind: str, line: str) -> None:
        """Count one line."""
        self._kinds[kind] += 1
        self._total.update(line.encode("utf-8"))
        self._total.update(b"\n")

    def counts(self) -> Counts:
        """What was counted so far."""
        return Counts(
            concepts=self._kinds["concept"],
            relations=self._kinds["relation"],
            claims=self._kinds["claim"],
            lines=sum(self._kinds.values()),
            sha256=self._total.hexdigest(),
        )


def head() -> str:
    """The first line of a file."""
    return canonical_json(
        {
            "kind": "head",
            "format": FORMAT,
            "version": VERSION,
            "vocabulary": known().fingerprint,
        }
    )


def end(counts: Counts) -> str:
    """The last line of a file."""
    return canonical_json({"kind": "end", "lines": counts.lines, "sha256": counts.sha256})


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A file whose every line was checked.

    Attributes:
        sources: what it was made of: name to (sha256, state).
        follows: it was written with this vocabulary, so that its derived lines are ours.
        layers: name of each layer of corrections to what it says, as `corrections.to_json`.
    """

    path: Path
    counts: Counts
    sources: dict[str, tuple[str, SourceState]]
    follows: bool
    layers: dict[str, Line]

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number and text of every line between the first and the last.

        Raises:
            InputError: the file was changed since it was checked.
        """
        total = Tally()
        for number, line in numbered_lines(self.path):
            if line and 1 < number < self.counts.lines + 2:
                total.add("source", line)
                yield number, line
        if total.counts().sha256 != self.counts.sha256:
            raise InputError(f"{self.path}: was changed while it was read.", reason="changed")


def open_graph(path: Path) -> GraphFile:
    """Check a file from its first line to its last.

    Raises:
        InputError: not a graph of ours, of a later version, cut off or changed, or a line that is
            wrong, with its number.
    """
    lines = iter(numbered_lines(path))
    first = _head(path, next(lines, (1, None))[1])
    follows = first["vocabulary"] == known().fingerprint
    check, total, following = _Check(path), Tally(), Following()
    last: Line | None = None
    for number, line in lines:
        if last is not None:
            _refuse(path, number, "stands after the end", "after_end")
        if line is None:
            _refuse(path, number, "is too long", "too_long")
        record = _record(path, number, line)
        if record.get("kind") == "end":
            last = record
        else:
            total.add(check.line(number, line, record), line)
            if follows and not check.layers and (wrong := following.take(record)):
                _refuse(path, number, wrong, "does_not_follow")
    counts = total.counts()
    if last is None:
        raise InputError(
            f"{path}: cut off: its last line is missing. Export it again, or fetch it again.",
            reason="cut_off",
            where=str(path),
        )
    if (last.get("lines"), last.get("sha256")) != (counts.lines, counts.sha256):
        raise InputError(
            f"{path}: its lines have another SHA-256 than its last line says: it was changed. "
            "Export it again, or fetch it again.",
            reason="wrong_hash",
            where=str(path),
        )
    if follows and not check.layers and (wrong := following.end()):
        _refuse(path, counts.lines + 2, wrong, "does_not_follow")
    return GraphFile(path, counts, check.sources, follows, check.layers)


def _head(path: Path, line: str | None) -> Line:
    try:
        found = json.loads(line or "")
        if found["format"] == FORMAT and isinstance(found["version"], int):
            first = {"vocabulary": str(found["vocabulary"])}
        else:
            found = None
    except (ValueError, TypeError, KeyError, RecursionError):
        found = None
    if found is None:
        raise InputError(
            f"{path}:1: not a graph that `hubscope export` wrote. Other files: `hubscope ingest`.",
            reason="unknown_format",
            where=f"{path}:1",
        )
    if found["version"] > VERSION:
        raise InputError(
            f"{path}:1: of version {found['version']}, this hubscope reads up to {VERSION}: "
            "upgrade hubscope.",
            reason="newer_format",
            where=f"{path}:1",
        )
    return first


def _record(path: Path, number: int, line: str) -> Line:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}:{number}: not JSON ({error}).", reason="not_json", where=f"{path}:{number}"
        ) from error
    if not isinstance(record, dict):
        _refuse(path, number, "is no JSON object", "not_an_object")
    return record


def _refuse(path: Path, number: int, what: str, reason: str) -> NoReturn:
    raise InputError(f"{path}:{number}: {what}.", reason=reason, where=f"{path}:{number}")


# -- fields --------------------------------------------------------------------------------------
Fits = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str) and text(value) == value


def _optional(value: Any) -> bool:
    return value is None or _text(value)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _sign(value: Any) -> bool:
    return type(value) is int and -1 <= value <= 1


def _number(value: Any) -> bool:
    return type(value) is float and isfinite(value)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _named_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_text, [*value, *value.values()]))


def _typed_names(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _text(key) and _texts(pair) and len(pair) == 2 and pair[0] in known().bands
        for key, pair in value.items()
    )


def _among(*words: str) -> Fits:
    known = frozenset(map(str, words))
    return lambda value: isinstance(value, str) and value in known


_ABOUT = {"title": _text, "doi": _optional, "pmid": _optional}


@cache
def shapes(words: Vocabulary) -> dict[str, dict[str, Fits]]:
    """Kind of line to its fields, and what each may hold under the closed words."""
    types, relations = _among(*words.bands), _among(*words.relations)
    return {
        "layer": {
            "name": _text,
            "identities": _typed_names,
            "names": _named_texts,
            "rejected": _texts,
        },
        "source": {
            "key": _text,
            "name": _text,
            "source_kind": _text,
            "sha256": _text,
            "state": _among(*SourceState),
            "skipped": _count,
        },
        "document": {"key": _text, **_ABOUT},
        "from": {"source": _text, "document": _text, **_ABOUT},
        "chunk": {"key": _text, "part": _among(*ChunkPart), "text": _text},
        "part_of": {
            "source": _text,
            "chunk": _text,
            "document": _text,
            "position": _count,
            "section": _text,
        },
        "concept": {
            "key": _text,
            "type": types,
            "identity": _text,
            "name": _text,
            "degree": _count,
            "aliases": _texts,
            "identifiers": _texts,
        },
        "written": {
            "key": _text,
            "concept": _text,
            "type": types,
            "identity": _text,
        },
        "names": {
            "source": _text,
            "document": _text,
            "concept": _text,
            "form": _text,
            "n": _count,
            "identifiers": _texts,
        },
        "item": {
            "key": _text,
            "source": _text,
            "id": _text,
            "question": _text,
            "answer": _text,
            "options": _text,
            "item_kind": _text,
            "meta": _text,
        },
        "mentions": {"item": _text, "concept": _text, "role": _among(*MentionRole)},
        "gold": {"item": _text, "document": _text},
        "claim": {
            "key": _text,
            "head": _text,
            "relation": relations,
            "tail": _text,
            "polarity": _among(*Polarity),
        },
        "evidence": {
            "source": _text,
            "claim": _text,
            "chunk": _text,
            "quote": _text,
            "quoted": _flag,
            "sign": _sign,
            "hedge": _number,
            "confidence": _number,
            "extractor": _text,
            "wording": _text,
            "origin": _among(*Origin),
        },
        "relation": {
            "key": _text,
            "type": _among(*map(relationship_type, words.relations)),
            "head": _text,
            "tail": _text,
            "origin": _texts,
            "strength": _text,
            "hedge": _number,
            "support": _count,
        },
    }


# Where corrections moved a thing from: there only where they did.
MOVED: dict[str, Fits] = {"names": _text, "mentions": _text, "evidence": _texts}


class _Check:
    """One pass over the lines; what was seen so far is what a line may refer to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0
        self._shapes = shapes(known())
        self.sources: dict[str, tuple[str, SourceState]] = {}
        self._before: tuple[int, str, int, str] = (-1, "", 0, "")
        self._documents: set[str] = set()
        self._from: set[tuple[str, str]] = set()
        self._chunk: Line = {}
        self._part_of: set[tuple[str, str]] = set()
        self._concepts: set[str] = set()
        self._written: set[str] = set()
        self.layers: dict[str, Line] = {}
        self._items: dict[str, str] = {}
        self._claim = ""
        self._asserted: set[str] = set()

    def line(self, number: int, line: str, record: Line) -> str:
        """Check a line; its kind."""
        self.number = number
        kind = str(record.get("kind"))
        fields = self._shapes.get(kind)
        if fields is None:
            self._refuse(f"{kind!r} is no kind of line", "unknown_kind")
        if kind in MOVED and "as_written" in record:
            fields = fields | {"as_written": MOVED[kind]}
        if len(record) != len(fields) + 1 or not fields.keys() <= record.keys():
            odd = min(record.keys() ^ fields.keys() ^ {"kind"})
            self._refuse(f"a line of kind {kind} with {odd!r} missing or unknown", "wrong_fields")
        for name, fits in fields.items():
            if not fits(record[name]):
                self._refuse(f"{name} cannot be {str(record[name])[:60]!r}", "wrong_value")
        self._in_order(line, record)
        getattr(self, f"_{kind}_line")(record)
        return kind

    def _in_order(self, line: str, record: Line) -> None:
        here = (*place_of(record), line)
        if here <= self._before:
            self._refuse("stands twice, or not where it belongs", "out_of_order")
        self._before = here

    def _refuse(self, what: str, reason: str) -> NoReturn:
        _refuse(self.path, self.number, what, reason)

    def _require(self, known: bool, what: str) -> None:
        if not known:
            self._refuse(f"refers to {what} that is not there", "unknown_key")

    def _require_key(self, key: str, *parts: str) -> None:
        if key != key_of(*parts):
            self._refuse(f"key {key[:40]!r} does not follow from the rest of it", "wrong_key")

    # -- one method a kind ------------------------------------------------------------------------
    def _layer_line(self, line: Line) -> None:
        self.layers[line["name"]] = {
            name: value for name, value in line.items() if name not in ("kind", "name")
        }

    def _source_line(self, line: Line) -> None:
        self._require_key(line["key"], "source", line["name"])
        self.sources[line["name"]] = (line["sha256"], SourceState(line["state"]))

    def _document_line(self, line: Line) -> None:
        self._documents.add(line["key"])

    def _from_line(self, line: Line) -> None:
        self._require(line["source"] in self.sources, "a source")
        self._require(line["document"] in self._documents, "a document")
        self._from.add((line["source"], line["document"]))

    def _chunk_line(self, line: Line) -> None:
        self._chunk = line

    def _part_of_line(self, line: Line) -> None:
        chunk = self._chunk
        self._require(line["chunk"] == chunk.get("key"), "a chunk")
        self._require((line["source"], line["document"]) in self._from, "a document of its source")
        self._require_key(line["chunk"], line["document"], chunk["part"], chunk["text"])
        self._part_of.add((line["source"], line["chunk"]))

    def _concept_line(self, line: Line) -> None:
        if not line["identity"] or identity(line["identity"]) != line["identity"]:
            self._refuse(f"{line['identity'][:60]!r} is no name's identity", "wrong_value")
        self._require_key(line["key"], line["type"], line["identity"])
        self._written.add(line["key"])
        if line["kind"] == "concept":
            self._concepts.add(line["key"])

    _written_line = _concept_line

    def _names_line(self, line: Line) -> None:
        self._require(line["concept"] in self._concepts, "a concept")
        self._require(line.get("as_written", line["concept"]) in self._written, "a concept")
        self._require((line["source"], line["document"]) in self._from, "a document of its source")

    def _item_line(self, line: Line) -> None:
        self._require(line["source"] in self.sources, "a source")
        self._require_key(line["key"], "item", line["source"], line["id"])
        self._items[line["key"]] = line["source"]

    def _mentions_line(self, line: Line) -> None:
        self._require(line["item"] in self._items, "an item")
        self._require(line["concept"] in self._concepts, "a concept")
        self._require(line.get("as_written", line["concept"]) in self._written, "a concept")

    def _gold_line(self, line: Line) -> None:
        self._require(line["item"] in self._items, "an item")
        own = (self._items[line["item"]], line["document"])
        self._require(own in self._from, "a document of its source")

    def _claim_line(self, line: Line) -> None:
        self._require({line["head"], line["tail"]} <= self._concepts, "a concept")
        asserted = (line["head"], line["relation"], line["tail"])
        self._require_key(line["key"], *asserted, line["polarity"])
        if line["polarity"] == Polarity.POSITIVE:
            self._asserted.add(key_of(*asserted))
        self._claim = line["key"]

    def _evidence_line(self, line: Line) -> None:
        self._require(line["claim"] == self._claim, "a claim")
        self._require((line["source"], line["chunk"]) in self._part_of, "a chunk of its source")
        ends = line.get("as_written", [])
        self._require(len(ends) in (0, 2) and self._written.issuperset(ends), "a concept")

    def _relation_line(self, line: Line) -> None:
        self._require_key(line["key"], line["head"], relation_of(line["type"]), line["tail"])
        self._require(line["key"] in self._asserted, "a claim")
