"""Importing trajectories: files of any format to runs, duplicates seen, problems listed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.agents.formats import AUTO, FORMATS, guess_format
from benchmarks.agents.formats.own import to_record
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.keys import digest


@dataclass(frozen=True, slots=True)
class Imported:
    """What some files held.

    Attributes:
        format: the format read; several, where files differ, joined by commas.
        runs: name that the records give their run ("" if none) to its trajectories, file order.
        problems: records left out or repaired, in file order.
        duplicates: trajectories that were there already, word for word.
    """

    format: str
    runs: dict[str, tuple[Trajectory, ...]]
    problems: tuple[Problem, ...] = ()
    duplicates: int = 0

    @property
    def n_trajectories(self) -> int:
        """Trajectories of all runs."""
        return sum(len(run) for run in self.runs.values())

    @property
    def n_steps(self) -> int:
        """Steps of all trajectories."""
        return sum(len(trajectory.steps) for run in self.runs.values() for trajectory in run)


def import_trajectories(
    paths: Iterable[Path], format: str = AUTO, mapping: Mapping[str, str] | None = None
) -> Imported:
    """Read files into runs.

    One trajectory that comes twice is one. Two that differ under one id in one run are both kept:
    the later gets an id made of the first and its content, and a `duplicate_id` problem.

    Args:
        paths: the files.
        format: a name of FORMATS, or "auto" to guess each file's.
        mapping: field to column, for the format `table`.

    Raises:
        InputError: a file cannot be read, no format fits it, or the mapping is wrong.
    """
    runs: dict[str, dict[str, Trajectory]] = {}
    problems: list[Problem] = []
    formats: list[str] = []
    duplicates = 0
    for path in paths:
        name = guess_format(path, mapping) if format == AUTO else format
        formats.append(name)
        for record in FORMATS.load(name).read(path, mapping):
            if isinstance(record, Problem):
                problems.append(record)
                continue
            unique = _unique(record, runs.setdefault(record.run, {}))
            if unique is None:
                duplicates += 1
                continue
            if unique.id != record.id:
                problems.append(Problem(f"{path} {record.id}", "duplicate_id"))
            runs[record.run][unique.id] = unique
    return Imported(
        format=",".join(dict.fromkeys(formats)),
        runs={run: tuple(members.values()) for run, members in runs.items()},
        problems=tuple(problems),
        duplicates=duplicates,
    )


def _unique(trajectory: Trajectory, run: dict[str, Trajectory]) -> Trajectory | None:
    """The trajectory under an id that is free; None if it is there already."""
    if trajectory.id not in run:
        return trajectory
    if run[trajectory.id] == trajectory:
        return None
    renamed = replace(trajectory, id=f"{trajectory.id}~{digest(to_record(trajectory))[:8]}")
    return None if renamed.id in run else renamed
