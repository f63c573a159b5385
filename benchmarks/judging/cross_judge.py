"""A cross-encoder with its calibration as a judge: alone, or over the feature judge's logits."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.cross_encoder import ADAPTER, CrossEncoder, Reading, load_adapter
from benchmarks.judging.encoding import Floats
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.opinions import Asked, PassageOpinion, judge_passages
from benchmarks.judging.stack import UNVERIFIABLE, Stack, side_by_side
from benchmarks.judging.verdicts import Judgement
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.keys import digest
from retrieval.embeddings import model_folder

# A sentence is cited from this probability on; a decided verdict cites at least its likeliest one.
CITED = 0.5
# Words of a sentence that a verdict may rest on, where the passage has one of as many.
_LEAST_WORDS = 3


class CrossJudge:
    """Judges by reading claim and sentences together; equal input, equal judgement."""

    name = "adapter"

    def __init__(self, encoder: CrossEncoder, features: FeatureJudge | None = None) -> None:
        """Take an encoder whose adapter's card has the calibration.

        Args:
            encoder: reads the pairs.
            features: whose logits stand beside; the card's calibration has to be of both.
        """
        self.encoder = encoder
        self._features = features

    @classmethod
    def of_folder(cls, folder: Path) -> "CrossJudge":
        """A judge of what `hubscope ablate train` wrote.

        Raises:
            InputError: the folder holds no adapter, or its base model is not there.
        """
        if not (folder / ADAPTER).is_file():
            raise InputError(
                f"{folder}: no {ADAPTER} in it. `hubscope ablate train` writes one.",
                reason="no_adapter",
                where=str(folder),
            )
        adapter = load_adapter(folder)
        return cls(CrossEncoder(model_folder(adapter.card["model"]), adapter))

    @property
    def fingerprint(self) -> str:
        """Hash of the weights and the calibration, and of the features where they stand beside."""
        beside = self._features.fingerprint if self._features else None
        return digest([self.name, 3, self.encoder.fingerprint, self.stack.as_json(), beside])

    @property
    def card(self) -> dict[str, Any]:
        """Training data, calibration, and quality by data set, with confusion matrices."""
        card = self.encoder.adapter.card
        quality = card.get("quality", {})
        own = {split: judges[self._calibration] for split, judges in quality.items()}
        return {**card, "classes": list(CLASSES), "quality": own}

    @cached_property
    def stack(self) -> Stack:
        """The calibration: of both judges, or of the encoder alone."""
        return Stack.from_json(self.encoder.adapter.card[self._calibration])

    @property
    def _calibration(self) -> str:
        return "stack" if self._features else "alone"

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        """One judgement for each input; a claim without evidence text is UNVERIFIABLE."""
        return judge_passages(pairs, self.opinions)

    def opinions(self, asked: Sequence[Asked]) -> list[PassageOpinion]:
        """What each piece of evidence says of its claim, in order."""
        if not asked:
            return []
        readings = self.encoder.read(asked)
        shares = self.stack.probabilities(self._logits(asked, readings))
        return [
            read_opinion(texts, reading, row, int(number))
            for (_, texts), reading, row, number in zip(
                asked, readings, shares, self.stack.decide(shares), strict=True
            )
        ]

    def _logits(self, asked: Sequence[Asked], readings: Sequence[Reading]) -> Floats:
        own = np.array([reading.logits for reading in readings], np.float32)
        if self._features is None:
            return own
        return side_by_side([own, self._features.score(asked).logits])


def read_opinion(
    texts: Sequence[str], reading: Reading, row: Floats, number: int
) -> PassageOpinion:
    """An opinion that rests on the sentences that the citation head marks.

    Args:
        texts: sentences of the passage.
        reading: what the cross-encoder made of them.
        row: probabilities of CLASSES.
        number: the class that is decided.
    """
    shares = {Verdict(name): float(share) for name, share in zip(CLASSES, row, strict=True)}
    marks = reading.citations
    # No heading is a quote, nor what is left of a sentence that a passage cuts off.
    marks = {at: share for at, share in marks.items() if _is_stated(texts[at])} or marks
    likeliest = min(marks, key=lambda place: (-marks[place], place), default=0)
    cited: tuple[int, ...] = ()
    if number != UNVERIFIABLE and marks:
        cited = tuple(at for at, share in marks.items() if share >= CITED) or (likeliest,)
    return PassageOpinion(Verdict(CLASSES[number]), shares, texts[likeliest], cited)


def _is_stated(sentence: str) -> bool:
    return len(sentence.split()) >= _LEAST_WORDS
