"""Trajectory hallucination scores: HR, HS, HS^w, HF, accuracy, slices; pure, from judged claims.

Method: docs/methods/hallucination.md (SCHEMA, section on HS^w, and this project's decisions).
The unit is the claim. Errors leave every sum; HF and all macro means run over trajectories with at
least one scored claim.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from benchmarks.hallucination.judged import Anchor, JudgedClaim, JudgedTrajectory, by_id
from benchmarks.statistics import DRAWS, Estimate, Interval, bootstrap_ratios, wilson
from graph.degree import TIER_WEIGHT
from graph.fields import known
from graph.vocabulary import ConceptType, HubTier, Verdict

# Trajectories that all have one value give a bootstrap nothing to vary.
ALL_ALIKE = "all alike: the interval says nothing"


class AnchorRule(StrEnum):
    """How a claim about several concepts is weighed."""

    MAX = "max"
    MEAN = "mean"


class ErrorRule(StrEnum):
    """What a claim counts that the judge failed on: nothing (ours), or 1/2 (the release)."""

    LEFT_OUT = "left_out"
    UNVERIFIABLE = "unverifiable"


@dataclass(frozen=True, slots=True)
class Score:
    """A score with its 95 % interval.

    Attributes:
        value, low, high: None where undefined; `note` says why.
        n: trajectories (for accuracy: graded trajectories) that it runs over.
        denominator: what the value is divided by: trajectories, claims, or the sum of weights.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    denominator: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class TrajectoryScore:
    """One trajectory's sums; `hs` and `hsw` are None without a scored claim."""

    id: str
    claims: int
    scored: int
    errors: int
    refuted: int
    penalty: float
    weight: float
    weighted_penalty: float

    @property
    def hs(self) -> float | None:
        """Mean penalty of the scored claims."""
        return self.penalty / self.scored if self.scored else None

    @property
    def hsw(self) -> float | None:
        """Mean penalty weighted by hub degree."""
        return self.weighted_penalty / self.weight if self.scored else None


def hub_weight(degree: int | None) -> float:
    """Weight of a claim by the degree of its concept, w = 1 + ln(1 + degree).

    Args:
        degree: relations to other concepts in the run's snapshot; None if none matches.

    Returns:
        Weight without unit, at least 1.

    Raises:
        ValueError: `degree` is negative.

    Source: SCHEMA, section on HS^w; docs/methods/hallucination.md, step 5.

    >>> hub_weight(None), hub_weight(0), round(hub_weight(9), 4)
    (1.0, 1.0, 3.3026)
    """
    if degree is None:
        return 1.0
    if degree < 0:
        raise ValueError(f"degree {degree} is negative")
    return 1.0 + math.log1p(degree)


def claim_weight(claim: JudgedClaim, rule: AnchorRule = AnchorRule.MAX) -> float:
    """Weight of a claim: of its concept of highest degree, or the mean over its concepts."""
    if not claim.anchors:
        return hub_weight(None)
    weights = [hub_weight(anchor.degree) for anchor in claim.anchors]
    return max(weights) if rule is AnchorRule.MAX else math.fsum(weights) / len(weights)


def claim_penalty(claim: JudgedClaim, errors: ErrorRule = ErrorRule.LEFT_OUT) -> float | None:
    """Penalty rho of a claim: 0, 0.5 or 1; None for an error that is left out."""
    if claim.verdict is None:
        return Verdict.UNVERIFIABLE.penalty if errors is ErrorRule.UNVERIFIABLE else None
    return claim.verdict.penalty


def score_trajectory(
    judged: JudgedTrajectory,
    rule: AnchorRule = AnchorRule.MAX,
    errors: ErrorRule = ErrorRule.LEFT_OUT,
) -> TrajectoryScore:
    """Sum up one trajectory's claims."""
    pairs = [(claim_penalty(claim, errors), claim_weight(claim, rule)) for claim in judged.claims]
    scored = [(rho, weight) for rho, weight in pairs if rho is not None]
    return TrajectoryScore(
        id=judged.id,
        claims=len(judged.claims),
        scored=len(scored),
        errors=sum(claim.verdict is None for claim in judged.claims),
        refuted=sum(claim.verdict is Verdict.REFUTED for claim in judged.claims),
        penalty=math.fsum(rho for rho, _ in scored),
        weight=math.fsum(weight for _, weight in scored),
        weighted_penalty=math.fsum(rho * weight for rho, weight in scored),
    )


