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
    """A tool call.

    Attributes:
        name: the tool.
        arguments: an object, or text where it was none.
        observation: what came back, None = nothing.
        failed: whether the source calls it an error, None = it does not say.
    """

    name: str
    arguments: dict[str, Any] | str
    observation: str | None = None
    failed: bool | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One turn.

    Attributes:
        content: what the agent itself wrote.
        calls: the tools it asked for.
        reasoning: its thinking text, kept apart.
        speaker: which agent it was, where the source names several ("" if it does not).
    """

    content: str
    calls: tuple[Call, ...] = ()
    reasoning: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of a whole trajectory; None = the source does not say. `prompt` includes `cached`."""

    prompt: int | None = None
    cached: int | None = None
    completion: int | None = None

    @property
    def uncached(self) -> int | None:
        """Prompt tokens that were read anew."""
        return None if self.prompt is None else max(0, self.prompt - (self.cached or 0))


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
        tokens: what it cost in tokens, None = the source does not say.
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
    tokens: Tokens | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that could not be imported, or only partly.

    Attributes:
        where: the record, `file:line` or what comes nearest.
        kind: a stable word.
        detail: what the record itself says of it, where that tells more ("" = nothing).
    """

    where: str
    kind: str
    detail: str = ""
