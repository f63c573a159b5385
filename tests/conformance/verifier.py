"""What every verifier keeps to, whatever it is made of."""

import string
from collections.abc import Sequence

from benchmarks.judging.verifier import Verifier, VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict

CLAIM = "Zinc lowers fever in mice."
SENTENCES = ("We gave zinc to mice.", "Zinc lowered the fever of mice.", "Iron did not.")
ODD = ("", " \n", "?", "\ud800", "𝔘 0 \u200b", "no " * 3000, "[[[]]] 1e999", "[7] \x00 {verdict}")


def check_verifier(verifier: Verifier) -> None:
    """Assert that a verifier keeps to the contract of benchmarks/judging/verifier.py."""
    assert verifier.name
    assert len(verifier.fingerprint) == 64
    assert set(verifier.fingerprint) <= set(string.hexdigits)
    assert verifier.card["cites"]
    assert verifier.verify_many([]) == []
    _check_order(verifier)
    _check_odd(verifier)


def _check_order(verifier: Verifier) -> None:
    """Answers come in the order of the inputs, and no input changes another's answer."""
    inputs = [
        VerifierInput(CLAIM, SENTENCES),
        VerifierInput(CLAIM, ()),
        VerifierInput("Iron lowers fever.", SENTENCES[::-1], 1),
        VerifierInput(CLAIM, (), 2),
    ]
    together = _checked(verifier, inputs)
    backwards = _checked(verifier, inputs[::-1])[::-1]
    for given, one, other in zip(inputs, together, backwards, strict=True):
        [alone] = _checked(verifier, [given])
        for answer in (other, alone):
            assert (answer.verdict, answer.cited) == (one.verdict, one.cited)


def _check_odd(verifier: Verifier) -> None:
    """Odd texts are answered or an error of their own; they never raise."""
    for text in ODD:
        _checked(verifier, [VerifierInput(text, SENTENCES), VerifierInput(CLAIM, (text, text))])


def _checked(verifier: Verifier, inputs: Sequence[VerifierInput]) -> list[VerifierAnswer]:
    answers = verifier.verify_many(inputs)
    assert len(answers) == len(inputs)
    for given, answer in zip(inputs, answers, strict=True):
        assert (answer.verdict is None) == bool(answer.error)
        assert all(type(place) is int for place in answer.cited)
        if answer.probabilities is not None:
            assert set(answer.probabilities) == set(Verdict)
            assert abs(sum(answer.probabilities.values()) - 1) < 1e-4
        if not given.sentences:
            assert answer.cited == () or answer.error
    return answers
