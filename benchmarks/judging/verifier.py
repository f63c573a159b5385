"""What a verifier is: a claim and sentences in, label and citations out.

A judge (judge.py) reads passages that retrieval found and is what `hubscope score` uses; a
verifier is shown single sentences and says which of them it used, so that evidence ablation
(benchmarks/ablation) can take them away and ask again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.judging.judge import Instrument
from graph.vocabulary import Verdict
from hubscope.keys import digest


@dataclass(frozen=True, slots=True)
class VerifierInput:
    """A claim with the sentences that are shown, in order.

    Attributes:
        sentences: none = the claim is to be judged on what the verifier knows.
        round: of the ablation; it belongs to every cache key, as a second round on the same
            sentences must be asked again.
    """

    claim: str
    sentences: tuple[str, ...]
    round: int = 0

    @property
    def key(self) -> str:
        """What makes two questions the same question; caches add the verifier's fingerprint."""
        return digest([self.claim, list(self.sentences), self.round])


@dataclass(frozen=True, slots=True)
class VerifierAnswer:
    """A verifier's answer: a verdict or an error, never both.

    Attributes:
        verdict: None if and only if `error` says why there is none.
        cited: places among the shown sentences, from 0, as the verifier gave them; one that lies
            outside is a hallucinated citation, which the caller counts.
        probabilities: of each verdict, summing to 1; None where the verifier gives none.
        error: one line.
    """

    verdict: Verdict | None
    cited: tuple[int, ...] = ()
    probabilities: Mapping[Verdict, float] | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        if (self.verdict is None) == (self.error is None):
            raise ValueError("an answer has either a verdict or an error")


class Verifier(Instrument, Protocol):
    """Gives every input a verdict or an error; it never raises for one input of a batch.

    Its card says how it cites, too.
    """

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        """One answer for each input, in order."""
        ...


def shown(inputs: VerifierInput) -> list[tuple[int, str]]:
    """The sentences that say something, with their places."""
    return [(place, text) for place, text in enumerate(inputs.sentences) if text.strip()]
