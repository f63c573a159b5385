"""AutoGen: events of a run, states of teams and agents, recorded sessions of a model's calls.

Several agents may speak; who said what is kept. A summary of tool calls repeats what tools said and
is no agent's text; the word TERMINATE ends a talk and is no part of its answer.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.exchanges import UNRECORDED, Exchange, threads
from benchmarks.agents.formats.fields import count_of, id_of, list_of, object_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import Record, json_records
from benchmarks.agents.trajectory import Outcome, Problem, Tokens, Trajectory
from hubscope.keys import canonical_json, digest
from hubscope.records import Json

_END_WORD = "TERMINATE"
_USERS = frozenset({"user", "human", "user_proxy", "userproxy", "admin"})
_SPOKEN = frozenset({"TextMessage", "MultiModalMessage", "StructuredMessage"})
# What the framework says of itself; a summary's text is the tools'.
_SILENT = frozenset(
    {"SystemMessage", "ToolCallSummaryMessage", "StopMessage", "HandoffMessage"}
    | {"SelectSpeakerEvent", "SelectorEvent", "UserInputRequestedEvent", "MemoryQueryEvent"}
    | {"ModelClientStreamingChunkEvent"}
)
_RUN_CODE = "run_code"


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record; of a recorded session one a conversation.

    Notes: `unknown_type:TYPE`; of sessions `edited_context`, and `unrecorded_turn` for a turn of
    the model's that was only shown to it. Problems: `unknown_shape`, `empty_trajectory`.
    """
    exchanges = []
    for record in json_records(path):
        if isinstance(record, Problem):
            yield record
        elif _is_exchange(record.value):
            exchanges.append(_exchange(record))
        else:
            yield from parse(record.value, record.where)
    yield from _sessions(exchanges)


def parse(record: Json, where: str) -> Iterator[Trajectory | Problem]:
    """One record: events, an object that holds them, or the state of a team or an agent."""
    fields: dict[str, Json] = record if isinstance(record, dict) else {"messages": record}
    held = list(_held(fields))
    if not held:
        yield Problem(where, "unknown_shape")
    for name, messages in held:
        if not messages:
            yield Problem(where, "empty_trajectory", name)
            continue
        if not any(isinstance(each, dict) and "type" in each for each in messages):
            yield Problem(where, "unknown_shape", name)
            continue
        known = {*openai_chat.KNOWN, "agent_states", "llm_context", "llm_messages", "type"}
        made = openai_chat.of_record(
            _conversation(messages), fields, frozenset({*known, "stop_reason"}), _END_WORD
        )
        identity = made.id if len(held) == 1 else f"{made.id}:{name}"
        yield replace(made, id=identity, outcome=_outcome(made, fields, messages))


def _held(fields: dict[str, Json]) -> Iterator[tuple[str, list[Json]]]:
    """Message lists of a record by whose they are; a team's own thread holds all of its agents'."""
    for name in ("messages", "message_thread", "llm_messages"):
        if isinstance(messages := fields.get(name), list):
            yield "", messages
            return
    context = fields.get("llm_context")
    if isinstance(context, dict) and isinstance(context.get("messages"), list):
        yield "", list_of(context["messages"])
        return
    found = []
    for name, state in object_of(fields.get("agent_states")).items():
        state = object_of(state)
        if "message_thread" in state:
            yield "", list_of(state["message_thread"])
            return
        inner = object_of(state.get("agent_state")) or state
        found += [(name, messages) for _, messages in _held(inner)]
    yield from found


def _conversation(messages: Iterable[Json]) -> Conversation:
    talk = Conversation()
    for message in messages:
        _tell(talk, message)
    return talk


