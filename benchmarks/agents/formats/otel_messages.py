"""Messages of a model's call out of a span's attributes and events, in the form of OpenAI's chat.

Every convention writes them in another way; what comes out is what `openai_chat` reads.
"""

import re
from collections.abc import Iterable

from benchmarks.agents.formats.fields import id_of, list_of, object_of, text_of, word_of
from hubscope.keys import canonical_json
from hubscope.records import Json, JsonFault, JsonParser

_INPUT, _OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"
_VERCEL_INPUT, _VERCEL_PROMPT = "ai.prompt.messages", "ai.prompt"
_VERCEL_OUTPUTS = ("ai.response.text", "ai.response.object", "ai.response.toolCalls")
_NUMBERED = re.compile(
    r"(?P<side>gen_ai\.prompt|gen_ai\.completion|llm\.input_messages|llm\.output_messages)"
    r"\.(?P<number>\d+)\.(?:message\.)?(?P<field>.+)"
)
_NUMBERED_CALL = re.compile(
    r"(?:message\.)?tool_calls\.(?P<number>\d+)\.(?:tool_call\.)?(?P<field>.+)"
)
_WRITTEN_SIDES = frozenset({"gen_ai.completion", "llm.output_messages"})
_EVENT = re.compile(r"gen_ai\.(?P<role>system|user|assistant|tool)\.message")
_CHOICE = "gen_ai.choice"
_DETAILS = "gen_ai.client.inference.operation.details"
_ROLES = {"model": "assistant", "ai": "assistant", "human": "user", "agent": "assistant"}

_CALL_PARTS = frozenset({"tool_call", "tool-call"})
_OPERATIONS = frozenset({"chat", "generate_content", "text_completion"})
_CALL_SPAN = re.compile(r"ai\.\w+\.do(?:Generate|Stream)\Z")

Sides = tuple[list[Json], list[Json]]


def is_chat(attributes: dict[str, Json]) -> bool:
    """Whether a span says that it is a model's call (an agent's span repeats those within it)."""
    operation = text_of(attributes.get("gen_ai.operation.name"))
    vercel = text_of(attributes.get("ai.operationId"))
    kind = attributes.get("openinference.span.kind", attributes.get("llm.request.type"))
    return operation in _OPERATIONS or kind in ("LLM", "chat") or bool(_CALL_SPAN.match(vercel))


def messages(attributes: dict[str, Json], events: list[Json]) -> Sides:
    """What the model was shown and what it wrote; both empty where nothing was recorded."""
    for found in (_convention, _vercel, _numbered):
        sides = found(attributes)
        if any(sides):
            return sides
    return _of_events(events)


def _convention(attributes: dict[str, Json]) -> Sides:
    """The semantic conventions since 1.37: lists of messages in parts, as values or JSON text."""
    shown = [_parts(each) for each in list_of(_loaded(attributes.get(_INPUT)))]
    written = [_parts(each) for each in list_of(_loaded(attributes.get(_OUTPUT)))]
    return _flat(shown), _flat(written)


def _parts(message: Json) -> list[Json]:
    """A message in parts as one message, or as one for each result of a tool."""
    fields = object_of(message)
    role = text_of(fields.get("role"))
    parts = [object_of(part) for part in list_of(fields.get("parts", fields.get("content")))]
    if isinstance(fields.get("content"), str):
        parts = [{"type": "text", "content": fields["content"]}]
    results = [
        part for part in parts if word_of(part, "type") in ("tool_call_response", "tool-result")
    ]
    answers: list[Json] = [
        {
            "role": "tool",
            "tool_call_id": id_of(part, "id", "toolCallId"),
            "content": _as_text(_result_of(part)),
        }
        for part in results
    ]
    calls: list[Json] = [_call(part) for part in parts if word_of(part, "type") in _CALL_PARTS]
    thought = "\n".join(
        _part_text(p) for p in parts if word_of(p, "type") in ("reasoning", "thinking")
    )
    text = "".join(_part_text(part) for part in parts if part.get("type", "text") == "text")
    if answers and not text and not calls:
        return answers
    said: dict[str, Json] = {"role": _ROLES.get(role, role), "content": text}
    if calls:
        said["tool_calls"] = calls
    if thought:
        said["reasoning"] = thought
    return [said, *answers]


def _part_text(part: dict[str, Json]) -> str:
    return text_of(part.get("content")) or text_of(part.get("text"))


