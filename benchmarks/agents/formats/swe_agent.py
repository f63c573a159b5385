"""SWE-agent `.traj`: thought, action and observation a step, the submission as the answer.

Demonstrations in the history are the prompt's. Where the model called functions, the history holds
what it called them with; the trajectory holds the command that came of it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats.conversation import Conversation
from benchmarks.agents.formats.fields import id_of, list_of, object_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Trajectory
from hubscope.keys import digest
from hubscope.records import Json, JsonFault, JsonParser

_BUDGET = ("exit_cost", "exit_context", "exit_total_execution_time", "exit_command_timeout")
_USED = frozenset({"trajectory", "history"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a file, or line.

    Notes: `unmatched_history` (history and trajectory count turns otherwise: calls are read from
    the commands alone). Problems: `empty_trajectory`, `unknown_shape`.
    """
    for record in json_records(path):
        if isinstance(record, Problem):
            yield record
        else:
            yield _parse(record.value, record.where, _instance(path))


def _instance(path: Path) -> str:
    """The instance's id, which is the file's name."""
    return path.name.removesuffix(".gz").removesuffix(".traj").removesuffix(".json")


def _parse(record: Json, where: str, instance: str) -> Trajectory | Problem:
    if not isinstance(record, dict) or not isinstance(steps := record.get("trajectory"), list):
        return Problem(where, "unknown_shape")
    if not steps:
        return Problem(where, "empty_trajectory")
    config, info = _config(record), object_of(record.get("info"))
    history = [object_of(message) for message in list_of(record.get("history"))]
    talk = Conversation(question=_question(config, history))
    _tell(talk, [object_of(step) for step in steps], history)
    item = id_of(object_of(config.get("problem_statement")), "id") or instance
    made = talk.trajectory(f"{item}:{digest(steps)[:8]}", item)
    return _ended(made, record, config, info)


def _config(record: dict[str, Json]) -> dict[str, Json]:
    """How the run was set up; newer files hold it as JSON text."""
    config = record.get("replay_config")
    if isinstance(config, str):
        try:
            config = JsonParser().parse(config)
        except JsonFault:
            return {}
    return object_of(config)


def _question(config: dict[str, Json], history: list[dict[str, Json]]) -> str:
    stated = text_of(object_of(config.get("problem_statement")).get("text"))
    asked = (
        text_of(message.get("content"))
        for message in history
        if message.get("role") == "user" and not message.get("is_demo")
    )
    return stated or next(asked, "")


def _tell(talk: Conversation, steps: list[dict[str, Json]], history: list[dict[str, Json]]) -> None:
    called = _calls_in(history)
    if any(called) and len(called) != len(steps):
        talk.note("unmatched_history")
    matched = len(called) == len(steps)
    for number, step in enumerate(steps):
        action, thought = text_of(step.get("action")), text_of(step.get("thought"))
        content = thought or ("" if action.strip() else text_of(step.get("response")))
        calls = called[number] if matched else []
        turn = talk.say(content.strip())
        if not action.strip() and not calls:
            continue
        label = str(number + 1)
        name = next(iter(action.split()), "")
        functions = [object_of(object_of(call).get("function")) for call in calls]
        if len(functions) == 1:
            made = talk.call(
                label, text_of(functions[0].get("name")), functions[0].get("arguments")
            )
        else:
            made = talk.call(label, name, {})
            made.arguments = action.strip()
        turn.calls.append(made)
        if isinstance(observed := step.get("observation"), str):
            talk.answer(label, observed)


def _calls_in(history: list[dict[str, Json]]) -> list[list[Json]]:
    """The calls of each of the agent's own turns."""
    own = [one for one in history if one.get("role") == "assistant" and not one.get("is_demo")]
    return [list_of(message.get("tool_calls")) for message in own]


def _ended(
    made: Trajectory, record: dict[str, Json], config: dict[str, Json], info: dict[str, Json]
) -> Trajectory:
    status, submission = text_of(info.get("exit_status")), text_of(info.get("submission"))
    outcome = Outcome.ANSWERED if submission.strip() else Outcome.NO_ANSWER
    if any(word in status for word in _BUDGET):
        outcome = Outcome.OVER_BUDGET
    elif "error" in status or "environment" in status:
        outcome = Outcome.ERROR
    model = object_of(object_of(config.get("agent")).get("model"))
    return replace(
        made,
        model=text_of(model.get("name")),
        final=submission if submission.strip() else None,
        outcome=outcome,
        meta={name: value for name, value in record.items() if name not in _USED},
    )


def _fits(head: Head) -> bool:
    return head.has("trajectory", "info") and isinstance(
        object_of(head.record).get("trajectory"), list
    )


FORMAT = Format(_fits, read)
