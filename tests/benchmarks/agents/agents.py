"""Executors, items and models that tests of the agent share."""

import threading
from collections.abc import Callable, Sequence

from benchmarks.agents.agent import Observation
from benchmarks.agents.conversation import Question
from benchmarks.agents.dataset import Dataset
from graph.store import ItemRecord
from hubscope.errors import UnavailableError
from hubscope.keys import canonical_json, digest
from hubscope.llm.chat import Reply, Request, Role, Stop, ToolCall, ToolSpec, Usage

SEARCH = ToolSpec(
    "literature_search",
    "Finds papers.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)


class Shelf:
    """An executor with one tool that knows what it is told to know.

    Attributes:
        ran: every call that was run, in order.
    """

    specs = (SEARCH,)
    fingerprint = digest("shelf")
    until = ""

    def __init__(self, say: Callable[[ToolCall], str] = lambda _: "Zinc inhibits ACE.") -> None:
        self._say = say
        self._lock = threading.Lock()
        self.ran: list[ToolCall] = []

    def run(self, call: ToolCall) -> Observation:
        with self._lock:
            self.ran.append(call)
        said = self._say(call)
        return Observation(said, failed=said.startswith("Error"))


class Thinker:
    """A model that says what a function of the request says; counts what it was asked."""

    name = "test:thinker"
    fingerprint = digest("thinker")

    def __init__(self, say: Callable[[Request], Reply]) -> None:
        self._say = say
        self._lock = threading.Lock()
        self.asked: list[Request] = []

    def reply(self, request: Request) -> Reply:
        with self._lock:
            self.asked.append(request)
        return self._say(request)


def calling(query: str = "zinc", text: str = "I look for zinc.", id: str = "c1") -> Reply:
    """A reply that searches."""
    call = ToolCall(id, SEARCH.name, {"query": query})
    return Reply(text, Usage(100, 10), (call,), Stop.TOOL, paid=True)


def saying(text: str, stop: Stop = Stop.FINISHED) -> Reply:
    """A reply in words."""
    return Reply(text, Usage(200, 20), stop=stop, paid=True)


def turns_of(request: Request) -> int:
    """How many turns the agent has had."""
    return sum(message.role is Role.ASSISTANT for message in request.messages)


def searching_then(answer: str, searches: int = 1) -> Callable[[Request], Reply]:
    """Searches so many times, each time for something else, then answers."""

    def say(request: Request) -> Reply:
        turn = turns_of(request)
        if turn < searches:
            return calling(f"zinc {turn}", f"Zinc binds ACE{turn}.", f"c{turn}")
        return saying(answer)

    return say


def failing(*reasons: str) -> Callable[[Request], Reply]:
    def say(request: Request) -> Reply:
        raise UnavailableError("no reply", reason=reasons[0])

    return say


CHOICE = Question("q1", "What inhibits ACE?", (("A", "zinc"), ("B", "iron")), "choice")
YES_NO = Question("q2", "Does zinc inhibit ACE?", (), "boolean")
CLAIM = Question("q3", "Zinc inhibits ACE.", (), "claim")
OPEN = Question("q4", "Which metal inhibits ACE?")


def item(id: str, question: str = "Does zinc inhibit ACE?", answer: str = "yes") -> ItemRecord:
    return ItemRecord(
        key=digest(id)[:32],
        source="",
        id=id,
        question=question,
        answer=canonical_json(answer),
        options="",
        kind="boolean",
        meta="",
    )


def dataset(ids: Sequence[str] = ("1", "2", "3")) -> Dataset:
    return Dataset("items.jsonl", tuple(item(id) for id in ids))
