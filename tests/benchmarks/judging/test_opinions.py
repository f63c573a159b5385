"""Opinions of passages become one judgement by the stated rule."""

import pytest

from benchmarks.judging.opinions import PassageOpinion, combine
from graph.vocabulary import Verdict

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE


def opinion(verdict: Verdict, supported: float, refuted: float, quote: str) -> PassageOpinion:
    return PassageOpinion(verdict, {S: supported, R: refuted, U: 1 - supported - refuted}, quote)


def test_the_most_probable_decided_passage_counts() -> None:
    judged = combine([opinion(S, 0.6, 0.2, "a"), opinion(S, 0.8, 0.1, "b")])
    assert (judged.verdict, judged.quote, judged.confidence) == (S, "b", 0.8)
    assert not judged.conflict


def test_silence_beside_support_is_support() -> None:
    assert combine([opinion(U, 0.2, 0.1, "a"), opinion(S, 0.6, 0.2, "b")]).verdict is S


def test_support_and_refutation_are_a_conflict_and_the_stronger_counts() -> None:
    judged = combine([opinion(S, 0.6, 0.2, "a"), opinion(R, 0.1, 0.7, "b")])
    assert (judged.verdict, judged.quote, judged.conflict) == (R, "b", True)


def test_equally_strong_sides_are_unverifiable() -> None:
    judged = combine([opinion(S, 0.6, 0.2, "a"), opinion(R, 0.2, 0.6, "b")])
    assert (judged.verdict, judged.conflict) == (U, True)


def test_without_a_decision_the_nearest_passage_is_quoted() -> None:
    judged = combine([opinion(U, 0.1, 0.1, "a"), opinion(U, 0.3, 0.3, "b")])
    assert (judged.verdict, judged.quote) == (U, "b")
    assert judged.confidence == pytest.approx(0.4)
