"""A conversation while its messages are read: turns, calls that wait for a result, notes.

Formats of messages differ in how they write what was said; what belongs to whom is decided here,
once. A result belongs to the nearest open call with its id before it, and to no other.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmarks.agents.formats.fields import arguments_of, parted
from benchmarks.agents.trajectory import Call, Outcome, Step, Tokens, Trajectory
from hubscope.records import Json


@dataclass(slots=True)
class OpenCall:
    """A call that waits for its result.

    Attributes:
        id: None = it is known by its name alone.
        expected: whether the record would hold a result, so that it is odd if there is none.
    """

    id: str | None
    name: str
    arguments: dict[str, Json] | str
    observation: str | None = None
    failed: bool | None = None
    expected: bool = True

    @property
    def label(self) -> str:
        """What notes call it."""
        return self.name if self.id is None else self.id

    def closed(self) -> Call:
        """The call as it is, answered or not."""
        return Call(self.name, self.arguments, self.observation, self.failed)


@dataclass(slots=True)
class Turn:
    """What one message of the agent holds."""

    content: str
    reasoning: str = ""
    calls: list[OpenCall] = field(default_factory=list)
    speaker: str = ""


@dataclass(slots=True)
class Conversation:
    """Messages read so far."""

    question: str = ""
    turns: list[Turn] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tokens: Tokens | None = None
    _call_ids: set[str] = field(default_factory=set)

    def ask(self, text: str) -> None:
        """The user said something; the first of it is the question."""
        self.question = self.question or text

    def say(
        self,
        content: str,
        reasoning: str = "",
        calls: Iterable[OpenCall] = (),
        speaker: str = "",
    ) -> Turn:
        """The agent said, thought or asked for something; thinking between tags is no saying."""
        turn = Turn(*parted(content, reasoning), list(calls), speaker)
        self.turns.append(turn)
        return turn

    def note(self, *notes: str) -> None:
        """Something about the record is odd."""
        self.notes.extend(notes)

    def spend(self, tokens: Tokens) -> None:
        """A message states what it cost."""
        before = self.tokens or Tokens()
        self.tokens = Tokens(
            _sum(before.prompt, tokens.prompt),
            _sum(before.cached, tokens.cached),
            _sum(before.completion, tokens.completion),
        )

    def call(self, id_: str | None, name: str, arguments: Json, *, has_id: bool = True) -> OpenCall:
        """A call of the agent's, to be put into its turn; what is odd about it is noted.

        Args:
            id_: as the record has it.
            name: the tool.
            arguments: an object, or the text of one.
            has_id: whether this kind of call has ids at all.
        """
        if has_id and not id_:
            id_ = ""
            self.note("empty_call_id")
        elif id_ in self._call_ids:
            self.note(f"duplicate_call_id:{id_}")
        if id_:
            self._call_ids.add(id_)
        parsed, sound = arguments_of(arguments)
        call = OpenCall(id_ if has_id else None, name, parsed)
        if not sound:
            self.note(f"bad_arguments:{call.label}")
        return call

    def answer(
        self, id_: str | None, text: str, *, name: str = "", failed: bool | None = None
    ) -> bool:
        """A result came back; whether a call was waiting for it (else it is noted).

        Args:
            id_: of the call; "" for an empty one, None where calls are known by name.
            text: what came back.
            name: the tool, where there is no id.
            failed: whether the source calls it an error.
        """
        call = self._waiting(id_, name)
        if call is None:
            self.note(f"orphan_result:{id_ or name}")
            return False
        call.observation, call.failed = text, failed
        return True

    def steps(self) -> tuple[Step, ...]:
        """A step for every message in which the agent said or did something."""
        return tuple(
            Step(
                turn.content,
                tuple(call.closed() for call in turn.calls),
                turn.reasoning,
                turn.speaker,
            )
            for turn in self.turns
            if turn.content or turn.calls or turn.reasoning
        )

    def final(self, end_word: str = "") -> str | None:
        """The last message's text, unless it still asks for something.

        Args:
            end_word: what an agent says to end the talk; it is no part of an answer, and a message
                that holds nothing else is none.
        """
        end = re.compile(rf"[\s*_`\"']*\b{end_word}\b[\s.!*_`\"']*\Z") if end_word else None
        for turn in reversed(self.turns):
            text = end.sub("", turn.content) if end else turn.content
            if turn.calls:
                return None
            if text.strip():
                return text
            if end is None or text == turn.content:
                return None
        return None

    def lint(self) -> tuple[str, ...]:
        """All notes, with the calls that got no result."""
        orphans = [
            f"orphan_call:{call.label}"
            for turn in self.turns
            for call in turn.calls
            if call.observation is None and call.expected
        ]
        return tuple(sorted([*self.notes, *orphans]))

    def trajectory(self, id_: str, item: str | None = None, end_word: str = "") -> Trajectory:
        """The conversation as a trajectory; what else the record says is put in by the format."""
        final = self.final(end_word)
        return Trajectory(
            id=id_,
            item=item,
            question=self.question,
            steps=self.steps(),
            final=final,
            outcome=Outcome.NO_ANSWER if final is None else Outcome.ANSWERED,
            lint=self.lint(),
            tokens=self.tokens,
        )

    def _waiting(self, id_: str | None, name: str) -> OpenCall | None:
        """The first waiting call that fits in the nearest turn that has one."""
        for turn in reversed(self.turns):
            for call in turn.calls:
                fits = call.id == id_ and (id_ is not None or call.name == name)
                if fits and call.observation is None:
                    return call
        return None


def _sum(before: int | None, more: int | None) -> int | None:
    return before if more is None else (before or 0) + more
