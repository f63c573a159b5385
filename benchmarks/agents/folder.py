"""The run folder of an agent: a run like an imported one, and what it is made from.

runs/<name>/            as in benchmarks/runs.py, and beside it
agent.json              what decides the agent's answers
items.jsonl             the items of the data set as they were, gold answers among them
agent.jsonl             journal: one line a conversation that came to its end
costs.jsonl             ledger of what was spent, over all sessions
checkpoints.sqlite      conversations that are not at their end; gone when all are

`trajectories.jsonl`, `problems.jsonl` and `run.json` are derived from the journal: at the start (an
empty run), and at the end of every session, whatever ended it. A killed session's are derived by
the next one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from benchmarks.agents.dataset import Dataset
from benchmarks.agents.formats import own
from benchmarks.agents.trajectory import Trajectory
from benchmarks.runs import RunFolder, RunRecord, run_folder
from graph.store import ItemRecord
from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import write_atomically
from hubscope.journals import read_records
from hubscope.keys import canonical_json, digest_file, digest_lines

T = TypeVar("T")

FORMAT = "agent"
# What decides an answer: a run is never continued under other conditions.
CONDITIONS = {
    "model_fingerprint": "model",
    "dataset_sha256": "data set",
    "prompts": "prompts",
    "tools_fingerprint": "tools",
    "turns": "limit of turns",
    "seconds": "limit of time",
    "calls": "limit of calls",
    "temperature": "temperature",
}
# What was derived from trajectories that are no longer the same.
_DERIVED = ("scores.json", "calibration.json")


@dataclass(frozen=True, slots=True)
class AgentManifest:
    """What an agent's run depends on; every hash is a SHA-256.

    Attributes:
        temperature: what is asked for.
        sampled_at: how many turns were taken at which temperature, as the run was published last:
            `own` where the model takes none and was sent none, "" where nobody knows (a replay).
        dataset: the file's or the source's name; `source` is "" for a file.
        items: how many the data set has.
        prompts: hash of each prompt by name.
        tools: their names; `tools_fingerprint` also holds what they are said to do and where they
            look, `until` the last day of publication that they show ("" = any).
        turns, seconds, calls: limits of one conversation.
        code: hash over hubscope's own modules when the run was begun.
    """

    run: str
    model: str
    model_fingerprint: str
    temperature: float
    dataset: str
    dataset_sha256: str
    source: str
    items: int
    prompts: dict[str, str]
    tools: tuple[str, ...]
    tools_fingerprint: str
    until: str
    turns: int
    seconds: float
    calls: int
    hubscope: str
    code: str
    packages: dict[str, str]
    sampled_at: dict[str, int] = field(default_factory=dict)

    def difference(self, other: "AgentManifest") -> str:
        """What decides answers and is not the same, in words; "" for nothing."""
        names = [name for field, name in CONDITIONS.items() if self._differs(other, field)]
        return ", ".join(names)

    def _differs(self, other: "AgentManifest", field: str) -> bool:
        return bool(getattr(self, field) != getattr(other, field))


@dataclass(frozen=True, slots=True)
class Conversation:
    """A line of the journal.

    Attributes:
        again: a service did not answer; the next session asks once more.
        seconds: time of the model and the tools.
        sampled_at: the temperature that the model took in each turn, see `Reply`.
    """

    item: str
    trajectory: Trajectory
    again: bool = False
    seconds: float = 0.0
    sampled_at: tuple[str, ...] = ()


class AgentFolder:
    """The run folder of an agent on disk."""

    def __init__(self, run: RunFolder) -> None:
        self.run = run
        self.journal = run.path / "agent.jsonl"
        self.ledger = run.path / "costs.jsonl"
        self.checkpoints = run.path / "checkpoints.sqlite"
        self._items = run.path / "items.jsonl"

    @property
    def name(self) -> str:
        """The run's name."""
        return self.run.name

    @property
    def exists(self) -> bool:
        """Whether an agent has begun this run."""
        return self.run.has("agent.json")

    def manifest(self) -> AgentManifest:
        """What the run depends on.

        Raises:
            InputError: there is none, or a broken one.
        """
        return self.run.read_as(AgentManifest, "agent.json")

    def check(self, manifest: AgentManifest) -> None:
        """Make sure that a run of this name may be begun, or be gone on with.

        Raises:
            InputError: the run was imported, or was made under other conditions.
        """
        if self.exists:
            why = self.manifest().difference(manifest)
            what = f"was made with another {why}" if why else ""
        else:
            what = "holds imported trajectories" if self.run.has("run.json") else ""
        if what:
            raise InputError(
                f"run {self.name!r} {what}: choose another --run, or"
                f" `hubscope runs delete {self.name}` first",
                reason="run_exists",
                where=str(self.run.path),
            )

    def begin(self, manifest: AgentManifest, dataset: Dataset) -> None:
        """Write what the run is about; one that was begun is left as it is.

        Raises:
            InputError: see `check`.
        """
        self.check(manifest)
        if self.exists:
            return
        self.run.path.mkdir(parents=True, exist_ok=True)
        self.journal.unlink(missing_ok=True)
        write_atomically(self._items, _lines(dataset.items))
        write_atomically(self.run.path / "problems.jsonl", _lines(dataset.problems))
        # Last: it is what makes the folder an agent's run.
        self.run.write("agent.json", manifest)

    def items(self) -> list[ItemRecord]:
        """The items of the data set, in order.

        Raises:
            InputError: a line is broken.
        """
        return list(self._read(ItemRecord, self._items))

    def conversations(self) -> dict[str, Conversation]:
        """The last line of every item in the journal.

        Raises:
            InputError: a line is broken.
        """
        if not self.journal.exists():
            return {}
        return {one.item: one for one in self._read(Conversation, self.journal)}

    def trajectories(self, items: Sequence[ItemRecord]) -> list[Trajectory]:
        """What the journal holds, in the order of the items.

        Raises:
            InputError: a line is broken.
        """
        held = self.conversations()
        return [held[item.id].trajectory for item in items if item.id in held]

    def trajectories_sha256(self) -> str:
        """Hash that `trajectories.jsonl` has where it is what the journal gives.

        Raises:
            InputError: a line is broken.
        """
        found = self.trajectories(self.items())
        return digest_lines(canonical_json(own.to_record(one)) for one in found)

    def publish(self, cost: float | None) -> RunRecord:
        """Derive the run from the journal, as an import would have made it.

        Scores of other trajectories than these are removed.

        Raises:
            InputError: the journal or the items are broken.
        """
        manifest, items = self.manifest(), self.items()
        self.run.write("agent.json", replace(manifest, sampled_at=self._sampled_at()))
        found = self.trajectories(items)
        before = digest_file(self.run.trajectories_file) if self.has_trajectories else ""
        own.write(self.run.trajectories_file, found)
        sha256 = digest_file(self.run.trajectories_file)
        if sha256 != before:
            for name in _DERIVED:
                (self.run.path / name).unlink(missing_ok=True)
        record = RunRecord(
            name=self.name,
            model=manifest.model,
            format=FORMAT,
            items=manifest.source,
            trajectories=len(found),
            steps=sum(len(one.steps) for one in found),
            problems=len(self.run.problems()),
            sha256=sha256,
            imported_from=(manifest.dataset,),
            n_items=len(found),
            cost=cost,
        )
        self.run.write("run.json", record)
        return record

    def _sampled_at(self) -> dict[str, int]:
        turns = Counter(at for one in self.conversations().values() for at in one.sampled_at)
        return dict(sorted(turns.items()))

    def _read(self, kind: type[T], path: Path) -> Iterator[T]:
        try:
            yield from read_records(kind, path)
        except (InputError, OSError) as error:
            raise InputError(
                f"{error}: the run folder was changed by hand; `hubscope runs delete"
                f" {self.name}`, then run the agent again",
                reason="broken_run",
                where=str(path),
            ) from error

    @property
    def has_trajectories(self) -> bool:
        """Whether the run was published before."""
        return self.run.trajectories_file.exists()


def agent_folder(home: Path, name: str) -> AgentFolder:
    """The folder of a name, whether there is a run in it or not.

    Raises:
        InputError: no folder can have the name.
    """
    return AgentFolder(run_folder(home, name))


def _lines(records: Sequence[object]) -> str:
    return "".join(canonical_json(to_json(one)) + "\n" for one in records)
