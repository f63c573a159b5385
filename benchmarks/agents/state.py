"""The state of a conversation with an agent in plain dictionaries: what a checkpoint holds."""

import secrets
from collections.abc import Sequence
from typing import Any, TypedDict

from benchmarks.agents.conversation import CallState, Question, StepState
from benchmarks.agents.trajectory import Outcome
from hubscope.codec import to_json
from hubscope.json_values import Json
from hubscope.llm.chat import Reply
from hubscope.llm.structured import text_of, without_thinking

# Where a state goes next: to the model, to the tools, or nowhere.
REASON, ACT, END = "reason", "act", "end"
_UNRUN = "Not run: the conversation was over."


class State(TypedDict):
    """A conversation as far as it came. `ended` is the outcome, "" before the end."""

    question: dict[str, Json]
    nonce: str
    steps: list[StepState]
    tokens: list[int | None]
    seconds: float
    ended: str
    note: str


def begun(question: Question) -> State:
    """A conversation before its first turn."""
    return {
        "question": to_json(question),
        "nonce": secrets.token_hex(8),
        "steps": [],
        "tokens": [0, 0],
        "seconds": 0.0,
        "ended": "",
        "note": "",
    }


def way_on(state: State) -> str:
    """Where a state goes next: REASON, ACT or END."""
    if state["ended"]:
        return END
    last = state["steps"][-1]["calls"] if state["steps"] else []
    return ACT if any(call["observation"] is None for call in last) else REASON


def end(outcome: Outcome, note: str = "") -> dict[str, Any]:
    """The part of a state that says how it ended."""
    return {"ended": str(outcome), "note": note}


def unrun(taken: dict[str, Any]) -> dict[str, Any]:
    """A state with the calls of its last turn marked as never run."""
    *before, last = taken["steps"]
    calls = [never_run(call) for call in last["calls"]]
    return {**taken, "steps": [*before, {**last, "calls": calls}]}


def never_run(call: CallState) -> CallState:
    """A call for which no time or turn was left: it has not failed."""
    return {**call, "observation": _UNRUN, "failed": False}


def step_of(reply: Reply) -> StepState:
    """A reply as a step: what it says outside its thinking, and the calls it asks for."""
    calls = [
        CallState(id=one.id, name=one.name, arguments=one.arguments, observation=None, failed=False)
        for one in reply.calls
    ]
    said = without_thinking(text_of(reply.content)).strip()
    return {"content": said, "calls": calls, "sampled_at": reply.sampled_at}


def asked_again(steps: Sequence[StepState]) -> bool:
    """Whether a turn before the last had neither a call nor an answer that can be read."""
    return any(not step["calls"] for step in steps[:-1])
