"""What a verifier is, and which there are: a claim and sentences in, label and citations out.

A judge (judge.py) reads passages that retrieval found and is what `hubscope score` uses; a
verifier is shown single sentences and says which of them it used, so that evidence ablation
(benchmarks/ablation) can take them away and ask again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.judging.judge import Instrument
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from hubscope.keys import digest
from hubscope.llm.opening import Models
from hubscope.registry import Registry
from hubscope.settings import Settings


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


# A verifier is made of what follows the colon of its name ("" without one) and the settings.
VERIFIERS: Registry[Callable[[str, Settings], Verifier]] = Registry(
    "verifier",
    {
        "embedded": "benchmarks.judging.own_verifiers:open_embedded",
        "cautious": "benchmarks.judging.own_verifiers:open_cautious",
        "features": "benchmarks.judging.own_verifiers:open_features",
        "trained": "benchmarks.judging.own_verifiers:open_trained",
        "adapter": "benchmarks.judging.own_verifiers:open_adapter",
        "hf": "benchmarks.judging.sequence_verifier:open_sequence_verifier",
        "replay": "benchmarks.judging.chat_verifier:open_replay",
    },
)
# Names that say nothing without what follows the colon, and what that is.
TAKES = {"adapter": "FOLDER", "hf": "NAME or FOLDER", "replay": "FILE"}


def asks_model(name: str) -> bool:
    """Whether a name means a chat model of a provider: whatever has a colon and is none of ours."""
    kind, colon, _ = name.partition(":")
    return bool(colon) and kind not in VERIFIERS.names()


def open_verifier(name: str, settings: Settings, models: Models | None = None) -> Verifier:
    """The verifier of a name: `embedded`, `hf:NAME`, or a chat model as `PROVIDER:NAME`.

    Args:
        name: one of VERIFIERS, with a colon and what it takes, or that of a chat model.
        settings: of the home.
        models: of the run; without them there are no chat models but recorded ones.

    Raises:
        InputError: no such verifier, its name lacks what it takes, or a cap without a price.
        NoModelError: the chat model's package or key is not there.
        UnavailableError: its model is not there.
    """
    if models is not None and asks_model(name):
        from benchmarks.judging.chat_verifier import open_chat_verifier

        return open_chat_verifier(name, models)
    kind, colon, argument = name.partition(":")
    make = VERIFIERS.load(kind)
    wants = TAKES.get(kind)
    if bool(argument) != bool(wants) or (colon and not argument):
        usage = f"{kind}:{wants}" if wants else kind
        raise InputError(f"no judge {name!r}: write it as {usage}.", reason="bad_judge_name")
    return make(argument, settings)


def shown(inputs: VerifierInput) -> list[tuple[int, str]]:
    """The sentences that say something, with their places."""
    return [(place, text) for place, text in enumerate(inputs.sentences) if text.strip()]
