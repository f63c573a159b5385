"""A judge measured on labelled claims: what every trajectory adds, and the values of the sums.

Every value is a function of sums over trajectories, so that one cluster bootstrap serves all.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from benchmarks.agreement import alphas, kappas
from benchmarks.correction import best_power, prediction_powered, rogan_gladen
from benchmarks.hallucination.judged import JudgedTrajectory
from benchmarks.hallucination.score import AnchorRule, claim_weight
from benchmarks.human_labels import ADJUDICATED, claim_id, consensus, deciding
from benchmarks.statistics import divided
from graph.vocabulary import Verdict

Floats = NDArray[np.float64]
Labels = Mapping[str, Mapping[str, Verdict]]

VERDICTS = tuple(Verdict)
PENALTIES = np.array([verdict.penalty for verdict in VERDICTS])
REFUTED = np.array([float(verdict is Verdict.REFUTED) for verdict in VERDICTS])
_K, _TERMS = len(VERDICTS), 8
_PLACE = {verdict: place for place, verdict in enumerate(VERDICTS)}


class Method(StrEnum):
    """How a score is corrected for the judge's error."""

    PPI = "ppi"
    ROGAN_GLADEN = "rogan-gladen"


@dataclass(frozen=True, slots=True)
class Counted:
    """A scored claim on its way into the sums; `weight` is that of its hub."""

    verdict: Verdict
    weight: float
    labels: Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class Weighted:
    """A score as a weighted mean over claims.

    Attributes:
        costs: what each verdict counts, (verdicts,).
        weigh: weight of every claim of a trajectory.
    """

    costs: Floats
    weigh: Callable[[Sequence[Counted]], list[float]]

    def people(self, labels: Mapping[str, Verdict]) -> float:
        """What a claim counts by its raters."""
        given = deciding(labels)
        return math.fsum(self.costs[_PLACE[label]] for label in given) / len(given)


SCORES = {
    "hr": Weighted(REFUTED, lambda claims: [1 / len(claims)] * len(claims)),
    "hs_macro": Weighted(PENALTIES, lambda claims: [1 / len(claims)] * len(claims)),
    "hs_micro": Weighted(PENALTIES, lambda claims: [1.0] * len(claims)),
    "hsw_macro": Weighted(PENALTIES, lambda claims: _shared([claim.weight for claim in claims])),
    "hsw_micro": Weighted(PENALTIES, lambda claims: [claim.weight for claim in claims]),
}


def _shared(weights: Sequence[float]) -> list[float]:
    total = math.fsum(weights)
    return [weight / total for weight in weights]


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over trajectories, any number of resamples at once.

    Attributes:
        confusion: (resamples, labels, verdicts), claims by people's consensus and the judge.
        with_judge: (resamples, verdicts, verdicts), coincidences of the judge and every rater.
        people: the same among raters alone.
        shares: score to (resamples, verdicts), weights of all scored claims by verdict.
        sample: score to (resamples, 8), sums over the labelled claims of what `_terms` lists.
    """

    confusion: Floats
    with_judge: Floats
    people: Floats
    shares: Mapping[str, Floats]
    sample: Mapping[str, Floats]

    def flat(self) -> Floats:
        """As one matrix, (resamples, columns)."""
        rows = len(self.confusion)
        blocks = [self.confusion, self.with_judge, self.people]
        blocks += [*self.shares.values(), *self.sample.values()]
        return np.hstack([block.reshape(rows, -1) for block in blocks])

    @classmethod
    def of(cls, flat: Floats) -> "Sums":
        """From one matrix, as `flat` makes it."""
        squares, rest = flat[:, : 3 * _K * _K].reshape(-1, 3, _K, _K), flat[:, 3 * _K * _K :]
        shares, sample = rest[:, : _K * len(SCORES)], rest[:, _K * len(SCORES) :]
        return cls(
            confusion=squares[:, 0],
            with_judge=squares[:, 1],
            people=squares[:, 2],
            shares={n: shares[:, _K * i : _K * (i + 1)] for i, n in enumerate(SCORES)},
            sample={n: sample[:, _TERMS * i : _TERMS * (i + 1)] for i, n in enumerate(SCORES)},
        )


def counted_claims(judged: JudgedTrajectory, labels: Labels, rule: AnchorRule) -> Iterator[Counted]:
    """The scored claims of a trajectory with what people say of them."""
    for claim in judged.claims:
        if claim.verdict is not None:
            said = labels.get(claim_id(judged.id, claim.text), {})
            yield Counted(claim.verdict, claim_weight(claim, rule), said)


def sums_of(trajectories: Iterable[Sequence[Counted]]) -> Floats:
    """What each trajectory adds, as `Sums.flat` orders it: float64, (trajectories, columns)."""
    return np.vstack([_sums(claims).flat() for claims in trajectories])


def _sums(claims: Sequence[Counted]) -> Sums:
    confusion, with_judge, people = (np.zeros((1, _K, _K)) for _ in range(3))
    labelled = [claim for claim in claims if claim.labels]
    for claim in labelled:
        agreed = consensus(claim.labels)
        if agreed is not None:
            confusion[0, _PLACE[agreed], _PLACE[claim.verdict]] += 1
        raters = raters_of(claim.labels)
        people += _coincidences(raters)
        with_judge += _coincidences([claim.verdict, *(raters or claim.labels.values())])
    shares = {name: np.zeros((1, _K)) for name in SCORES}
    sample = {name: np.zeros((1, _TERMS)) for name in SCORES}
    for name, score in SCORES.items():
        for claim, weight in zip(claims, score.weigh(claims) if claims else (), strict=True):
            place = _PLACE[claim.verdict]
            shares[name][0, place] += weight
            if claim.labels:
                by_people = score.people(claim.labels)
                sample[name] += _terms(weight, score.costs[place], by_people)
    return Sums(confusion, with_judge, people, shares, sample)


def _terms(weight: float, by_judge: float, by_people: float) -> Floats:
    """What a labelled claim adds: to the means, and to the moments that the best power needs."""
    means = [1.0, by_judge, by_people]
    moments = [1.0, by_judge, by_people, by_judge * by_people, by_judge**2]
    return np.array([weight * term for term in means] + [weight**2 * term for term in moments])


def raters_of(labels: Mapping[str, Verdict]) -> list[Verdict]:
    """The labels of those who rated for themselves, by name; an adjudication is no rating."""
    return [labels[rater] for rater in sorted(labels) if rater != ADJUDICATED]


def _coincidences(ratings: Sequence[Verdict]) -> Floats:
    """Krippendorff's coincidence matrix of one unit; zero where nobody else rated it."""
    if len(ratings) < 2:
        return np.zeros((_K, _K))
    counts = np.bincount([_PLACE[rating] for rating in ratings], minlength=_K).astype(float)
    pairs: Floats = (np.outer(counts, counts) - np.diag(counts)) / (len(ratings) - 1)
    return pairs


