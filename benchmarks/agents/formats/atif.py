"""ATIF: Harbor's Agent Trajectory Interchange Format, one document a trajectory (v1.0 to v1.6).

Prompt tokens of this format include the cached ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import leftovers
from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import count_of, id_of, list_of, object_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.numbering import numbering_notes
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Problem, Tokens, Trajectory
from hubscope.keys import digest
from hubscope.records import Json

_KNOWN = frozenset({"schema_version", "session_id", "steps", "final_metrics"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a document: a file, a line, or an element of an array.

    Notes: those of step numbers (`gap:N`, `duplicate_step_id:N` ...), `copied_context` for steps
    that were taken over from an earlier trajectory, `unknown_source:WORD`, `bad_step`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One document to a trajectory."""
    if not isinstance(record, dict) or not isinstance(steps := record.get("steps"), list):
        return Problem(where, "unknown_shape")
    if not steps:
        return Problem(where, "empty_trajectory")
    talk = Conversation()
    for step in steps:
        _tell(talk, step)
    talk.note(*numbering_notes(step.get("step_id") for step in steps if isinstance(step, dict)))
    agent = object_of(record.get("agent"))
    extra = object_of(record.get("extra"))
    made = replace(
        talk.trajectory(id_of(record, "session_id", "trajectory_id") or digest(record)[:16]),
        model=text_of(agent.get("model_name")),
        tokens=talk.tokens or _total(record.get("final_metrics")),
        meta={name: value for name, value in record.items() if name not in _KNOWN},
    )
    return leftovers.restored(made, extra.get(leftovers.NAME))


def _tell(talk: Conversation, step: Json) -> None:
    if not isinstance(step, dict):
        talk.note("bad_step")
        return
    source, text = step.get("source"), text_of(step.get("message"))
    if step.get("is_copied_context") is True:
        talk.note("copied_context")
        if source == "user":
            talk.ask(text)
    elif source == "user":
        talk.ask(text)
    elif source == "agent":
        _say(talk, step, text)
    elif source != "system":
        talk.note(f"unknown_source:{source}")
    observation = object_of(step.get("observation"))
    for result in list_of(observation.get("results")):
        _answer(talk, step, object_of(result))


def _say(talk: Conversation, step: dict[str, Json], text: str) -> None:
    calls = [_call(talk, call) for call in list_of(step.get("tool_calls"))]
    speaker = text_of(object_of(step.get("extra")).get(leftovers.SPEAKER))
    talk.say(text, text_of(step.get("reasoning_content")), calls, speaker)
    metrics = step.get("metrics")
    if isinstance(metrics, dict):
        talk.spend(_tokens(metrics, ""))


def _call(talk: Conversation, call: Json) -> OpenCall:
    if not isinstance(call, dict):
        talk.note("bad_call")
        return OpenCall("", "", str(call))
    name = text_of(call.get("function_name"))
    return talk.call(id_of(call, "tool_call_id"), name, call.get("arguments"))


def _answer(talk: Conversation, step: dict[str, Json], result: dict[str, Json]) -> None:
    id_ = id_of(result, "source_call_id")
    calls = [object_of(call) for call in list_of(step.get("tool_calls"))]
    if id_ is None and len(calls) == 1:
        id_ = id_of(calls[0], "tool_call_id") or ""
    if id_ is None:
        # What no tool gave, as the state of a screen, is nobody's observation, and no agent's text.
        if calls:
            talk.note(f"orphan_result:step {step.get('step_id')}")
        return
    failed = object_of(result.get("extra")).get("is_error", result.get("is_error"))
    talk.answer(
        id_, text_of(result.get("content")), failed=failed if isinstance(failed, bool) else None
    )


def _total(metrics: Json) -> Tokens | None:
    return _tokens(metrics, "total_") if isinstance(metrics, dict) else None


def _tokens(metrics: dict[str, Json], prefix: str) -> Tokens:
    return Tokens(
        prompt=count_of(metrics.get(f"{prefix}prompt_tokens")),
        cached=count_of(metrics.get(f"{prefix}cached_tokens")),
        completion=count_of(metrics.get(f"{prefix}completion_tokens")),
    )


def _fits(head: Head) -> bool:
    if not isinstance(head.record, dict) or not isinstance(head.record.get("steps"), list):
        return False
    if text_of(head.record.get("schema_version")).startswith("ATIF"):
        return True
    steps = [object_of(step) for step in list_of(head.record["steps"])]
    return "agent" in head.record and any({"step_id", "source"} <= step.keys() for step in steps)


FORMAT = Format(_fits, read)
