"""OpenTelemetry spans of GenAI calls: OTLP JSON, exporters' dumps, one span a line or a list.

Attributes are read in the ways of the semantic conventions (`gen_ai.input.messages`, events, and
the older numbered ones), of the Vercel AI SDK and of OpenInference. Spans of one conversation, or
trace, are put together; what a later call shows again is taken once.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.agents.formats import openai_chat, otel_messages
from benchmarks.agents.formats.conversation import Conversation
from benchmarks.agents.formats.exchanges import UNRECORDED, Exchange, threads
from benchmarks.agents.formats.fields import count_of, id_of, list_of, object_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Tokens, Trajectory
from hubscope.keys import canonical_json, digest
from hubscope.records import Json

_CONVERSATION = (
    "gen_ai.conversation.id",
    "session.id",
    "traceloop.association.properties.session_id",
)
_MODEL = ("gen_ai.response.model", "gen_ai.request.model", "ai.model.id", "llm.model_name")
_INPUT_TOKENS = (
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
)
_OUTPUT_TOKENS = (
    *("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"),
    "llm.token_count.completion",
)
_CACHED_TOKENS = ("gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.input_tokens.cached")
_TOOL_ID = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id")
_TOOL_RESULT = ("gen_ai.tool.call.result", "ai.toolCall.result", "output.value")
# Vercel's outer span tells again what the inner ones (`.doGenerate`, `.doStream`) hold.
_OUTER = re.compile(r"ai\.(?:generate|stream)(?:Text|Object)\Z")
_INNER = re.compile(r"ai\.\w+\.do(?:Generate|Stream)\Z")


@dataclass(frozen=True, slots=True)
class _Span:
    """One span, in whatever way it was exported."""

    trace: str
    start: int
    attributes: dict[str, Json]
    events: list[Json]
    failed: bool
    where: str

    @property
    def operation(self) -> str:
        return text_of(self.attributes.get("ai.operationId"))

    def first(self, *names: str) -> Json:
        """The first of the attributes that is there."""
        return next((self.attributes[name] for name in names if name in self.attributes), None)


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a conversation, in the order in which they begin.

    Notes: `edited_context`, `unrecorded_turn` (a turn of the model's that was only shown to it: it
    may have been put there). Problems: `no_conversation` (a trace without a model's call),
    `no_content` (calls whose messages were not recorded), `unknown_shape`.
    """
    spans: list[_Span] = []
    for record in json_records(path):
        if isinstance(record, Problem):
            yield record
            continue
        found = list(_spans(record.value, record.where))
        spans += found
        if not found:
            yield Problem(record.where, "unknown_shape")
    if any(_INNER.match(span.operation) for span in spans):
        spans = [span for span in spans if not _OUTER.match(span.operation)]
    groups: defaultdict[str, list[_Span]] = defaultdict(list)
    for span in sorted(spans, key=lambda span: span.start):
        groups[span.trace].append(span)
    for trace, members in groups.items():
        yield from _conversations(trace, members)


def _spans(value: Json, where: str) -> Iterator[_Span]:
    """The spans of a record: one, or all that an OTLP export holds."""
    fields = object_of(value)
    held = fields.get("resourceSpans", fields.get("resource_spans"))
    if isinstance(held, list):
        for resource in map(object_of, held):
            scopes = resource.get("scopeSpans", resource.get("scope_spans"))
            for scope in map(object_of, list_of(scopes)):
                for span in list_of(scope.get("spans")):
                    yield _span(object_of(span), where)
    elif isinstance(fields.get("spans"), list):
        for span in list_of(fields["spans"]):
            yield _span(object_of(span), where)
    elif "attributes" in fields:
        yield _span(fields, where)


def _span(fields: dict[str, Json], where: str) -> _Span:
    context = object_of(fields.get("spanContext", fields.get("context")))
    attributes = _attributes(fields.get("attributes"))
    trace = id_of(fields, "traceId", "trace_id") or id_of(context, "traceId", "trace_id") or where
    talk = next(
        (id_of(attributes, name) for name in _CONVERSATION if id_of(attributes, name)), None
    )
    status = object_of(fields.get("status"))
    code = str(status.get("code", status.get("status_code")))
    events = [
        {**object_of(event), "attributes": _attributes(object_of(event).get("attributes"))}
        for event in list_of(fields.get("events"))
    ]
    return _Span(
        trace=talk or trace,
        start=_time(fields),
        attributes=attributes,
        events=list(events),
        failed=code in ("2", "ERROR", "STATUS_CODE_ERROR"),
        where=where,
    )


def _attributes(value: Json) -> dict[str, Json]:
    """Attributes as an object, also where OTLP writes them as key and typed value."""
    if isinstance(value, dict):
        return value
    pairs = [object_of(each) for each in list_of(value)]
    return {text_of(pair.get("key")): _plain(pair.get("value")) for pair in pairs}


