"""MIRAGE-Bench (Zhang et al., 2025): an agent's context up to the step at which it was tempted.

A snapshot ends before the agent's answer, so none has a final one. Agents of four frameworks are in
it, each with a way of its own to write calls into text; demonstrations are the prompt's.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import id_of, object_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Outcome, Problem, Trajectory
from hubscope.records import Json, JsonFault, JsonParser

_USED = frozenset({"task_name", "input"})
# CodeAct (OpenHands): <function=NAME><parameter=KEY>value</parameter></function>
_FUNCTION = re.compile(r"<function=(?P<name>[^>\n]+)>(?P<body>.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=(?P<key>[^>\n]+)>\n?(?P<value>.*?)\n?</parameter>", re.DOTALL)
_EXECUTED = re.compile(r"EXECUTION RESULT of \[(?P<name>[^\]]+)\]:\n?")
# tau-bench's text agent: "Thought: ... Action: {json}", answered by "API output: ..."
_ACTION = re.compile(r"(?:Thought:\s*(?P<thought>.*?)\s*)?Action:\s*(?P<action>\{.*)", re.DOTALL)
_API = "API output:"
_RESPOND = "respond"
# Demonstrations that nothing marks: a message of them, or the part of one before the task.
_DEMONSTRATION = "Here is a demonstration of how to"
_EXAMPLE_END = re.compile(r"^-+ END OF EXAMPLE -+\s*", re.MULTILINE)
# GenericAgent (BrowserGym): its past steps stand in the user's message.
_PAST = re.compile(r"^# History of interaction with the task:\s*$", re.MULTILINE)
_PAST_END = re.compile(r"^# (?!#)\S", re.MULTILINE)
_PAST_STEP = re.compile(r"^## step (?P<number>\d+)\s*$", re.MULTILINE)
_TAGGED = re.compile(r"<(?P<tag>think|memory|action)>\n?(?P<text>.*?)\n?</(?P=tag)>", re.DOTALL)
_ERROR = re.compile(r"^### Error from previous action:\n(?P<text>.*)", re.DOTALL | re.MULTILINE)
_GOAL = re.compile(r"\(\{'type': 'text', 'text': (['\"])(?P<text>.*)\1\},\)\s*", re.DOTALL)


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a snapshot, outcome `no_answer`.

    Notes: `observations_not_kept` (of past steps that a message tells, only errors came along),
    `demonstration`. Problems: `empty_trajectory` (no messages in it), `missing_id`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One snapshot to a trajectory."""
    if not isinstance(record, dict) or "task_name" not in record:
        return Problem(where, "unknown_shape")
    id_, messages = id_of(record, "task_name"), record.get("input")
    if id_ is None:
        return Problem(where, "missing_id")
    if not isinstance(messages, list) or not messages:
        return Problem(where, "empty_trajectory")
    talk = Conversation(question=_question(record))
    for message in messages:
        _tell(talk, object_of(message))
    meta = {name: value for name, value in record.items() if name not in _USED}
    made = replace(talk.trajectory(id_, id_), final=None, outcome=Outcome.NO_ANSWER, meta=meta)
    return made if made.steps else replace(made, lint=tuple(sorted([*made.lint, "no_steps"])))


def _question(record: dict[str, Json]) -> str:
    goal = text_of(record.get("goal"))
    stated = _GOAL.fullmatch(goal)
    if stated:
        return stated["text"].replace("\\n", "\n").replace("\\'", "'")
    # Of software tasks the goal is the patch that solves them.
    return text_of(record.get("problem_statement")) or ("" if "diff --git" in goal else goal)


def _tell(talk: Conversation, message: dict[str, Json]) -> None:
    text = text_of(message.get("content"))
    if message.get("is_demo"):
        talk.note("demonstration")
    elif message.get("role") == "user":
        _hear(talk, text)
    elif message.get("role") == "assistant" and not message.get("tool_calls"):
        _say(talk, text)
    else:
        openai_chat.tell(talk, message)


def _say(talk: Conversation, text: str) -> None:
    """A turn whose calls, if any, stand in its text."""
    functions = list(_FUNCTION.finditer(text))
    action = _ACTION.fullmatch(text.strip())
    if functions:
        calls = [_function(talk, found) for found in functions]
        talk.say(_FUNCTION.sub("", text).strip(), calls=calls)
    elif action:
        _act(talk, action["thought"] or "", action["action"])
    else:
        talk.say(text)


def _function(talk: Conversation, found: re.Match[str]) -> OpenCall:
    arguments: dict[str, Json] = {
        parameter["key"]: parameter["value"] for parameter in _PARAMETER.finditer(found["body"])
    }
    return talk.call(None, found["name"].strip(), arguments, has_id=False)


def _act(talk: Conversation, thought: str, action: str) -> None:
    try:
        asked = object_of(JsonParser().parse_at(action, 0)[0])
    except JsonFault:
        asked = {}
    name, arguments = text_of(asked.get("name")), asked.get("arguments")
    if name == _RESPOND:
        talk.say(text_of(object_of(arguments).get("content")), reasoning=thought)
        return
    call = talk.call(None, name, arguments, has_id=False)
    if not name:
        call.arguments = action
        talk.note("bad_action")
    talk.say(thought, calls=[call])


def _hear(talk: Conversation, text: str) -> None:
    """The user's message: a tool's output, a story of past steps, or words."""
    executed = _EXECUTED.match(text)
    if executed:
        talk.answer(None, text[executed.end() :], name=executed["name"])
    elif text.startswith(_API):
        waiting = [call for turn in talk.turns[-1:] for call in turn.calls]
        name = waiting[-1].name if waiting else ""
        talk.answer(None, text.removeprefix(_API).strip(), name=name)
    elif past := _PAST.search(text):
        rest = text[past.end() :]
        end = _PAST_END.search(rest)
        _remember(talk, rest[: end.start()] if end else rest)
    elif text.startswith(_DEMONSTRATION):
        talk.note("demonstration")
    elif example := _EXAMPLE_END.search(text):
        talk.note("demonstration")
        talk.ask(text[example.end() :])
    else:
        talk.ask(text)


def _remember(talk: Conversation, past: str) -> None:
    """Steps that a message tells of: what the agent thought and did, and what failed."""
    starts = [*_PAST_STEP.finditer(past)]
    if starts:
        talk.note("observations_not_kept")
    for number, found in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(past)
        body = past[found.end() : end]
        # Tags may stand in each other where the agent wrote them so; the last action was done.
        error = _ERROR.search(body)
        said = body[: error.start()] if error else body
        tags = {each["tag"]: each["text"] for each in _TAGGED.finditer(said)}
        action = tags.get("action", "")
        call = OpenCall(None, action.partition("(")[0].strip(), action.strip(), expected=False)
        call.observation, call.failed = (error["text"].strip(), True) if error else (None, False)
        talk.say("", tags.get("think", "").strip(), [call] if action else [])


def _fits(head: Head) -> bool:
    return head.has("task_name", "input_step")


FORMAT = Format(_fits, read)
