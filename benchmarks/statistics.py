"""Statistics that every report uses: intervals, paired tests, the cluster bootstrap.

Methods and check values: docs/methods/statistics.md.

Undefined is None with a reason beside it, never NaN and never 0.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hubscope.errors import InputError

Z_95 = 1.959963984540054
DRAWS = 10_000
# Resamples are made in blocks of at most this many cells: memory does not grow with the draws.
_BLOCK_CELLS = 1_000_000
# Above this share of undefined draws an interval is of the others only, which is said.
_UNDEFINED_DRAWS = 0.05

Sums = NDArray[np.float64]
# From sums, (resamples, columns), to values, (resamples, values); NaN = undefined.
Statistic = Callable[[Sums], NDArray[np.float64]]


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
        InputError: not whole numbers with 0 <= k <= n.

    Source: E. B. Wilson, JASA 22 (1927).

    >>> interval = wilson(5, 10)
    >>> round(interval.low, 8), round(interval.high, 8)
    (0.23659309, 0.76340691)
    """
    if not 0 <= k <= n or k % 1 or n % 1:
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
        InputError: a negative count, or no whole one.
    """
    if min(gain, loss) < 0 or gain % 1 or loss % 1:
        raise InputError(f"gain {gain}, loss {loss}: no counts", reason="bad_counts")
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


def paired(before: Mapping[str, bool | None], after: Mapping[str, bool | None]) -> Paired:
    """Compare two arms item by item; items of one arm only are listed, not dropped in silence.

    An item whose verdict in an arm is None is not in that arm.
    """
    before = {item: right for item, right in before.items() if right is not None}
    after = {item: right for item, right in after.items() if right is not None}
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


def paired_difference(*, both: int, gain: int, loss: int, neither: int) -> Estimate:
    """Share right in the second arm less that in the first, with its 95 % interval.

    Source: R. G. Newcombe, Statistics in Medicine 17 (1998), method 10: Wilson limits squared and
    added, with the correlation of the arms (its continuity correction where it is positive).

    >>> found = paired_difference(both=36, gain=12, loss=2, neither=0)
    >>> found.value, round(found.interval.low, 4), round(found.interval.high, 4)
    (0.2, 0.0569, 0.3404)
    """
    n = both + gain + loss + neither
    before, after = wilson(both + loss, n), wilson(both + gain, n)
    if before is None or after is None:
        return Estimate(None, None, "no item in both")
    p, q = (both + gain) / n, (both + loss) / n
    phi = _phi(both, gain, loss, neither)
    down, up = p - after.low, after.high - p
    down_before, up_before = q - before.low, before.high - q
    low = math.sqrt(max(0.0, down**2 - 2 * phi * down * up_before + up_before**2))
    high = math.sqrt(max(0.0, up**2 - 2 * phi * up * down_before + down_before**2))
    difference = (gain - loss) / n
    return Estimate(difference, Interval(max(-1.0, difference - low), min(1.0, difference + high)))


def _phi(both: int, gain: int, loss: int, neither: int) -> float:
    """Correlation of two arms; 0 where one of them is constant."""
    margins = (both + gain) * (loss + neither) * (both + loss) * (gain + neither)
    if not margins:
        return 0.0
    product = both * neither - gain * loss
    half = (both + gain + loss + neither) / 2
    corrected = max(product - half, 0.0) if product > 0 else float(product)
    return corrected / math.sqrt(margins)


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
    ratios = numerators.shape[1]
    sums = np.hstack([numerators, denominators])
    found = bootstrap(
        sums, lambda total: divided(total[:, :ratios], total[:, ratios:]), seed=seed, draws=draws
    )
    filled = (denominators > 0).sum(axis=0)
    return [
        _of_clusters(one, int(n)) if n else Estimate(None, None, "nothing to divide by")
        for one, n in zip(found, filled, strict=True)
    ]


def bootstrap(sums: Sums, statistic: Statistic, *, seed: int, draws: int = DRAWS) -> list[Estimate]:
    """Percentile 95 % intervals of functions of sums, clusters resampled with replacement.

    Args:
        sums: float64, (clusters, columns): what each cluster adds to each sum, clusters in a fixed
            order.
        statistic: from sums to values; all values of one call share their draws.
        seed: of the draws.
        draws: number of resamples.

    Returns:
        One estimate a value; None where the whole sample leaves it undefined. Undefined draws are
        left out, and noted where they are many. One cluster: the interval is the point.
    """
    clusters = len(sums)
    points = statistic(sums.sum(axis=0, keepdims=True))[0]
    if not np.isfinite(points).any():
        return [Estimate(None, None, "undefined") for _ in points]
    generator = np.random.default_rng(seed)
    block = max(1, _BLOCK_CELLS // clusters)
    kinds, kind_of = _kinds(sums)
    values = np.vstack(
        [
            statistic(_counts(generator, min(block, draws - start), kind_of) @ kinds)
            for start in range(0, draws, block)
        ]
    )
    return [
        _of_clusters(_estimate(float(point), drawn), clusters)
        for point, drawn in zip(points, values.T, strict=True)
    ]


def divided(top: Sums, bottom: Sums) -> NDArray[np.float64]:
    """Ratios, NaN where there is nothing to divide by."""
    ratios = np.full(top.shape, np.nan)
    np.divide(top, bottom, out=ratios, where=bottom > 0)
    return ratios


def _kinds(sums: Sums) -> tuple[Sums, NDArray[np.int32]]:
    """The different rows, (kinds, columns), and which of them each cluster has, (clusters,).

    Most trajectories of a long run add the same as others: a resample has to count kinds only.
    """
    places: dict[bytes, int] = {}
    kind_of = [places.setdefault(row.tobytes(), len(places)) for row in sums]
    _, first = np.unique(kind_of, return_index=True)
    return sums[first], np.array(kind_of, np.int32)


def _counts(
    generator: np.random.Generator, draws: int, kind_of: NDArray[np.int32]
) -> NDArray[np.float64]:
    """How many clusters of each kind each resample holds: float64, (draws, kinds)."""
    clusters, kinds = len(kind_of), int(kind_of.max()) + 1
    picked = kind_of.take(generator.integers(0, clusters, (draws, clusters), dtype=np.int32))
    picked += np.arange(draws, dtype=np.int32)[:, None] * kinds
    counts = np.bincount(picked.ravel(), minlength=draws * kinds).reshape(draws, kinds)
    return counts.astype(np.float64)


def _estimate(point: float, draws: NDArray[np.float64]) -> Estimate:
    if not math.isfinite(point):
        return Estimate(None, None, "undefined")
    defined = draws[np.isfinite(draws)]
    if not len(defined):
        return Estimate(point, None, "undefined in every resample")
    low, high = np.percentile(defined, [2.5, 97.5])
    missing = 1 - len(defined) / len(draws)
    note = f"undefined in {missing:.0%} of resamples" if missing > _UNDEFINED_DRAWS else ""
    return Estimate(point, Interval(float(low), float(high)), note)


def _of_clusters(estimate: Estimate, clusters: int) -> Estimate:
    """Where only one cluster tells, a resample cannot differ from the sample."""
    if clusters != 1 or estimate.value is None:
        return estimate
    return Estimate(estimate.value, Interval(estimate.value, estimate.value), "one_cluster")


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