# -- values ---------------------------------------------------------------------------------------

AGREEMENT = ("agreement", "kappa", "weighted_kappa", "alpha", "alpha_people")


def value_names() -> list[str]:
    """Names of what `values` gives, in its order."""
    names = list(AGREEMENT)
    names += [f"{what} {verdict}" for verdict in VERDICTS for what in ("precision", "recall")]
    names += [f"{what} {score}" for score in SCORES for what in ("raw", "corrected", "people")]
    return names


def values(flat: Floats, method: Method) -> Floats:
    """Every value of some resamples' sums: (resamples, values), NaN where undefined."""
    sums = Sums.of(flat)
    columns = [*_agreement(sums), *_classes(sums.confusion)]
    for name, score in SCORES.items():
        columns += _score(sums, name, score.costs, method)
    return np.column_stack(columns)


def _agreement(sums: Sums) -> Iterator[Floats]:
    steps = np.subtract.outer(np.arange(_K), np.arange(_K)).astype(float)
    totals = sums.confusion.sum(axis=(1, 2))
    yield divided(np.trace(sums.confusion, axis1=1, axis2=2), totals)
    yield kappas(sums.confusion, (steps != 0).astype(float))
    yield kappas(sums.confusion, steps**2)
    yield alphas(sums.with_judge)
    yield alphas(sums.people)


def _classes(confusion: Floats) -> Iterator[Floats]:
    for place in range(_K):
        hits = confusion[:, place, place]
        yield divided(hits, confusion[:, :, place].sum(axis=1))
        yield divided(hits, confusion[:, place, :].sum(axis=1))


def _score(sums: Sums, name: str, costs: Floats, method: Method) -> list[Floats]:
    shares, sample = sums.shares[name], sums.sample[name]
    observed = divided(shares, np.broadcast_to(shares.sum(axis=1, keepdims=True), shares.shape))
    raw, people = observed @ costs, divided(sample[:, 2], sample[:, 0])
    if method is Method.ROGAN_GLADEN:
        return [raw, rogan_gladen(observed, sums.confusion) @ costs, people]
    by_judge = divided(sample[:, 1], sample[:, 0])
    corrected = prediction_powered(
        judged=raw,
        judged_sample=by_judge,
        labelled_sample=people,
        power=_power(sample[:, 3:].T, by_judge, people),
    )
    return [raw, corrected, people]


def _power(moments: Floats, judge: Floats, people: Floats) -> Floats:
    """The best power from the moments about zero, weighted by the square of the weight."""
    ones, by_judge, by_people, product, square = moments
    covariance = product - judge * by_people - people * by_judge + judge * people * ones
    return best_power(covariance, square - 2 * judge * by_judge + judge**2 * ones)
