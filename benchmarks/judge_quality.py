"""What a calibration says of a judge: agreement, classes, pairs of raters, corrected scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from benchmarks.agreement import agreement
from benchmarks.hallucination.score import Score
from benchmarks.human_labels import SaidClaim, consensus
from benchmarks.measured_judge import VERDICTS, Labels, Sums
from benchmarks.statistics import Estimate
from graph.vocabulary import Verdict

JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class ClassQuality:
    """How far one verdict can be trusted.

    Attributes:
        precision: of the judge's verdicts of this class, those that people share.
        recall: of people's labels of this class, those that the judge gives.
    """

    precision: Score
    recall: Score


@dataclass(frozen=True, slots=True)
class Pair:
    """Two who labelled the same claims; kappas None with `reason` where undefined."""

    first: str
    second: str
    n: int
    agreement: float | None
    kappa: float | None
    weighted_kappa: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """A score by the judge alone, corrected, and by people alone."""

    raw: Score
    corrected: Score
    people: Score


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A claim on which people and the judge part."""

    claim: str
    trajectory: str
    text: str
    label: Verdict
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class QualityTable:
    """Estimates by name, with what each is divided by; `sums` has a row a trajectory."""

    found: dict[str, Estimate]
    sums: Sums

    def agreement(self, name: str) -> Score:
        """Agreement, a kappa or an alpha; the alphas are divided by ratings, not by claims."""
        counts = {"alpha": self.sums.with_judge, "alpha_people": self.sums.people}
        return self._score(name, counts.get(name, self.sums.confusion).sum(axis=(1, 2)))

    def classes(self) -> dict[str, ClassQuality]:
        """Precision and recall of every verdict."""
        table = self.sums.confusion
        return {
            verdict: ClassQuality(
                self._score(f"precision {verdict}", table[:, :, place].sum(axis=1)),
                self._score(f"recall {verdict}", table[:, place, :].sum(axis=1)),
            )
            for place, verdict in enumerate(VERDICTS)
        }

    def corrected(self, name: str) -> Corrected:
        """A score by the judge, corrected, and by people."""
        everything, sample = self.sums.shares[name].sum(axis=1), self.sums.sample[name][:, 0]
        return Corrected(
            self._score(f"raw {name}", everything),
            self._score(f"corrected {name}", sample),
            self._score(f"people {name}", sample),
        )

    def _score(self, name: str, divisors: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Score:
        one, n = self.found[name], int((divisors > 0).sum())
        low, high = (one.interval.low, one.interval.high) if one.interval else (None, None)
        note = "one_cluster" if n == 1 and one.value is not None else one.note
        return Score(one.value, low, high, n, float(divisors.sum()), note)


def confusion_of(total: Sums) -> dict[str, dict[str, int]]:
    """People's label to the judge's verdict to claims, from sums over all trajectories."""
    return {
        label: {verdict: int(total.confusion[0, i, j]) for j, verdict in enumerate(VERDICTS)}
        for i, label in enumerate(VERDICTS)
    }


def pairs_of(labelled: Sequence[SaidClaim], labels: Labels) -> Iterator[Pair]:
    """Everyone with everyone who labelled a claim that they did, the judge first."""
    by_rater: dict[str, dict[str, Verdict]] = {
        JUDGE: {one.id: one.claim.verdict for one in labelled if one.claim.verdict is not None}
    }
    for one in labelled:
        for rater, verdict in sorted(labels[one.id].items()):
            name = rater if rater != JUDGE else f"{rater} (rater)"
            by_rater.setdefault(name, {})[one.id] = verdict
    for first, second in combinations([JUDGE, *sorted(by_rater.keys() - {JUDGE})], 2):
        shared = sorted(by_rater[first].keys() & by_rater[second].keys())
        if shared:
            found = agreement(
                [by_rater[first][id] for id in shared],
                [by_rater[second][id] for id in shared],
                VERDICTS,
            )
            yield Pair(
                first,
                second,
                found.n,
                found.agreement,
                found.kappa,
                found.weighted_kappa,
                found.reason,
            )


def disagreements_of(answered: Sequence[SaidClaim], labels: Labels) -> Iterator[Disagreement]:
    """The claims whose label by people is not the judge's verdict, in their order."""
    for one in answered:
        label, verdict = consensus(labels[one.id]), one.claim.verdict
        if label is not None and verdict is not None and label is not verdict:
            yield Disagreement(one.id, one.trajectory, one.claim.text, label, verdict)