def _result_of(part: dict[str, Json]) -> Json:
    names = ("response", "result", "output")
    result = next((part[name] for name in names if name in part), None)
    # Vercel wraps a result with its type.
    return object_of(result).get("value", result) if isinstance(result, dict) else result


def _call(part: dict[str, Json]) -> Json:
    arguments = next((part[name] for name in ("arguments", "args", "input") if name in part), None)
    return {
        "id": id_of(part, "id", "toolCallId"),
        "function": {"name": id_of(part, "name", "toolName") or "", "arguments": arguments},
    }


def _vercel(attributes: dict[str, Json]) -> Sides:
    """The Vercel AI SDK."""
    prompt = object_of(_loaded(attributes.get(_VERCEL_PROMPT)))
    held = _loaded(attributes.get(_VERCEL_INPUT)) or prompt.get("messages")
    shown = _flat(_parts(each) for each in list_of(held))
    if not shown and isinstance(prompt.get("prompt"), str):
        shown = [{"role": "user", "content": prompt["prompt"]}]
    if not any(name in attributes for name in _VERCEL_OUTPUTS):
        return shown, []
    text = attributes.get("ai.response.text", attributes.get("ai.response.object"))
    calls = [_call(object_of(c)) for c in list_of(_loaded(attributes.get("ai.response.toolCalls")))]
    said: dict[str, Json] = {"role": "assistant", "content": text_of(text)}
    if calls:
        said["tool_calls"] = calls
    if thought := text_of(attributes.get("ai.response.reasoning")):
        said["reasoning"] = thought
    return shown, [said]


def _numbered(attributes: dict[str, Json]) -> Sides:
    """One attribute a field: `gen_ai.prompt.0.content`, `llm.input_messages.0.message.content`."""
    found: dict[tuple[bool, int], dict[str, Json]] = {}
    for name, value in attributes.items():
        if at := _NUMBERED.fullmatch(name):
            place = (at["side"] in _WRITTEN_SIDES, int(at["number"]))
            found.setdefault(place, {})[at["field"]] = value
    sides: Sides = ([], [])
    for (is_written, _), fields in sorted(found.items()):
        sides[is_written].append(_of_fields(fields))
    return sides


def _of_fields(fields: dict[str, Json]) -> Json:
    calls: dict[int, dict[str, Json]] = {}
    for name, value in fields.items():
        if at := _NUMBERED_CALL.fullmatch(name):
            calls.setdefault(int(at["number"]), {})[at["field"].removeprefix("function.")] = value
    role = text_of(fields.get("role"))
    content = _loaded(fields.get("content"))
    message: dict[str, Json] = {
        "role": _ROLES.get(role, role),
        "content": content if isinstance(content, list) else _as_text(fields.get("content")),
    }
    if role == "tool":
        message["tool_call_id"] = fields.get("tool_call_id")
    if calls:
        message["tool_calls"] = [
            {"id": call.get("id"), "function": {n: call.get(n) for n in ("name", "arguments")}}
            for _, call in sorted(calls.items())
        ]
    return message


def _of_events(events: list[Json]) -> Sides:
    """Events of a span, as the conventions before 1.37 had them."""
    shown: list[Json] = []
    written: list[Json] = []
    for event in map(object_of, events):
        name, body = text_of(event.get("name")), object_of(event.get("attributes"))
        if name == _DETAILS:
            inputs, outputs = _convention(body)
            shown += inputs
            written += outputs
        elif at := _EVENT.fullmatch(name):
            shown.append(_of_event(at["role"], body))
        elif name == _CHOICE:
            message = object_of(_loaded(body.get("message")))
            written.append(_of_event("assistant", {**body, **message}))
    return shown, written


def _of_event(role: str, body: dict[str, Json]) -> Json:
    message: dict[str, Json] = {"role": role, "content": _as_text(body.get("content"))}
    if role == "tool":
        message["tool_call_id"] = body.get("id")
    if calls := list_of(_loaded(body.get("tool_calls"))):
        message["tool_calls"] = calls
    return message


def _loaded(value: Json) -> Json:
    """A value, out of its JSON text where an attribute can only hold text."""
    if isinstance(value, str):
        try:
            return JsonParser().parse(value)
        except JsonFault:
            return None
    return value


def _as_text(value: Json) -> str:
    return (
        text_of(value) if isinstance(value, str | list) or value is None else canonical_json(value)
    )


def _flat(lists: Iterable[list[Json]]) -> list[Json]:
    return [each for some in lists for each in some]
