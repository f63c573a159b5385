"""Failure hubs: where a run fails, shrunken for few claims, ranked by how much it matters.

Per concept: n judged claims, r = sum of penalties. Shrunken failure = (r + a) / (n + a + b); a and
b come from the moments of all concepts of the run (empirical Bayes; docs/methods/hallucination.md).
Rank = lower end of the 90 % interval of that beta, times ln(1 + degree).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scipy.special import betaincinv

from benchmarks.hallucination.judged import Anchor, JudgedTrajectory
from benchmarks.hallucination.score import claim_penalty
from graph.results import FailureHub
from graph.vocabulary import Verdict

# Where the moments give no valid beta the prior weighs as much as this many claims.
FALLBACK_CLAIMS = 10.0
FEWEST_CONCEPTS = 5


@dataclass(slots=True)
class Tally:
    """What a run's scored claims say about one concept."""

    anchor: Anchor
    n: int = 0
    penalty: float = 0.0
    refuted: int = 0
    unverifiable: int = 0


@dataclass(frozen=True, slots=True)
class BetaPrior:
    """A beta prior; `fitted` False = the fall-back."""

    a: float
    b: float
    fitted: bool


def tally(judged: Iterable[JudgedTrajectory]) -> list[Tally]:
    """Count scored claims by the concept they are anchored to, by concept key."""
    found: dict[str, Tally] = {}
    for one in judged:
        for claim in one.claims if one.in_scope else ():
            rho = claim_penalty(claim)
            if rho is None or not claim.anchors:
                continue
            anchor = claim.anchors[0]
            counted = found.setdefault(anchor.key, Tally(anchor))
            counted.n += 1
            counted.penalty += rho
            counted.refuted += claim.verdict is Verdict.REFUTED
            counted.unverifiable += claim.verdict is Verdict.UNVERIFIABLE
    return [found[key] for key in sorted(found)]


def fit_prior(counts: Sequence[tuple[int, float]]) -> BetaPrior:
    """Beta prior by the moments of beta-binomial rates with unequal n.

    Args:
        counts: (n, r) of every concept, n >= 1, 0 <= r <= n.

    Returns:
        The prior; ten claims at the mean where there are fewer than five concepts or the rates do
        not differ more than chance makes them.

    Source: J. C. Kleinman, JASA 68 (1973), the moment estimator with weights n.
    """
    total = sum(n for n, _ in counts)
    if total == 0:
        return BetaPrior(FALLBACK_CLAIMS / 2, FALLBACK_CLAIMS / 2, fitted=False)
    mean = math.fsum(r for _, r in counts) / total
    spread = math.fsum(n * (r / n - mean) ** 2 for n, r in counts)
    noise = mean * (1 - mean)
    free = len(counts) - 1
    room = noise * (total - math.fsum(n * n for n, _ in counts) / total - free)
    if len(counts) >= FEWEST_CONCEPTS and room > 0:
        correlation = (spread - noise * free) / room
        if 0 < correlation < 1:
            weight = 1 / correlation - 1
            return BetaPrior(mean * weight, (1 - mean) * weight, fitted=True)
    return BetaPrior(mean * FALLBACK_CLAIMS, (1 - mean) * FALLBACK_CLAIMS, fitted=False)


def shrink(n: int, r: float, prior: BetaPrior) -> tuple[float, float, float]:
    """Shrunken failure and the ends of its 90 % interval."""
    a, b = r + prior.a, n - r + prior.b
    if a <= 0:
        return 0.0, 0.0, 0.0
    if b <= 0:
        return 1.0, 1.0, 1.0
    return a / (a + b), float(betaincinv(a, b, 0.05)), float(betaincinv(a, b, 0.95))


def failure_hubs(judged: Iterable[JudgedTrajectory]) -> list[FailureHub]:
    """Every concept with a scored claim, the worst failure hub first, ties by key."""
    tallies = tally(judged)
    prior = fit_prior([(one.n, one.penalty) for one in tallies])
    hubs = [_hub(one, prior) for one in tallies]
    return sorted(hubs, key=_place)


def _place(hub: FailureHub) -> tuple[bool, float, float, str]:
    """Shrinkage lifts what never failed, too: it stands after all that did."""
    return (hub.penalty == 0, -hub.rank_score, -hub.failure, hub.concept)


def _hub(one: Tally, prior: BetaPrior) -> FailureHub:
    failure, low, high = shrink(one.n, one.penalty, prior)
    return FailureHub(
        concept=one.anchor.key,
        name=one.anchor.name,
        type=one.anchor.type,
        degree=one.anchor.degree,
        n=one.n,
        penalty=one.penalty,
        refuted=one.refuted,
        unverifiable=one.unverifiable,
        failure=failure,
        low=low,
        high=high,
        rank_score=low * math.log1p(one.anchor.degree),
    )
