"""What judging needs, small and without a model: a graph, an index, a judge that looks up words."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.hallucination.items import load_items
from benchmarks.hallucination.pipeline import Tools
from benchmarks.hallucination.scoring import Equipment
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.matching import ConceptMatcher
from benchmarks.judging.verdicts import Judgement
from graph.degree import snapshot
from graph.memory_store import MemoryStore
from graph.vocabulary import Verdict
from retrieval.embeddings import HashingEmbedder
from retrieval.index import VectorIndex, chunk_entries
from retrieval.tiers import EvidenceFinder, GoldTier, GraphTier, Limits, Tier
from tests.retrieval.graphs import small_graph


class WordJudge:
    """REFUTED where "raises" stands in the claim, an error at "blocks", else SUPPORTED."""

    name = "words"
    fingerprint = "0" * 64

    def __init__(self) -> None:
        self.asked: list[JudgeInput] = []
        self.card: dict[str, Any] = {}

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        self.asked.extend(pairs)
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair: JudgeInput) -> Judgement:
        if "blocks" in pair.claim:
            return Judgement(None, error="the judge gave up")
        verdict = Verdict.REFUTED if "raises" in pair.claim else Verdict.SUPPORTED
        return Judgement(verdict, confidence=0.9, quote=pair.passages[0])


@dataclass(frozen=True, slots=True)
class Bench:
    """A store with all that judging on it needs."""

    store: MemoryStore
    judge: WordJudge
    finder: EvidenceFinder

    @property
    def tools(self) -> Tools:
        """For the pipeline."""
        taken = snapshot(self.store)
        return Tools(
            matcher=ConceptMatcher(self.store.forms()),
            concepts=self.store.concepts(sorted(taken.standings)),
            snapshot=taken,
            items=load_items(self.store, ["1", "2"], None, taken),
            finder=self.finder,
            judge=self.judge,
        )

    @property
    def equipment(self) -> Equipment:
        """For scoring a run."""
        return Equipment(self.store, self.finder, self.judge, lambda names: [[] for _ in names])


def bench(folder: Path, tiers: Sequence[Tier] = (), floor: float = 0.2) -> Bench:
    """A bench on the small graph; without tiers named, gold and graph."""
    store, embedder = small_graph(), HashingEmbedder()
    index = VectorIndex(folder / "chunks", embedder, chunk_entries)
    index.sync(store)
    chosen = tuple(tiers) or (GoldTier(store), GraphTier(store))
    finder = EvidenceFinder(store, index, embedder, chosen, Limits(floor))
    return Bench(store, WordJudge(), finder)
