"""Lint report of an import: what was odd about records, counted by kind, with where.

A note of a trajectory is a kind and what it is about (`orphan_call:c1`); a problem is a record that
was left out or could be used only in part.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.agents.trajectory import Problem, Trajectory

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class LintKind:
    """One kind of oddity.

    Attributes:
        kind: a stable word.
        count: how often it occurs.
        records: in how many trajectories, or records, it does.
        where: the first few places: run, trajectory and note, or file and line.
    """

    kind: str
    count: int
    records: int
    where: tuple[str, ...]


def lint_report(runs: Mapping[str, Sequence[Trajectory]]) -> tuple[LintKind, ...]:
    """Notes of all trajectories by kind, the most frequent first.

    >>> t = Trajectory("t1", (), lint=("gap:2", "gap:3", "orphan_call:c1"))
    >>> [(one.kind, one.count, one.records) for one in lint_report({"base": [t]})]
    [('gap', 2, 1), ('orphan_call', 1, 1)]
    """
    places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for run, trajectories in runs.items():
        for trajectory in trajectories:
            record = f"{run} {trajectory.id}".strip()
            for note in trajectory.lint:
                kind, _, about = note.partition(":")
                places[kind].append((record, f"{record} {about}".strip()))
    return _by_kind(places)


def problem_report(problems: Iterable[Problem]) -> tuple[LintKind, ...]:
    """Problems by kind, the most frequent first."""
    places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for problem in problems:
        shown = f"{problem.where} {problem.detail}".strip()
        places[problem.kind].append((problem.where, shown))
    return _by_kind(places)


def _by_kind(places: Mapping[str, list[tuple[str, str]]]) -> tuple[LintKind, ...]:
    kinds = [
        LintKind(
            kind,
            count=len(found),
            records=len({record for record, _ in found}),
            where=tuple(shown for _, shown in found[:_SHOWN]),
        )
        for kind, found in places.items()
    ]
    return tuple(sorted(kinds, key=lambda one: (-one.count, one.kind)))
