"""The outward search: what literature says about the things that a benchmark asks about.

From a benchmark's items come seeds, from each seed a search in every service, from the papers found
what rules, PubTator and a model read in them. It is written as a source of its own that goes with
the benchmark. That source holds everything found for the benchmark's seeds, also what another
benchmark has found before: so each can be deleted without a trace in the other. Nothing is asked
twice for that: searches, annotations and a model's replies are remembered on disk.

What it will take is said before by `expansion_forecast.forecast`.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from graph.model import Source
from graph.store import GraphStore, SourceState
from hubscope.errors import BudgetError, InputError, UnavailableError
from hubscope.files import locked
from hubscope.keys import digest
from ingest.expansion_memory import Yield
from ingest.expansion_papers import Own, Papers, worth_reading
from ingest.expansion_reading import PaperReading
from ingest.expansion_search import Failure, Found, OutwardSearch
from ingest.expansion_seeds import Seeds, seeds_of
from ingest.extraction import Extracted, Extractor
from ingest.ingested import Ingested, unchanged, written
from ingest.items import BenchmarkItem
from ingest.model_reading import ModelReader
from ingest.pipeline import LITERATURE, Plan, contributions, literature_of
from ingest.spool import Progress, put

VERSION = 1


@dataclass(frozen=True, slots=True)
class Expanded:
    """What an outward search gave.

    Attributes:
        ingested: what became of its source; None where nothing was to be searched for.
        seeds: things searched for; known: those that were searched for before.
        papers: how many were read.
        failures: services that could not be asked, and how often.
        stopped: why the model did not read all papers; None if it did.
    """

    ingested: Ingested | None
    seeds: int = 0
    known: int = 0
    papers: int = 0
    failures: tuple[Failure, ...] = ()
    stopped: BudgetError | None = None


@dataclass(slots=True)
class Benchmark:
    """What the outward search wants to know of a benchmark."""

    seeds: Seeds
    own: Own = field(default_factory=Own)


def expand(
    store: GraphStore,
    plan: Plan,
    extractor: Extractor,
    search: OutwardSearch,
    *,
    spool_folder: Path,
    model: ModelReader | None = None,
    progress: Progress | None = None,
    found_papers: Callable[[Papers], None] = lambda papers: None,
) -> Expanded:
    """Search outward from a benchmark that is in the graph, and write what is found.

    Args:
        store: the graph.
        plan: the benchmark.
        extractor: of concepts and relations.
        search: where to look.
        spool_folder: of this graph.
        model: reads papers beside the rules. Where its cap is reached the papers that are left are
            read by rules alone, and by the model the next time.
        progress: told what is going on.
        found_papers: told what will be read, before it is.

    Raises:
        InputError: the benchmark is not in the graph as the plan has it.
        UnavailableError: no service could be asked, or the benchmark was deleted or replaced
            meanwhile; nothing was written.
    """
    started = time.monotonic()
    name = literature_of(plan.source_name)
    stored = _stored(store, plan)
    source = Source(name, LITERATURE, _sha256(stored, extractor, search, model))
    there = {one.name: one for one in store.sources()}.get(name)
    if there and there.sha256 == source.sha256 and there.state is SourceState.COMMITTED:
        return Expanded(unchanged(there, LITERATURE, spool_folder, started))
    benchmark = examined(plan, extractor)
    seeds = benchmark.seeds.seeds
    if not seeds:
        return Expanded(None)
    with locked(spool_folder / ".searching"):  # two at once would ask the same things
        found = search.search(seeds, progress)
        _require_an_answer(found, search)
        records, left_out = worth_reading(found.searches, benchmark.own)
        pmids = [one.pmid for one in records if one.pmid]
        # PubTator names the things of life science.
        annotated = search.annotate(pmids, progress) if extractor.seeds.is_biomedical else {}
    papers = Papers(records, annotated)
    found_papers(papers)
    reading = PaperReading(extractor, name, model)
    parts = reading.parts(papers, progress)

    def unread() -> dict[str, int]:
        return reading.unread() | search.failures.counts()

    with locked(spool_folder / ".lock"):
        _require_the_same(store, plan, stored)
        skips = put(
            store,
            spool_folder,
            source,
            chain(benchmark.seeds.left_out, left_out, parts),
            unread=unread,
            progress=progress,
        )
        ingested = written(store, name, LITERATURE, skips, started)
    if not (reading.stopped or unread()):
        last = search.memory.usual_yield()
        search.memory.keep_yield(_yield(len(seeds), len(records), model, last))
    return Expanded(
        ingested,
        len(seeds),
        found.known,
        len(records),
        search.failures.listed(),
        reading.stopped,
    )


def examined(plan: Plan, extractor: Extractor) -> Benchmark:
    """A benchmark's seeds and its own papers.

    Raises:
        InputError: a file cannot be used.
    """
    own = Own()

    def parts() -> Iterator[Extracted]:
        for record, part in contributions(plan, extractor):
            own.add(record)
            if isinstance(record, BenchmarkItem):
                yield part

    seeds = seeds_of((part.contribution for part in parts()), extractor.lexicon.guards)
    return Benchmark(seeds, own)


def _stored(store: GraphStore, plan: Plan) -> str:
    """Hash of the benchmark as the graph has it."""
    stored = store.stored(plan.source_name)
    if stored is None:
        raise InputError(
            f"{plan.source_name} is not in the graph: ingest it first.", reason="unknown_source"
        )
    return stored[0]


def _sha256(
    stored: str, extractor: Extractor, search: OutwardSearch, model: ModelReader | None
) -> str:
    """Hash of what decides what is found and read, for a benchmark of that hash."""
    reader = model.fingerprint if model else None
    return digest([VERSION, stored, search.fingerprint, extractor.fingerprint, reader])


def _require_the_same(store: GraphStore, plan: Plan, stored: str) -> None:
    """Literature is not written beside a benchmark that it was not searched for."""
    now = store.stored(plan.source_name)
    if now is None or now[0] != stored:
        raise UnavailableError(
            f"{plan.source_name} was deleted or replaced during the search, so nothing of it was"
            " written. What was found is kept: run again to search outward.",
            reason="source_changed",
        )


def _require_an_answer(found: Found, search: OutwardSearch) -> None:
    if found.searched and not found.reached:
        said = " ".join(f"{one.service}: {one.message}" for one in search.failures.listed())
        raise UnavailableError(
            f"no service of literature could be asked. {said} The benchmark is in the graph: run"
            " again to search outward.",
            reason="no_service",
        )


def _yield(seeds: int, papers: int, model: ModelReader | None, last: Yield | None) -> Yield:
    """What the search came to; of a model that read nothing, what is known from the last time."""
    if model is None or not papers:
        return replace(last or Yield(0.0), papers=papers / seeds)
    return Yield(papers / seeds, model.asked / papers, model.characters / max(1, model.asked))
