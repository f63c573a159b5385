"""A verifier that answers by a rule of the test and remembers what it was shown."""

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict

Rule = Callable[[VerifierInput], VerifierAnswer]


class ByRule:
    """Answers each input by a rule."""

    name = "by rule"
    card: dict[str, Any] = {}  # noqa: RUF012  # as the protocol has it

    def __init__(self, rule: Rule, fingerprint: str = "0" * 64) -> None:
        self._rule = rule
        self.fingerprint = fingerprint
        self.asked: list[VerifierInput] = []

    def verify_many(self, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
        self.asked += inputs
        return [self._rule(one) for one in inputs]


def word_matcher(given: VerifierInput) -> VerifierAnswer:
    """Supported by the first sentence that shares the claim's last word, which it cites."""
    word = given.claim.split()[-1].strip(".")
    for at, text in enumerate(given.sentences):
        if word in text:
            return VerifierAnswer(Verdict.SUPPORTED, (at,))
    return VerifierAnswer(Verdict.UNVERIFIABLE)


def stubborn(given: VerifierInput) -> VerifierAnswer:
    """Supported whatever is shown, citing the first sentence and one that does not exist."""
    return VerifierAnswer(Verdict.SUPPORTED, (0, 99) if given.sentences else ())
