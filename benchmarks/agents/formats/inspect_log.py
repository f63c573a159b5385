"""Inspect (UK AI Security Institute): evaluation logs, `.eval` archives and JSON.

A log holds samples, each in one or more epochs. A run that never ended is read as far as it got.
What `input_tokens` counts leaves cached tokens out; prompt tokens here include them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.agents.formats import leftovers
from benchmarks.agents.formats.conversation import Conversation, OpenCall
from benchmarks.agents.formats.fields import (
    count_of,
    id_of,
    list_of,
    object_of,
    score_of,
    text_of,
)
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.trajectory import Outcome, Problem, Tokens, Trajectory
from hubscope.archives import is_archive, member_names, members
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import JsonFault, JsonParser
from hubscope.reading import Limits, whole_content
from hubscope.records import Json

_MOST_BYTES = 1 << 30
# A sample may hold whole documents among its attachments.
_LIMITS = Limits(field_chars=1 << 26, record_chars=_MOST_BYTES, depth=200)
# Attachments put in over a sample: each may be pointed to any number of times.
_MOST_PUT_IN = _LIMITS.field_chars
_SAMPLE = re.compile(r"samples/[^/]+\.json")
_HEADERS = ("header.json", "_journal/start.json")
_ATTACHMENT = re.compile(r"(?:attachment|tc)://([0-9a-f]{32})")
_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_ENDED = frozenset({"success", "error", "cancelled"})
_SHORT = 40  # an answer that a scorer took out of the text is an option or a word
_SUBMIT = "submit"
# Events tell again, in the framework's words, how the messages came about.
_USED = frozenset(
    {"id", "epoch", "input", "messages", "output", "attachments", "events", "transcript"}
)
_FIRST_FIELDS = re.compile(r'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"(?:status|eval)"\s*:')


@dataclass(frozen=True, slots=True)
class _Log:
    """What a log says of all its samples."""

    task: str
    model: str
    status: str

    @property
    def run(self) -> str:
        """What tells this log's run from another's in the same import."""
        return "/".join(filter(None, (self.task, self.model)))


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a sample and epoch.

    Notes: `bad_score`, `several_scores` (all are in `meta`; the first counts), `prompted_turn` (an
    assistant's turn that the input put there), `missing_attachment`,
    `too_large_attachment` (the attachments of the sample are too much text). Problems:
    `incomplete_run` (its `detail` is the status), `no_samples`, `unknown_shape`,
    `empty_trajectory`, and those of archives' members.

    Raises:
        InputError: the file cannot be read, is no log, or a cut archive.
    """
    yield from _archive(path) if is_archive(path) else _document(path)


def _document(path: Path) -> Iterator[Trajectory | Problem]:
    log = _json(path, whole_content(path, _MOST_BYTES))
    if not isinstance(log, dict) or "eval" not in log:
        yield Problem(f"{path}:1", "unknown_shape")
        return
    header, samples = _header(log), list_of(log.get("samples"))
    yield from _state(header, bool(samples), str(path))
    for number, sample in enumerate(samples, start=1):
        yield _sample(sample, header, f"{path}:1, sample {number}")


def _archive(path: Path) -> Iterator[Trajectory | Problem]:
    names = set(member_names(path))
    header = next((name for name in _HEADERS if name in names), None)
    log: dict[str, Json] = {}
    for member in members(path, lambda name: name == header):
        if not isinstance(member, Skipped):
            log = object_of(_json(path, member.content))
    if header is None or not log:
        yield Problem(str(path), "no_header")
    found = _header(log)
    has_samples = any(_SAMPLE.fullmatch(name) for name in names)
    yield from _state(found, has_samples, str(path))
    for member in members(path, lambda name: "samples/" in name, _LIMITS):
        if isinstance(member, Skipped):
            yield Problem(member.where, member.reason)
            continue
        where = f"{path}:{member.name}"
        try:
            sample = _json(path, member.content)
        except InputError as error:
            yield Problem(where, error.reason or "invalid_json")
            continue
        yield _sample(sample, found, where)


