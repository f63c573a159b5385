"""The embedded judge as a verifier: all shown sentences are one piece of evidence.

It reads the three sentences nearest to the claim and cites the nearest, the one that its
judgement quotes. UNVERIFIABLE cites nothing, and no sentences means UNVERIFIABLE: it has no
knowledge of its own to judge with.
"""

from collections.abc import Sequence
from typing import Any

from benchmarks.judging.embedded import EmbeddedJudge
from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput, shown
from graph.vocabulary import Verdict
from hubscope.keys import digest
from hubscope.settings import Settings
from retrieval.embedding_cache import open_embedder

# Claims judged together: memory stays flat.
_BLOCK = 256


class FeatureVerifier:
    """Counted features and sentence embeddings under a small network (embedded.py)."""

    def __init__(self, judge: EmbeddedJudge, name: str = "features") -> None:
        self.name = name
        self._judge = judge

    @property
    def fingerprint(self) -> str:
        """Hash of the judge's."""
        return digest(["feature verifier", 1, self._judge.fingerprint])

    @property
    def card(self) -> dict[str, Any]:
        """The judge's card, with how it cites."""
        cites = "the sentence nearest to the claim; nothing where it decides nothing"
        return {**self._judge.card, "cites": cites}

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """One answer for each input; without sentences it is UNVERIFIABLE."""
        answers: list[VerifierAnswer] = []
        for start in range(0, len(inputs), _BLOCK):
            answers.extend(self._block(inputs[start : start + _BLOCK]))
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
            cited = next(place for place, text in read[at] if text == opinion.quote)
            decided = opinion.verdict is not Verdict.UNVERIFIABLE
            answers[at] = VerifierAnswer(
                opinion.verdict, (cited,) if decided else (), opinion.probabilities
            )
        return answers


def open_features(_: str, settings: Settings) -> Verifier:
    """The judge of counted features and embeddings: the baseline."""
    return FeatureVerifier(EmbeddedJudge(open_embedder(settings)))


def open_embedded(_: str, settings: Settings) -> Verifier:
    """The judge that `hubscope score` uses."""
    return FeatureVerifier(EmbeddedJudge(open_embedder(settings)), "embedded")
