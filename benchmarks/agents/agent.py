"""The literature agent: it reasons, a passive executor runs its tools (ReAct, Yao et al., 2023).

One conversation an item. LangGraph takes turns between two nodes, `reason` (one request to the
model) and `act` (the calls of that turn), and writes a checkpoint after each, so that a
conversation that was killed goes on with the step it had come to. The nodes hand the state on to
each other over LangGraph's channels: its StateGraph, which compiles to these, takes a fourth more
CPU for a node of its own before the first and a channel for every field.

How a conversation ends: `answered` with a final answer that can be read, `no_answer` without one
after it was asked for once more, `tool_loop` when its turns are used up and it still calls tools,
`over_budget` when its time or the model's window is, `error` when the provider rejects it.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from benchmarks.agents.conversation import (
    Answer,
    CallState,
    Question,
    StepState,
    answer_in,
    messages_of,
)
from benchmarks.agents.state import (
    ACT,
    END,
    REASON,
    State,
    asked_again,
    begun,
    end,
    never_run,
    step_of,
    unrun,
    way_on,
)
from benchmarks.agents.trajectory import Call, Outcome, Step
from hubscope.codec import from_json
from hubscope.errors import HubscopeError
from hubscope.json_values import Json
from hubscope.llm.chat import ChatModel, RejectedError, Reply, Request, Stop, ToolCall, ToolSpec

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.pregel import NodeBuilder

_NODES_A_TURN = 2


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
        from langgraph.channels import EphemeralValue, LastValue
        from langgraph.pregel import Pregel

        self._graph = Pregel(
            nodes={
                REASON: _node(REASON, self._reason, to=(ACT, REASON, END)),
                ACT: _node(ACT, self._act, to=(REASON,)),
            },
            channels={
                REASON: EphemeralValue(dict),
                ACT: EphemeralValue(dict),
                END: LastValue(dict),
            },
            input_channels=REASON,
            output_channels=END,
            checkpointer=self.saver,
        )

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
        held = self._held(question)
        if held and held["ended"]:
            return _ended(held)
        with tracing_context(enabled=False):
            first = None if held else begun(question)
            return _ended(self._graph.invoke(first, config, durability="sync"))

    def so_far(self, question: Question, error: HubscopeError) -> Ended:
        """A conversation that an error broke off, as far as its last checkpoint."""
        broken_off: Any = end(Outcome.ERROR, error.reason or "error")
        return _ended({**(self._held(question) or begun(question)), **broken_off})

    def _held(self, question: Question) -> State | None:
        """The state of the last checkpoint, None where there is none that can be gone on with."""
        found = self.saver.get_tuple(self._config(question))
        values = found.checkpoint["channel_values"] if found else {}
        return next((values[name] for name in (END, ACT, REASON) if name in values), None)

    def _config(self, question: Question) -> Any:
        return {
            "configurable": {"thread_id": question.id, "checkpoint_ns": ""},
            "recursion_limit": _NODES_A_TURN * self.limits.turns,
        }

    def _reason(self, state: State) -> dict[str, Any]:
        """One request to the model."""
        if self.stopping.is_set():
            raise StoppedError("the run is being stopped", reason="stopped")
        question = from_json(Question, state["question"])
        if state["seconds"] >= self.limits.seconds:
            return end(Outcome.OVER_BUDGET, "seconds")
        messages = messages_of(
            question, state["steps"], nonce=state["nonce"], turns=self.limits.turns
        )
        request = Request(messages, nonce=state["nonce"], tools=self.executor.specs)
        began = self.clock()
        try:
            reply = self.model.reply(request)
        except RejectedError as error:
            too_long = error.reason == "context_overflow"
            return end(Outcome.OVER_BUDGET if too_long else Outcome.ERROR, error.reason)
        seconds = state["seconds"] + self.clock() - began
        return {**self._taken(state, question, reply, seconds), "seconds": seconds}

    def _taken(
        self, state: State, question: Question, reply: Reply, seconds: float
    ) -> dict[str, Any]:
        """The state after a reply."""
        step = step_of(reply)
        steps = [*state["steps"], step]
        used = (reply.usage.input_tokens, reply.usage.output_tokens)
        tokens = [_sum(one, more) for one, more in zip(state["tokens"], used, strict=True)]
        taken: dict[str, Any] = {"steps": steps, "tokens": tokens}
        if seconds > self.limits.seconds:
            return unrun(taken) | end(Outcome.OVER_BUDGET, "seconds")
        if not step["calls"] and answer_in(step["content"], question):
            return taken | end(Outcome.ANSWERED)
        if reply.stop is Stop.REFUSED:
            return taken | end(Outcome.NO_ANSWER, "refused")
        if not step["calls"] and asked_again(steps):
            return taken | end(Outcome.NO_ANSWER, "unreadable")
        if len(steps) >= self.limits.turns:
            looped = Outcome.TOOL_LOOP if step["calls"] else Outcome.NO_ANSWER
            return unrun(taken) | end(looped, "turns")
        return taken

    def _act(self, state: State) -> dict[str, Any]:
        """The calls of the last turn, one after the other, as long as there is time."""
        *before, last = state["steps"]
        began, seconds = self.clock(), state["seconds"]
        calls = []
        for place, call in enumerate(last["calls"]):
            if seconds >= self.limits.seconds:
                calls.append(never_run(call))
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


def _node(name: str, work: Callable[[State], dict[str, Any]], to: tuple[str, ...]) -> "NodeBuilder":
    """A node that takes the states in the channel of its name and puts them into one of `to`.

    Args:
        name: of the channel.
        work: gives what is new of a state.
        to: channels that the state may go on to.
    """
    from langgraph.pregel import NodeBuilder

    # LangGraph's documentation of cycles asks for it; it is exported nowhere else.
    from langgraph.pregel._write import ChannelWriteEntry

    def entry(place: str) -> ChannelWriteEntry:
        return ChannelWriteEntry(
            place, skip_none=True, mapper=lambda state: state if way_on(state) == place else None
        )

    done = NodeBuilder().subscribe_only(name).do(lambda state: {**state, **work(state)})
    return done.write_to(*map(entry, to))


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _ended(state: State) -> Ended:
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
