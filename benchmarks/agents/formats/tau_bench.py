"""tau-bench (Yao et al., 2024): tasks of customer service, in several trials, a simulated user."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.formats.fields import count_of, id_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Trajectory
from hubscope.records import Json

_USED = frozenset({"task_id", "reward", "traj", "trial"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a task and trial; `trial` is kept as the epoch of its item."""
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record to a trajectory."""
    if not isinstance(record, dict) or not isinstance(messages := record.get("traj"), list):
        return Problem(where, "unknown_shape")
    task, trial = id_of(record, "task_id"), count_of(record.get("trial")) or 0
    if not messages or task is None:
        return Problem(where, "empty_trajectory" if task is not None else "missing_id")
    talk = openai_chat.conversation(messages)
    made = openai_chat.of_record(talk, {**record, "id": f"{task}:{trial}"}, _USED | {"id"})
    failed = isinstance(info := record.get("info"), dict) and "error" in info
    # A trial that broke has a reward of 0 in these files; that is no wrong answer.
    return replace(
        made,
        item=task,
        score=None if failed else made.score,
        outcome=Outcome.ERROR if failed else made.outcome,
        meta={**made.meta, "epoch": trial},
    )


def _fits(head: Head) -> bool:
    return head.has("task_id", "traj")


FORMAT = Format(_fits, read)
