"""Figures over claims with their intervals: claims of one document are one cluster.

Shares of claims that are each a cluster of its own have Wilson's interval; everything else has the
cluster bootstrap's, all figures of a run from the same draws.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.statistics import Estimate, bootstrap, divided, wilson

NO_CLAIMS = "no SUPPORTED or REFUTED claim"
ALL_ALIKE = "all alike: the interval is Wilson's over the documents"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95 % interval over `n` claims; None where undefined, `note` says why."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    note: str = ""

    def from_one(self) -> "Figure":
        """1 - the figure."""
        low = None if self.high is None else 1 - self.high
        high = None if self.low is None else 1 - self.low
        return Figure(None if self.value is None else 1 - self.value, low, high, self.n, self.note)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of sums over claims.

    Attributes:
        tops, bottoms: what each claim adds.
        undefined: why there is no ratio where the bottoms sum to 0.
        is_share: the tops are hits (0 or 1) among the claims whose bottom is 1.
        n: claims that it runs over; None = all.
    """

    tops: Sequence[float]
    bottoms: Sequence[float]
    undefined: str = NO_CLAIMS
    is_share: bool = False
    n: int | None = None


def share(hits: Sequence[bool], among: Sequence[bool] | None = None) -> Ratio:
    """Share of claims with a hit, of all or among some."""
    among = [True] * len(hits) if among is None else among
    tops = [float(hit and there) for hit, there in zip(hits, among, strict=True)]
    return Ratio(tops, [float(there) for there in among], is_share=True, n=sum(among))


def mean(values: Sequence[float | None], undefined: str = NO_CLAIMS) -> Ratio:
    """Mean over the claims that have a value."""
    there = [float(value is not None) for value in values]
    return Ratio([value or 0.0 for value in values], there, undefined, n=int(sum(there)))


def figures(
    ratios: Mapping[str, Ratio], documents: Sequence[str], *, seed: int, draws: int
) -> dict[str, Figure]:
    """Every ratio as a figure.

    Args:
        ratios: by name.
        documents: of each claim, in the order of the ratios' values.
        seed, draws: of the bootstrap.
    """
    if not documents:
        return {name: Figure(None, None, None, 0, one.undefined) for name, one in ratios.items()}
    clusters = Clusters(documents)
    columns = list(ratios.values())
    tops = clusters.sums([one.tops for one in columns])
    bottoms = clusters.sums([one.bottoms for one in columns])
    found = bootstrap(
        np.hstack([tops, bottoms]),
        lambda total: divided(total[:, : len(columns)], total[:, len(columns) :]),
        seed=seed,
        draws=draws,
    )
    return {
        name: _figure(ratio, estimate, clusters, len(documents))
        for (name, ratio), estimate in zip(ratios.items(), found, strict=True)
    }


class Clusters:
    """Claims by document."""

    def __init__(self, documents: Sequence[str]) -> None:
        number = {name: at for at, name in enumerate(sorted({*documents}))}
        self.n = len(number)
        self._of = np.array([number[one] for one in documents], dtype=np.intp)

    def sums(self, columns: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """Sums of each column over each cluster: float64, (clusters, columns)."""
        total = np.zeros((self.n, len(columns)))
        np.add.at(total, self._of, np.array(columns, dtype=np.float64).T)
        return total

    def among(self, ratio: Ratio) -> int:
        """Clusters that a ratio runs over."""
        return len(np.unique(self._of[np.array(ratio.bottoms) > 0]))


def _figure(ratio: Ratio, found: Estimate, clusters: Clusters, claims: int) -> Figure:
    n = claims if ratio.n is None else ratio.n
    if found.value is None:
        return Figure(None, None, None, n, ratio.undefined)
    if ratio.is_share:
        hits, there = int(sum(ratio.tops)), clusters.among(ratio)
        if there == n:
            return _wilson(found.value, hits, n, n)
        if hits in (0, n):
            # Resamples of what is all alike are alike: their interval would be a point.
            return _wilson(found.value, there if hits else 0, there, n, ALL_ALIKE)
    low, high = (found.interval.low, found.interval.high) if found.interval else (None, None)
    return Figure(found.value, low, high, n, found.note)


def _wilson(value: float, hits: int, of: int, n: int, note: str = "") -> Figure:
    interval = wilson(hits, of)
    assert interval is not None  # a share that is defined runs over something
    return Figure(value, interval.low, interval.high, n, note)
