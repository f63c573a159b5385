"""Run folders: the truth about a run. What the graph holds of it is a copy.

runs/<name>/
run.json            what was imported: files, items' source, counts, hashes
trajectories.jsonl  hubscope's own format
problems.jsonl      records that could not be imported, or only partly
judged.jsonl        journal of judging: one line a trajectory
evidence_use.jsonl  a sample of its verdicts, given again without the sentence they quote
snapshot.json       degrees at the time of scoring
manifest.json       everything that makes two scored runs comparable
scores.json         derived from the above; `verify` derives it again
labels.jsonl        what people say of its claims (`calibrate`)
calibration.json    the judge against them; `verify` derives it again
agent.json ...      of a run of our own agent, see benchmarks/agents/folder.py
runs/.<name>.lock   held while the run is scored, replaced or removed
"""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from benchmarks.agents.formats import own
from benchmarks.agents.trajectory import Problem, Trajectory
from benchmarks.judging.judge_choice import BETWEEN_MODELS
from graph.store import GraphStore
from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.files import Journal, locked, write_atomically
from hubscope.journals import read_records
from hubscope.keys import canonical_json, digest_file

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What was imported.

    Attributes:
        model: as its trajectories name it, several with BETWEEN_MODELS, "" = none is named.
        items: source whose items the trajectories' item ids mean, "" = any source that has the id.
        n_items: distinct items that the trajectories answer; None in runs of an older version.
        sha256: of trajectories.jsonl.
        cost: US dollars that an agent's run has cost; None = not known, as of any imported run.
        unnamed: trajectories without a model; 0 in runs of an older version.
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
    n_items: int | None = None
    cost: float | None = None
    unnamed: int = 0


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
            InputError: the folder holds no run, or a broken one.
        """
        return self.read_as(RunRecord, "run.json")

    def alone(self) -> AbstractContextManager[object]:
        """Keep others from scoring, replacing or removing the run meanwhile.

        The lock file lies beside the folder: inside, it would bring a removed folder back.

        Raises:
            UnavailableError: another is at work on the run.
        """
        busy = f"run {self.name!r} is being scored or removed: wait until that is done"
        return locked(self.path.with_name(f".{self.path.name}.lock"), busy=busy)

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
        return list(read_records(Problem, self.path / "problems.jsonl"))

    def has(self, name: str) -> bool:
        """Whether a file of the run is there."""
        return (self.path / name).exists()

    def read(self, name: str) -> Any:
        """A JSON file of the run.

        Raises:
            InputError: it is missing, cannot be read, or is no JSON.
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
            raise self.broken(name, f"not JSON: {error}") from error
        except OSError as error:
            raise self.broken(name, error.strerror) from error

    def read_as(self, kind: type[T], name: str) -> T:
        """A JSON file of the run as a record.

        Raises:
            InputError: it is missing, no JSON, or no such record.
        """
        value = self.read(name)
        try:
            return from_json(kind, value)
        except InputError as error:
            raise self.broken(name, str(error)) from error

    def values(self, *names: str) -> list[float | None]:
        """Values of the stored scores, by name; they may be of another version.

        Raises:
            InputError: there are none, or they are broken.
        """
        stored = self.read("scores.json")
        try:
            return [stored["scores"]["scores"][name]["value"] for name in names]
        except (KeyError, TypeError) as error:
            raise self.broken("scores.json", "holds no scores") from error

    def broken(self, name: str, why: object) -> InputError:
        """The error that says which file of the run is broken, and what to do."""
        path = self.path / name
        remedy = (
            f"`hubscope runs delete {self.name}`, then import it again"
            if name == "run.json"
            else f"run `hubscope score {self.name}` again"
        )
        return InputError(f"{path}: {why}: {remedy}", reason="broken_run", where=str(path))

    def write(self, name: str, value: Any) -> None:
        """Write a JSON file of the run, atomically."""
        write_atomically(self.path / name, canonical_json(to_json(value)) + "\n")


def runs_folder(home: Path) -> Path:
    """Where run folders live."""
    return home / "runs"


def list_runs(home: Path) -> list[RunFolder]:
    """Every run, by name."""
    # A folder that begins with a dot is an import that was killed.
    found = [RunFolder(path.parent) for path in runs_folder(home).glob("[!.]*/run.json")]
    return sorted(found, key=lambda run: run.name)


def run_folder(home: Path, name: str) -> RunFolder:
    """The folder of a name, whether there is a run in it or not.

    Raises:
        InputError: no folder can have the name.
    """
    encoded = quote(name, safe="").replace(".", "%2E")
    if not encoded or len(encoded) > 200:
        raise InputError(f"{name!r} cannot name a run: 1 to 200 characters", reason="bad_name")
    return RunFolder(runs_folder(home) / encoded)


