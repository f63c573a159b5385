"""Statistics that every report uses: intervals, paired tests, agreement.

Methods and check values: docs/methods/statistics.md.

Undefined is None with a reason beside it, never NaN and never 0.
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hubscope.errors import InputError

Z_95 = 1.959963984540054
DRAWS = 10_000
# Resamples are made in blocks of at most this many cells: memory does not grow with the draws.
_BLOCK_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A point with its interval; both None where undefined, with the reason in `note`."""

    value: float | None
    interval: Interval | None
    note: str = ""


def wilson(k: int, n: int) -> Interval | None:
    """Wilson 95 % interval of a proportion; exactly 0 at k = 0 and exactly 1 at k = n.

    Args:
        k: hits.
        n: independent binary trials; 0 gives None.

    Raises:
        InputError: not 0 <= k <= n.

    Source: E. B. Wilson, JASA 22 (1927).

    >>> interval = wilson(5, 10)
    >>> round(interval.low, 8), round(interval.high, 8)
    (0.23659309, 0.76340691)
    """
    if not 0 <= k <= n:
        raise InputError(f"{k} hits of {n} trials is no proportion", reason="bad_counts")
    if n == 0:
        return None
    p, z2 = k / n, Z_95 * Z_95
    scale = 1 + z2 / n
    centre = (p + z2 / (2 * n)) / scale
    half = Z_95 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale
    low = 0.0 if k == 0 else max(0.0, centre - half)
    high = 1.0 if k == n else min(1.0, centre + half)
    return Interval(low, high)


def mcnemar(*, gain: int, loss: int) -> float:
    """Two-sided exact p of McNemar's test on the discordant pairs; 1 where there are none.

    Raises:
        InputError: a negative count.
    """
    if gain < 0 or loss < 0:
        raise InputError(
            f"gain {gain}, loss {loss}: counts cannot be negative", reason="bad_counts"
        )
    n = gain + loss
    tail = sum(math.comb(n, i) for i in range(min(gain, loss) + 1))
    return min(1.0, float(2 * tail / 2**n))


@dataclass(frozen=True, slots=True)
class Paired:
    """Two arms on the same items; `retention` = both / (both + loss), None where nothing was right.

    Attributes:
        missing_after, missing_before: ids that only the other arm has, sorted.
    """

    both: int
    gain: int
    loss: int
    neither: int
    retention: float | None
    p: float
    missing_after: tuple[str, ...]
    missing_before: tuple[str, ...]

    @property
    def net(self) -> int:
        """Items won less items lost."""
        return self.gain - self.loss


def paired(before: Mapping[str, bool], after: Mapping[str, bool]) -> Paired:
    """Compare two arms item by item; items of one arm only are listed, not dropped in silence."""
    cells = Counter((bool(before[i]), bool(after[i])) for i in before.keys() & after.keys())
    both, loss = cells[True, True], cells[True, False]
    return Paired(
        both=both,
        gain=cells[False, True],
        loss=loss,
        neither=cells[False, False],
        retention=both / (both + loss) if both + loss else None,
        p=mcnemar(gain=cells[False, True], loss=loss),
        missing_after=tuple(sorted(before.keys() - after.keys())),
        missing_before=tuple(sorted(after.keys() - before.keys())),
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjusted p-values, in the order given, capped at 1.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, largest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


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
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / n
    steps = np.subtract.outer(np.arange(len(order)), np.arange(len(order)))
    kappa = _kappa(observed, expected, (steps != 0).astype(float))
    return Agreement(n, raw, kappa, _kappa(observed, expected, steps.astype(float) ** 2), confusion)


def _kappa(
    observed: NDArray[np.float64], expected: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    return 1 - float((weights * observed).sum()) / float((weights * expected).sum())


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


def bootstrap_ratios(
    numerators: NDArray[np.float64],
    denominators: NDArray[np.float64],
    *,
    seed: int,
    draws: int = DRAWS,
) -> list[Estimate]:
    """Percentile 95 % intervals of ratios of sums, clusters resampled with replacement.

    A macro mean is the ratio with denominators 1 (0 for a cluster left out), a micro mean the one
    with the clusters' weights. All ratios of one call share their draws.

    Args:
        numerators, denominators: float64, (clusters, ratios), clusters in a fixed order (sort them
            by id: then the order of records does not matter).
        seed: of the draws; the manifest keeps it.
        draws: number of resamples.

    Returns:
        One estimate a ratio. No denominator: None. One cluster: the interval is the point, with a
        note. Draws without a denominator are left out.
    """
    clusters = len(numerators)
    top, bottom = numerators.sum(axis=0), denominators.sum(axis=0)
    if not (bottom > 0).any():
        return [Estimate(None, None, "nothing to divide by") for _ in bottom]
    generator = np.random.default_rng(seed)
    block = max(1, _BLOCK_CELLS // clusters)
    values = np.vstack(
        [
            _resampled(generator, min(block, draws - start), numerators, denominators)
            for start in range(0, draws, block)
        ]
    )
    return [
        _estimate(top[i], bottom[i], values[:, i], int((denominators[:, i] > 0).sum()))
        for i in range(len(bottom))
    ]


def _resampled(
    generator: np.random.Generator,
    draws: int,
    numerators: NDArray[np.float64],
    denominators: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Ratios of `draws` resamples: float64, (draws, ratios), NaN where nothing was drawn."""
    clusters = len(numerators)
    picked = generator.integers(0, clusters, (draws, clusters), dtype=np.int32)
    picked += np.arange(draws, dtype=np.int32)[:, None] * clusters
    counts = np.bincount(picked.ravel(), minlength=draws * clusters).reshape(draws, clusters)
    weights = counts.astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios: NDArray[np.float64] = (weights @ numerators) / (weights @ denominators)
    return ratios


def _estimate(top: float, bottom: float, draws: NDArray[np.float64], clusters: int) -> Estimate:
    if bottom <= 0:
        return Estimate(None, None, "nothing to divide by")
    point = float(top / bottom)
    if clusters == 1:
        return Estimate(point, Interval(point, point), "one_cluster")
    low, high = np.percentile(draws[np.isfinite(draws)], [2.5, 97.5])
    return Estimate(point, Interval(float(low), float(high)))


def pooled_mean(clusters: Mapping[str, Sequence[float]], *, seed: int, draws: int) -> Estimate:
    """Mean over all values of all clusters with its cluster bootstrap interval.

    Args:
        clusters: id to values; neither the order of ids nor that of values matters.
        seed, draws: as in `bootstrap_ratios`.
    """
    ids = sorted(clusters)
    if not ids:
        return Estimate(None, None, "no clusters")
    numerators = np.array([[math.fsum(clusters[i])] for i in ids])
    denominators = np.array([[float(len(clusters[i]))] for i in ids])
    return bootstrap_ratios(numerators, denominators, seed=seed, draws=draws)[0]


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None for fewer than three points or a constant side."""
    if len(x) < 3 or len({*x}) == 1 or len({*y}) == 1:
        return None
    a, b = _ranks(x), _ranks(y)
    return float(np.corrcoef(a, b)[0, 1])


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Ranks from 0, ties share their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    bounds = [0, *(i for i, (a, b) in enumerate(pairwise(order), 1) if values[a] != values[b])]
    ranks = np.zeros(len(values))
    for start, end in pairwise([*bounds, len(values)]):
        ranks[order[start:end]] = (start + end - 1) / 2
    return ranks
