"""The incremental pipeline: read, extract, spool, write under a pending source, commit.

Nothing reaches the graph before everything was read: bad input leaves it as it was. What was
extracted is spooled to a file first, so that a run that is killed while it writes is rolled forward
by the next one, without the source's files. A spool without its last line was never begun.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from graph.fields import DEFAULT, FIELDS
from graph.model import Contribution, Source
from graph.store import Deleted, GraphStore, SourceState
from hubscope.errors import InputError
from hubscope.files import Skipped, locked
from hubscope.keys import digest, digest_file
from hubscope.reading import starting_bytes
from ingest import skips
from ingest.batches import BATCH_ELEMENTS
from ingest.extraction import Extracted, Extractor
from ingest.ingested import Ingested, unchanged, written
from ingest.items import BenchmarkItem, Paper
from ingest.lexicon import load_lexicon
from ingest.model_reading import ModelReader
from ingest.readers import AUTO, READERS, read_formats, reader_of
from ingest.spool import Progress, put, roll_forward, spool_file

LONGEST_NAME = 200
# What was found outward from a benchmark is a source of its own, which goes with the benchmark.
LITERATURE = "literature"
_LITERATURE_OF = "literature of "


def load_extractor(own_names: Path | None = None, field: str = DEFAULT) -> Extractor:
    """The rules with the lexicon of a field of science, and a user's own names on top.

    Raises:
        InputError: the user's file cannot be used, or there is no such field.
    """
    vocabulary = FIELDS.field(field)
    return Extractor(vocabulary, load_lexicon(own_names, vocabulary))


def field_of(plan: "Plan") -> str:
    """Name of the field of science that a plan's format speaks of.

    Raises:
        InputError: no file, or a format that no reader recognises.
    """
    if not plan.paths:
        raise InputError("no file given", reason="file_not_found")
    return READERS.load(reader_of(plan.paths[0], plan.reader, plan.mapping)).field


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ingest.

    Attributes:
        paths: files of one source.
        reader: a name in READERS, `auto` = by content.
        name: of the source; "" = the first file's name without its endings.
        mapping: field to column, for the readers that take one.
        limit: read at most this many records, None = all.
    """

    paths: tuple[Path, ...]
    reader: str = "auto"
    name: str = ""
    mapping: Mapping[str, str] | None = None
    limit: int | None = None

    @property
    def source_name(self) -> str:
        """The name chosen, else the first file's name up to its first dot."""
        file = self.paths[0].name
        return self.name or file.lstrip(".").split(".")[0] or file


def ingest(
    store: GraphStore,
    plan: Plan,
    extractor: Extractor,
    *,
    spool_folder: Path,
    progress: Progress | None = None,
    batch_elements: int = BATCH_ELEMENTS,
    model: ModelReader | None = None,
) -> Ingested:
    """Add a source to the graph; the same content again changes nothing.

    Of several processes with one spool folder one works at a time, the others wait.

    Args:
        store: the graph.
        plan: what to ingest.
        extractor: of concepts and relations.
        spool_folder: of this graph and no other: what lies there is written into it.
        progress: told what is going on.
        batch_elements: about how much is written in one go.
        model: reads chunks beside the rules; one for each source. Chunks that it failed on are
            counted, and asked about again by the next ingest.

    Raises:
        InputError: a file cannot be used; nothing was written.
        BudgetError: the cap of the models is reached; nothing was written, what was read is kept
            in their cache.
    """
    with locked(spool_folder / ".lock"):
        return _ingest(store, plan, extractor, spool_folder, progress, batch_elements, model)


def _ingest(
    store: GraphStore,
    plan: Plan,
    extractor: Extractor,
    spool_folder: Path,
    progress: Progress | None,
    batch_elements: int,
    model: ModelReader | None,
) -> Ingested:
    started = time.monotonic()
    reader, source = identify(plan, extractor, model)
    finished = tuple(roll_forward(store, spool_folder, progress))
    there = {one.name: one for one in store.sources()}.get(source.name)
    if there and there.sha256 == source.sha256 and there.state is SourceState.COMMITTED:
        return replace(unchanged(there, reader, spool_folder, started), rolled_forward=finished)
    left_out = put(
        store,
        spool_folder,
        source,
        _extract(plan, reader, source, extractor, progress, model),
        unread=lambda: model.failed if model else {},
        # What was found outward was searched for with the content of before.
        first=lambda: _forget_literature(store, source.name, spool_folder),
        progress=progress,
        batch_elements=batch_elements,
    )
    report = written(store, source.name, reader, left_out, started)
    return replace(report, replaced=there is not None, rolled_forward=finished)


def rehearse(plan: Plan, extractor: Extractor, model: ModelReader) -> None:
    """Read a source and keep nothing: the model counts what it is asked.

    Raises:
        InputError: a file cannot be used.
    """
    reader, source = identify(plan, extractor, model)
    for _ in _extract(plan, reader, source, extractor, None, model):
        pass


