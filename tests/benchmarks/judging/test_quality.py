"""Figures of a classifier, and what is chosen by them."""

import numpy as np
import pytest

from benchmarks.judging.quality import best_temperature, best_threshold, decide, macro_f1


def test_macro_f1_runs_over_the_classes_that_occur() -> None:
    # class 0: precision 1, recall 1/2, F1 2/3; class 1: precision 1/2, recall 1, F1 2/3; no class 2
    labels, verdicts = np.array([0, 0, 1]), np.array([0, 1, 1])
    assert macro_f1(verdicts, labels) == pytest.approx(2 / 3)


def test_under_the_threshold_nothing_is_decided() -> None:
    probabilities = np.array([[0.5, 0.3, 0.2], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4]], np.float32)
    assert decide(probabilities, 0.6).tolist() == [2, 1, 2]


def test_overconfident_logits_are_cooled() -> None:
    # Right in 3 of 4 at logits of 9 against 0: the temperature must lie above 1.
    logits = np.tile(np.array([[9.0, 0.0, 0.0]], np.float32), (4, 1))
    assert best_temperature({"a": logits}, {"a": np.array([0, 0, 0, 1])}) > 1


def test_the_threshold_cuts_where_confidence_starts_to_be_right() -> None:
    sure = np.log(np.array([[0.8, 0.1, 0.1]] * 4 + [[0.1, 0.8, 0.1]] * 4, np.float32))
    unsure = np.log(np.array([[0.5, 0.3, 0.2]] * 4, np.float32))
    labels = np.array([0] * 4 + [1] * 4 + [2] * 4)
    chosen = best_threshold({"a": np.concatenate([sure, unsure])}, {"a": labels})
    assert 0.5 < chosen <= 0.8
