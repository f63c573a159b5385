"""Comparison: two runs item by item, what flips, and whether they may be compared at all.

Method: docs/methods/comparison.md. The first run is the one before, the second the one after.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.arms import Arm, arm_of
from benchmarks.cohort import WRONG_ONLY, cohort_warnings, scope_warning
from benchmarks.hallucination.judged import JudgedTrajectory
from benchmarks.manifest import Manifest
from benchmarks.runs import RunFolder
from benchmarks.score_differences import Difference, score_differences, score_of
from benchmarks.statistics import (
    Estimate,
    Interval,
    Paired,
    bootstrap,
    divided,
    holm,
    paired,
    paired_difference,
    wilson,
)
from graph.names import identity
from graph.vocabulary import Verdict
from hubscope.errors import InputError


@dataclass(frozen=True, slots=True)
class Missing:
    """Items of one run only: what the first lacks, and what the second lacks."""

    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemFlip:
    """An item that one run answers right and the other wrong: `gain` = the second is right."""

    item: str
    gain: bool
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class ClaimFlip:
    """What both runs say of an item and what is judged differently; a verdict None is an error."""

    item: str
    text: str
    first: Verdict | None
    second: Verdict | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the same items.

    Attributes:
        items: that both answer and that are graded in both.
        net: gain less loss, in items; `interval` is its 95 % interval, in items, too.
        accuracy: of both over these items; with partial credit, their mean scores.
        mcnemar_p: exact, two-sided; `holm_p` adjusted for the comparisons made with it.
        missing: items of one run only, graded there or not.
        not_graded: items of both that at least one run has no known score for.
        repeated: items that a run answers more than once: right where every answer is.
        scores: name to its difference, over the items with a scored claim in both runs.
        scored_in_both: how many those are; `same_claims`: claims of equal text among them.
    """

    first: str
    second: str
    items: int
    both: int
    gain: int
    loss: int
    neither: int
    retention: float | None
    net: int
    interval: Interval | None
    accuracy: Difference
    mcnemar_p: float
    holm_p: float
    missing: Missing
    not_graded: tuple[str, ...]
    repeated: tuple[str, ...]
    scored_in_both: int
    scores: dict[str, Difference]
    item_flips: tuple[ItemFlip, ...]
    same_claims: int
    claim_flips: tuple[ClaimFlip, ...]
    warnings: tuple[str, ...]


def compare(runs: Sequence[RunFolder]) -> list[Comparison]:
    """Compare the first run with every other, item by item.

    Raises:
        InputError: fewer than two runs, a run twice, or one that is not scored to its end.
    """
    if len({run.name for run in runs}) < max(2, len(runs)):
        raise InputError(
            "name at least two runs, each once: the first is compared with the others",
            reason="unknown_run",
        )
    arms = [arm_of(run) for run in runs]
    made = [_compared(arms[0], arm) for arm in arms[1:]]
    adjusted = holm([one.mcnemar_p for one in made])
    return [replace(one, holm_p=p) for one, p in zip(made, adjusted, strict=True)]


def _compared(first: Arm, second: Arm) -> Comparison:
    shared = sorted(first.items.keys() & second.items.keys())
    scores = {
        item: (before, after)
        for item in shared
        if (before := first.score(item)) is not None and (after := second.score(item)) is not None
    }
    counted = paired(
        {item: before >= 1 for item, (before, _) in scores.items()},
        {item: after >= 1 for item, (_, after) in scores.items()},
    )
    accuracy, interval = _accuracy(scores, counted, first.manifest)
    differences, scored_in_both = score_differences(shared, first, second)
    claims = list(_same_claims(shared, first, second))
    return Comparison(
        first=first.manifest.run,
        second=second.manifest.run,
        items=len(scores),
        both=counted.both,
        gain=counted.gain,
        loss=counted.loss,
        neither=counted.neither,
        retention=counted.retention,
        net=counted.net,
        interval=interval,
        accuracy=accuracy,
        mcnemar_p=counted.p,
        holm_p=counted.p,
        missing=Missing(
            first=tuple(sorted(second.items.keys() - first.items.keys())),
            second=tuple(sorted(first.items.keys() - second.items.keys())),
        ),
        not_graded=tuple(item for item in shared if item not in scores),
        repeated=tuple(
            item for item in shared if max(len(first.items[item]), len(second.items[item])) > 1
        ),
        scored_in_both=scored_in_both,
        scores=differences,
        item_flips=tuple(_item_flips(scores, first, second)),
        same_claims=len(claims),
        claim_flips=tuple(one for one in claims if one.first is not one.second),
        warnings=tuple(_warnings(first, second)),
    )


def _accuracy(
    scores: Mapping[str, tuple[float, float]], counted: Paired, manifest: Manifest
) -> tuple[Difference, Interval | None]:
    """Accuracy of both over the items graded in both, and the interval of the net of items."""
    n = len(scores)
    net = paired_difference(
        both=counted.both, gain=counted.gain, loss=counted.loss, neither=counted.neither
    )
    interval = net.interval and Interval(n * net.interval.low, n * net.interval.high)
    if not n or any(value not in (0.0, 1.0) for pair in scores.values() for value in pair):
        return _mean_scores(list(scores.values()), manifest), interval
    before, after = (
        Estimate(k / n, wilson(k, n))
        for k in (counted.both + counted.loss, counted.both + counted.gain)
    )
    first, second, difference = (score_of(one, n, float(n)) for one in (before, after, net))
    return Difference(first, second, difference), interval


def _mean_scores(scores: Sequence[tuple[float, float]], manifest: Manifest) -> Difference:
    """The same with partial credit: items are resampled, both runs together."""
    n = len(scores)
    sums = np.array([[before, after, after - before, 1.0] for before, after in scores])
    found = bootstrap(
        sums.reshape(n, 4),
        lambda total: divided(total[:, :3], np.repeat(total[:, 3:], 3, axis=1)),
        seed=manifest.seed,
        draws=manifest.draws,
    )
    first, second, difference = (score_of(one, n, float(n)) for one in found)
    return Difference(first, second, difference)


# -- flips and warnings ---------------------------------------------------------------------------


def _item_flips(
    scores: Mapping[str, tuple[float, float]], first: Arm, second: Arm
) -> Iterator[ItemFlip]:
    for item, (before, after) in scores.items():
        if (before >= 1) is not (after >= 1):
            yield ItemFlip(item, after >= 1, first.answer(item), second.answer(item))


def _same_claims(shared: Iterable[str], first: Arm, second: Arm) -> Iterator[ClaimFlip]:
    """Claims of equal wording that both runs make of an item, with both verdicts."""
    for item in shared:
        before, after = _verdicts(first.items[item]), _verdicts(second.items[item])
        for key in sorted(before.keys() & after.keys()):
            text, verdict = before[key]
            yield ClaimFlip(item, text, verdict, after[key][1])


def _verdicts(judged: Iterable[JudgedTrajectory]) -> dict[str, tuple[str, Verdict | None]]:
    return {
        identity(claim.text): (claim.text, claim.verdict)
        for one in judged
        if one.in_scope
        for claim in one.claims
    }


def _warnings(first: Arm, second: Arm) -> Iterator[str]:
    manifests = [first.manifest, second.manifest]
    yield from cohort_warnings(manifests)
    if said := scope_warning(manifests):
        yield said
    if all(one.scope == WRONG_ONLY for one in manifests):
        yield "HS and HS^w are compared over the items that both runs answer wrong"
    if first.manifest.trajectories == second.manifest.trajectories:
        yield "both runs hold the same trajectories: what differs is how they were judged"
    yield from (*first.warnings, *second.warnings)