def _plain(value: Json) -> Json:
    fields = object_of(value)
    for name, held in fields.items():
        if name == "arrayValue":
            return [_plain(each) for each in list_of(object_of(held).get("values"))]
        if name == "kvlistValue":
            return _attributes(object_of(held).get("values")) or {}
        if name == "intValue" and isinstance(held, str) and held.lstrip("-").isdecimal():
            return int(held)
        return held
    return value


def _time(fields: dict[str, Json]) -> int:
    """When a span began, to sort by: nanoseconds, or a text of ISO 8601 as a number."""
    for name in ("startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time"):
        value = fields.get(name)
        if isinstance(value, list) and len(value) == 2 and all(isinstance(v, int) for v in value):
            seconds, nanos = value
            assert isinstance(seconds, int)
            assert isinstance(nanos, int)
            return seconds * 10**9 + nanos
        if isinstance(value, int):
            return int(value)
        if isinstance(value, str) and (digits := re.sub(r"\D", "", value)):
            return int(digits.ljust(20, "0")[:20])
    return 0


def _conversations(trace: str, spans: list[_Span]) -> Iterator[Trajectory | Problem]:
    chats = [span for span in spans if otel_messages.is_chat(span.attributes)]
    # Where no span says that it is a model's call, an agent's own span may hold the messages.
    chats = chats or [s for s in spans if any(otel_messages.messages(s.attributes, s.events))]
    exchanges = [exchange for span in chats if (exchange := _exchange(span)) is not None]
    if not exchanges:
        kind = "no_content" if chats else "no_conversation"
        yield Problem(spans[0].where, kind, trace)
        return
    found = threads(exchanges, _key)
    for number, thread in enumerate(found, start=1):
        talk = openai_chat.conversation(thread.messages)
        talk.note(*thread.notes, *[UNRECORDED] * thread.unrecorded(_is_own))
        _answer(talk, spans)
        own = chats if len(found) == 1 else [s for s in chats if s.where == thread.where]
        identity = trace if len(found) == 1 else f"{trace}:{number}"
        yield _trajectory(talk, identity, own)


def _trajectory(talk: Conversation, identity: str, spans: list[_Span]) -> Trajectory:
    made = talk.trajectory(identity)
    models = [text_of(span.first(*_MODEL)) for span in spans]
    failed = bool(spans) and spans[-1].failed and made.final is None
    return replace(
        made,
        model=next(filter(None, models), ""),
        outcome=Outcome.ERROR if failed else made.outcome,
        tokens=_tokens(spans),
    )


def _exchange(span: _Span) -> Exchange | None:
    shown, written = otel_messages.messages(span.attributes, span.events)
    return Exchange(tuple(shown), tuple(written), span.where) if shown or written else None


def _answer(talk: Conversation, spans: Iterable[_Span]) -> None:
    """Results that only the tools' own spans hold."""
    waiting = {
        call.id: call
        for turn in talk.turns
        for call in turn.calls
        if call.id and call.observation is None
    }
    for span in spans:
        call = waiting.get(text_of(span.first(*_TOOL_ID)))
        result = span.first(*_TOOL_RESULT)
        if call is not None and result is not None:
            call.observation = result if isinstance(result, str) else canonical_json(result)
            call.failed = True if span.failed else call.failed


def _tokens(spans: Iterable[_Span]) -> Tokens | None:
    talk = Conversation()
    for span in spans:
        prompt, completion = span.first(*_INPUT_TOKENS), span.first(*_OUTPUT_TOKENS)
        if prompt is not None or completion is not None:
            cached = count_of(span.first(*_CACHED_TOKENS))
            talk.spend(Tokens(count_of(prompt), cached, count_of(completion)))
    return talk.tokens


def _is_own(message: Json) -> bool:
    return object_of(message).get("role") == "assistant"


def _key(message: Json) -> str:
    """What makes two messages one: role, text and calls; thinking is often not shown again."""
    fields = object_of(message)
    names = ("role", "tool_call_id")
    calls = [id_of(object_of(call), "id") for call in list_of(fields.get("tool_calls"))]
    return digest([*(fields.get(name) for name in names), text_of(fields.get("content")), calls])


def _fits(head: Head) -> bool:
    if head.has("resourceSpans") or head.has("resource_spans"):
        return True
    fields = object_of(head.record)
    spans = [fields, *map(object_of, list_of(fields.get("spans"))[:1])]
    return any(
        "attributes" in span
        and bool(span.keys() & {"spanContext", "context", "traceId", "trace_id"})
        for span in spans
    )


FORMAT = Format(_fits, read)
