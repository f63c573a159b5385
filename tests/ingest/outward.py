"""A user's desk for outward searches: a graph, a memory, and services on loopback."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph.memory_store import MemoryStore
from graph.store import GraphStore
from hubscope.keyed_cache import KeyedCache
from hubscope.llm.opening import Models
from ingest.expansion import Expanded, expand
from ingest.expansion_forecast import Forecast, forecast
from ingest.expansion_memory import SearchMemory
from ingest.expansion_papers import Papers
from ingest.expansion_search import Places
from ingest.extraction import Extractor
from ingest.model_reading import ModelReader, TriplesModel, guessed_triples
from ingest.pipeline import Plan, ingest, remove
from ingest.spool import Progress
from retrieval.connectors import open_connectors
from retrieval.connectors.openalex import OpenAlex
from retrieval.connectors.pubtator import PubTator
from retrieval.connectors.reach import Reach
from retrieval.embeddings import HashingEmbedder
from retrieval.library import Library
from tests.servers.literature import Services
from tests.servers.topics import items_about

# Two benchmarks that share half of their seeds.
A = ("asthma", "obesity", "stroke", "malaria")
B = ("stroke", "malaria", "psoriasis", "aspirin")
TOPICS = sorted({*A, *B})


@dataclass
class Desk:
    """One user's graph, memory and reach to services."""

    home: Path
    extractor: Extractor
    reach: Reach
    services: Services
    store: GraphStore = field(default_factory=MemoryStore)
    names: Sequence[str] = ("pubmed", "crossref")
    cache: KeyedCache = field(init=False)

    def __post_init__(self) -> None:
        self.cache = KeyedCache(self.home / "expansion.sqlite")

    @property
    def places(self) -> Places:
        settings, network = self.reach.settings, self.reach.network
        library = Library(
            open_connectors(self.reach, self.names),
            HashingEmbedder(),
            OpenAlex(settings, network),
        )
        pubtator = PubTator(settings, network)
        memory = SearchMemory(self.cache, library.fingerprint, pubtator.place)
        return Places(library, memory, pubtator)

    def plan(self, name: str, topics: Sequence[str]) -> Plan:
        return Plan((items_about(self.home / f"{name}.json", topics),), "pubmedqa", name)

    def run(
        self,
        name: str,
        topics: Sequence[str],
        *,
        model: ModelReader | None = None,
        progress: Progress | None = None,
        found_papers: Callable[[Papers], None] = lambda papers: None,
    ) -> Expanded:
        plan, spool = self.plan(name, topics), self.home / "spool"
        ingest(self.store, plan, self.extractor, spool_folder=spool, progress=progress)
        return expand(
            self.store,
            plan,
            self.extractor,
            self.places.search(),
            spool_folder=spool,
            model=model,
            progress=progress,
            found_papers=found_papers,
        )

    def forecast(self, name: str, topics: Sequence[str], model: ModelReader | None) -> Forecast:
        return forecast(self.plan(name, topics), self.extractor, self.places.search(), model)

    def remove(self, name: str) -> None:
        remove(self.store, name, spool_folder=self.home / "spool")

    @property
    def asked(self) -> list[str]:
        return [one.path for one in self.services.asked]

    @property
    def graph(self) -> list[str]:
        return list(self.store.canonical())


def reader(models: Models, extractor: Extractor, name: str = "openai:m1") -> ModelReader:
    opened = models.open(name, guessed_triples)
    return ModelReader(TriplesModel(opened, extractor.vocabulary), extractor.seeds)
