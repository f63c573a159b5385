"""What was extracted, on disk until it is in the graph: who is killed while writing goes on later.

A spool without its last line was never begun. Of several processes with one spool folder one
writes at a time.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from graph.model import Contribution, Source
from graph.store import GraphStore
from hubscope.codec import from_json, to_json
from hubscope.files import Journal, Skipped, locked, read_journal
from hubscope.keys import digest, digest_file
from ingest import skips
from ingest.batches import BATCH_ELEMENTS, batches, size
from ingest.extraction import Extracted


class Progress(Protocol):
    """Called with what is being done, how much of it is through, and of how much if known."""

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Show it."""


class Spool:
    """Contributions of one source on disk, ended by a line that holds the source itself."""

    def __init__(self, folder: Path, source: Source) -> None:
        self.path = spool_file(folder, source.name)
        self.source = source

    @classmethod
    def open(cls, path: Path) -> "Spool | None":
        """A whole spool, or None where the run ended before it was whole."""
        last: dict[str, object] = {}
        for record in read_journal(path):
            last = record
        if "source" not in last:
            return None
        return cls(path.parent, from_json(Source, last["source"]))

    def fill(self, parts: Iterator[Extracted | Skipped]) -> skips.Skips:
        """Write every contribution; what was skipped is returned.

        Raises:
            InputError: the input cannot be used; the spool is removed.
        """
        self.path.unlink(missing_ok=True)
        counter = skips.SkipCounter()
        try:
            with Journal(self.path) as journal:
                for part in parts:
                    if isinstance(part, Skipped):
                        counter.add([part])
                    else:
                        counter.add(part.skipped)
                        journal.append({"part": to_json(part.contribution)})
        except BaseException:
            self.path.unlink(missing_ok=True)
            raise
        return counter.done()

    def close(self, source: Source) -> None:
        """Mark the spool as whole."""
        self.source = source
        with Journal(self.path) as journal:
            journal.append({"source": to_json(source)})

    def parts(self) -> Iterator[Contribution]:
        """The contributions in order."""
        for record in read_journal(self.path):
            if "part" in record:
                yield from_json(Contribution, record["part"])


def put(
    store: GraphStore,
    spool_folder: Path,
    source: Source,
    parts: Iterator[Extracted | Skipped],
    *,
    unread: Callable[[], Mapping[str, int]],
    first: Callable[[], object] = lambda: None,
    progress: Progress | None = None,
    batch_elements: int = BATCH_ELEMENTS,
) -> skips.Skips:
    """Write a source in place of what the graph has of it, once all of it was read.

    Args:
        store: the graph.
        spool_folder: of this graph.
        source: what is written.
        parts: what it contributes.
        unread: asked at the end: what could not be read this time, by reason. The source then
            has another hash than the whole one, so that the next time does not find it unchanged,
            and than every other part of it, so that none is written over another.
        first: done once all was read, before anything is written.
        progress: told what is going on.
        batch_elements: about how much is written in one go.

    Returns: what was left out.

    Raises:
        InputError: the input cannot be used; nothing was written.
    """
    spool = Spool(spool_folder, source)
    left_out = spool.fill(parts)
    first()
    source = replace(source, skipped=left_out.total)
    if missing := dict(unread()):
        source = replace(
            source, sha256=digest([source.sha256, "unread", missing, digest_file(spool.path)])
        )
    skips.keep(spool_folder, source.name, source.sha256, left_out)
    spool.close(source)
    apply(store, spool, progress, batch_elements)
    return left_out


def apply(
    store: GraphStore,
    spool: Spool,
    progress: Progress | None,
    batch_elements: int = BATCH_ELEMENTS,
) -> None:
    """Write a spool in place of what the graph has of its source, and remove it."""
    there = {one.name: one for one in store.sources()}.get(spool.source.name)
    if there and there.sha256 != spool.source.sha256:
        store.delete_source(spool.source.name)
    store.begin(spool.source)
    written = 0
    for batch in batches(spool.parts(), batch_elements):
        store.write(spool.source, batch)
        written += size(batch)
        if progress:
            progress("writing", written)
    store.commit(spool.source)
    spool.path.unlink()


def roll_forward(
    store: GraphStore, spool_folder: Path, progress: Progress | None = None
) -> list[str]:
    """Finish every source that an earlier run had begun to write; names of those finished."""
    finished = []
    for path in sorted(spool_folder.glob("*.jsonl")):
        spool = Spool.open(path)
        if spool is None:
            path.unlink()
        else:
            apply(store, spool, progress)
            finished.append(spool.source.name)
    return finished


@contextmanager
def replacing_graph(spool_folder: Path) -> Iterator[None]:
    """Keep ingests out while the graph itself is replaced.

    Afterwards nothing waits to be rolled forward any more: it was begun in the graph of before.

    Raises:
        UnavailableError: another command writes to the graph.
    """
    with only_writer(spool_folder):
        yield
        for path in spool_folder.glob("*.jsonl"):
            path.unlink()


def only_writer(spool_folder: Path) -> AbstractContextManager[object]:
    """Keep ingests out of the graph.

    Raises:
        UnavailableError: another command writes to the graph.
    """
    busy = "another command writes to this graph: wait until it is done, and run again."
    return locked(spool_folder / ".lock", busy=busy)


def spool_file(folder: Path, name: str) -> Path:
    """Where a source of this name waits."""
    return folder / f"{quote(name, safe='')}.jsonl"