# -- a run ----------------------------------------------------------------------------------------

Ratio = Callable[[TrajectoryScore], tuple[float, float]]

RATIOS: dict[str, Ratio] = {
    "hr": lambda t: (t.refuted / t.scored, 1.0),
    "hr_micro": lambda t: (float(t.refuted), float(t.scored)),
    "hs_macro": lambda t: (t.penalty / t.scored, 1.0),
    "hs_micro": lambda t: (t.penalty, float(t.scored)),
    "hsw_macro": lambda t: (t.weighted_penalty / t.weight, 1.0),
    "hsw_micro": lambda t: (t.weighted_penalty, t.weight),
}
SLICE_RATIOS = ("hs_macro", "hsw_macro", "hs_micro", "hsw_micro", "hr_micro")


@dataclass(frozen=True, slots=True)
class RunScores:
    """Every score of a run; names as `hubscope score --json` prints them."""

    scores: dict[str, Score]
    slices: dict[str, dict[str, dict[str, Score]]]
    n_null: int

    def __getitem__(self, name: str) -> Score:
        return self.scores[name]


def score_run(
    judged: Iterable[JudgedTrajectory],
    *,
    seed: int,
    draws: int = DRAWS,
    rule: AnchorRule = AnchorRule.MAX,
    errors: ErrorRule = ErrorRule.LEFT_OUT,
) -> RunScores:
    """Score a run.

    Args:
        judged: every trajectory of the run, in any order; those out of scope count for accuracy
            only.
        seed: of the bootstrap over trajectories.
        draws: resamples.
        rule: how a claim about several concepts is weighed.
        errors: what a claim counts that the judge failed on.
    """
    trajectories = by_id(judged)
    in_scope = [one for one in trajectories if one.in_scope]
    columns = [_Column("", "", name) for name in RATIOS]
    columns += [
        _Column(dimension, value, name)
        for dimension, values in _slice_values(in_scope).items()
        for value in values
        for name in SLICE_RATIOS
    ]
    estimates = _bootstrap(in_scope, columns, seed, draws, rule, errors)
    scores = {c.ratio: s for c, s in zip(columns, estimates, strict=True) if not c.dimension}
    slices: dict[str, dict[str, dict[str, Score]]] = {}
    for column, estimate in zip(columns, estimates, strict=True):
        if column.dimension:
            by_value = slices.setdefault(column.dimension, {})
            by_value.setdefault(column.value, {})[column.ratio] = estimate
    totals = [score_trajectory(one, rule, errors) for one in in_scope]
    scored = [total for total in totals if total.scored]
    scores["hf"] = _proportion(sum(total.refuted > 0 for total in scored), len(scored))
    scores["acc"], scores["wacc"] = _accuracies(trajectories, seed, draws)
    return RunScores(scores, slices, len(totals) - len(scored))


@dataclass(frozen=True, slots=True)
class _Column:
    dimension: str
    value: str
    ratio: str


def _bootstrap(
    judged: Sequence[JudgedTrajectory],
    columns: Sequence[_Column],
    seed: int,
    draws: int,
    rule: AnchorRule,
    errors: ErrorRule,
) -> list[Score]:
    """One score a column; all columns share the resamples."""
    shape = (len(judged), len(columns))
    tops, bottoms = np.zeros(shape), np.zeros(shape)
    wanted: dict[tuple[str, str], list[tuple[int, Ratio]]] = {}
    for place, column in enumerate(columns):
        part = column.dimension, column.value
        wanted.setdefault(part, []).append((place, RATIOS[column.ratio]))
    for row, one in enumerate(judged):
        for part, some in {("", ""): one, **_parts(one)}.items():
            total = score_trajectory(some, rule, errors)
            for place, ratio in wanted[part] if total.scored else ():
                tops[row, place], bottoms[row, place] = ratio(total)
    if not judged:
        return [_score(Estimate(None, None, "no trajectory in scope"), 0, 0.0) for _ in columns]
    estimates = bootstrap_ratios(tops, bottoms, seed=seed, draws=draws)
    n = (bottoms > 0).sum(axis=0)
    return [_score(e, int(n[i]), float(bottoms[:, i].sum())) for i, e in enumerate(estimates)]