def _json(path: Path, content: bytes) -> Json:
    try:
        return JsonParser(_LIMITS, nan_as_none=True).parse(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: not UTF-8 at byte {error.start}. Export the log again.",
            reason="not_utf8",
            where=str(path),
        ) from error
    except JsonFault as fault:
        raise InputError(
            f"{path}: not a JSON document: {fault}. Export the log again.",
            reason=fault.reason,
            where=str(path),
        ) from fault


def _header(log: dict[str, Json]) -> _Log:
    about = object_of(log.get("eval"))
    return _Log(text_of(about.get("task")), text_of(about.get("model")), text_of(log.get("status")))


def _state(log: _Log, has_samples: bool, where: str) -> Iterator[Problem]:
    if log.status != "success":
        yield Problem(where, "incomplete_run", log.status or "started")
    if not has_samples and log.status in _ENDED:
        yield Problem(where, "no_samples")


def _sample(sample: Json, log: _Log, where: str) -> Trajectory | Problem:
    if not isinstance(sample, dict) or id_of(sample, "id") is None:
        return Problem(where, "unknown_shape")
    messages = sample.get("messages")
    if not isinstance(messages, list):
        return Problem(where, "unknown_shape")
    item, epoch = id_of(sample, "id"), count_of(sample.get("epoch")) or 1
    talk = _Transcript(object_of(sample.get("attachments")))
    for message in messages:
        talk.tell(message)
    metadata = object_of(sample.get("metadata"))
    score, notes = _score(object_of(sample.get("scores")))
    talk.talk.note(*notes)
    made = talk.talk.trajectory(f"{item}:{epoch}", item)
    final = made.final or _submitted(made) or talk.resolved(_completion(sample)) or None
    outcome = _outcome(sample, final)
    # Writers differ in whether they write what is empty.
    meta = {name: value for name, value in sample.items() if value and name not in _USED}
    made = replace(
        made,
        run=log.run,
        model=log.model,
        question=_question(sample) or made.question,
        final=final,
        choice=_choice(object_of(sample.get("scores"))),
        score=None if outcome is Outcome.ERROR else score,
        outcome=outcome,
        meta={**meta, "epoch": epoch},
        tokens=_tokens(sample),
    )
    return leftovers.restored(made, metadata.get(leftovers.NAME))


class _Transcript:
    """A sample's messages, with the attachments they point to put in."""

    def __init__(self, attachments: dict[str, Json]) -> None:
        self.talk = Conversation()
        self._attachments = attachments
        self._room = _MOST_PUT_IN

    def tell(self, message: Json) -> None:
        """Take the next message."""
        if not isinstance(message, dict):
            self.talk.note("bad_message")
            return
        role, text = message.get("role"), self.resolved(text_of(message.get("content")))
        if role == "assistant" and message.get("source") == "input":
            self.talk.note("prompted_turn")
        elif role == "assistant":
            calls = [self._call(call) for call in list_of(message.get("tool_calls"))]
            speaker = text_of(object_of(message.get("metadata")).get(leftovers.SPEAKER))
            self.talk.say(text, self._thinking(message), calls, speaker)
        elif role == "user":
            self.talk.ask(text)
        elif role == "tool":
            self._answer(message, text)
        elif role != "system":
            self.talk.note(f"unknown_role:{role}")

    def resolved(self, text: str) -> str:
        """Text with its attachments in their places."""
        return _ATTACHMENT.sub(self._attachment, text)

    def _attachment(self, found: re.Match[str]) -> str:
        held = self._attachments.get(found[1])
        if not isinstance(held, str):
            self.talk.note("missing_attachment")
            return found[0]
        if len(held) > self._room:
            if self._room >= 0:
                self.talk.note("too_large_attachment")
            self._room = -1  # told once; what would follow is left out as well
            return found[0]
        self._room -= len(held)
        return held

    def _thinking(self, message: dict[str, Json]) -> str:
        blocks = [object_of(block) for block in list_of(message.get("content"))]
        thought = [text_of(message.get("reasoning"))]
        thought += [
            text_of(block.get("reasoning")) or text_of(block.get("summary"))
            for block in blocks
            if block.get("type") == "reasoning"
        ]
        return self.resolved("\n".join(filter(None, thought)))

    def _call(self, call: Json) -> OpenCall:
        if not isinstance(call, dict):
            self.talk.note("bad_call")
            return OpenCall("", "", str(call))
        function = call.get("function")
        named = object_of(function) or call  # OpenAI's own shape holds both in `function`
        name = text_of(function) or text_of(named.get("name"))
        made = self.talk.call(id_of(call, "id"), name, named.get("arguments"))
        if call.get("parse_error"):
            self.talk.note(f"bad_arguments:{made.label}")
        return made

    def _answer(self, message: dict[str, Json], text: str) -> None:
        error = object_of(message.get("error"))
        observed = text or self.resolved(text_of(error.get("message")))
        id_ = id_of(message, "tool_call_id") or ""
        self.talk.answer(id_, observed, failed=True if error else None)


