"""Evidence in a dry run: what lies here is asked, what would be searched is supposed."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.ablation.likeness import repeats
from retrieval.embeddings import HashingEmbedder
from retrieval.evidence import TierName
from retrieval.index import VectorIndex, chunk_entries
from retrieval.sentences import split
from retrieval.supposed import supposing
from retrieval.tiers import (
    Candidates,
    EvidenceFinder,
    GoldTier,
    GraphTier,
    Limits,
    Tier,
    TierRequest,
)
from tests.retrieval.graphs import CONTEXT, ITEM, small_graph

KNOWN = TierRequest(ITEM.key, (), CONTEXT.text)
UNKNOWN = TierRequest(None, (), "Velorin lowers fever in mice.")


class Unasked:
    """A tier that must not be searched."""

    def __init__(self, name: TierName) -> None:
        self.name = name

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        raise AssertionError(f"{self.name} was searched")


def finder(folder: Path, *more: Tier) -> EvidenceFinder:
    store, embedder = small_graph(), HashingEmbedder()
    index = VectorIndex(folder / "index", embedder, chunk_entries)
    index.sync(store)
    tiers: tuple[Tier, ...] = (GoldTier(store), GraphTier(store), *more)
    return EvidenceFinder(store, index, embedder, tiers, Limits(0.4))


@pytest.mark.parametrize("name", [TierName.WEB, TierName.LITERATURE, TierName.OBSERVED])
def test_a_search_is_supposed_to_find_all_that_a_judge_may_be_shown(
    name: TierName, tmp_path: Path
) -> None:
    real = finder(tmp_path, Unasked(name), Unasked(TierName.WEB))
    dry = supposing(real)
    known, unknown = dry.gather_many([KNOWN, UNKNOWN])
    assert known.tier is TierName.GOLD
    assert [answer.tier for answer in unknown.answers] == [TierName.GOLD, TierName.GRAPH, name]
    [passage] = unknown.passages
    assert 0.8 * real.limits.characters < len(passage.text) <= real.limits.characters
    texts = dry.texts([passage.chunk, CONTEXT.key])
    assert texts == {passage.chunk: passage.text, CONTEXT.key: CONTEXT.text}
    # One claim is searched for, however often it is asked about.
    dry.gather_many([UNKNOWN])
    assert dry.web_searches == 1
    # Without its first sentence there is evidence left to be judged again on.
    said = [passage.text[start:end] for start, end in split(passage.text)]
    assert 0 not in repeats([said[0]], said[1:])


def test_without_a_tier_that_is_searched_nothing_is_supposed(tmp_path: Path) -> None:
    real = finder(tmp_path)
    dry = supposing(real)
    assert dry.gather_many([KNOWN, UNKNOWN]) == real.gather_many([KNOWN, UNKNOWN])
    assert dry.web_searches == 0


def test_a_search_of_papers_alone_is_none_of_the_web(tmp_path: Path) -> None:
    dry = supposing(finder(tmp_path, Unasked(TierName.LITERATURE)))
    dry.gather_many([UNKNOWN])
    assert dry.web_searches == 0
