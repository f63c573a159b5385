"""The judge that needs no key, as `hubscope score` uses it: it counts, reads, and weighs both.

The cross-encoder reads claim and passage, and the layer of decision.py decides over its logits and
what is counted. What the cautious judge refutes by counting alone stands, too, unless that layer is
sure of the contrary: those are contradictions by a plain word, which a small model reads past. A
sentence that only asks refutes nothing, nor does one that says the same (agreement.py). A claim of
several sentences holds only where each of them does, so that an order to the judge that stands
beside a claim does not make it hold.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np

from benchmarks.judging.agreement import without_agreement
from benchmarks.judging.aims import without_asking
from benchmarks.judging.cautious import CautiousJudge
from benchmarks.judging.cross_judge import read_opinion
from benchmarks.judging.decision import Decision, load_decision, stands
from benchmarks.judging.encoding import sentences
from benchmarks.judging.feature_judge import Scored
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.opinions import Asked, PassageOpinion, judge_passages
from benchmarks.judging.trained import open_encoder
from benchmarks.judging.verdicts import Judgement
from graph.vocabulary import Verdict
from hubscope.keys import digest
from retrieval.embeddings import Embedder


class EmbeddedJudge:
    """The committed weights of both readers under the committed layer."""

    name = "embedded"

    def __init__(self, embedder: Embedder) -> None:
        """Take the embedder that the feature judge was trained with.

        Raises:
            UnavailableError: the packaged model is not there.
        """
        self._counting = CautiousJudge(embedder)
        self._encoder = open_encoder()

    @property
    def fingerprint(self) -> str:
        """Hash of everything that decides a verdict."""
        counting, encoder = self._counting.fingerprint, self._encoder.fingerprint
        return digest([self.name, 4, counting, encoder, self.decision.fingerprint])

    @property
    def card(self) -> dict[str, Any]:
        """Training data of both, the layer, and quality by data set, with confusion matrices."""
        return {**self._counting.card, **self._encoder.adapter.card, **self.decision.card}

    @cached_property
    def decision(self) -> Decision:
        """The layer.

        Raises:
            IntegrityError: it was fitted to other weights.
        """
        layer = load_decision()
        layer.check(self._counting, self._encoder)
        return layer

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """One judgement for each input; a claim without evidence text is UNVERIFIABLE."""
        return judge_passages(pairs, self.opinions)

    def opinions(self, asked: Sequence[Asked]) -> list[PassageOpinion]:
        """What each piece of evidence says of its claim, in order."""
        parts = [
            (number, (sentence, texts))
            for number, (claim, texts) in enumerate(asked)
            for sentence in sentences(claim)
        ]
        found = zip(parts, self._of_sentences([pair for _, pair in parts]), strict=True)
        return [
            max((opinion for _, opinion in group), key=lambda one: one.verdict.penalty)
            for _, group in groupby(found, key=lambda one: one[0][0])
        ]

    def _of_sentences(self, asked: Sequence[Asked]) -> list[PassageOpinion]:
        if not asked:
            return []
        scored = self._counting.score(asked)
        counted, read = self._counting.opinions_of(asked, scored), self._read(asked, scored)
        kept = stands(
            np.array([one.verdict is Verdict.REFUTED for one in counted]),
            np.array([one.probabilities[Verdict.SUPPORTED] for one in read]),
        )
        decided = [
            by_counting if stays else by_reading
            for by_counting, by_reading, stays in zip(counted, read, kept, strict=True)
        ]
        return without_agreement(asked, decided)

    def _read(self, asked: Sequence[Asked], scored: Scored) -> list[PassageOpinion]:
        readings = self._encoder.read(asked)
        shares, classes = self.decision.applied(
            self._counting.classifier.calibrated(scored.logits),
            scored.scalars,
            np.array([one.logits for one in readings], np.float32),
        )
        return without_asking(
            [
                read_opinion(texts, reading, row, int(number))
                for (_, texts), reading, row, number in zip(
                    asked, readings, shares, classes, strict=True
                )
            ]
        )