def _question(sample: dict[str, Json]) -> str:
    asked = sample.get("input")
    if isinstance(asked, str) and not _ATTACHMENT.match(asked):
        return asked
    users = [object_of(one) for one in list_of(asked)]
    return next((text_of(u.get("content")) for u in users if u.get("role") == "user"), "")


def _completion(sample: dict[str, Json]) -> str:
    """The answer that the log itself calls the sample's output."""
    output = object_of(sample.get("output"))
    choice = object_of(next(iter(list_of(output.get("choices"))), None))
    message = object_of(choice.get("message"))
    # A message that only asks for a tool is no answer, whatever it says beside.
    return "" if message.get("tool_calls") else text_of(output.get("completion"))


def _submitted(made: Trajectory) -> str | None:
    """The answer of an agent that hands it in by a call."""
    calls = [call for step in made.steps[-1:] for call in step.calls if call.name == _SUBMIT]
    arguments = calls[-1].arguments if calls else {}
    return text_of(arguments.get("answer")) or None if isinstance(arguments, dict) else None


def _outcome(sample: dict[str, Json], final: str | None) -> Outcome:
    if sample.get("error"):
        return Outcome.ERROR
    if sample.get("limit"):
        return Outcome.OVER_BUDGET
    return Outcome.NO_ANSWER if final is None else Outcome.ANSWERED


def _score(scores: dict[str, Json]) -> tuple[float | None, list[str]]:
    """The first scorer's value and what is odd about it; no scorer = None, and nothing odd."""
    if not scores:
        return None, []
    values = [_value(object_of(score).get("value")) for score in scores.values()]
    notes = ["several_scores"] if len(values) > 1 else []
    return values[0], notes + (["bad_score"] if values[0] is None else [])


def _value(value: Json) -> float | None:
    if isinstance(value, str) and value in _LETTERS:
        return _LETTERS[value]
    if isinstance(value, str) and value.casefold() in ("yes", "true", "no", "false"):
        return float(value.casefold() in ("yes", "true"))
    return score_of(value)


def _choice(scores: dict[str, Json]) -> str | None:
    answer = id_of(object_of(next(iter(scores.values()), None)), "answer")
    return answer if answer and len(answer) <= _SHORT and "\n" not in answer else None


def _tokens(sample: dict[str, Json]) -> Tokens | None:
    usages = list(object_of(sample.get("model_usage")).values())
    usages = usages or [object_of(sample.get("output")).get("usage")]
    talk = Conversation()
    for usage in usages:
        if isinstance(usage, dict):
            cached = count_of(usage.get("input_tokens_cache_read"))
            talk.spend(Tokens(_prompt(usage), cached, count_of(usage.get("output_tokens"))))
    return talk.tokens


def _prompt(usage: dict[str, Json]) -> int | None:
    fresh = count_of(usage.get("input_tokens"))
    beside = [usage.get(f"input_tokens_cache_{kind}") for kind in ("read", "write")]
    return None if fresh is None else fresh + sum(count_of(each) or 0 for each in beside)


def _fits(head: Head) -> bool:
    if head.names:
        return any(name in head.names for name in _HEADERS)
    return head.has("eval", "version") or bool(_FIRST_FIELDS.match(head.text))


FORMAT = Format(_fits, read)
