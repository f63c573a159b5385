"""Importing trajectories: files of any format to runs, duplicates seen, problems listed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.agents.formats import AUTO, FORMATS, guess_format
from benchmarks.agents.formats.own import to_record
from benchmarks.agents.lint import problem_report
from benchmarks.agents.trajectory import Problem, Trajectory
from benchmarks.runs import Import, RunRecord, create_runs, list_runs
from hubscope.errors import InputError
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


@dataclass(frozen=True, slots=True)
class Kept:
    """A run that an import made; `unchanged` where an earlier import had made the same."""

    record: RunRecord
    unchanged: bool


def keep_runs(
    home: Path, found: Imported, name: str, *, items: str, paths: Sequence[Path]
) -> list[Kept]:
    """Make runs of what files held: one called `name`, or of each run in them one, `name:theirs`.

    Args:
        home: the folder of everything hubscope keeps.
        found: what the files held.
        name: of the run.
        items: the source whose item ids the trajectories use, "" = any.
        paths: the files.

    Raises:
        InputError: there is no trajectory, or a run of that name holds something else.
    """
    if not found.runs:
        kinds = ", ".join(f"{one.kind} {one.count}" for one in problem_report(found.problems))
        because = f" ({kinds})" if kinds else ""
        raise InputError(f"{paths[0]}: no trajectory in it{because}", reason="no_valid_items")
    several = len(found.runs) > 1
    runs = {(f"{name}:{theirs}" if several else name): some for theirs, some in found.runs.items()}
    origin = Import(found.format, items, tuple(path.name for path in paths), found.problems)
    before = {run.name for run in list_runs(home)}
    # What was there and holds anything else is refused.
    return [
        Kept(run.record(), unchanged=run.name in before) for run in create_runs(home, runs, origin)
    ]


def _unique(trajectory: Trajectory, run: dict[str, Trajectory]) -> Trajectory | None:
    """The trajectory under an id that is free; None if it is there already."""
    if trajectory.id not in run:
        return trajectory
    if run[trajectory.id] == trajectory:
        return None
    renamed = replace(trajectory, id=f"{trajectory.id}~{digest(to_record(trajectory))[:8]}")
    return None if renamed.id in run else renamed
