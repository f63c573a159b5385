"""Three protocols: how a request reads and how an answer looks in each."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.servers.behaviour import Asked, Says


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent: parts that are flushed one by one."""

    parts: tuple[bytes, ...]
    content_type: str = "application/json"


def _words(text: str) -> int:
    return max(1, len(text.split()))


def _tokens(asked: Asked, says: Says) -> tuple[int, int] | None:
    if says.tokens == ():
        return None
    if says.tokens:
        return says.tokens
    said = " ".join([asked.system, *(text for _, text in asked.texts)])
    return _words(said), _words(says.text + " " + json.dumps(says.calls))


def _text(content: Any) -> str:
    """Text of a message's content, of its blocks where it has blocks."""
    if isinstance(content, list):
        parts = [block.get("text") or block.get("content") or "" for block in content]
        return "\n".join(_text(part) for part in parts)
    return content or ""


class OpenAI:
    """Chat Completions, with tools and `json_schema`."""

    name = "openai"
    path = "/v1/chat/completions"
    variables: tuple[tuple[str, str], ...] = (
        ("OPENAI_BASE_URL", "/v1"),
        ("OPENAI_API_KEY", "sk-loopback-0123456789"),
    )

    def asked(self, body: dict[str, Any], headers: Mapping[str, str], number: int) -> Asked:
        """The request in no provider's words."""
        messages = body["messages"]
        system = [_text(one["content"]) for one in messages if one["role"] in _SYSTEM]
        wanted = (body.get("response_format") or {}).get("json_schema") or {}
        return Asked(
            body["model"],
            "\n".join(system),
            tuple((m["role"], _text(m["content"])) for m in messages if m["role"] not in _SYSTEM),
            tuple(tool["function"]["name"] for tool in body.get("tools") or []),
            wanted.get("schema"),
            body.get("max_completion_tokens") or body.get("max_tokens"),
            body.get("temperature"),
            headers,
            body,
            number,
        )

    def body(self, asked: Asked, says: Says) -> Body:
        """A whole answer."""
        message: dict[str, Any] = {"role": "assistant", "content": says.text or None}
        if says.thinking:
            message["reasoning_content"] = says.thinking
        if says.calls:
            message["tool_calls"] = [
                {
                    "id": f"call_{asked.number}_{place}",
                    "type": "function",
                    "function": {"name": name, "arguments": _as_text(arguments)},
                }
                for place, (name, arguments) in enumerate(says.calls)
            ]
        reason = "tool_calls" if says.calls else says.stop
        if says.stop == "refusal":
            message, reason = {**message, "content": None, "refusal": says.text}, "stop"
        answer: dict[str, Any] = {
            "id": f"chatcmpl-{asked.number}",
            "object": "chat.completion",
            "created": 0,
            "model": asked.model,
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        }
        if (tokens := _tokens(asked, says)) is not None:
            answer["usage"] = {
                "prompt_tokens": tokens[0],
                "completion_tokens": tokens[1],
                "total_tokens": sum(tokens),
            }
        return Body((json.dumps(answer).encode(),))

    def error(self, kind: str, message: str) -> dict[str, Any]:
        """The body of an error."""
        code = None
        if kind == "overflow":
            code, kind = "context_length_exceeded", "invalid_request_error"
            message = "This model's maximum context length is 8192 tokens."
        return {"error": {"message": message, "type": kind, "param": None, "code": code}}

    def no_choice(self) -> str:
        """An answer that holds none."""
        return json.dumps({"id": "x", "object": "chat.completion", "model": "m", "choices": []})


