"""Who&When (Zhang et al., 2025): failed runs of several agents, the first decisive mistake marked.

The first message is the task as the manager gives it, with what came of earlier talks, under the
name of the agent who starts: it is no text of an agent's. Code in it may be run all the same. What
a terminal answers is the observation of the code in the message before it; a page that a browsing
agent prints is an observation, too.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import id_of, object_of, score_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.keys import digest
from hubscope.records import Json

_TASK = "You are given: (1) a task"
_END_WORD = "TERMINATE"
_TERMINALS = frozenset({"computer_terminal", "computerterminal"})
_RUN_CODE = "run_code"
_CODE = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_SUCCEEDED = re.compile(r"\s*exitcode:\s*0\b")
_FAILED = re.compile(r"\s*exitcode:\s*[1-9]\d*\b")
# What a browsing agent's tool prints; it comes in under the agent's name.
_PAGE = re.compile(
    r"^Address: (?P<address>[^\n]*)\nTitle: [^\n]*\nViewport position: ", re.MULTILINE
)
_BROWSE = "browse"
_HUMANS = frozenset({"human", "user"})
# "Orchestrator (thought)": the part in brackets says what the message is for.
_ROLE = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<use>[^()]*)\))?\s*")
_USED = frozenset(
    {"history", "question", "question_ID", "question_id", "is_correct", "is_corrected"}
)


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a file, or record.

    `meta["places"]` holds for every step the message it was, counted from 0 as `mistake_step` is.

    Notes: `prompted_code` (the task's own code was run), `terminal_remark` (there was nothing to
    run), `orphan_result:N`, `bad_mistake_step`.
    """
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record to a trajectory."""
    if not isinstance(record, dict) or not isinstance(history := record.get("history"), list):
        return Problem(where, "unknown_shape")
    if not history:
        return Problem(where, "empty_trajectory")
    talk = Conversation(question=text_of(record.get("question")))
    places = [
        place
        for place, message in enumerate(history)
        if _tell(talk, message, place, runs=_is_terminal(history[place + 1 : place + 2]))
    ]
    if _mistake(record) not in (None, *range(len(history))):
        talk.note("bad_mistake_step")
    item = id_of(record, "question_ID", "question_id")
    made = talk.trajectory(item or digest(record)[:16], item, _END_WORD)
    right = record.get("is_correct", record.get("is_corrected"))
    meta: dict[str, Json] = {name: value for name, value in record.items() if name not in _USED}
    return replace(made, score=score_of(right), meta={**meta, "places": list(places)})


def _mistake(record: dict[str, Json]) -> int | None:
    stated = id_of(record, "mistake_step")
    if stated is None:
        return None
    return int(stated) if stated.isdecimal() else -1


def _role(message: Json) -> tuple[str, str]:
    """Who speaks, and what for, where the name says so in brackets."""
    fields = object_of(message)
    role = _ROLE.fullmatch(text_of(fields.get("name")) or text_of(fields.get("role")))
    return (role["name"], (role["use"] or "").casefold()) if role else ("", "")


def _is_terminal(messages: list[Json]) -> bool:
    return any(_role(message)[0].casefold() in _TERMINALS for message in messages)


def _tell(talk: Conversation, message: Json, place: int, *, runs: bool) -> bool:
    """Take the next message; whether it became a step.

    Args:
        talk: the conversation.
        message: the message.
        place: its place in the history.
        runs: whether a terminal speaks next, and so runs the code in it.
    """
    (speaker, use), text = _role(message), text_of(object_of(message).get("content"))
    code = "\n".join(_CODE.findall(text)) if runs else ""
    if not speaker:
        talk.note("bad_message")
    elif speaker.casefold() in _TERMINALS:
        _answer(talk, text, place)
    elif speaker.casefold() in _HUMANS:
        talk.ask(text)
    elif place == 0 and text.startswith(_TASK):
        talk.ask(text)
        if code:
            talk.note("prompted_code")
            talk.say("", calls=[_run(talk, code)], speaker=speaker)
        return bool(code)
    elif use == "thought":
        talk.say("", reasoning=text, speaker=speaker)
        return bool(text)
    elif page := _PAGE.search(text):
        talk.say(text[: page.start()].strip(), calls=[_browsed(talk, text, page)], speaker=speaker)
        return True
    elif text.strip():
        talk.say(text, calls=[_run(talk, code)] if code else [], speaker=speaker)
        return True
    return False


def _run(talk: Conversation, code: str) -> OpenCall:
    call = talk.call(None, _RUN_CODE, {}, has_id=False)
    call.arguments = code
    return call


def _browsed(talk: Conversation, text: str, page: re.Match[str]) -> OpenCall:
    call = talk.call(None, _BROWSE, {"address": page["address"]}, has_id=False)
    call.observation = text[page.start() :]
    return call


def _answer(talk: Conversation, text: str, place: int) -> None:
    failed = True if _FAILED.match(text) else False if _SUCCEEDED.match(text) else None
    waiting = talk.turns and any(call.observation is None for call in talk.turns[-1].calls)
    if waiting:
        talk.answer(None, text, name=_RUN_CODE, failed=failed)
    elif failed is None:
        talk.note("terminal_remark")  # that there is nothing to run
    else:
        talk.note(f"orphan_result:{place}")


def _fits(head: Head) -> bool:
    return head.has("history", "mistake_step") or head.has("history", "mistake_agent")


FORMAT = Format(_fits, read)
