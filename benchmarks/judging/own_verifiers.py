"""hubscope's own judges as verifiers: all shown sentences are one piece of evidence.

UNVERIFIABLE cites nothing, and no sentences means UNVERIFIABLE: none of them has knowledge of its
own to judge with.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from benchmarks.judging.cautious import CautiousJudge
from benchmarks.judging.cross_judge import CrossJudge
from benchmarks.judging.embedded import EmbeddedJudge
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.opinions import BLOCK, Asked, PassageOpinion
from benchmarks.judging.trained import TrainedJudge
from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput, shown
from graph.vocabulary import Verdict
from hubscope.keys import digest
from hubscope.settings import Settings
from retrieval.embedding_cache import open_embedder

_NEAREST = "the sentence nearest to the claim; nothing where it decides nothing"
_TRAINED = "sentences that its citation head marks; nothing where it decides nothing"
_EMBEDDED = f"{_TRAINED}; the sentence nearest to the claim where counting alone refutes"


class Opinionated(Protocol):
    """A judge that says what it makes of one piece of evidence."""

    @property
    def fingerprint(self) -> str:
        """What makes its answers what they are, as 64 hex digits."""
        ...

    @property
    def card(self) -> dict[str, Any]:
        """What it was made of."""
        ...

    def opinions(self, asked: Sequence[Asked]) -> list[PassageOpinion]:
        """What each piece of evidence says of its claim, in order."""
        ...


class OwnVerifier:
    """One of hubscope's judges, shown sentences."""

    def __init__(self, judge: Opinionated, name: str, cites: str) -> None:
        """Take a judge, the name that the user calls it by, and how it cites, for its card."""
        self.name = name
        self._judge = judge
        self._cites = cites

    @property
    def fingerprint(self) -> str:
        """Hash of the judge's."""
        return digest(["own verifier", 1, self._judge.fingerprint])

    @property
    def card(self) -> dict[str, Any]:
        """The judge's card, with how it cites."""
        return {**self._judge.card, "cites": self._cites}

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """One answer for each input; without sentences it is UNVERIFIABLE."""
        answers: list[VerifierAnswer] = []
        for start in range(0, len(inputs), BLOCK):
            answers.extend(self._block(inputs[start : start + BLOCK]))
        return answers

    def _block(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        read = [shown(one) for one in inputs]
        asked = [
            at
            for at, (one, texts) in enumerate(zip(inputs, read, strict=True))
            if texts and one.claim.strip()
        ]
        opinions = self._judge.opinions(
            [(inputs[at].claim, [text for _, text in read[at]]) for at in asked]
        )
        answers = [VerifierAnswer(Verdict.UNVERIFIABLE)] * len(inputs)
        for at, opinion in zip(asked, opinions, strict=True):
            places = [place for place, _ in read[at]]
            cited = tuple(places[number] for number in opinion.cited)
            answers[at] = VerifierAnswer(opinion.verdict, cited, opinion.probabilities)
        return answers


def open_features(_: str, settings: Settings) -> Verifier:
    """The judge of counted features and embeddings: the baseline."""
    return OwnVerifier(FeatureJudge(open_embedder(settings)), "features", _NEAREST)


def open_embedded(_: str, settings: Settings) -> Verifier:
    """The judge that `hubscope score` uses."""
    return OwnVerifier(EmbeddedJudge(open_embedder(settings)), "embedded", _EMBEDDED)


def open_cautious(_: str, settings: Settings) -> Verifier:
    """The feature judge under its rule for REFUTED."""
    return OwnVerifier(CautiousJudge(open_embedder(settings)), "cautious", _NEAREST)


def open_trained(_: str, settings: Settings) -> Verifier:
    """The committed adapter with the feature judge beside it."""
    return OwnVerifier(TrainedJudge(open_embedder(settings)), "trained", _TRAINED)


def open_adapter(folder: str, settings: Settings) -> Verifier:
    """A cross-encoder that `hubscope ablate train` wrote to a folder.

    Raises:
        InputError: the folder holds none.
    """
    return OwnVerifier(CrossJudge.of_folder(Path(folder)), f"adapter:{folder}", _TRAINED)
