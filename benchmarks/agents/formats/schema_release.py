"""The SCHEMA release's trajectories: numbered messages of an agent and its executor."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import id_of, list_of, object_of, text_of, word_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.numbering import numbering_notes
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.records import Json

_KNOWN = openai_chat.KNOWN | {"prompt"}
_END_WORD = "TERMINATE"
_REQUEST, _EXECUTION = "tool_call_request", "tool_call_execution"
_SPOKEN = frozenset({"text", "message"})
_THOUGHT = frozenset({"thought", "reasoning", "thinking"})
# A summary repeats what the tools said.
_SILENT = frozenset({"tool_call_summary", "stop", "system"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record.

    Notes: those of message numbers (`gap:N` ...), `unknown_type:WORD`, `bad_message`. Problems:
    `empty_trajectory`, `unknown_shape`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record to a trajectory."""
    if not isinstance(record, dict) or not isinstance(messages := record.get("messages"), list):
        return Problem(where, "unknown_shape")
    if not messages:
        return Problem(where, "empty_trajectory")
    talk = Conversation(question=text_of(record.get("prompt")))
    for message in messages:
        _tell(talk, message)
    numbered = [each["idx"] for each in messages if isinstance(each, dict) and "idx" in each]
    talk.note(*numbering_notes(numbered))
    made = openai_chat.of_record(talk, record, _KNOWN, _END_WORD)
    return replace(made, item=made.item or id_of(record, "sample_id"))


def _tell(talk: Conversation, message: Json) -> None:
    if not isinstance(message, dict):
        talk.note("bad_message")
        return
    kind, source = text_of(message.get("type")), text_of(message.get("source"))
    text = text_of(message.get("text")) or text_of(message.get("content"))
    if kind in _SPOKEN and source.casefold() == "user":
        talk.ask(text)
    elif kind in _SPOKEN and source.casefold() not in ("executor", "system"):
        talk.say(text)
    elif kind in _THOUGHT:
        talk.say("", reasoning=text)
    elif kind == _REQUEST:
        talk.say(text, calls=[_call(talk, call) for call in list_of(message.get("calls"))])
    elif kind == _EXECUTION:
        for result in list_of(message.get("results")):
            _answer(talk, object_of(result))
    elif kind not in _SILENT and kind not in _SPOKEN:
        talk.note(f"unknown_type:{kind}")


def _call(talk: Conversation, call: Json) -> OpenCall:
    if not isinstance(call, dict):
        talk.note("bad_call")
        return OpenCall("", "", str(call))
    name = text_of(call.get("tool_name"))
    return talk.call(id_of(call, "tool_call_id"), name, call.get("tool_args"))


def _answer(talk: Conversation, result: dict[str, Json]) -> None:
    text = next(
        (text_of(result[name]) for name in ("text", "text_elided", "content") if name in result), ""
    )
    failed = result.get("is_error")
    talk.answer(
        id_of(result, "tool_call_id") or "",
        text,
        failed=failed if isinstance(failed, bool) else None,
    )


def _fits(head: Head) -> bool:
    if not head.has("messages"):
        return False
    kinds = {_REQUEST, _EXECUTION}
    return any(
        {"idx", "source", "type"} <= each.keys() or word_of(each, "type") in kinds
        for each in head.messages()
    )


FORMAT = Format(_fits, read)
