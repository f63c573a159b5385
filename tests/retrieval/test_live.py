"""Live tiers: searched, chunked, indexed, kept under a source of the run; failed is not empty."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from graph.checks import violations
from graph.memory_store import MemoryStore
from graph.neo4j_store import Neo4jStore
from graph.store import GraphStore
from hubscope.keyed_cache import KeyedCache
from hubscope.settings import Settings
from retrieval.connectors import open_connectors
from retrieval.connectors.connector import Document, Part, Record
from retrieval.connectors.openalex import OpenAlex
from retrieval.connectors.reach import Reach
from retrieval.embeddings import HashingEmbedder
from retrieval.evidence import Evidence, TierName
from retrieval.found import live_chunks, source_name
from retrieval.index import VectorIndex, chunk_entries
from retrieval.library import Library, open_library
from retrieval.live import (
    LiteratureSearcher,
    LiveTier,
    WebSearcher,
    _found,
    search_words,
)
from retrieval.network import Patience
from retrieval.tiers import EvidenceFinder, GoldTier, GraphTier, Limits, Tier, TierRequest
from tests.retrieval.connectors.reaching import reaching
from tests.retrieval.graphs import small_graph
from tests.servers.literature import Services
from tests.servers.papers import FEVER, UNKNOWN

pytestmark = pytest.mark.loopback

CLAIM = TierRequest(None, (), "Velorin lowers fever in mice.")
NOTHING = TierRequest(None, (), f"{UNKNOWN} qqqq.")
World = tuple[Reach, Services]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with reaching(tmp_path / "home") as found:
        yield found


class Desk:
    """A graph with an index, and live tiers over the services of a test."""

    def __init__(self, world: World, folder: Path, store: GraphStore) -> None:
        self.reach, self.services = world
        self.store = store
        self.embedder = HashingEmbedder()
        self.index = VectorIndex(folder / "index", self.embedder, chunk_entries)
        self.index.sync(store)
        self.memory = KeyedCache(folder / "searches.sqlite")

    def literature(self, run: str = "r", names: Sequence[str] = ("pubmed", "crossref")) -> LiveTier:
        impact = OpenAlex(self.reach.settings, self.reach.network)
        library = Library(open_connectors(self.reach, names), self.embedder, impact)
        return self._tier(LiteratureSearcher(library), run)

    def web(self, run: str = "r") -> LiveTier:
        [web] = open_connectors(self.reach, ["web"])
        return self._tier(WebSearcher(web), run)

    def _tier(self, searcher: LiteratureSearcher | WebSearcher, run: str) -> LiveTier:
        return LiveTier(searcher, self.store, self.index, self.memory, run=run)

    def gather(self, tiers: Sequence[Tier], *requests: TierRequest) -> list[Evidence]:
        limits = Limits(floor=0.3)
        finder = EvidenceFinder(self.store, self.index, self.embedder, tuple(tiers), limits)
        return finder.gather_many(requests)


@pytest.fixture
def desk(world: World, tmp_path: Path) -> Desk:
    return Desk(world, tmp_path, small_graph())


@pytest.mark.parametrize("tier", ["literature", "web"])
def test_a_claim_without_evidence_is_searched_for_and_answered(tier: str, desk: Desk) -> None:
    live: LiveTier = getattr(desk, tier)()
    tiers: list[Tier] = [GoldTier(desk.store), GraphTier(desk.store), live]
    [found, nothing] = desk.gather(tiers, CLAIM, NOTHING)
    assert found.tier == tier
    assert "lowered fever in mice" in found.passages[0].text
    assert found.passages[0].source == source_name(TierName(tier), "r")
    assert [(one.tier, one.why) for one in found.answers] == [
        ("gold", "nothing there"),
        ("graph", "nothing there"),
        (tier, ""),
    ]
    assert nothing.tier is None
    assert nothing.errors == ()
    assert nothing.answers[-1].why == "nothing there"


def test_what_a_retracted_paper_says_is_no_evidence(desk: Desk) -> None:
    request = TierRequest(None, (), "Velorin cured all mice.")
    desk.gather([desk.literature()], request)
    texts = [chunk.text for chunk in desk.store.chunks()]
    assert not any("cured all mice" in text for text in texts)
    [candidates] = desk.literature().candidates([request])
    assert "1 retracted" in candidates.note


@pytest.mark.parametrize("mode", ["error", "refused", "torn", "html", "says_error"])
@pytest.mark.parametrize("tier", ["literature", "web"])
def test_a_tier_that_cannot_look_is_an_error_and_is_asked_again(
    tier: str, mode: str, desk: Desk
) -> None:
    desk.services.mode = mode
    [failed] = desk.gather([getattr(desk, tier)()], CLAIM)
    assert failed.tier is None
    assert failed.errors[0].error
    desk.services.mode = "fine"
    [found] = desk.gather([getattr(desk, tier)()], CLAIM)
    assert found.tier == tier


def test_a_claim_is_searched_for_once_also_in_the_next_run(desk: Desk, tmp_path: Path) -> None:
    [first] = desk.gather([desk.literature()], CLAIM)
    desk.gather([desk.literature()], NOTHING)
    asked = len(desk.services.asked)
    # The network's own cache has no part in it.
    for path in (tmp_path / "home" / "cache").glob("web.sqlite*"):
        path.unlink()
    [again] = desk.gather([desk.literature()], replace(CLAIM, text=f" {CLAIM.text} "))
    assert again.passages == first.passages
    assert desk.gather([desk.literature()], NOTHING)[0].errors == ()
    [other_run] = desk.gather([desk.literature("s")], CLAIM)
    assert other_run.passages[0].chunk == first.passages[0].chunk
    assert other_run.passages[0].source == "literature for run r, literature for run s"
    assert len(desk.services.asked) == asked


def test_deleting_a_runs_source_removes_exactly_what_it_found(desk: Desk) -> None:
    before = list(desk.store.canonical())
    chunks = {chunk.key for chunk in desk.store.chunks()}
    desk.gather([desk.literature()], CLAIM)
    desk.gather([desk.web()], CLAIM)
    found = {chunk.key for chunk in desk.store.chunks()} - chunks
    assert found
    assert live_chunks(desk.store) == found
    kinds = {one.name: one.kind for one in desk.store.sources()}
    assert kinds["literature for run r"] == "literature"
    assert kinds["web for run r"] == "web"
    desk.store.delete_source("literature for run r")
    desk.store.delete_source("web for run r")
    assert list(desk.store.canonical()) == before
    assert live_chunks(desk.store) == frozenset()


def test_what_was_found_is_no_gold_evidence_of_an_item_with_the_same_paper(desk: Desk) -> None:
    items = [item.key for item in desk.store.items()]
    gold = desk.store.gold_chunks(items)
    desk.gather([desk.literature()], CLAIM)
    assert desk.store.gold_chunks(items) == gold


def test_a_service_that_fails_beside_one_that_finds_is_noted_and_asked_again(
    world: World, desk: Desk
) -> None:
    tier = desk.literature(names=("pubmed", "folder"))
    [candidates] = tier.candidates([CLAIM])
    assert candidates.keys
    assert candidates.error is None
    assert candidates.note == "failed: folder no_folder; 1 retracted"
    asked = len(desk.services.asked)
    tier.candidates([CLAIM])
    assert len(desk.services.asked) >= asked


def test_what_was_chosen_without_the_journals_impacts_is_chosen_again(desk: Desk) -> None:
    impact = OpenAlex(
        desk.reach.settings.using(openalex_url="http://127.0.0.1:9"),
        replace(desk.reach.network, patience=Patience(tries=1)),
    )
    library = Library(open_connectors(desk.reach, ["crossref"]), desk.embedder, impact)
    search = LiteratureSearcher(library).find(CLAIM.text)
    assert search.documents
    assert search.failed is None
    assert not search.is_whole
    assert "impact not known: openalex" in search.note


def test_what_is_remembered_is_of_this_folder_these_services_and_this_encoder(
    desk: Desk, tmp_path: Path
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    settings = desk.reach.settings.using(papers=papers, literature="crossref,folder")

    def fingerprint(settings: Settings, embedder: HashingEmbedder = desk.embedder) -> str:
        return LiteratureSearcher(open_library(settings, desk.reach, embedder)).fingerprint

    seen = [fingerprint(settings)]
    assert fingerprint(settings) == seen[0]
    (papers / "a.txt").write_text("Zinc.")
    seen.append(fingerprint(settings))
    seen.append(fingerprint(settings, HashingEmbedder(512)))
    seen.append(fingerprint(settings.using(crossref_url="http://127.0.0.1:9/other")))
    assert len({*seen}) == 4


def test_a_paper_of_another_subject_is_no_answer_while_a_service_is_down(desk: Desk) -> None:
    tier = desk.literature(names=("crossref", "folder"))
    request = TierRequest(None, (), "Velorin shapes distant galaxies by dark plasma.")
    limits = Limits(floor=0.95)
    finder = EvidenceFinder(desk.store, desk.index, desk.embedder, (tier,), limits)
    [candidates] = tier.candidates([request])
    assert candidates.keys
    [found] = finder.gather_many([request])
    assert found.tier is None
    assert [one.error for one in found.errors] == ["failed: folder no_folder"]
    assert "under the floor" in found.answers[0].why


def test_a_page_keeps_its_address() -> None:
    url = "http://papers.example.org/1"
    assert _found(Document(Record("web", url, "Zinc", url=url))).title == f"Zinc <{url}>"
    assert _found(Document(Record("pmc", "PMC1", "Zinc", url=url))).title == "Zinc"


def test_what_is_not_seen_is_not_kept() -> None:
    record = Record("pmc", "PMC1", "o\u202ek")
    found = _found(Document(record, (Part("fi\u200bne", "\u202eA"),)))
    assert (found.title, found.parts) == ("ok", (Part("fine", "A"),))


def test_pages_that_cannot_be_read_are_an_error(world: World, desk: Desk) -> None:
    desk.services.papers = (replace(FEVER, number=77_777),)
    [found] = desk.gather([desk.web()], CLAIM)
    assert found.tier is None
    assert [one.error for one in found.errors] == ["failed: web http_status"]


def test_the_words_of_a_search_are_those_that_mean_something() -> None:
    assert search_words("It may be that the p53-dependent (TP53) loss is not of use.") == (
        "p53-dependent TP53 loss use"
    )
    assert len(search_words("word " * 100).split()) == 14


@pytest.mark.neo4j
def test_a_graph_with_what_was_found_keeps_every_invariant(
    world: World, tmp_path: Path, store: Neo4jStore
) -> None:
    desk = Desk(world, tmp_path, store)
    before = list(store.canonical())
    [found] = desk.gather([desk.literature()], CLAIM)
    assert found.tier == "literature"
    desk.gather([desk.web()], CLAIM)
    assert violations(store) == []
    memory = MemoryStore()
    twin = Desk(world, tmp_path / "twin", memory)
    twin.gather([twin.literature()], CLAIM)
    twin.gather([twin.web()], CLAIM)
    assert list(store.canonical()) == list(memory.canonical())
    for name in ("literature for run r", "web for run r"):
        store.delete_source(name)
    assert violations(store) == []
    assert list(store.canonical()) == before
