"""OpenAI chat messages: `{"messages": [...]}` as one object, an array of them, or JSON Lines.

System and user text is no step, tool text is an observation of the call that asked for it, and
thinking blocks are kept apart from what the agent said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.agents.formats.fields import arguments_of, id_of, score_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Call, Outcome, Problem, Step, Trajectory
from hubscope.keys import digest
from hubscope.records import Json

_IDS = ("id", "trajectory_id", "conversation_id", "session_id")
_ITEMS = ("item", "item_id", "question_id", "sample_id", "task_id")
_SCORES = ("score", "reward", "correct")
_KNOWN = frozenset({"messages", "run", "model", "choice", *_IDS, *_ITEMS, *_SCORES})
_SILENT_ROLES = frozenset({"system", "developer"})
_THINKING = frozenset({"thinking", "reasoning"})


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record; `empty_trajectory` and `unknown_shape` are problems."""
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One record, an object with `messages` or the bare list, to a trajectory."""
    fields: dict[str, Json] = record if isinstance(record, dict) else {"messages": record}
    messages = fields.get("messages")
    if not isinstance(messages, list):
        return Problem(where, "unknown_shape")
    if not messages:
        return Problem(where, "empty_trajectory")
    talk = _Conversation()
    for message in messages:
        talk.add(message)
    final = talk.final()
    item = id_of(fields, *_ITEMS, "id")
    # Without an id of its own a record is known by what it says: imported twice is imported once.
    return Trajectory(
        id=id_of(fields, *_IDS, *_ITEMS) or digest(record)[:16],
        item=item,
        run=id_of(fields, "run") or "",
        model=id_of(fields, "model") or "",
        question=talk.question,
        steps=talk.steps(),
        final=final,
        choice=id_of(fields, "choice"),
        score=next((score_of(fields[name]) for name in _SCORES if name in fields), None),
        outcome=Outcome.NO_ANSWER if final is None else Outcome.ANSWERED,
        lint=talk.lint(),
        meta={name: value for name, value in fields.items() if name not in _KNOWN},
    )


@dataclass(slots=True)
class _OpenCall:
    """A call that waits for its result."""

    id: str | None  # None = old style, known by the function's name
    name: str
    arguments: dict[str, Json] | str
    observation: str | None = None

    @property
    def label(self) -> str:
        return self.name if self.id is None else self.id


@dataclass(slots=True)
class _Turn:
    """What one assistant message holds."""

    content: str
    reasoning: str
    calls: list[_OpenCall]


@dataclass(slots=True)
class _Conversation:
    """Messages read so far."""

    question: str = ""
    turns: list[_Turn] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    call_ids: set[str] = field(default_factory=set)

    def add(self, message: Json) -> None:
        """Take the next message."""
        if not isinstance(message, dict):
            self.notes.append("bad_message")
            return
        role = message.get("role")
        if role == "assistant":
            self._add_turn(message)
        elif role in ("tool", "function"):
            self._add_result(message)
        elif role == "user":
            self.question = self.question or text_of(message.get("content"))
        elif role not in _SILENT_ROLES:
            self.notes.append(f"unknown_role:{role}")

    def steps(self) -> tuple[Step, ...]:
        """A step for every message in which the agent said or did something."""
        return tuple(
            Step(
                turn.content,
                tuple(Call(call.name, call.arguments, call.observation) for call in turn.calls),
                turn.reasoning,
            )
            for turn in self.turns
            if turn.content or turn.calls or turn.reasoning
        )

    def final(self) -> str | None:
        """The last message's text, unless it still asks for something."""
        last = self.turns[-1] if self.turns else None
        return last.content if last and last.content.strip() and not last.calls else None

    def lint(self) -> tuple[str, ...]:
        """All notes, with the calls that got no result."""
        orphans = [
            f"orphan_call:{call.label}"
            for turn in self.turns
            for call in turn.calls
            if call.observation is None
        ]
        return tuple(sorted([*self.notes, *orphans]))

    def _add_turn(self, message: dict[str, Json]) -> None:
        content = message.get("content")
        text = text_of(content) or text_of(message.get("refusal"))
        thought = [text_of(message.get(name)) for name in ("reasoning_content", "reasoning")]
        thought += [_thinking(block) for block in content] if isinstance(content, list) else []
        calls = [self._call(call) for call in _list(message.get("tool_calls"))]
        if isinstance(old := message.get("function_call"), dict):
            calls.append(self._function(old, None))
        self.turns.append(_Turn(text, "\n".join(filter(None, thought)), calls))

    def _call(self, call: Json) -> _OpenCall:
        if not isinstance(call, dict):
            self.notes.append("bad_call")
            return _OpenCall("", "", str(call))
        id_ = id_of(call, "id") or ""
        if not id_:
            self.notes.append("empty_call_id")
        elif id_ in self.call_ids:
            self.notes.append(f"duplicate_call_id:{id_}")
        self.call_ids.add(id_)
        custom = call.get("custom")
        if isinstance(custom, dict):
            return _OpenCall(id_, text_of(custom.get("name")), text_of(custom.get("input")))
        function = call.get("function")
        return self._function(function if isinstance(function, dict) else call, id_)

    def _function(self, function: dict[str, Json], id_: str | None) -> _OpenCall:
        arguments, sound = arguments_of(function.get("arguments"))
        call = _OpenCall(id_, text_of(function.get("name")), arguments)
        if not sound:
            self.notes.append(f"bad_arguments:{call.label}")
        return call

    def _add_result(self, message: dict[str, Json]) -> None:
        text = text_of(message.get("content"))
        id_ = id_of(message, "tool_call_id")
        name = text_of(message.get("name"))
        wanted = (None, name) if message["role"] == "function" else (id_ or "", "")
        call = self._open_call(*wanted)
        if call is None:
            self.notes.append(f"orphan_result:{id_ or name}")
        else:
            call.observation = text

    def _open_call(self, id_: str | None, name: str) -> _OpenCall | None:
        """The first waiting call that fits in the nearest turn that has one."""
        for turn in reversed(self.turns):
            for call in turn.calls:
                fits = call.id == id_ and (id_ is not None or call.name == name)
                if fits and call.observation is None:
                    return call
        return None


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _thinking(block: Json) -> str:
    if isinstance(block, dict) and block.get("type") in _THINKING:
        return text_of(block.get("thinking")) or text_of(block.get("text"))
    return ""


def _fits(head: Head) -> bool:
    if isinstance(head.record, list):
        first = head.record[0] if head.record else None
        return isinstance(first, dict) and "role" in first
    return isinstance(head.record, dict) and isinstance(head.record.get("messages"), list)


FORMAT = Format(_fits, read)
