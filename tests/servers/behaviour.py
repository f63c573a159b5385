"""What a loopback model is asked, and what it does about it, in no provider's words."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from threading import Lock
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the server understood it.

    Attributes:
        system: text of the system messages.
        texts: role and text of the other messages, tool results among them, in order.
        schema: the closed answer that is wanted in the provider's own mode, else None.
        number: of the request, from 0, over the life of the server.
    """

    model: str
    system: str
    texts: tuple[tuple[str, str], ...]
    tools: tuple[str, ...]
    schema: dict[str, Any] | None
    max_tokens: int | None
    temperature: float | None
    headers: Mapping[str, str]
    body: dict[str, Any]
    number: int = 0

    @property
    def prompt(self) -> str:
        """The last message's text."""
        return self.texts[-1][1] if self.texts else ""

    @property
    def prompt_without_marks(self) -> str:
        """The last message's text without its random words: equal questions are equal."""
        return re.sub(r"==[0-9a-f]+==", "====", self.prompt)


@dataclass(frozen=True, slots=True)
class Says:
    """A whole answer.

    Attributes:
        calls: name and arguments of tools to call; arguments that are a text are sent as they are,
            broken JSON too, where the protocol can carry them.
        stop: `stop`, `length`, `refusal`; calls end in the protocol's own word.
        tokens: input and output tokens; None counts words; () sends no usage.
        after_s: seconds before the first byte.
    """

    text: str = ""
    calls: tuple[tuple[str, Any], ...] = ()
    stop: str = "stop"
    thinking: str = ""
    tokens: tuple[int, int] | tuple[()] | None = None
    after_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Fails:
    """An error of the provider: a status with headers and a message; `overflow` words it."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "something went wrong"
    kind: str = "api_error"


OVERFLOWS = Fails(400, kind="overflow", message="")


@dataclass(frozen=True, slots=True)
class Cuts:
    """An answer whose connection is closed in the middle of the body."""

    text: str = "the answer is long enough to be cut somewhere in the middle"


@dataclass(frozen=True, slots=True)
class Sends:
    """A body with its own status and length, whatever it holds: half a JSON, HTML, no choice."""

    body: str
    status: int = 200
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Drips:
    """An answer that comes byte by byte and never ends, until the server is stopped."""

    every_s: float = 0.05


Behaviour = Says | Fails | Cuts | Sends | Drips
Script = Callable[[Asked], Behaviour]


def always(behaviour: Behaviour) -> Script:
    """A script that does the same every time."""
    return lambda _: behaviour


def in_order(behaviours: Iterable[Behaviour]) -> Script:
    """A script that does one thing after the other, and fails with 500 when it has no more."""
    planned, places, lock = list(behaviours), count(), Lock()

    def play(_: Asked) -> Behaviour:
        with lock:
            place = next(places)
        unplanned = Fails(500, message="a request that was not planned")
        return planned[place] if place < len(planned) else unplanned

    return play