def _score(estimate: Estimate, n: int, denominator: float) -> Score:
    low = estimate.interval.low if estimate.interval else None
    high = estimate.interval.high if estimate.interval else None
    note = estimate.note
    if n > 1 and low is not None and high is not None and math.isclose(low, high, abs_tol=1e-12):
        note = note or ALL_ALIKE
    return Score(estimate.value, low, high, n, denominator, note)


def _proportion(k: int, n: int) -> Score:
    interval: Interval | None = wilson(k, n)
    if interval is None:
        return Score(None, None, None, 0, 0.0, "nothing to divide by")
    return Score(k / n, interval.low, interval.high, n, float(n))


def _accuracies(
    trajectories: Sequence[JudgedTrajectory], seed: int, draws: int
) -> tuple[Score, Score]:
    """Acc and WAcc = sum(score weight) / sum(weight) over every graded trajectory, in scope or not.

    Source of the weights of an item's hub tier, `TIER_WEIGHT`: SCHEMA's release.
    """
    graded = [
        (one.score, TIER_WEIGHT[one.item_tier]) for one in trajectories if one.score is not None
    ]
    if not graded:
        none = Score(None, None, None, 0, 0.0, "no trajectory has a known score")
        return none, none
    values: NDArray[np.float64] = np.array(graded, dtype=np.float64)
    ones = np.ones(len(values))
    tops = np.column_stack([values[:, 0], values[:, 0] * values[:, 1]])
    bottoms = np.column_stack([ones, values[:, 1]])
    plain, weighted = bootstrap_ratios(tops, bottoms, seed=seed, draws=draws)
    accuracy = _score(plain, len(values), float(len(values)))
    if np.isin(values[:, 0], (0.0, 1.0)).all():
        accuracy = _proportion(int(values[:, 0].sum()), len(values))
    return accuracy, _score(weighted, len(values), float(values[:, 1].sum()))


# -- slices ---------------------------------------------------------------------------------------


def _claim_slices(claim: JudgedClaim) -> dict[str, str]:
    """Slice of a claim in every dimension that depends on its concept or evidence."""
    anchor = claim.anchors[0] if claim.anchors else None
    return {
        "type": anchor.type if anchor else "unanchored",
        "band": _band(anchor),
        "hub_tier": anchor.tier if anchor else HubTier.OFF,
        "evidence": claim.evidence_tier or "none",
    }


def _band(anchor: Anchor | None) -> str:
    if anchor is None:
        return "unanchored"
    return known().bands.get(ConceptType(anchor.type), "") or "no band"


def _parts(judged: JudgedTrajectory) -> dict[tuple[str, str], JudgedTrajectory]:
    """The trajectory cut down to the claims of each slice that it has claims in."""
    groups: dict[tuple[str, str], list[JudgedClaim]] = {}
    for claim in judged.claims:
        for part in _claim_slices(claim).items():
            groups.setdefault(part, []).append(claim)
    parts = {
        part: JudgedTrajectory(id=judged.id, claims=tuple(claims))
        for part, claims in groups.items()
    }
    if judged.kind:
        parts["task", judged.kind] = judged
    if judged.anchoring:
        parts["anchoring", judged.anchoring] = judged
    return parts


def _slice_values(judged: Sequence[JudgedTrajectory]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for one in judged:
        for dimension, value in _parts(one):
            found.setdefault(dimension, set()).add(value)
    return {dimension: sorted(found[dimension]) for dimension in sorted(found)}
