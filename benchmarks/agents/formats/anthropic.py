"""Anthropic messages: content in blocks, a tool's result in the user's next message.

Tools that the service runs itself (web search, code) leave call and result in the agent's own
message: the result is an observation all the same.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.formats.conversation import Conversation
from benchmarks.agents.formats.fields import id_of, text_of, word_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.records import Json

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_ASIDE = frozenset({"image", "document", "search_result", "container_upload", "redacted_thinking"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record: an object that holds `messages`, or the list of them.

    Notes: `redacted_thinking`, `unknown_block:TYPE`. Problems: `empty_trajectory`, `unknown_shape`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record, an object with `messages` or the bare list, to a trajectory."""
    found = openai_chat.enveloped(record, where)
    if isinstance(found, Problem):
        return found
    fields, messages = found
    talk = Conversation()
    for message in messages:
        tell(talk, message)
    # The last reply may stand beside the messages that it answers.
    if isinstance(reply := fields.get("response"), dict):
        tell(talk, {"role": "assistant", **reply})
    return openai_chat.of_record(talk, fields, openai_chat.KNOWN | {"response"})


def tell(talk: Conversation, message: Json) -> None:
    """Take the next message into a conversation."""
    if not isinstance(message, dict):
        talk.note("bad_message")
        return
    role, content = message.get("role"), message.get("content")
    blocks: list[Json] = content if isinstance(content, list) else [content or ""]
    if role == "assistant":
        _say(talk, blocks)
    elif role == "user":
        for block in blocks:
            _answer(talk, block)
        talk.ask(text_of(blocks))
    elif role != "system":
        talk.note(f"unknown_role:{role}")


def _say(talk: Conversation, blocks: list[Json]) -> None:
    turn = talk.say("")
    for block in blocks:
        kind = word_of(block, "type", "text") if isinstance(block, dict) else "text"
        if kind == "text":
            turn.content += text_of([block])
        elif not isinstance(block, dict):
            talk.note("bad_block")
        elif kind == "thinking":
            turn.reasoning += text_of(block.get("thinking"))
        elif kind in _CALLS:
            call = talk.call(id_of(block, "id"), text_of(block.get("name")), block.get("input"))
            turn.calls.append(call)
        elif "tool_use_id" in block:
            _answer(talk, block)
        else:
            talk.note(
                "redacted_thinking" if kind == "redacted_thinking" else f"unknown_block:{kind}"
            )


def _answer(talk: Conversation, block: Json) -> None:
    """A result of a tool; other blocks of the user's are no observation."""
    if not isinstance(block, dict) or "tool_use_id" not in block:
        return
    failed = block.get("is_error")
    text = observed(block.get("content"))
    id_ = id_of(block, "tool_use_id") or ""
    talk.answer(id_, text, failed=failed if isinstance(failed, bool) else None)


def observed(content: Json) -> str:
    """What a tool's result says: its text, else (a list of hits, an error) its JSON."""
    text = text_of(content)
    if text or not content:
        return text
    blocks = content if isinstance(content, list) else [content]
    shown = [block for block in blocks if not isinstance(block, dict) or "data" not in block]
    kept = [
        {name: value for name, value in block.items() if not name.startswith("encrypted_")}
        if isinstance(block, dict)
        else block
        for block in shown
        if not (isinstance(block, dict) and word_of(block, "type") in _ASIDE and "source" in block)
    ]
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def _fits(head: Head) -> bool:
    blocks = [
        block
        for message in head.messages()
        if isinstance(content := message.get("content"), list)
        for block in content
        if isinstance(block, dict)
    ]
    marks = {"tool_result", "redacted_thinking", *_CALLS}
    return any(word_of(block, "type") in marks or "signature" in block for block in blocks)


FORMAT = Format(_fits, read)
