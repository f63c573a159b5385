"""Messages, tools and replies between the protocol and LangChain's classes."""

import math
import re
from typing import TYPE_CHECKING, Any

from hubscope.errors import UnavailableError
from hubscope.json_values import Json
from hubscope.llm.chat import (
    Message,
    Reply,
    Role,
    Stop,
    ToolCall,
    ToolSpec,
    Usage,
)
from hubscope.llm.structured import text_of

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, BaseMessage

# What providers take as the name of a tool.
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# Deeper than any tool's arguments, and than what JSON can be written of.
_DEEPEST = 100
_STOPS = {
    "length": Stop.LENGTH,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "content_filter": Stop.REFUSED,
    "refusal": Stop.REFUSED,
    "safety": Stop.REFUSED,
}


def tool_of(tool: ToolSpec) -> dict[str, Any]:
    """A tool as all providers take it."""
    about = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": about}


def message_of(message: Message) -> "BaseMessage":
    """A message as LangChain's."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    match message.role:
        case Role.SYSTEM:
            return SystemMessage(message.text)
        case Role.USER:
            return HumanMessage(message.text)
        case Role.TOOL:
            return ToolMessage(message.text, tool_call_id=message.call_id)
    calls = [
        {
            "id": one.id,
            "name": _NO_NAME.sub("_", one.name)[:_LONGEST_NAME] or "_",
            # Providers take objects only; what was no object is told as one.
            "args": one.arguments if isinstance(one.arguments, dict) else {"_": one.arguments},
            "type": "tool_call",
        }
        for one in message.calls
    ]
    return AIMessage(message.text, tool_calls=calls)


def reply_of(message: "AIMessage", provider: str, *, closed: bool) -> Reply:
    """A reply out of LangChain's message; text of thinking is left out."""
    about = message.response_metadata
    if provider == "ollama" and about.get("done") is not True:
        raise UnavailableError("the reply was cut off", reason="torn_reply")
    calls = _calls(message)
    refusal = message.additional_kwargs.get("refusal")
    reason = about.get("finish_reason") or about.get("stop_reason") or about.get("done_reason")
    stop = Stop.REFUSED if refusal else _STOPS.get(str(reason).lower(), Stop.FINISHED)
    usage = _usage(message)
    if closed and calls and stop is Stop.FINISHED:
        return Reply(calls[0].arguments, usage, paid=True)
    text = refusal if isinstance(refusal, str) and refusal else text_of(_content(message))
    if calls and stop is Stop.FINISHED:
        stop = Stop.TOOL
    return Reply(text, usage, calls, stop, paid=True)


def cut_short(error: Exception) -> Reply | None:
    """The reply whose length ended it, where OpenAI's package refuses to hand it over."""
    completion = getattr(error, "completion", None)
    if type(error).__name__ != "LengthFinishReasonError" or completion is None:
        return None
    used = completion.usage
    usage = _known(used.prompt_tokens, used.completion_tokens) if used else Usage()
    return Reply(completion.choices[0].message.content, usage, stop=Stop.LENGTH, paid=True)


def _content(message: "AIMessage") -> Json:
    content: Any = message.content
    return content  # type: ignore[no-any-return]  # LangChain's blocks are JSON


def _calls(message: "AIMessage") -> tuple[ToolCall, ...]:
    whole = [(one["id"], one["name"], one["args"]) for one in message.tool_calls]
    broken = [(one["id"], one["name"], one["args"]) for one in message.invalid_tool_calls]
    return tuple(
        ToolCall(id or f"call_{place}", _whole(name or ""), _storable(arguments))
        for place, (id, name, arguments) in enumerate([*whole, *broken])
    )


def _storable(value: Any, depth: int = 0) -> Json:
    """Arguments as JSON that can be written down: no lone surrogate, no NaN, no endless depth."""
    if isinstance(value, str):
        return _whole(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict | list) and depth >= _DEEPEST:
        return "(nested too deeply)"
    if isinstance(value, dict):
        return {_whole(name): _storable(part, depth + 1) for name, part in value.items()}
    if isinstance(value, list):
        return [_storable(part, depth + 1) for part in value]
    plain: Json = value
    return plain


def _whole(text: str) -> str:
    return _LONE_SURROGATE.sub("\ufffd", text)


def _usage(message: "AIMessage") -> Usage:
    found = message.usage_metadata
    return _known(found["input_tokens"], found["output_tokens"]) if found else Usage()


def _known(input_tokens: int | None, output_tokens: int | None) -> Usage:
    """What was used; LangChain makes 0 of what a server leaves out, and no prompt has 0 tokens."""
    return Usage(input_tokens, output_tokens) if input_tokens else Usage()
