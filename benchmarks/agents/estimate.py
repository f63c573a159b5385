"""What a run of the agent will cost, before it is begun.

Turns cannot be known beforehand: where the run holds some conversations already, theirs count
(`--limit 5` first makes a pilot); else an assumption that the estimate names.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.agents.agent import Executor, Limits
from benchmarks.agents.conversation import messages_of, question_of
from benchmarks.agents.folder import AgentFolder
from benchmarks.agents.tool_specs import WEB_SEARCH
from benchmarks.agents.trajectory import Trajectory
from graph.store import ItemRecord
from hubscope.codec import to_json
from hubscope.llm.prices import Price
from hubscope.llm.token_counts import likely_tokens

# Without a pilot: turns of a conversation, and tokens of one turn's reply and observations.
TURNS = 4.0
_REPLY_TOKENS = 150.0
_SEEN_TOKENS = 1000.0
# Fewer conversations say little of the others.
_PILOT = 3


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is expected of the items that are not answered yet.

    Attributes:
        calls: requests to the model; `calls_at_most` if every conversation used up its turns.
        cost: US dollars, None where the price is not known.
        basis: conversations that it rests on, 0 = the assumption.
        web_searches_at_most: searches of the web if every turn made all the calls that it may and
            none was remembered; `cost` is the model's alone.
        web_searches: what is expected of them; None where no conversation says.
    """

    items: int
    calls: float
    calls_at_most: int
    input_tokens: float
    output_tokens: float
    cost: float | None
    basis: int
    web_searches_at_most: int = 0
    web_searches: float | None = None


def estimate(
    folder: AgentFolder,
    wanted: Sequence[ItemRecord],
    executor: Executor,
    price: Price | None,
    limits: Limits | None = None,
) -> Estimate:
    """What answering the rest of some items will take; replies in the cache are not known of.

    Raises:
        InputError: the run's folder is broken.
    """
    limits = limits or Limits()
    held = folder.conversations() if folder.exists else {}
    waiting = [one for one in wanted if one.id not in held or held[one.id].again]
    pilot = [one.trajectory for one in held.values() if not one.again and one.trajectory.steps]
    if len(pilot) >= _PILOT:
        turns, read, said = _means(pilot)
    else:
        pilot, turns = [], TURNS
        read = _assumed_input(waiting, executor, limits)
        said = turns * _REPLY_TOKENS
    n = len(waiting)
    searches_web = any(spec.name == WEB_SEARCH for spec in executor.specs)
    return Estimate(
        items=n,
        calls=n * turns,
        calls_at_most=n * limits.turns,
        input_tokens=n * read,
        output_tokens=n * said,
        cost=price.cost(n * read, n * said) if price else None,
        basis=len(pilot),
        # The calls of the last turn are never run.
        web_searches_at_most=n * (limits.turns - 1) * limits.calls if searches_web else 0,
        web_searches=n * _mean([_web_searches(one) for one in pilot]) if pilot else None,
    )


def _means(pilot: Sequence[Trajectory]) -> tuple[float, float, float]:
    """Turns, input and output tokens of a conversation."""
    tokens = [one.tokens for one in pilot if one.tokens is not None]
    read = [one.prompt for one in tokens if one.prompt is not None]
    said = [one.completion for one in tokens if one.completion is not None]
    turns = [len(one.steps) for one in pilot]
    return _mean(turns), _mean(read), _mean(said)


def _web_searches(conversation: Trajectory) -> int:
    return sum(call.name == WEB_SEARCH for step in conversation.steps for call in step.calls)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _assumed_input(waiting: Sequence[ItemRecord], executor: Executor, limits: Limits) -> float:
    """Input tokens of a conversation: every turn is shown all that was said before it."""
    if not waiting:
        return 0.0
    tools = likely_tokens(json.dumps(to_json(executor.specs)))
    asked = [_opening(one, limits) for one in waiting]
    before = (_REPLY_TOKENS + _SEEN_TOKENS) * TURNS * (TURNS - 1) / 2
    return TURNS * (tools + sum(asked) / len(asked)) + before


def _opening(item: ItemRecord, limits: Limits) -> float:
    """Tokens of the instruction and the question."""
    messages = messages_of(question_of(item), (), nonce="", turns=limits.turns)
    return sum(likely_tokens(one.text) for one in messages)
