"""What a run will cost, before it does: its own requests, counted in place of being sent.

A dry run goes the way of the real one with models that answer from a plausible guess. So the calls
are the run's own, their input is counted as it would be sent, and what is in the cache already
costs nothing. What a model will say is guessed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from hubscope.keys import canonical_json
from hubscope.llm.chat import Reply, Request
from hubscope.llm.prices import Price, both_costs
from hubscope.llm.structured import text_of
from hubscope.llm.token_counts import likely_tokens

# What a message costs beside its text, in tokens.
_FRAME_TOKENS = 4

Guess = Callable[[Request], Reply]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run is expected to ask and cost.

    Attributes:
        calls: requests that would be sent.
        cached: requests that are answered from the cache.
        input_tokens, output_tokens: of the calls, about.
        cost: in US dollars; None where a price is not known.
    """

    calls: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0

    def plus(self, other: "Estimate") -> "Estimate":
        """Both together."""
        return Estimate(
            self.calls + other.calls,
            self.cached + other.cached,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            both_costs(self.cost, other.cost),
        )


class EstimatingModel:
    """Counts requests and answers with a guess; equal requests are one call, as with a cache."""

    def __init__(
        self,
        name: str,
        fingerprint: str,
        guess: Guess,
        *,
        price: Price | None,
        kept: Callable[[Request], Reply | None] = lambda _: None,
    ) -> None:
        """A model that sends nothing.

        Args:
            name: of the model it stands for.
            fingerprint: of the model it stands for.
            guess: what it might answer.
            price: of the model; None = not known.
            kept: the reply that the cache has, None where it has none.
        """
        self.name = name
        self.fingerprint = fingerprint
        self._guess = guess
        self._price = price
        self._kept = kept
        self._seen: set[str] = set()
        self._lock = Lock()
        self._total = Estimate()

    @property
    def estimate(self) -> Estimate:
        """What was counted so far."""
        with self._lock:
            return self._total

    def reply(self, request: Request) -> Reply:
        """The kept reply, else the guess."""
        kept = self._kept(request)
        reply = kept or self._guess(request)
        with self._lock:
            if request.key not in self._seen:
                self._seen.add(request.key)
                one = Estimate(cached=1) if kept else self._one(request, reply)
                self._total = self._total.plus(one)
        return reply

    def _one(self, request: Request, reply: Reply) -> Estimate:
        schema = canonical_json(request.schema) if request.schema else ""
        said = "".join(one.text for one in request.messages) + schema
        tokens_in = likely_tokens(said) + _FRAME_TOKENS * len(request.messages)
        content = reply.content
        text = canonical_json(content) if isinstance(content, dict) else text_of(content)
        tokens_out = likely_tokens(text)
        cost = self._price.cost(tokens_in, tokens_out) if self._price else None
        return Estimate(1, 0, tokens_in, tokens_out, cost)


def guessing(answer: Callable[[Request], str]) -> Guess:
    """A guess that is a text."""
    return lambda request: Reply(answer(request))