def open_run(home: Path, name: str) -> RunFolder:
    """The folder of a run.

    Raises:
        InputError: no such run; the message lists the known ones.
    """
    run = run_folder(home, name)
    if not run.has("run.json"):
        known = ", ".join(one.name for one in list_runs(home)) or "none yet"
        raise InputError(f"no run named {name!r}. Known: {known}.", reason="unknown_run")
    return run


@dataclass(frozen=True, slots=True)
class Import:
    """Where runs come from: the format, the source of their items, the files, what went wrong."""

    format: str
    items: str = ""
    imported_from: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def create_runs(
    home: Path, runs: Mapping[str, Sequence[Trajectory]], origin: Import, *, replace: bool = False
) -> list[RunFolder]:
    """Make a run of each name, all of them or none; the same import again changes nothing.

    Args:
        home: the folder of everything hubscope keeps.
        runs: trajectories by the name of their run.
        origin: where they come from.
        replace: put them in the place of a run that holds something else.

    Raises:
        InputError: a run of that name holds something else, or there are no trajectories.
        UnavailableError: a run to be replaced is being scored.
    """
    folders = {name: run_folder(home, name) for name in runs}
    staged = {}
    try:
        for name, trajectories in runs.items():
            staged[name] = _staged(folders[name].path, name, trajectories, origin)
        taken = {name for name, run in folders.items() if run.has("run.json")}
        fresh = {name for name in taken if _difference(folders[name], staged[name])}
        if fresh and not replace:
            name = min(fresh)
            raise InputError(
                f"run {name!r} {_difference(folders[name], staged[name])}: choose another --run,"
                f" or `hubscope runs delete {name}` first",
                reason="run_exists",
            )
        moved = {name: run for name, run in folders.items() if name not in taken - fresh}
        with ExitStack() as held:
            for run in moved.values():
                held.enter_context(run.alone())
            for name, run in moved.items():
                # What lies there is another run, or the rest of one.
                if run.path.exists():
                    shutil.rmtree(run.path)
                staged[name].path.rename(run.path)
    finally:
        for one in staged.values():
            shutil.rmtree(one.path, ignore_errors=True)
    return list(folders.values())


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
    """Make one run; see `create_runs`."""
    origin = Import(format, items, tuple(imported_from), tuple(problems))
    (run,) = create_runs(home, {name: trajectories}, origin)
    return run


def _staged(path: Path, name: str, trajectories: Sequence[Trajectory], origin: Import) -> RunFolder:
    """A whole run folder under a name that no run has, to be moved to its place."""
    if not trajectories:
        raise InputError(f"run {name!r}: no trajectory could be imported", reason="no_valid_items")
    staged = RunFolder(path.with_name(f".{path.name}.new"))
    shutil.rmtree(staged.path, ignore_errors=True)
    staged.path.mkdir(parents=True)
    own.write(staged.trajectories_file, trajectories)
    with Journal(staged.path / "problems.jsonl") as journal:
        for problem in origin.problems:
            journal.append(to_json(problem))
    record = RunRecord(
        name=name,
        model=BETWEEN_MODELS.join(sorted({one.model for one in trajectories if one.model})),
        format=origin.format,
        items=origin.items,
        trajectories=len(trajectories),
        steps=sum(len(one.steps) for one in trajectories),
        problems=len(origin.problems),
        sha256=digest_file(staged.trajectories_file),
        imported_from=origin.imported_from,
        n_items=len({one.item for one in trajectories if one.item is not None}),
        unnamed=sum(not one.model for one in trajectories),
    )
    staged.write("run.json", record)
    return staged


def _difference(run: RunFolder, other: RunFolder) -> str:
    """What a run holds that another import would change, "" for nothing."""
    try:
        held, wanted = run.record(), other.record()
    except InputError as error:
        return f"is broken ({error})"
    if held.sha256 != wanted.sha256:
        return "holds other trajectories"
    if held.items != wanted.items:
        return f"was imported with --items {held.items}" if held.items else "has no --items"
    return ""


def delete_run(home: Path, name: str, copies: GraphStore | None = None) -> bool:
    """Remove a run's folder and its copy in a graph; whether there was a copy.

    Raises:
        InputError: no such run.
        UnavailableError: the run is being scored.
    """
    run = open_run(home, name)
    with run.alone():
        copied = copies is not None and copies.delete_run(name)
        # First what makes it a run: the rest of a removal that is killed is in nobody's way.
        (run.path / "run.json").unlink(missing_ok=True)
        shutil.rmtree(run.path)
    return copied