def _tell(talk: Conversation, message: Json) -> None:
    if not isinstance(message, dict):
        talk.note("bad_message")
        return
    kind, content = text_of(message.get("type")), message.get("content")
    speaker = text_of(message.get("source"))
    _spend(talk, message.get("models_usage"))
    if kind == "UserMessage" or (kind in _SPOKEN and speaker.casefold() in _USERS):
        talk.ask(_text(content))
    elif kind in _SPOKEN:
        talk.say(_text(content), speaker=speaker)
    elif kind == "ThoughtEvent":
        talk.say("", reasoning=_text(content), speaker=speaker)
    elif kind == "ToolCallRequestEvent":
        talk.say("", calls=[_call(talk, call) for call in list_of(content)], speaker=speaker)
    elif kind == "AssistantMessage":
        calls = [_call(talk, call) for call in list_of(content)]
        talk.say(text_of(content), text_of(message.get("thought")), calls, speaker)
    elif kind in ("ToolCallExecutionEvent", "FunctionExecutionResultMessage"):
        for result in list_of(content):
            _answer(talk, object_of(result))
    elif kind == "CodeGenerationEvent":
        call = talk.call(None, _RUN_CODE, {}, has_id=False)
        call.arguments = _code(message)
        talk.say(_text(content), calls=[call], speaker=speaker)
    elif kind == "CodeExecutionEvent":
        result = object_of(message.get("result"))
        failed = bool(result.get("exit_code"))
        talk.answer(None, text_of(result.get("output")), name=_RUN_CODE, failed=failed)
    elif kind not in _SILENT:
        talk.note(f"unknown_type:{kind}")


def _text(content: Json) -> str:
    """A message's text; pictures among its parts have none, a structured one is its JSON."""
    if isinstance(content, dict):
        return canonical_json(content)
    return text_of(content)


def _call(talk: Conversation, call: Json) -> OpenCall:
    if not isinstance(call, dict):
        talk.note("bad_call")
        return OpenCall("", "", str(call))
    return talk.call(id_of(call, "id"), text_of(call.get("name")), call.get("arguments"))


def _answer(talk: Conversation, result: dict[str, Json]) -> None:
    failed = result.get("is_error")
    talk.answer(
        id_of(result, "call_id") or "",
        text_of(result.get("content")),
        failed=failed if isinstance(failed, bool) else None,
    )


def _code(message: dict[str, Json]) -> str:
    blocks = [object_of(block) for block in list_of(message.get("code_blocks"))]
    return "\n".join(text_of(block.get("code")) for block in blocks)


def _spend(talk: Conversation, usage: Json) -> None:
    if isinstance(usage, dict):
        prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
        talk.spend(Tokens(prompt=count_of(prompt), completion=count_of(completion)))


def _outcome(made: Trajectory, fields: dict[str, Json], messages: list[Json]) -> Outcome:
    """A run that was stopped at a limit was not ended by its agents."""
    said = [text_of(fields.get("stop_reason"))]
    said += [
        text_of(each.get("content"))
        for each in messages[-1:]
        if isinstance(each, dict) and each.get("type") == "StopMessage"
    ]
    stopped = any(text.casefold().startswith(("maximum", "token usage")) for text in said)
    return Outcome.OVER_BUDGET if stopped else made.outcome


def _is_exchange(record: Json) -> bool:
    return isinstance(record, dict) and record.keys() >= {"mode", "messages", "response"}


def _exchange(record: Record) -> Exchange:
    fields = object_of(record.value)
    response = object_of(fields.get("response"))
    written: Json = {
        "type": "AssistantMessage",
        "content": response.get("content"),
        "thought": response.get("thought"),
        "models_usage": response.get("usage"),
    }
    return Exchange(tuple(list_of(fields.get("messages"))), (written,), record.where)


def _sessions(exchanges: list[Exchange]) -> Iterator[Trajectory | Problem]:
    for thread in threads(exchanges, _key):
        talk = _conversation(thread.messages)
        talk.note(*thread.notes, *[UNRECORDED] * thread.unrecorded(_is_own))
        identity = digest([_key(message) for message in thread.messages])[:16]
        yield talk.trajectory(identity, end_word=_END_WORD)


def _is_own(message: Json) -> bool:
    return object_of(message).get("type") == "AssistantMessage"


def _key(message: Json) -> str:
    fields = object_of(message)
    return canonical_json([fields.get("type"), fields.get("content")])


def _fits(head: Head) -> bool:
    if _is_exchange(head.record):
        return True
    if head.has("agent_states") or head.has("llm_context") or head.has("llm_messages"):
        return True
    return any({"source", "type"} <= message.keys() for message in head.messages())


FORMAT = Format(_fits, read)