def identify(
    plan: Plan, extractor: Extractor, model: ModelReader | None = None
) -> tuple[str, Source]:
    """The reader's name and the source with its hash over content, format and settings.

    Raises:
        InputError: no file, or a format that no reader recognises.
    """
    if not plan.paths:
        raise InputError("no file given", reason="file_not_found")
    for path in plan.paths:
        starting_bytes(path)  # a missing file is refused here, by name
    reader = reader_of(plan.paths[0], plan.reader, plan.mapping)
    companions = {file for path in plan.paths for file in READERS.load(reader).companions(path)}
    content = {
        "files": sorted(digest_file(path) for path in plan.paths),
        "companions": sorted(digest_file(path) for path in companions - set(plan.paths)),
        "reader": reader,
        "mapping": dict(plan.mapping or {}),
        "extraction": extractor.fingerprint,
        "limit": plan.limit,
    }
    if model is not None:
        content["model"] = model.fingerprint
    name = plan.source_name
    if len(quote(name, safe="")) > LONGEST_NAME:
        raise InputError(f"{name[:40]!r}... is too long to name a source", reason="bad_name")
    if name.startswith(_LITERATURE_OF):
        raise InputError(
            f"{name!r}: such names are of what --literature finds. Choose another with --source.",
            reason="bad_name",
        )
    return reader, Source(name, reader, digest(content))


def preview(plan: Plan, extractor: Extractor, n: int) -> Iterator[tuple[str, Extracted]]:
    """Yield the place of each of the first `n` records and what would be extracted from it.

    A record that would be skipped gives an empty contribution with the reason.
    """
    reader, source = identify(plan, extractor)
    for name, record in islice(_records(plan, reader), n):
        if isinstance(record, Skipped):
            yield record.where, Extracted(Contribution(), (record,))
        else:
            yield record.where, _contribution(extractor, record, source, name)


def contributions(
    plan: Plan, extractor: Extractor
) -> Iterator[tuple[BenchmarkItem | Paper, Extracted]]:
    """Yield each record that can be used with what rules extract from it.

    Raises:
        InputError: a file cannot be used.
    """
    reader, source = identify(plan, extractor)
    for name, record in _records(plan, reader):
        if not isinstance(record, Skipped):
            yield record, _contribution(extractor, record, source, name)


def remove(store: GraphStore, name: str, *, spool_folder: Path) -> Deleted:
    """Delete a source with the literature found for it, and what waits to be rolled forward.

    Raises:
        InputError: no source of that name, and nothing waits.
    """
    with locked(spool_folder / ".lock"):
        waits = spool_file(spool_folder, name)
        if store.stored(name) is None and waits.exists():
            waits.unlink()
            return Deleted(0, 0, 0, 0, 0, 0)
        # First, so that what is killed in between can be done again.
        found = _forget_literature(store, name, spool_folder)
        return _plus(found, _removed(store, name, spool_folder))


def literature_of(name: str) -> str:
    """Name of the source that holds what was found outward from a benchmark."""
    return f"{_LITERATURE_OF}{name}"


def _forget_literature(store: GraphStore, name: str, spool_folder: Path) -> Deleted | None:
    own = literature_of(name)
    spool_file(spool_folder, own).unlink(missing_ok=True)
    return _removed(store, own, spool_folder) if store.stored(own) else None


def _removed(store: GraphStore, name: str, spool_folder: Path) -> Deleted:
    deleted = store.delete_source(name)
    spool_file(spool_folder, name).unlink(missing_ok=True)
    skips.forget(spool_folder, name)
    return deleted


def _plus(one: Deleted | None, other: Deleted) -> Deleted:
    if one is None:
        return other
    return Deleted(*(getattr(one, each.name) + getattr(other, each.name) for each in fields(other)))


def _extract(
    plan: Plan,
    reader: str,
    source: Source,
    extractor: Extractor,
    progress: Progress | None,
    model: ModelReader | None,
) -> Iterator[Extracted | Skipped]:
    """What each record gives, by rules and by the model where there is one."""
    by_rules = _by_rules(plan, reader, source, extractor, progress)
    return by_rules if model is None else model.extended(by_rules, READERS.load(reader).origin)


def _by_rules(
    plan: Plan, reader: str, source: Source, extractor: Extractor, progress: Progress | None
) -> Iterator[Extracted | Skipped]:
    for done, (name, record) in enumerate(_records(plan, reader), 1):
        if isinstance(record, Skipped):
            yield record
        else:
            yield _contribution(extractor, record, source, name)
        if progress:
            progress("reading", done)


def _contribution(
    extractor: Extractor, record: BenchmarkItem | Paper, source: Source, reader: str
) -> Extracted:
    format = READERS.load(reader)
    return extractor.contribution(record, source.name, format.origin, general=format.general)


def _records(plan: Plan, reader: str) -> Iterator[tuple[str, BenchmarkItem | Paper | Skipped]]:
    """Records with the name of their reader: the first file's, of papers each file's own."""
    chosen = AUTO if plan.reader == AUTO and READERS.load(reader).of_papers else reader
    return islice(read_formats(plan.paths, chosen, plan.mapping), plan.limit)
