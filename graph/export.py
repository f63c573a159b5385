"""The whole graph as a file: JSON Lines that can be read back, GraphML, the server's bulk CSV.

Every format is written from the canonical lines, one at a time. A file appears under its name when
it is whole; one that ends in `.gz` is compressed. Results of runs are not in it: their truth is the
run folder.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from graph import portable
from graph.bulk_csv import BulkCsv
from graph.canonical import Line
from graph.graphml import GraphML
from graph.portable import Counts, Tally
from graph.store import GraphStore, SourceState
from hubscope.errors import InputError, IntegrityError
from hubscope.files import replacing

Progress = Callable[[str, int], None]
_STEP = 5_000


class Format(StrEnum):
    """What can be written."""

    JSONL = "jsonl"
    GRAPHML = "graphml"
    CSV = "csv"


class LineWriter(Protocol):
    """Takes the graph's lines in canonical order."""

    def write(self, line: str, record: Line) -> None:
        """Take a line, as text and as the map that it holds."""

    def finish(self, counts: Counts) -> None:
        """Everything was given."""


def export(
    store: GraphStore, path: Path, format: Format = Format.JSONL, progress: Progress | None = None
) -> Counts:
    """Write the graph to a file (for bulk CSV, to a new folder).

    Args:
        store: the graph; nobody may write to it meanwhile.
        path: where to; a file that is there is replaced, a folder is not.
        format: `jsonl` can be imported again.
        progress: told what is done, and how many lines are through.

    Raises:
        InputError: a source is half written (`pending`), or the file cannot be written.
        IntegrityError: the graph was changed while it was read.
    """
    before = store.sources()
    if half := [source.name for source in before if source.state is SourceState.PENDING]:
        raise InputError(
            f"source {half[0]!r} is half written: do what wrote it again, or delete it, and then "
            "export.",
            reason="pending",
            where=half[0],
        )
    total = Tally()
    with _WRITERS[format](path) as writer:
        for n, line in enumerate(store.canonical()):
            record = json.loads(line)
            total.add(record["kind"], line)
            writer.write(line, record)
            if progress and n % _STEP == 0:
                progress("lines", n)
        if store.sources() != before:
            raise IntegrityError(
                "the graph was changed while it was exported: nothing was kept. Export again.",
                reason="changed",
            )
        counts = total.counts()
        writer.finish(counts)
    return counts


def graph_sha256(store: GraphStore) -> str:
    """SHA-256 of the graph's canonical lines: two graphs with the same are the same."""
    total = Tally()
    for line in store.canonical():
        total.add("source", line)
    return total.counts().sha256


class _JsonLines:
    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._write(portable.head() + "\n")

    def write(self, line: str, record: Line) -> None:
        self._write(line + "\n")

    def finish(self, counts: Counts) -> None:
        self._write(portable.end(counts) + "\n")


@contextmanager
def _json_lines(path: Path) -> Iterator[LineWriter]:
    with replacing(path) as file:
        yield _JsonLines(file.write)


@contextmanager
def _graphml(path: Path) -> Iterator[LineWriter]:
    with replacing(path) as file:
        yield GraphML(file)


_WRITERS: dict[Format, Callable[[Path], AbstractContextManager[LineWriter]]] = {
    Format.JSONL: _json_lines,
    Format.GRAPHML: _graphml,
    Format.CSV: BulkCsv.folder,
}
