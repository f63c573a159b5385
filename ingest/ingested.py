"""What became of a source that was ingested: counts of what it contributes, and what it lacks."""

import time
from dataclasses import dataclass
from pathlib import Path

from graph.store import GraphStore, SourceRecord
from hubscope.files import Skipped
from ingest import skips

SHOWN_SKIPS = skips.MOST_PLACES


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of a source; counts are of what it contributes to the graph.

    Attributes:
        skipped: the first places that were left out; reasons: exact counts by reason.
        replaced: the source had other content before.
        rolled_forward: sources that an earlier run had left half written, finished now.
    """

    source: str
    format: str
    state: str
    items: int
    concepts: int
    relations: int
    claims: int
    chunks: int
    documents: int
    skipped: tuple[Skipped, ...]
    n_skipped: int
    reasons: dict[str, int]
    unchanged: bool
    seconds: float
    replaced: bool = False
    rolled_forward: tuple[str, ...] = ()


def written(
    store: GraphStore, name: str, format: str, left_out: skips.Skips, started: float
) -> Ingested:
    """The report of a source that was written now; `started` is by the monotonic clock."""
    record = {one.name: one for one in store.sources()}[name]
    return _report(record, format, left_out, started, is_unchanged=False)


def unchanged(record: SourceRecord, format: str, spool_folder: Path, started: float) -> Ingested:
    """The report of a source that is there already."""
    known = skips.kept(spool_folder, record.name, record.sha256)
    return _report(record, format, known or skips.Skips(), started, is_unchanged=True)


def _report(
    record: SourceRecord,
    format: str,
    left_out: skips.Skips,
    started: float,
    *,
    is_unchanged: bool,
) -> Ingested:
    return Ingested(
        source=record.name,
        format=format,
        state=record.state,
        items=record.items,
        concepts=record.concepts,
        relations=record.relations,
        claims=record.claims,
        chunks=record.chunks,
        documents=record.documents,
        skipped=left_out.places[:SHOWN_SKIPS],
        n_skipped=record.skipped,
        reasons=left_out.reasons,
        unchanged=is_unchanged,
        seconds=time.monotonic() - started,
    )