class Anthropic:
    """Messages, with tools."""

    name = "anthropic"
    path = "/v1/messages"
    variables: tuple[tuple[str, str], ...] = (
        ("ANTHROPIC_BASE_URL", ""),
        ("ANTHROPIC_API_KEY", "sk-ant-loopback-0123456789"),
    )

    def asked(self, body: dict[str, Any], headers: Mapping[str, str], number: int) -> Asked:
        """The request in no provider's words."""
        tools = body.get("tools") or []
        choice = body.get("tool_choice") or {}
        forced = [one["input_schema"] for one in tools if one["name"] == choice.get("name")]
        return Asked(
            body["model"],
            _text(body.get("system")),
            tuple((one["role"], _text(one["content"])) for one in body["messages"]),
            tuple(tool["name"] for tool in tools),
            forced[0] if forced else None,
            body.get("max_tokens"),
            body.get("temperature"),
            headers,
            body,
            number,
        )

    def body(self, asked: Asked, says: Says) -> Body:
        """A whole answer; a closed one comes as the input of the tool that was forced."""
        blocks: list[dict[str, Any]] = []
        if says.thinking:
            blocks.append({"type": "thinking", "thinking": says.thinking, "signature": "s"})
        calls = says.calls
        if asked.schema is not None and not calls and (closed := _object(says.text)) is not None:
            calls = ((asked.tools[0], closed),)
        elif says.text:
            blocks.append({"type": "text", "text": says.text})
        blocks += [
            {
                "type": "tool_use",
                "id": f"toolu_{asked.number}_{place}",
                "name": name,
                "input": arguments,
            }
            for place, (name, arguments) in enumerate(calls)
        ]
        reason = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}[says.stop]
        tokens = _tokens(asked, says) or (0, 0)
        answer = {
            "id": f"msg_{asked.number}",
            "type": "message",
            "role": "assistant",
            "model": asked.model,
            "content": blocks,
            "stop_reason": "tool_use" if calls else reason,
            "stop_sequence": None,
            "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1]},
        }
        return Body((json.dumps(answer).encode(),))

    def error(self, kind: str, message: str) -> dict[str, Any]:
        """The body of an error."""
        if kind == "overflow":
            kind = "invalid_request_error"
            message = "prompt is too long: 213462 tokens > 200000 maximum"
        return {"type": "error", "error": {"type": kind, "message": message}}

    def no_choice(self) -> str:
        """An answer that holds none."""
        empty = {"input_tokens": 3, "output_tokens": 0}
        about = {"id": "x", "type": "message", "role": "assistant", "model": "m"}
        return json.dumps({**about, "content": [], "stop_reason": "end_turn", "usage": empty})


class Ollama:
    """`/api/chat`, an answer in lines."""

    name = "ollama"
    path = "/api/chat"
    variables: tuple[tuple[str, str], ...] = (("OLLAMA_HOST", ""),)

    def asked(self, body: dict[str, Any], headers: Mapping[str, str], number: int) -> Asked:
        """The request in no provider's words."""
        messages, options = body["messages"], body.get("options") or {}
        wanted = body.get("format")
        return Asked(
            body["model"],
            "\n".join(one["content"] for one in messages if one["role"] == "system"),
            tuple((one["role"], one["content"]) for one in messages if one["role"] != "system"),
            tuple(tool["function"]["name"] for tool in body.get("tools") or []),
            wanted if isinstance(wanted, dict) else None,
            options.get("num_predict"),
            options.get("temperature"),
            headers,
            body,
            number,
        )

    def body(self, asked: Asked, says: Says) -> Body:
        """An answer in three lines; the last says that it is whole."""
        half = len(says.text) // 2
        lines = []
        if says.thinking:
            lines.append(self._line(asked, {"content": "", "thinking": says.thinking}))
        lines += [self._line(asked, {"content": part}) for part in (says.text[:half],) if part]
        message: dict[str, Any] = {"content": says.text[half:]}
        if says.calls:
            message["tool_calls"] = [
                {"function": {"name": name, "arguments": arguments}}
                for name, arguments in says.calls
            ]
        lines.append(self._line(asked, message))
        counts = {}
        if (tokens := _tokens(asked, says)) is not None:
            counts = {"prompt_eval_count": tokens[0], "eval_count": tokens[1]}
        reason = "length" if says.stop == "length" else "stop"
        done = {"done": True, "done_reason": reason, **counts}
        lines.append(self._line(asked, {"content": ""}, **done))
        return Body(tuple(lines), "application/x-ndjson")

    def _line(self, asked: Asked, message: dict[str, Any], **more: Any) -> bytes:
        made = "2026-01-01T00:00:00Z"
        record = {"model": asked.model, "created_at": made, "done": False, **more}
        return json.dumps({**record, "message": {"role": "assistant", **message}}).encode() + b"\n"

    def error(self, kind: str, message: str) -> dict[str, Any]:
        """The body of an error."""
        if kind == "overflow":
            message = "input length exceeds the context length"
        return {"error": message}

    def no_choice(self) -> str:
        """An answer that holds none."""
        return json.dumps({"model": "m", "created_at": "2026-01-01T00:00:00Z", "done": True}) + "\n"


_SYSTEM = ("system", "developer")
Protocol = OpenAI | Anthropic | Ollama
PROTOCOLS: dict[str, Protocol] = {"openai": OpenAI(), "anthropic": Anthropic(), "ollama": Ollama()}


def _as_text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
