"""How often the 95 % intervals of `hubscope calibrate` hold the truth, by simulation.

    python -m perf.calibration_coverage [REPETITIONS [JUDGE]]

Runs are drawn from a population with a known HS and HS^w: trajectories differ in how often they are
wrong and in how often the judge errs on them, errors sit on hubs more than elsewhere. A random
sample of each run's claims is labelled; every interval is the product's own, of the bootstrap over
trajectories. Nominal 95 %; a measured coverage has a Wilson interval of its own.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from benchmarks.measured_judge import (
    VERDICTS,
    Counted,
    Floats,
    Method,
    sums_of,
    value_names,
    values,
)
from benchmarks.statistics import bootstrap, wilson

SEED = 20261130
TRAJECTORIES = 200
DRAWS = 1_000
LABELLED = (50, 100, 200, 400)
SHOWN = ("hs_micro", "hsw_micro")
# Shares of supported, unverifiable and refuted claims; how far trajectories scatter around them.
SHARES, CONCENTRATION = np.array([0.60, 0.25, 0.15]), 4.0
# P(verdict | truth), rows = truth: a fair judge, and one as poor as the embedded one on answers of
# other models (docs/methods/calibration.md).
JUDGES = {
    "fair": np.array([[0.78, 0.17, 0.05], [0.25, 0.60, 0.15], [0.15, 0.25, 0.60]]),
    "poor": np.array([[0.60, 0.20, 0.20], [0.28, 0.50, 0.22], [0.35, 0.25, 0.40]]),
}
# A trajectory's share of claims that the judge reads at random: its errors come in clusters.
CLUMSY = (0.3, 2.0)
# A claim about a hub is wrong more often: odds of `refuted` grow by this for each unit of weight.
HUB_PULL = 0.25


@dataclass(frozen=True, slots=True)
class Tried:
    """Intervals of one estimator: how many held the truth, and their total width."""

    held: int = 0
    width: float = 0.0
    n: int = 0


def main(arguments: Sequence[str]) -> None:
    """Print coverage and width of every estimator by judge and number of labelled claims."""
    repetitions = int(arguments[0]) if arguments else 1_000
    print(f"{repetitions} runs of {TRAJECTORIES} trajectories each, {DRAWS} draws a bootstrap")
    for judge in arguments[1:] or JUDGES:
        _judge(judge, repetitions)


def _judge(judge: str, repetitions: int) -> None:
    generator, confusion = np.random.default_rng(SEED), JUDGES[judge]
    truth, by_judge = _population(generator, confusion)
    for name in SHOWN:
        print(f"{judge} judge, {name}: truth {truth[name]:.3f}, judge says {by_judge[name]:.3f}")
    print("| judge | labelled | score | estimator | coverage | 95 % interval of it | mean width |")
    print("|---|---:|---|---|---:|---|---:|")
    for labelled in LABELLED:
        tried: dict[tuple[str, str], Tried] = {}
        for _ in range(repetitions):
            run = _run(generator, confusion, TRAJECTORIES)
            _try(run, labelled, truth, tried, generator)
        for (score, estimator), one in sorted(tried.items()):
            interval = wilson(one.held, one.n)
            assert interval is not None
            print(
                f"| {judge} | {labelled} | {score} | {estimator} | {one.held / one.n:.3f}"
                f" | [{interval.low:.3f}, {interval.high:.3f}] | {one.width / one.n:.3f} |",
                flush=True,
            )


def _population(
    generator: np.random.Generator, confusion: Floats
) -> tuple[dict[str, float], dict[str, float]]:
    """HS and HS^w in truth and by the judge, of a run so large that its own error is nothing."""
    claims = [claim for one in _run(generator, confusion, 60_000) for claim in one]
    weights = {"hs_micro": np.ones(len(claims)), "hsw_micro": np.array([c.weight for c in claims])}
    truth = np.array([claim.labels["truth"].penalty for claim in claims])
    by_judge = np.array([claim.verdict.penalty for claim in claims])
    first, second = (
        {name: float((w * penalties).sum() / w.sum()) for name, w in weights.items()}
        for penalties in (truth, by_judge)
    )
    return first, second


def _run(
    generator: np.random.Generator, confusion: Floats, trajectories: int
) -> list[list[Counted]]:
    """Trajectories with every claim's truth in `labels`, verdicts by a judge that errs."""
    return [_trajectory(generator, confusion) for _ in range(trajectories)]


def _trajectory(generator: np.random.Generator, confusion: Floats) -> list[Counted]:
    shares = generator.dirichlet(SHARES * CONCENTRATION)
    clumsy = generator.beta(*CLUMSY)
    n = 1 + generator.poisson(4)
    weights = 1 + np.log1p(np.floor(generator.pareto(1.2, n) * 2))
    made = []
    for weight in weights:
        pulled = shares * np.array([1.0, 1.0, np.exp(HUB_PULL * (weight - 1))])
        truth = generator.choice(3, p=pulled / pulled.sum())
        row = SHARES if generator.random() < clumsy else confusion[truth]
        verdict = generator.choice(3, p=row)
        made.append(Counted(VERDICTS[verdict], float(weight), {"truth": VERDICTS[truth]}))
    return made


def _try(
    run: Sequence[Sequence[Counted]],
    labelled: int,
    truth: dict[str, float],
    tried: dict[tuple[str, str], Tried],
    generator: np.random.Generator,
) -> None:
    places = [(i, j) for i, one in enumerate(run) for j in range(len(one))]
    drawn = generator.choice(len(places), labelled, replace=False)
    kept = {places[place] for place in drawn}
    sample = [
        [claim if (i, j) in kept else replace(claim, labels={}) for j, claim in enumerate(one)]
        for i, one in enumerate(run)
    ]
    sums = sums_of(sample)
    seed = int(generator.integers(1 << 31))
    for method in Method:
        found = dict(
            zip(
                value_names(),
                bootstrap(sums, partial(values, method=method), seed=seed, draws=DRAWS),
                strict=True,
            )
        )
        estimators = {f"corrected ({method})": "corrected"}
        if method is Method.PPI:
            estimators |= {"judge alone": "raw", "people alone": "people"}
        for score in SHOWN:
            for shown, name in estimators.items():
                interval = found[f"{name} {score}"].interval
                if interval is None:
                    continue
                before = tried.get((score, shown), Tried())
                tried[score, shown] = Tried(
                    before.held + (interval.low <= truth[score] <= interval.high),
                    before.width + interval.high - interval.low,
                    before.n + 1,
                )


if __name__ == "__main__":
    main(sys.argv[1:])
