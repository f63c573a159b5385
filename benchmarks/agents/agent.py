"""The literature agent: it reasons, a passive executor runs its tools (ReAct, Yao et al., 2023).

One conversation an item. LangGraph takes turns between two nodes, `reason` (one request to the
model) and `act` (the calls of that turn), and writes a checkpoint after each, so that a
conversation that was killed goes on with the step it had come to. The state is plain dictionaries.

How a conversation ends: `answered` with a final answer that can be read, `no_answer` without one
after it was asked for once more, `tool_loop` when its turns are used up and it still calls tools,
`over_budget` when its time or the model's window is, `error` when the provider rejects it.
"""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

from benchmarks.agents.conversation import (
    Answer,
    CallState,
    Question,
    StepState,
    answer_in,
    messages_of,
)
from benchmarks.agents.trajectory import Call, Outcome, Step
from hubscope.codec import from_json, to_json
from hubscope.errors import HubscopeError
from hubscope.json_values import Json
from hubscope.llm.chat import ChatModel, RejectedError, Reply, Request, Stop, ToolCall, ToolSpec
from hubscope.llm.structured import text_of, without_thinking

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver

# Two nodes a turn, and LangGraph's own first and last.
_NODES_A_TURN = 2
_SPARE_NODES = 4
_UNRUN = "Not run: the conversation was over."


@dataclass(frozen=True, slots=True)
class Limits:
    """What one conversation may take.

    Attributes:
        turns: requests to the model.
        seconds: time of the model and the tools together, over all sessions.
        calls: tool calls in one turn; what is more is refused, and the agent told so.
    """

    turns: int = 12
    seconds: float = 600.0
    calls: int = 8


@dataclass(frozen=True, slots=True)
class Observation:
    """What a tool gave: a text for the agent, and whether the tool failed."""

    text: str
    failed: bool = False


