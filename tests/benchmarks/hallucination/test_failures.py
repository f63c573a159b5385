"""Failure hubs: shrinkage, ranking, degenerate priors."""

import math

import pytest

from benchmarks.hallucination.failures import BetaPrior, failure_hubs, fit_prior, shrink
from benchmarks.hallucination.judged import Anchor, JudgedClaim, JudgedTrajectory
from graph.vocabulary import HubTier, Verdict


def _run(rows: dict[str, tuple[int, list[Verdict]]]) -> list[JudgedTrajectory]:
    """One trajectory a concept: name to (degree, verdicts)."""
    return [
        JudgedTrajectory(
            id=name,
            claims=tuple(
                JudgedClaim(f"{name} {i}", 0, anchors=(_anchor(name, degree),), verdict=verdict)
                for i, verdict in enumerate(verdicts)
            ),
        )
        for name, (degree, verdicts) in rows.items()
    ]


def _anchor(name: str, degree: int) -> Anchor:
    return Anchor(name, name, "Protein", degree, HubTier.CORE)


WRONG, RIGHT = Verdict.REFUTED, Verdict.SUPPORTED


def test_a_hub_that_fails_often_ranks_before_a_leaf_and_before_a_hub_that_fails_once() -> None:
    hubs = failure_hubs(
        _run(
            {
                "hub": (30, [WRONG] * 6),
                "leaf": (0, [WRONG] * 6),
                "once": (30, [WRONG]),
                "good": (40, [RIGHT] * 6),
                "mixed": (5, [WRONG, RIGHT, RIGHT]),
            }
        )
    )
    assert hubs[0].concept == "hub"
    assert {hub.concept: hub.rank_score for hub in hubs}["leaf"] == 0  # ln(1 + 0) = 0
    ranks = [hub.concept for hub in hubs]
    assert ranks.index("once") < ranks.index("good")


def test_raw_figures_stand_beside_the_shrunken_ones() -> None:
    (hub,) = failure_hubs(_run({"a": (2, [WRONG, RIGHT, Verdict.UNVERIFIABLE])}))
    assert (hub.n, hub.penalty, hub.refuted, hub.unverifiable) == (3, 1.5, 1, 1)
    # One concept: prior of ten claims at the mean 1/2, so (1.5 + 5) / (3 + 10) = 1/2.
    assert hub.failure == pytest.approx(0.5)
    assert hub.low < 0.5 < hub.high
    assert hub.rank_score == pytest.approx(hub.low * math.log(3))


def test_errors_and_unanchored_claims_count_nowhere() -> None:
    error = JudgedClaim("x", 0, anchors=(_anchor("a", 1),), verdict=None, error="judge failed")
    loose = JudgedClaim("y", 0, verdict=WRONG)
    assert failure_hubs([JudgedTrajectory("t", claims=(error, loose))]) == []


def test_rates_that_differ_no_more_than_chance_get_the_fallback_prior() -> None:
    prior = fit_prior([(4, 2.0)] * 6)
    assert prior == BetaPrior(5.0, 5.0, fitted=False)


def test_rates_that_differ_a_lot_get_a_weak_prior() -> None:
    prior = fit_prior([(20, 20.0), (20, 0.0), (20, 19.0), (20, 1.0), (20, 10.0)])
    assert prior.fitted
    assert prior.a + prior.b < 3


@pytest.mark.parametrize(("r", "expected"), [(0.0, (0.0, 0.0, 0.0)), (3.0, (1.0, 1.0, 1.0))])
def test_a_run_without_any_spread_has_no_interval_to_draw(
    r: float, expected: tuple[float, float, float]
) -> None:
    assert shrink(3, r, fit_prior([(3, r)])) == expected
