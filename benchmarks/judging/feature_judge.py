"""Counted features and sentence embeddings under a small network: the judge before training.

Each passage is judged by itself on its three sentences nearest to the claim. A passage whose best
probability is under the threshold says nothing. It is modest: its confusion on held-out pairs
(`card`) belongs into every report that rests on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from benchmarks.judging.classifier import CLASSES, Classifier, load_classifier
from benchmarks.judging.encoding import SCALARS, Encoder, Floats
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.opinions import Asked, PassageOpinion, judge_passages
from benchmarks.judging.quality import Labels, decide
from benchmarks.judging.verdicts import Judgement
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.keys import digest
from retrieval.embeddings import Embedder


@dataclass(frozen=True, slots=True)
class Scored:
    """Some pairs as the features see them.

    Attributes:
        logits: of CLASSES, before calibration: float32, (pairs, 3).
        scalars: what is counted of them, by encoding.SCALARS: float32, (pairs, scalars).
        nearest: place of the sentence nearest to each claim.
    """

    logits: Floats
    scalars: Floats
    nearest: tuple[int, ...]


class FeatureJudge:
    """Judges claims with the committed weights; the same claim and passages, the same judgement."""

    name = "features"

    def __init__(self, embedder: Embedder, classifier: Classifier | None = None) -> None:
        """Take an embedder; the weights are read on first use where none are given.

        Args:
            embedder: the one the weights were trained with.
            classifier: another one than the committed.
        """
        self._embedder = embedder
        self._given = classifier

    @property
    def fingerprint(self) -> str:
        """Hash of the weights, the calibration and the embedder."""
        return digest([self.name, 2, self.classifier.fingerprint, self._embedder.fingerprint])

    @property
    def card(self) -> dict[str, Any]:
        """Training data, calibration, and quality by data set, with confusion matrices."""
        return self.classifier.card

    @cached_property
    def classifier(self) -> Classifier:
        """The weights.

        Raises:
            InputError: they were trained with another embedding model.
        """
        classifier = self._given or load_classifier()
        trained_with = classifier.card.get("embedder")
        if trained_with != self._embedder.fingerprint:
            raise InputError(
                f"the judge was trained with another embedding model than "
                f"{self._embedder.name}: leave embedding_model as it is, or train the judge anew.",
                reason="judge_embedder",
            )
        return classifier

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """One judgement for each input; a claim without evidence text is UNVERIFIABLE."""
        return judge_passages(pairs, self.opinions)

    def opinions(self, asked: Sequence[Asked]) -> list[PassageOpinion]:
        """What each piece of evidence says of its claim, in order."""
        return self.opinions_of(asked, self.score(asked))

    def opinions_of(self, asked: Sequence[Asked], scored: Scored) -> list[PassageOpinion]:
        """The same, of pairs that are scored already."""
        shares, classes = self.decide(scored)
        return [
            _opinion(texts, row, int(number), nearest)
            for (_, texts), row, number, nearest in zip(
                asked, shares, classes, scored.nearest, strict=True
            )
        ]

    def decide(self, scored: Scored) -> tuple[Floats, Labels]:
        """Probabilities of CLASSES, (pairs, 3), and the class that is decided, (pairs,)."""
        shares = self.classifier.calibrated(scored.logits)
        return shares, decide(shares, self.classifier.threshold)

    def score(self, asked: Sequence[Asked]) -> Scored:
        """Logits and counts of some pairs, for what decides over them."""
        if not asked:
            logits, scalars = (np.empty((0, len(row)), np.float32) for row in (CLASSES, SCALARS))
            return Scored(logits, scalars, ())
        texts = list(dict.fromkeys(text for claim, near in asked for text in (claim, *near)))
        vectors = dict(zip(texts, self._embedder.embed(texts), strict=True))
        batch = Encoder(self.classifier.vocabulary, vectors).encode(asked)
        nearest = tuple(
            list(texts).index(quote) for (_, texts), quote in zip(asked, batch.quotes, strict=True)
        )
        return Scored(self.classifier.logits(batch), batch.scalars, nearest)


def _opinion(texts: Sequence[str], row: Floats, number: int, nearest: int) -> PassageOpinion:
    shares = {Verdict(name): float(share) for name, share in zip(CLASSES, row, strict=True)}
    verdict = Verdict(CLASSES[number])
    cited = () if verdict is Verdict.UNVERIFIABLE else (nearest,)
    return PassageOpinion(verdict, shares, texts[nearest], cited)
