"""Fitting the rule for REFUTED: what stands is precise, and what is merely near does not refute."""

import numpy as np

from benchmarks.ablation.refutals import (
    NOT_REFUTED,
    PRECISION,
    Seen,
    alarm_rates,
    fitted,
    precision,
    recalls,
)
from benchmarks.judging.encoding import SCALARS
from benchmarks.judging.silence import Nearness
from benchmarks.judging.stack import REFUTED, SUPPORTED, UNVERIFIABLE

COVERAGE = SCALARS.index("focus_coverage")


def drawn(labels: np.ndarray, coverage: float, seed: int) -> Seen:
    """Pairs that the features all call REFUTED; how much is covered tells them apart."""
    rng = np.random.default_rng(seed)
    n = len(labels)
    scalars = rng.normal(scale=0.1, size=(n, len(SCALARS))).astype(np.float32)
    scalars[:, COVERAGE] += coverage
    shares = np.tile(np.array([0.2, 0.6, 0.2], np.float32), (n, 1))
    return Seen(shares, np.full(n, REFUTED), scalars, labels, np.arange(n) // 3)


def sets() -> tuple[dict[str, Seen], dict[str, Seen]]:
    refuted = drawn(np.full(300, REFUTED), 0.9, 0)
    mixed = drawn(np.repeat([REFUTED, SUPPORTED, UNVERIFIABLE], [200, 50, 50]), 0.8, 1)
    near = {
        Nearness.OWN.value: drawn(np.full(300, NOT_REFUTED), 0.3, 2),
        Nearness.ANOTHER.value: drawn(np.full(300, UNVERIFIABLE), 0.1, 3),
    }
    return {"refuted": refuted, "mixed": mixed}, near


def test_what_is_near_no_longer_refutes_and_what_contradicts_still_does() -> None:
    known, near = sets()
    rule = fitted(known, {}, near)
    assert alarm_rates(None, near) == {"own": 1.0, "another": 1.0}
    assert max(alarm_rates(rule, near).values()) < 0.1
    assert recalls(rule, known)["refuted"] > 0.9


def test_the_threshold_is_the_lowest_that_is_precise_enough() -> None:
    known, near = sets()
    rule = fitted(known, {}, near)
    assert precision(rule, known, near) >= PRECISION > precision(None, known, near)


def test_a_pair_known_only_not_to_be_refuted_is_not_pressed_into_a_class() -> None:
    known, near = sets()
    supporting = {**known, "supporting": drawn(np.full(300, SUPPORTED), 0.3, 4)}
    alone, beside = (near["own"].decided(fitted(one, {}, near))[0] for one in (known, supporting))
    assert beside[:, SUPPORTED].mean() > alone[:, SUPPORTED].mean() + 0.1
    assert beside[:, REFUTED].mean() < 0.25


def test_without_refutation_nothing_is_wrong_about_it() -> None:
    _, near = sets()
    silent = Seen(
        near["own"].shares,
        np.full(300, UNVERIFIABLE),
        near["own"].scalars,
        near["own"].labels,
        near["own"].claims,
    )
    assert alarm_rates(None, {"own": silent}) == {"own": 0.0}
    assert recalls(None, {"own": silent}) == {}
