"""Hallucination scores of two runs over the same items, and how much they differ."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.arms import Arm
from benchmarks.hallucination.score import RATIOS, Score, score_trajectory
from benchmarks.statistics import Estimate, bootstrap, divided

Floats = NDArray[np.float64]

DIFFERENCES = ("hr", "hs_macro", "hs_micro", "hsw_macro", "hsw_micro")


@dataclass(frozen=True, slots=True)
class Difference:
    """A score in both runs over the same items, and second less first."""

    first: Score
    second: Score
    difference: Score


def score_of(estimate: Estimate, n: int, denominator: float) -> Score:
    """An estimate with what it runs over."""
    low, high = (
        (estimate.interval.low, estimate.interval.high) if estimate.interval else (None, None)
    )
    return Score(estimate.value, low, high, n, denominator, estimate.note)


def score_differences(
    shared: Sequence[str], first: Arm, second: Arm
) -> tuple[dict[str, Difference], int]:
    """Every score in both runs and its difference, and over how many items.

    Items are resampled, both arms together.

    Args:
        shared: items of both; those without a scored claim in one of them are left out.
        first, second: the arms.
    """
    rows = [_item_sums(item, first, second) for item in shared]
    sums = np.array([row for row in rows if row is not None])
    n, width = len(sums), len(DIFFERENCES)
    if not n:
        nothing = Score(None, None, None, 0, 0.0, "no item has a scored claim in both runs")
        return {name: Difference(nothing, nothing, nothing) for name in DIFFERENCES}, 0

    def values(total: Floats) -> Floats:
        tops, bottoms = total[:, : 2 * width], total[:, 2 * width :]
        ratios = divided(tops, bottoms)
        return np.hstack([ratios, ratios[:, width:] - ratios[:, :width]])

    manifest = first.manifest
    found = bootstrap(sums, values, seed=manifest.seed, draws=manifest.draws)
    bottoms = sums[:, 2 * width :].sum(axis=0)
    return {
        name: Difference(
            first=score_of(found[i], n, float(bottoms[i])),
            second=score_of(found[width + i], n, float(bottoms[width + i])),
            difference=score_of(found[2 * width + i], n, float(n)),
        )
        for i, name in enumerate(DIFFERENCES)
    }, n


def _item_sums(item: str, first: Arm, second: Arm) -> list[float] | None:
    """Numerators of both arms, then denominators; None without a scored claim in one of them."""
    arms = [
        [score_trajectory(one, arm.rule) for one in arm.items[item] if one.in_scope]
        for arm in (first, second)
    ]
    scored = [[total for total in totals if total.scored] for totals in arms]
    if not all(scored):
        return None
    pairs = [[RATIOS[name](total) for total in totals] for totals in scored for name in DIFFERENCES]
    return [sum(top for top, _ in some) for some in pairs] + [
        sum(bottom for _, bottom in some) for some in pairs
    ]
