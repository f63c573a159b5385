"""LangChain messages as dumped: `{type, data}`, constructor records, or plain `{type, content}`.

A constructor record names a class; it is read as data, and no class is ever built from its name.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import id_of, list_of, object_of, text_of, word_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.records import Json

_TYPES = {
    "human": "human",
    "HumanMessage": "human",
    "HumanMessageChunk": "human",
    "user": "human",
    "ai": "ai",
    "AIMessage": "ai",
    "AIMessageChunk": "ai",
    "assistant": "ai",
    "tool": "tool",
    "ToolMessage": "tool",
    "ToolMessageChunk": "tool",
    "function": "function",
    "FunctionMessage": "function",
    "system": "silent",
    "SystemMessage": "silent",
    "developer": "silent",
    "remove": "silent",
}
_NAMESPACES = frozenset({"langchain", "langchain_core", "langchain_community", "langgraph"})
_CALL_BLOCKS = frozenset({"tool_use", "tool_call"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record: a list of messages, or an object that holds `messages`.

    Problems: `unknown_shape` (no message of LangChain's in it), `empty_trajectory`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record, an object with `messages` or the bare list, to a trajectory."""
    found = openai_chat.enveloped(record, where)
    if isinstance(found, Problem):
        return found
    fields, messages = found
    if not any(_kind(message) in _TYPES for message in messages):
        return Problem(where, "unknown_shape")
    talk = Conversation()
    for message in messages:
        _tell(talk, message)
    return openai_chat.of_record(talk, fields)


def _kind(message: Json) -> str:
    """The message's type as written, "" where it has none; a foreign class is its own name."""
    if not isinstance(message, dict):
        return ""
    if message.get("type") != "constructor":
        kind = message.get("type", message.get("role"))
        return kind if isinstance(kind, str) else ""
    path = [str(part) for part in list_of(message.get("id"))]
    if not path or path[0] not in _NAMESPACES:
        return ".".join(path)
    return path[-1]


def _data(message: dict[str, Json]) -> dict[str, Json]:
    if message.get("type") == "constructor":
        return object_of(message.get("kwargs"))
    data = message.get("data")
    return data if isinstance(data, dict) else message


def _tell(talk: Conversation, message: Json) -> None:
    if not isinstance(message, dict):
        talk.note("bad_message")
        return
    kind, data = _kind(message), _data(message)
    role = _TYPES.get(kind) if kind != "chat" else _TYPES.get(text_of(data.get("role")))
    text = text_of(data.get("content"))
    if role == "human":
        talk.ask(text)
    elif role == "ai":
        calls = _calls(talk, data)
        talk.say(text, _thinking(data), calls, text_of(data.get("name")))
    elif role == "tool":
        failed = True if data.get("status") == "error" else None
        talk.answer(id_of(data, "tool_call_id") or "", text, failed=failed)
    elif role == "function":
        talk.answer(None, text, name=text_of(data.get("name")))
    elif role is None:
        talk.note(f"unknown_role:{kind}")


def _thinking(data: dict[str, Json]) -> str:
    beside = object_of(data.get("additional_kwargs"))
    content = [_reasoning_block(block) for block in list_of(data.get("content"))]
    thought = [text_of(beside.get("reasoning_content")), openai_chat.thinking_in(data), *content]
    return "\n".join(filter(None, thought))


def _reasoning_block(block: Json) -> str:
    """A reasoning block of LangChain's own content, whose text stands in `reasoning`."""
    if isinstance(block, dict) and block.get("type") == "reasoning":
        return text_of(block.get("reasoning"))
    return ""


def _calls(talk: Conversation, data: dict[str, Json]) -> list[OpenCall]:
    """Calls as LangChain parsed them; only without any, those that the provider's message holds."""
    parsed = [*list_of(data.get("tool_calls")), *list_of(data.get("invalid_tool_calls"))]
    if parsed:
        return [_call(talk, call) for call in parsed]
    beside = openai_chat.calls_in(talk, object_of(data.get("additional_kwargs")))
    if beside:
        return beside
    return [
        _call(talk, block)
        for block in list_of(data.get("content"))
        if isinstance(block, dict) and word_of(block, "type") in _CALL_BLOCKS
    ]


def _call(talk: Conversation, call: Json) -> OpenCall:
    if not isinstance(call, dict):
        talk.note("bad_call")
        return OpenCall("", "", str(call))
    if "function" in call:  # a provider's call that LangChain left as it was
        return openai_chat.calls_in(talk, {"tool_calls": [call]})[0]
    arguments = call.get("args", call.get("input"))
    return talk.call(id_of(call, "id"), text_of(call.get("name")), arguments)


def _fits(head: Head) -> bool:
    messages = head.messages()
    return any(_is_langchain(message) for message in messages)


def _is_langchain(message: dict[str, Json]) -> bool:
    if message.get("type") == "constructor":
        return True
    shaped = isinstance(message.get("data"), dict) or "content" in message
    return shaped and "source" not in message and _kind(message) in _TYPES and "type" in message


FORMAT = Format(_fits, read)