class Executor(Protocol):
    """Runs tools. It is passive: it does what it is told and decides nothing."""

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools that there are."""
        ...

    def run(self, call: ToolCall) -> Observation:
        """What a call gives, an error too; it raises only what ends the run: no money is left."""
        ...


class StoppedError(HubscopeError):
    """The run is being stopped; the conversation goes on where it was in the next session."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A conversation at its end, or as far as it came.

    Attributes:
        note: why it ended so, a stable word, "" where the outcome says all.
        input_tokens, output_tokens: of all replies; None where the model does not say.
        seconds: time of the model and the tools.
        sampled_at: of each turn, see `Reply`.
    """

    steps: tuple[Step, ...]
    answer: Answer | None
    outcome: Outcome
    note: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float = 0.0
    sampled_at: tuple[str, ...] = ()


class _State(TypedDict):
    """What a checkpoint holds. `ended` is the outcome, "" before the end."""

    question: dict[str, Json]
    nonce: str
    steps: list[StepState]
    tokens: list[int | None]
    seconds: float
    ended: str
    note: str


@dataclass(slots=True)
class Agent:
    """Answers questions; several threads may ask at once.

    Attributes:
        model: what reasons, behind its cache, limiter and budget.
        executor: what runs the tools.
        saver: where checkpoints go.
        stopping: set = no further step is begun.
        clock: seconds, for tests.
    """

    model: ChatModel
    executor: Executor
    saver: "SqliteSaver"
    limits: Limits = Limits()
    stopping: threading.Event = field(default_factory=threading.Event)
    clock: Callable[[], float] = time.monotonic
    _graph: Any = field(init=False)

    def __post_init__(self) -> None:
        from langgraph.graph import END, START, StateGraph

        graph = StateGraph(_State)
        graph.add_node("reason", self._reason)
        graph.add_node("act", self._act)
        graph.add_edge(START, "reason")
        graph.add_conditional_edges("reason", _next, {"act": "act", "reason": "reason", "end": END})
        graph.add_edge("act", "reason")
        self._graph = graph.compile(checkpointer=self.saver)

    def answer(self, question: Question) -> Ended:
        """Hold the conversation, or go on with it from its last checkpoint.

        Raises:
            UnavailableError: the model gives no reply now.
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
            StoppedError: `stopping` was set.
        """
        from langsmith.run_helpers import tracing_context

        config = self._config(question)
        begun = self.saver.get_tuple(config) is not None
        with tracing_context(enabled=False):
            state = self._graph.invoke(
                None if begun else _first(question), config, durability="sync"
            )
        return _ended(state)

    def so_far(self, question: Question, error: HubscopeError) -> Ended:
        """A conversation that an error broke off, as far as its last checkpoint."""
        found = self.saver.get_tuple(self._config(question))
        values = found.checkpoint["channel_values"] if found else {}
        broken_off = _end(Outcome.ERROR, error.reason or "error")
        state: Any = {**_first(question), **values, **broken_off}
        return _ended(state)

    def _config(self, question: Question) -> Any:
        return {
            "configurable": {"thread_id": question.id, "checkpoint_ns": ""},
            "recursion_limit": _NODES_A_TURN * self.limits.turns + _SPARE_NODES,
        }

    def _reason(self, state: _State) -> dict[str, Any]:
        """One request to the model."""
        if self.stopping.is_set():
            raise StoppedError("the run is being stopped", reason="stopped")
        question = from_json(Question, state["question"])
        if state["seconds"] >= self.limits.seconds:
            return _end(Outcome.OVER_BUDGET, "seconds")
        messages = messages_of(
            question, state["steps"], nonce=state["nonce"], turns=self.limits.turns
        )
        request = Request(messages, nonce=state["nonce"], tools=self.executor.specs)
        began = self.clock()
        try:
            reply = self.model.reply(request)
        except RejectedError as error:
            too_long = error.reason == "context_overflow"
            return _end(Outcome.OVER_BUDGET if too_long else Outcome.ERROR, error.reason)
        seconds = state["seconds"] + self.clock() - began
        return {**self._taken(state, question, reply, seconds), "seconds": seconds}

    def _taken(
        self, state: _State, question: Question, reply: Reply, seconds: float
    ) -> dict[str, Any]:
        """The state after a reply."""
        step = _step(reply)
        steps = [*state["steps"], step]
        used = (reply.usage.input_tokens, reply.usage.output_tokens)
        tokens = [_sum(one, more) for one, more in zip(state["tokens"], used, strict=True)]
        taken: dict[str, Any] = {"steps": steps, "tokens": tokens}
        if seconds > self.limits.seconds:
            return _unrun(taken) | _end(Outcome.OVER_BUDGET, "seconds")
        if not step["calls"] and answer_in(step["content"], question):
            return taken | _end(Outcome.ANSWERED)
        if reply.stop is Stop.REFUSED:
            return taken | _end(Outcome.NO_ANSWER, "refused")
        if not step["calls"] and _asked_again(steps):
            return taken | _end(Outcome.NO_ANSWER, "unreadable")
        if len(steps) >= self.limits.turns:
            looped = Outcome.TOOL_LOOP if step["calls"] else Outcome.NO_ANSWER
            return _unrun(taken) | _end(looped, "turns")
        return taken

    def _act(self, state: _State) -> dict[str, Any]:
        """The calls of the last turn, one after the other, as long as there is time."""
        *before, last = state["steps"]
        began, seconds = self.clock(), state["seconds"]
        calls = []
        for place, call in enumerate(last["calls"]):
            if seconds >= self.limits.seconds:
                calls.append(_never_run(call))
                continue
            calls.append(self._run(call, place))
            seconds = state["seconds"] + self.clock() - began
        return {"steps": [*before, {**last, "calls": calls}], "seconds": seconds}

    def _run(self, call: CallState, place: int) -> CallState:
        if place >= self.limits.calls:
            most = f"at most {self.limits.calls} in one turn"
            found = Observation(f"Error: too many calls: {most}", failed=True)
        elif self.stopping.is_set():
            raise StoppedError("the run is being stopped", reason="stopped")
        else:
            found = self.executor.run(ToolCall(call["id"], call["name"], call["arguments"]))
        return {**call, "observation": found.text, "failed": found.failed}


def _first(question: Question) -> _State:
    return {
        "question": to_json(question),
        "nonce": secrets.token_hex(8),
        "steps": [],
        "tokens": [0, 0],
        "seconds": 0.0,
        "ended": "",
        "note": "",
    }


def _next(state: _State) -> str:
    if state["ended"]:
        return "end"
    return "act" if state["steps"][-1]["calls"] else "reason"


def _end(outcome: Outcome, note: str = "") -> dict[str, Any]:
    return {"ended": str(outcome), "note": note}


def _unrun(taken: dict[str, Any]) -> dict[str, Any]:
    """The state with the calls of its last turn marked as never run."""
    *before, last = taken["steps"]
    calls = [_never_run(call) for call in last["calls"]]
    return {**taken, "steps": [*before, {**last, "calls": calls}]}


def _never_run(call: CallState) -> CallState:
    """A call for which no time or turn was left: it has not failed."""
    return {**call, "observation": _UNRUN, "failed": False}


def _step(reply: Reply) -> StepState:
    """A reply as a step: what it says outside its thinking, and the calls it asks for."""
    calls = [
        CallState(id=one.id, name=one.name, arguments=one.arguments, observation=None, failed=False)
        for one in reply.calls
    ]
    said = without_thinking(text_of(reply.content)).strip()
    return {"content": said, "calls": calls, "sampled_at": reply.sampled_at}


def _asked_again(steps: Sequence[StepState]) -> bool:
    """Whether a turn before the last had neither a call nor an answer that can be read."""
    return any(not step["calls"] for step in steps[:-1])


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _ended(state: _State) -> Ended:
    outcome = Outcome(state["ended"])
    question = from_json(Question, state["question"])
    answered = outcome is Outcome.ANSWERED
    return Ended(
        steps=tuple(_finished(step) for step in state["steps"]),
        answer=answer_in(state["steps"][-1]["content"], question) if answered else None,
        outcome=outcome,
        note=state["note"],
        input_tokens=state["tokens"][0],
        output_tokens=state["tokens"][1],
        seconds=state["seconds"],
        sampled_at=tuple(step.get("sampled_at", "") for step in state["steps"]),
    )


def _finished(step: StepState) -> Step:
    calls = tuple(
        Call(one["name"], _arguments(one["arguments"]), one["observation"], one["failed"])
        for one in step["calls"]
    )
    return Step(step["content"], calls)


def _arguments(arguments: Json) -> dict[str, Any] | str:
    return arguments if isinstance(arguments, dict) else str(arguments)
