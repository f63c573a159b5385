"""Exchanges: recorded calls of a model, each with all it was shown; put together to conversations.

A call shows what was said before all over again. What goes on where another ended is one
conversation and its old messages are taken once; where the framework cut or rewrote the old ones
(compaction), only what is new is taken, and noted.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from hubscope.records import Json

EDITED, UNRECORDED = "edited_context", "unrecorded_turn"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call of a model: the messages it was shown and those it wrote, and where it stands."""

    shown: tuple[Json, ...]
    written: tuple[Json, ...]
    where: str


@dataclass(slots=True)
class Thread:
    """A conversation put together from exchanges.

    Attributes:
        where: its first exchange.
        messages: each once, in order.
        written: places in `messages` of what the model wrote while it was recorded; the rest was
            shown to it.
        notes: `edited_context` for every exchange that did not show the whole past.
    """

    where: str
    messages: list[Json] = field(default_factory=list)
    written: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def unrecorded(self, is_own: Callable[[Json], bool]) -> int:
        """How many of the model's messages were only shown: nobody saw them being written."""
        others = [each for at, each in enumerate(self.messages) if at not in self.written]
        return sum(map(is_own, others))

    def add(self, shown: Sequence[Json], written: Sequence[Json]) -> None:
        """Take what is new of an exchange."""
        self.messages += shown
        self.written |= set(range(len(self.messages), len(self.messages) + len(written)))
        self.messages += written


def threads(exchanges: Iterable[Exchange], key: Callable[[Json], Hashable]) -> list[Thread]:
    """Conversations in the order in which they begin.

    Args:
        exchanges: in the order in which they were made.
        key: what makes two messages the same.
    """
    found: list[Thread] = []
    for exchange in exchanges:
        shown = [key(message) for message in exchange.shown]
        for thread in reversed(found):
            past = [key(message) for message in thread.messages]
            new = _new(past, shown)
            if new is not None:
                if shown[: len(past)] != past:
                    thread.notes.append(EDITED)
                break
        else:
            thread, new = Thread(exchange.where), 0
            found.append(thread)
        thread.add(exchange.shown[new:], exchange.written)
    return found


def _new(past: list[Hashable], shown: list[Hashable]) -> int | None:
    """From where on what is shown is new to a conversation; None if it does not go on with it."""
    if not past or len(shown) < 2:
        return None
    if shown[: len(past)] == past:
        return len(past)
    # The past was cut or rewritten, but what was written last is still there.
    places = [place for place, each in enumerate(shown) if each == past[-1]]
    return places[-1] + 1 if places else None
