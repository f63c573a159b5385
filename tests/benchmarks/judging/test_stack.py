"""The layer over two judges: calibrated on dev, careful with REFUTED."""

import numpy as np

from benchmarks.judging.encoding import Floats
from benchmarks.judging.quality import Labels, macro_f1
from benchmarks.judging.stack import (
    REFUTED,
    UNVERIFIABLE,
    Stack,
    fit_stack,
    side_by_side,
    with_thresholds,
)


def drawn(n: int, seed: int, noise: float = 1.0) -> tuple[Floats, Labels]:
    """Logits that know the label but for noise."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, n)
    logits = rng.normal(scale=noise, size=(n, 3)) + 1.5 * np.eye(3)[labels]
    return logits.astype(np.float32), labels


def test_two_judges_that_err_apart_are_better_together() -> None:
    (one, labels), rng = drawn(3000, 0), np.random.default_rng(1)
    other = (rng.normal(size=(3000, 3)) + 1.5 * np.eye(3)[labels]).astype(np.float32)
    both = side_by_side([one, other])
    stack = fit_stack({"a": both}, {"a": labels})
    alone = fit_stack({"a": one}, {"a": labels})
    together = macro_f1(stack.decide(stack.probabilities(both)), labels)
    assert together > macro_f1(alone.decide(alone.probabilities(one)), labels) + 0.05


def test_a_verdict_under_its_threshold_is_unverifiable() -> None:
    stack = Stack(np.eye(3, dtype=np.float32), np.zeros(3, np.float32), 0.5, 0.9)
    shares = np.array([[0.6, 0.2, 0.2], [0.1, 0.8, 0.1], [0.05, 0.92, 0.03]], np.float32)
    assert stack.decide(shares).tolist() == [0, UNVERIFIABLE, REFUTED]


def test_thresholds_are_as_high_as_costs_little_and_refuted_pays_more() -> None:
    sets = {name: drawn(2000, seed) for seed, name in enumerate("ab")}
    logits = {name: values for name, (values, _) in sets.items()}
    labels = {name: known for name, (_, known) in sets.items()}
    plain = Stack(np.eye(3, dtype=np.float32), np.zeros(3, np.float32))
    chosen = with_thresholds(plain, logits, labels)
    assert chosen.refuted >= 0.34
    assert chosen.supported >= 0.34

    def score(stack: Stack) -> float:
        return float(
            np.mean(
                [
                    macro_f1(stack.decide(stack.probabilities(logits[name])), labels[name])
                    for name in sets
                ]
            )
        )

    assert score(chosen) > score(plain) - 0.02


def test_what_the_card_says_is_what_is_read() -> None:
    logits, labels = drawn(500, 3)
    stack = fit_stack({"a": logits}, {"a": labels})
    again = Stack.from_json(stack.as_json())
    np.testing.assert_array_equal(again.probabilities(logits), stack.probabilities(logits))
