"""OpenAI chat messages: `{"messages": [...]}` as one object, an array of them, or JSON Lines.

System and user text is no step, tool text is an observation of the call that asked for it, and
thinking blocks are kept apart from what the agent said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import id_of, list_of, score_of, text_of, word_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.keys import digest
from hubscope.records import Json

IDS = ("id", "trajectory_id", "conversation_id", "session_id")
ITEMS = ("item", "item_id", "question_id", "sample_id", "task_id")
SCORES = ("score", "reward", "correct")
KNOWN = frozenset({"messages", "run", "model", "choice", *IDS, *ITEMS, *SCORES})
_SILENT_ROLES = frozenset({"system", "developer"})
_THINKING = frozenset({"thinking", "reasoning"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record; `empty_trajectory` and `unknown_shape` are problems."""
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record, an object with `messages` or the bare list, to a trajectory."""
    found = enveloped(record, where)
    if isinstance(found, Problem):
        return found
    fields, messages = found
    return of_record(conversation(messages), fields)


def enveloped(record: Json, where: str) -> tuple[dict[str, Json], list[Json]] | Problem:
    """The fields of a record and its messages; a bare list is its messages alone."""
    fields: dict[str, Json] = record if isinstance(record, dict) else {"messages": record}
    messages = fields.get("messages")
    if not isinstance(messages, list):
        return Problem(where, "unknown_shape")
    if not messages:
        return Problem(where, "empty_trajectory")
    return fields, messages


def of_record(
    talk: Conversation,
    record: dict[str, Json],
    known: frozenset[str] = KNOWN,
    end_word: str = "",
) -> Trajectory:
    """A conversation with what its record says under the usual names beside the messages.

    Args:
        talk: the conversation.
        record: its record; without an id of its own it is known by what it says, so that what is
            imported twice is imported once.
        known: fields that are not to be kept in `meta`.
        end_word: what ends a talk and is no part of its answer.
    """
    id_ = id_of(record, *IDS, *ITEMS) or digest(record)[:16]
    return replace(
        talk.trajectory(id_, id_of(record, *ITEMS, "id"), end_word),
        run=id_of(record, "run") or "",
        model=id_of(record, "model") or "",
        choice=id_of(record, "choice"),
        score=next((score_of(record[name]) for name in SCORES if name in record), None),
        meta={name: value for name, value in record.items() if name not in known},
    )


def conversation(messages: list[Json]) -> Conversation:
    """Messages in their order."""
    talk = Conversation()
    for message in messages:
        tell(talk, message)
    return talk


def tell(talk: Conversation, message: Json) -> None:
    """Take the next message into a conversation."""
    if not isinstance(message, dict):
        talk.note("bad_message")
        return
    role = word_of(message, "role")
    if role == "assistant":
        _say(talk, message)
    elif role == "tool":
        talk.answer(id_of(message, "tool_call_id") or "", text_of(message.get("content")))
    elif role == "function":
        text = text_of(message.get("content"))
        talk.answer(None, text, name=text_of(message.get("name")))
    elif role == "user":
        talk.ask(text_of(message.get("content")))
    elif role not in _SILENT_ROLES:
        talk.note(f"unknown_role:{role}")


def calls_in(talk: Conversation, message: dict[str, Json]) -> list[OpenCall]:
    """The calls of an assistant's message, new style and old."""
    calls = [_call(talk, call) for call in list_of(message.get("tool_calls"))]
    if isinstance(old := message.get("function_call"), dict):
        name = text_of(old.get("name"))
        calls.append(talk.call(None, name, old.get("arguments"), has_id=False))
    return calls


def thinking_in(message: dict[str, Json]) -> str:
    """The thinking text of an assistant's message, beside its content or in blocks of it."""
    thought = [text_of(message.get(name)) for name in ("reasoning_content", "reasoning")]
    thought += [_thinking(block) for block in list_of(message.get("content"))]
    return "\n".join(filter(None, thought))


def _say(talk: Conversation, message: dict[str, Json]) -> None:
    text = text_of(message.get("content")) or text_of(message.get("refusal"))
    talk.say(text, thinking_in(message), calls_in(talk, message))


def _call(talk: Conversation, call: Json) -> OpenCall:
    if not isinstance(call, dict):
        talk.note("bad_call")
        return OpenCall("", "", str(call))
    id_ = id_of(call, "id")
    custom, function = call.get("custom"), call.get("function")
    if isinstance(custom, dict):
        made = talk.call(id_, text_of(custom.get("name")), {})
        made.arguments = text_of(custom.get("input"))  # free text by its definition
        return made
    named = function if isinstance(function, dict) else call
    return talk.call(id_, text_of(named.get("name")), named.get("arguments"))


def _thinking(block: Json) -> str:
    if isinstance(block, dict) and word_of(block, "type") in _THINKING:
        return text_of(block.get("thinking")) or text_of(block.get("text"))
    return ""


def _fits(head: Head) -> bool:
    if isinstance(head.record, list):
        first = head.record[0] if head.record else None
        return isinstance(first, dict) and "role" in first
    return isinstance(head.record, dict) and isinstance(head.record.get("messages"), list)


FORMAT = Format(_fits, read)
