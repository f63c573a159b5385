"""Run folders: the truth about a run. What the graph holds of it is a copy.

runs/<name>/
run.json            what was imported: files, items' source, counts, hashes
trajectories.jsonl  hubscope's own format
problems.jsonl      records that could not be imported, or only partly
judged.jsonl        journal of judging: one line a trajectory
snapshot.json       degrees at the time of scoring
manifest.json       everything that makes two scored runs comparable
scores.json         derived from the above; `verify` derives it again
"""

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from benchmarks.agents.formats import own
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.files import Journal, read_journal, write_atomically
from hubscope.keys import canonical_json, digest_file


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What was imported.

    Attributes:
        items: source whose items the trajectories' item ids mean, "" = any source that has the id.
        sha256: of trajectories.jsonl.
    """

    name: str
    model: str
    format: str
    items: str
    trajectories: int
    steps: int
    problems: int
    sha256: str
    imported_from: tuple[str, ...]


class RunFolder:
    """One run on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.judged = path / "judged.jsonl"
        self.snapshot = path / "snapshot.json"
        self.trajectories_file = path / "trajectories.jsonl"

    @property
    def name(self) -> str:
        """The run's name, decoded from the folder's."""
        return unquote(self.path.name)

    def record(self) -> RunRecord:
        """What was imported.

        Raises:
            InputError: the folder holds no run.
        """
        return from_json(RunRecord, self.read("run.json"))

    def trajectories(self) -> Iterator[Trajectory]:
        """The trajectories in the order of import.

        Raises:
            InputError: a line is broken.
        """
        for one in own.read(self.trajectories_file):
            if isinstance(one, Problem):
                raise InputError(f"{one.where}: {one.kind}: the run folder was changed by hand")
            yield one

    def problems(self) -> list[Problem]:
        """Records that could not be imported, or only partly."""
        return [from_json(Problem, row) for row in read_journal(self.path / "problems.jsonl")]

    def has(self, name: str) -> bool:
        """Whether a file of the run is there."""
        return (self.path / name).exists()

    def read(self, name: str) -> Any:
        """A JSON file of the run.

        Raises:
            InputError: it is missing or no JSON.
        """
        path = self.path / name
        try:
            return json.loads(path.read_text("utf-8"))
        except FileNotFoundError as error:
            hint = f"hubscope score {self.name}" if name != "run.json" else "hubscope import"
            raise InputError(
                f"run {self.name!r} has no {name}: run `{hint}` first", reason="not_there"
            ) from error
        except ValueError as error:
            raise InputError(f"{path}: not JSON: {error}", where=str(path)) from error

    def write(self, name: str, value: Any) -> None:
        """Write a JSON file of the run, atomically."""
        write_atomically(self.path / name, canonical_json(to_json(value)) + "\n")


def runs_folder(home: Path) -> Path:
    """Where run folders live."""
    return home / "runs"


def list_runs(home: Path) -> list[RunFolder]:
    """Every run, by name."""
    found = [RunFolder(path.parent) for path in runs_folder(home).glob("*/run.json")]
    return sorted(found, key=lambda run: run.name)


def open_run(home: Path, name: str) -> RunFolder:
    """The folder of a run.

    Raises:
        InputError: no such run; the message lists the known ones.
    """
    run = RunFolder(_folder(home, name))
    if not run.has("run.json"):
        known = ", ".join(one.name for one in list_runs(home)) or "none yet"
        raise InputError(f"no run named {name!r}. Known: {known}.", reason="unknown_run")
    return run


def create_run(
    home: Path,
    name: str,
    trajectories: Sequence[Trajectory],
    problems: Sequence[Problem],
    *,
    format: str,
    items: str,
    imported_from: Sequence[str],
) -> RunFolder:
    """Make a run of imported trajectories; the same import again changes nothing.

    Raises:
        InputError: a run of that name holds other trajectories, or there are none.
    """
    if not trajectories:
        raise InputError(f"run {name!r}: no trajectory could be imported", reason="no_valid_items")
    run = RunFolder(_folder(home, name))
    staged = run.path.with_name(f".{run.path.name}.new")
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    own.write(staged / "trajectories.jsonl", trajectories)
    with Journal(staged / "problems.jsonl") as journal:
        for problem in problems:
            journal.append(to_json(problem))
    record = RunRecord(
        name=name,
        model=", ".join(sorted({one.model for one in trajectories if one.model})),
        format=format,
        items=items,
        trajectories=len(trajectories),
        steps=sum(len(one.steps) for one in trajectories),
        problems=len(problems),
        sha256=digest_file(staged / "trajectories.jsonl"),
        imported_from=tuple(imported_from),
    )
    RunFolder(staged).write("run.json", record)
    if run.has("run.json"):
        same = run.record().sha256 == record.sha256 and run.record().items == record.items
        shutil.rmtree(staged)
        if not same:
            raise InputError(
                f"run {name!r} holds other trajectories: choose another --run, or"
                f" `hubscope runs delete {name}` first",
                reason="run_exists",
            )
    else:
        staged.rename(run.path)
    return run


def delete_run(home: Path, name: str) -> None:
    """Remove a run's folder.

    Raises:
        InputError: no such run.
    """
    shutil.rmtree(open_run(home, name).path)


def _folder(home: Path, name: str) -> Path:
    encoded = quote(name, safe="").replace(".", "%2E")
    if not encoded or len(encoded) > 200:
        raise InputError(f"{name!r} cannot name a run: 1 to 200 characters", reason="bad_name")
    return runs_folder(home) / encoded
