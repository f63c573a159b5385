"""Arms: scored runs by the items that they answer."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmarks.hallucination.coverage import coverage_of, coverage_warnings
from benchmarks.hallucination.judged import JudgedTrajectory
from benchmarks.hallucination.score import AnchorRule, score_trajectory
from benchmarks.hallucination.scored import journal_changed, judged_of, read_manifest
from benchmarks.manifest import Manifest
from benchmarks.runs import RunFolder


@dataclass(frozen=True, slots=True)
class Arm:
    """A scored run by item."""

    manifest: Manifest
    items: Mapping[str, list[JudgedTrajectory]]
    warnings: tuple[str, ...] = ()

    @property
    def rule(self) -> AnchorRule:
        """How its claims are weighed."""
        return AnchorRule(self.manifest.anchor)

    def score(self, item: str) -> float | None:
        """Mean score of its answers to an item; None where one is not known."""
        scores = [one.score for one in self.items[item]]
        known = [score for score in scores if score is not None]
        return sum(known) / len(known) if len(known) == len(scores) else None

    def answer(self, item: str) -> str:
        """Its answers to an item, as text."""
        return " | ".join(one.answer for one in self.items[item])


def by_item(judged: Iterable[JudgedTrajectory]) -> dict[str, list[JudgedTrajectory]]:
    """Trajectories by the item they answer; one without an item stands for itself, by its id."""
    found: defaultdict[str, list[JudgedTrajectory]] = defaultdict(list)
    for one in judged:
        found[one.item if one.item is not None else one.id].append(one)
    return dict(found)


def arm_of(run: RunFolder) -> Arm:
    """A scored run as an arm.

    Raises:
        InputError: it is not scored to its end.
    """
    judged = judged_of(run)
    changed = journal_changed(run)
    n_null = sum(one.in_scope and not score_trajectory(one).scored for one in judged)
    own = [*coverage_warnings(coverage_of(judged, n_null)), *([changed] if changed else [])]
    manifest = read_manifest(run)
    if manifest.trajectories != run.record().sha256:
        own.append("it holds other trajectories than those that were scored")
    return Arm(manifest, by_item(judged), tuple(f"{run.name}: {one}" for one in own))
