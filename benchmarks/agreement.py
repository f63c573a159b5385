"""Agreement of raters: raw, Cohen's kappas, Krippendorff's alpha.

Methods and check values: docs/methods/statistics.md.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.statistics import Estimate, divided
from hubscope.errors import InputError


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of two raters; kappas None with `reason` where both use one and the same label.

    Attributes:
        confusion: counts, one row a label of the first rater, one column a label of the second, in
            the order given.
    """

    n: int
    agreement: float | None
    kappa: float | None
    weighted_kappa: float | None
    confusion: tuple[tuple[int, ...], ...]
    reason: str = ""


def agreement(first: Sequence[str], second: Sequence[str], order: Sequence[str]) -> Agreement:
    """Raw agreement, Cohen's kappa and quadratic-weighted kappa of two raters on the same units.

    Args:
        first, second: labels, one a unit.
        order: every label from one end of the scale to the other; the weights depend on it.

    Raises:
        InputError: different lengths, or a label that `order` lacks.
    """
    if len(first) != len(second):
        raise InputError(f"{len(first)} and {len(second)} labels are no pairs", reason="bad_counts")
    unknown = sorted({*first, *second} - {*order})
    if unknown:
        raise InputError(f"label {unknown[0]!r} is not in the order given", reason="unknown_label")
    place = {label: i for i, label in enumerate(order)}
    observed = np.zeros((len(order), len(order)))
    for a, b in zip(first, second, strict=True):
        observed[place[a], place[b]] += 1
    confusion = tuple(tuple(int(n) for n in row) for row in observed)
    n = len(first)
    if n == 0:
        return Agreement(0, None, None, None, confusion, "no units")
    raw = float(np.trace(observed)) / n
    if len({*first, *second}) == 1:
        return Agreement(n, raw, None, None, confusion, "both raters use one label")
    steps = np.subtract.outer(np.arange(len(order)), np.arange(len(order))).astype(float)
    tables = observed[None]
    kappa, weighted = kappas(tables, (steps != 0).astype(float)), kappas(tables, steps**2)
    return Agreement(n, raw, float(kappa[0]), float(weighted[0]), confusion)


def kappas(confusions: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weighted kappas of several confusion matrices at once.

    Args:
        confusions: counts, (tables, labels, labels).
        weights: disagreement of two labels, (labels, labels): 0 or 1 for Cohen's kappa, the squared
            distance for the quadratic one.

    Returns:
        Kappas, (tables,); NaN where no disagreement is expected, as with one label.

    Source: J. Cohen, Psychological Bulletin 70 (1968).
    """
    totals = confusions.sum(axis=(1, 2))
    rows, columns = confusions.sum(axis=2), confusions.sum(axis=1)
    observed = (weights * confusions).sum(axis=(1, 2)) * totals
    return 1 - divided(observed, np.einsum("ti,ij,tj->t", rows, weights, columns))


def alphas(coincidences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Krippendorff's nominal alphas of several coincidence matrices at once.

    Args:
        coincidences: (tables, labels, labels): pairs of ratings of one unit, each unit's divided by
            its ratings less one.

    Returns:
        Alphas, (tables,); NaN where no disagreement is expected.

    Source: K. Krippendorff, Content Analysis (2004), chapter 11.
    """
    ratings = coincidences.sum(axis=2)
    n = ratings.sum(axis=1)
    disagreement = n - np.trace(coincidences, axis1=1, axis2=2)
    return 1 - divided(disagreement * (n - 1), n * n - (ratings**2).sum(axis=1))


def krippendorff_alpha(units: Sequence[Sequence[Hashable | None]]) -> Estimate:
    """Krippendorff's alpha for nominal labels; None marks a missing rating.

    Units with fewer than two ratings say nothing of agreement and are left out. Where only one
    label was ever used no disagreement is expected: the value is None.

    Source: K. Krippendorff, Content Analysis (2004), chapter 11.
    """
    rated = [[label for label in unit if label is not None] for unit in units]
    rated = [unit for unit in rated if len(unit) > 1]
    totals = Counter(label for unit in rated for label in unit)
    n = sum(totals.values())
    if len(totals) < 2:
        return Estimate(None, None, "no disagreement is possible by chance")
    disagreement = sum(
        (len(unit) ** 2 - sum(c * c for c in Counter(unit).values())) / (len(unit) - 1)
        for unit in rated
    )
    expected = (n * n - sum(c * c for c in totals.values())) / (n - 1)
    return Estimate(1 - disagreement / expected, None)
