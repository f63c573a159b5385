"""A graph as a file of JSON Lines, and reading one back without trusting it.

The first line says what the file is, the last one how many lines stand between and their SHA-256;
between them stand the lines of `GraphStore.canonical`, so that equal graphs make equal files. Every
line is checked before anything is written: its fields and their types, its key against what makes
it, its place in the order, and that what it refers to stands before it.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graph.canonical import PLACES, Line
from graph.fields import known
from graph.following import Following
from graph.portable_lines import LineCheck, refuse
from graph.store import SourceState
from hubscope.errors import InputError
from hubscope.keys import canonical_json
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
    check, total, following = LineCheck(path), Tally(), Following()
    last: Line | None = None
    for number, line in lines:
        if last is not None:
            refuse(path, number, "stands after the end", "after_end")
        if line is None:
            refuse(path, number, "is too long", "too_long")
        record = _record(path, number, line)
        if record.get("kind") == "end":
            last = record
        else:
            total.add(check.line(number, line, record), line)
            if follows and not check.layers and (wrong := following.take(record)):
                refuse(path, number, wrong, "does_not_follow")
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
        refuse(path, counts.lines + 2, wrong, "does_not_follow")
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
        refuse(path, number, "is no JSON object", "not_an_object")
    return record
