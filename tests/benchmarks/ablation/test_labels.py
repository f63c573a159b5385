"""Accuracy and macro F1 from verdicts, with intervals by document, and paired changes."""

import pytest

from benchmarks.ablation.labels import Labelled, label_changes, label_figures, labelled
from benchmarks.judging.mix import Pair
from benchmarks.judging.verifier import VerifierAnswer, VerifierInput
from graph.vocabulary import Verdict
from tests.benchmarks.ablation.scripted import ByRule

S, R, U = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE
# Right: S, S, R; a U taken for S; and an S taken for R.
ANSWERS = [
    Labelled("a", S, S),
    Labelled("a", S, S),
    Labelled("b", R, R),
    Labelled("c", U, S),
    Labelled("d", S, R),
]


def test_figures_are_those_of_the_confusion() -> None:
    found = label_figures(ANSWERS, seed=1, draws=200)
    assert found.accuracy.value == pytest.approx(3 / 5)
    # F1: S 2*2/(3+3), R 2*1/(1+2), U 0.
    assert found.macro_f1.value == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert sum(map(sum, found.confusion)) == 5
    assert found.accuracy.low is not None
    assert found.accuracy.low < 3 / 5 < (found.accuracy.high or 0)


def test_a_label_that_does_not_occur_is_no_class() -> None:
    found = label_figures([Labelled("a", S, S), Labelled("b", R, U)], seed=1, draws=50)
    assert found.macro_f1.value == pytest.approx((1 + 0) / 2)


def test_errors_leave_the_figures_and_are_counted() -> None:
    found = label_figures([*ANSWERS, Labelled("e", S, None)], seed=1, draws=50)
    assert (found.errors, found.accuracy.n) == (1, 5)
    none = label_figures([Labelled("e", S, None)], seed=1, draws=50)
    assert (none.accuracy.value, none.accuracy.note, none.errors) == (None, "no labelled pair", 1)


def test_order_does_not_matter() -> None:
    assert label_figures(ANSWERS, seed=1, draws=50) == label_figures(
        ANSWERS[::-1], seed=1, draws=50
    )


def test_changes_are_paired_and_have_no_width_where_judges_agree() -> None:
    same = label_changes(ANSWERS, ANSWERS, seed=1, draws=50)
    assert {(one.value, one.low, one.high) for one in same.values()} == {(0.0, 0.0, 0.0)}
    better = [*ANSWERS[:4], Labelled("d", S, S)]
    found = label_changes(ANSWERS, better, seed=1, draws=200)
    assert found["accuracy"].value == pytest.approx(1 / 5)
    assert found["accuracy"].low == pytest.approx(0.0)
    # S 2*3/(3+4), R 1, U 0, less (2/3 + 2/3) / 3.
    assert found["macro_f1"].value == pytest.approx((6 / 7 + 1) / 3 - 4 / 9)


def test_an_error_of_either_leaves_the_change() -> None:
    missing = [Labelled("a", S, None), *ANSWERS[1:]]
    assert label_changes(missing, ANSWERS, seed=1, draws=50)["accuracy"].n == 4
    assert label_changes(missing[:1], ANSWERS[:1], seed=1, draws=50)["accuracy"].value is None


def test_a_verifier_is_shown_the_sentences_of_the_evidence() -> None:
    shown: list[VerifierInput] = []

    def rule(given: VerifierInput) -> VerifierAnswer:
        shown.append(given)
        return VerifierAnswer(S) if "Zinc" in given.claim else VerifierAnswer(None, error="x: y")

    pairs = [
        Pair("s", "Zinc lowers fever.", "It fell. It was measured.", S, "doc", "test"),
        Pair("s", "Iron does not.", "It fell.", R, "", "test"),
    ]
    found = labelled(ByRule(rule), pairs)
    assert [one.sentences for one in shown] == [("It fell.", "It was measured."), ("It fell.",)]
    assert [(one.document, one.label, one.verdict) for one in found] == [
        ("doc", S, S),
        ("itfell", R, None),
    ]
