"""Trajectories: what an agent said and did, step by step, in one neutral form."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """How a trajectory ended."""

    ANSWERED = "answered"
    NO_ANSWER = "no_answer"
    TOOL_LOOP = "tool_loop"
    OVER_BUDGET = "over_budget"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call: `arguments` is text where it was no JSON object, `observation` None = none."""

    name: str
    arguments: dict[str, Any] | str
    observation: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: `content` is what the agent itself wrote, `reasoning` its thinking text."""

    content: str
    calls: tuple[Call, ...] = ()
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One agent on one item.

    Attributes:
        id: unique within its run.
        item: id of the benchmark item, None if the record names none.
        run: the run the record itself names ("" if none): one file may hold several runs.
        final: the final answer as written, None if there is none.
        choice: the answer reduced to an option's label or word, None if it cannot be.
        score: task score in [0, 1] as the source states it, None = not known.
        lint: what was odd about the record (`orphan_call:c1` ...), sorted.
    """

    id: str
    steps: tuple[Step, ...]
    question: str = ""
    item: str | None = None
    run: str = ""
    model: str = ""
    final: str | None = None
    choice: str | None = None
    score: float | None = None
    outcome: Outcome = Outcome.ANSWERED
    lint: tuple[str, ...] = ()
    meta: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that could not be imported, or only partly: where it is and what kind of problem."""

    where: str
    kind: str
