"""The tier of an agent's own observations: its own alone, pages as text, kept and deletable."""

from pathlib import Path

import pytest

from benchmarks.agents.tool_calls import observed_before
from benchmarks.agents.trajectory import Call, Step, Trajectory
from graph.memory_store import MemoryStore
from retrieval.embeddings import HashingEmbedder
from retrieval.evidence import TierName
from retrieval.found import Shelf, live_chunks
from retrieval.index import VectorIndex, chunk_entries
from retrieval.observed import FINGERPRINT, ObservedTier
from retrieval.tiers import EvidenceFinder, Limits, TierRequest
from tests.retrieval.graphs import small_graph

CLAIM = "Velorin lowers fever in mice."
SEEN = "Official report: velorin lowers fever in mice by two degrees."
PAGE = f"<!DOCTYPE html><html><head><script>var secret;</script></head><p>{SEEN}</p></html>"


class Desk:
    """A finder whose only tier is what was observed."""

    def __init__(self, folder: Path) -> None:
        self.store: MemoryStore = small_graph()
        embedder = HashingEmbedder()
        self.index = VectorIndex(folder / "index", embedder, chunk_entries)
        self.index.sync(self.store)
        shelf = Shelf(self.store, self.index, TierName.OBSERVED, "r", FINGERPRINT)
        tiers = (ObservedTier(shelf),)
        self.finder = EvidenceFinder(self.store, self.index, embedder, tiers, Limits(floor=0.3))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_claim_has_what_its_own_agent_saw_and_nothing_of_another(desk: Desk) -> None:
    requests = [
        TierRequest(None, (), CLAIM, (SEEN, "Iron was bought.")),
        TierRequest(None, (), CLAIM, ("Iron was bought.",)),
        TierRequest(None, (), CLAIM),
    ]
    saw, other, nothing = desk.finder.gather_many(requests)
    assert saw.tier is TierName.OBSERVED
    assert [one.text for one in saw.passages] == [SEEN]
    assert (other.tier, nothing.tier) == (None, None)
    assert "under the floor" in other.answers[0].why
    assert nothing.answers[0].why == "nothing there"


def test_of_a_page_only_what_a_reader_sees_is_evidence(desk: Desk) -> None:
    found = desk.finder.gather(TierRequest(None, (), CLAIM, (PAGE,)))
    assert [one.text for one in found.passages] == [SEEN]


def test_what_was_observed_is_a_source_of_the_run_and_goes_with_it(desk: Desk) -> None:
    before = len(list(desk.store.chunks()))
    desk.finder.gather(TierRequest(None, (), CLAIM, (SEEN,)))
    desk.finder.gather(TierRequest(None, (), CLAIM, (SEEN,)))
    assert "observed for run r" in {one.name for one in desk.store.sources()}
    assert len(live_chunks(desk.store)) == 1
    desk.store.delete_source("observed for run r")
    assert len(list(desk.store.chunks())) == before


def test_a_claim_is_judged_on_what_was_seen_before_it_and_on_no_failure() -> None:
    steps = (
        Step("I search.", calls=(Call("search", {}, "one"), Call("fetch", {}, "Error: 404"))),
        Step("It says one. I look on.", calls=(Call("search", {}, "two"),)),
    )
    assert observed_before(Trajectory("t", steps, final="yes")) == [(), ("one", "two")]
    longer = (*steps, Step("So it is."))
    assert observed_before(Trajectory("t", longer)) == [(), ("one",), ("one", "two")]
    assert observed_before(Trajectory("t", (), final="yes")) == [()]
