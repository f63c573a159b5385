"""Layers around a chat model, each one idea: retry, rate limit, budget, meter.

From the outside in: meter, cache (cache.py), retry, rate limit, budget, the provider. Every layer
is a chat model itself and may be used by many threads at once.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from hubscope.errors import UnavailableError
from hubscope.llm.budget import Budget
from hubscope.llm.chat import ChatModel, NoModelError, RejectedError, Reply, Request, Usage
from hubscope.llm.faults import RetryLater, may_have_been_paid
from hubscope.llm.limiter import Limiter

_ATTEMPTS = 4
# Seconds that one request may spend waiting for a provider that asks to wait.
_PATIENCE_S = 300.0
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 30.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a request is tried.

    Attributes:
        attempts: times it is sent, not counting those that the provider asked to send later.
        total_s: seconds of waiting in all.
    """

    attempts: int = _ATTEMPTS
    total_s: float = _PATIENCE_S
    first_wait_s: float = _FIRST_WAIT_S


@dataclass(frozen=True, slots=True)
class Counts:
    """What was asked of a model.

    Attributes:
        replies: requests that were answered, from the cache among them.
        cached: those that cost nothing.
        retries: requests that were sent again.
        failed: requests that were not answered in the end.
    """

    replies: int = 0
    cached: int = 0
    retries: int = 0
    failed: int = 0


class Meter:
    """Counts over all the models and threads of a run."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts = Counts()

    @property
    def counts(self) -> Counts:
        """What was counted so far."""
        with self._lock:
            return self._counts

    def add(self, *, replies: int = 0, cached: int = 0, retries: int = 0, failed: int = 0) -> None:
        """Count some more."""
        with self._lock:
            now = self._counts
            self._counts = Counts(
                now.replies + replies,
                now.cached + cached,
                now.retries + retries,
                now.failed + failed,
            )


class LimitedModel:
    """Sends as much at once as the provider takes."""

    def __init__(self, model: ChatModel, limiter: Limiter, most_s: float = _PATIENCE_S) -> None:
        self.name = model.name
        self.fingerprint = model.fingerprint
        self._model = model
        self._limiter = limiter
        self._most_s = most_s

    def reply(self, request: Request) -> Reply:
        """The model's reply, when its turn has come."""
        with self._limiter.slot(self._most_s) as taken:
            try:
                reply = self._model.reply(request)
            except RetryLater as error:
                self._limiter.refused(taken, error.after_s)
                raise
        self._limiter.accepted()
        return reply


class RetryingModel:
    """Asks again where that may help: rate limits, errors of the server, torn and late replies.

    A rejected request is not sent again.
    """

    def __init__(
        self,
        model: ChatModel,
        patience: Patience | None = None,
        meter: Meter | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = model.name
        self.fingerprint = model.fingerprint
        self._model = model
        self._patience = patience or Patience()
        self._meter = meter
        self._sleep = sleep

    def reply(self, request: Request) -> Reply:
        """The model's reply, after as many attempts as it takes."""
        left_s, attempts = self._patience.total_s, 1
        while True:
            try:
                return self._model.reply(request)
            except UnavailableError as error:
                asked_to_wait = isinstance(error, RetryLater) and error.after_s is not None
                wait_s = self._wait_s(error, attempts)
                if wait_s > left_s or (attempts >= self._patience.attempts and not asked_to_wait):
                    raise _given_up(error, attempts) from error
                attempts += not asked_to_wait
                left_s -= wait_s
            if self._meter:
                self._meter.add(retries=1)
            self._sleep(wait_s)

    def _wait_s(self, error: UnavailableError, attempts: int) -> float:
        """What the provider asks for, else longer every time and never the same for two threads."""
        if isinstance(error, RetryLater) and error.after_s is not None:
            # A server that says 0 over and over must not be asked in a tight loop.
            return max(error.after_s, self._patience.first_wait_s * _spread(0.2))
        longest = min(self._patience.first_wait_s * 2.0**attempts, _LONGEST_WAIT_S)
        return longest * _spread(0.5)


def _spread(least: float) -> float:
    """A random share, so that threads that failed together do not come back together."""
    return random.uniform(least, 1.0)  # noqa: S311  # no secret


def _given_up(error: UnavailableError, attempts: int) -> UnavailableError:
    tries = f" after {attempts} attempts" if attempts > 1 else ""
    after_s = error.after_s if isinstance(error, RetryLater) else None
    later = f"; it asks to wait {after_s:.0f} s" if after_s else ""
    return UnavailableError(f"{error}{tries}{later}", reason=error.reason, where=error.where)


class BudgetedModel:
    """Sends nothing that a budget has no room for."""

    def __init__(self, model: ChatModel, budget: Budget) -> None:
        """A model under a budget.

        Raises:
            InputError: the budget has a cap, and the model no known price.
        """
        self.name = model.name
        self.fingerprint = model.fingerprint
        self._model = model
        self._budget = budget
        self._price = budget.price_of(model.name)

    def reply(self, request: Request) -> Reply:
        """The model's reply; what it cost is settled before it is handed over."""
        held = self._budget.reserve(request, self._price)
        # Whatever ends this call otherwise (an interrupt), the provider may bill it.
        used: Usage | None = Usage()
        try:
            reply = self._model.reply(request)
            used = reply.usage
            return reply
        except (RejectedError, NoModelError):
            used = None
            raise
        except UnavailableError as error:
            used = Usage() if may_have_been_paid(error) else None
            raise
        finally:
            self._budget.settle(held, self._price, used)


class MeteredModel:
    """Counts what is asked and what of it was paid."""

    def __init__(self, model: ChatModel, meter: Meter) -> None:
        self.name = model.name
        self.fingerprint = model.fingerprint
        self._model = model
        self._meter = meter

    def reply(self, request: Request) -> Reply:
        """The model's reply."""
        try:
            reply = self._model.reply(request)
        except (RejectedError, UnavailableError):
            self._meter.add(failed=1)
            raise
        self._meter.add(replies=1, cached=not reply.paid)
        return reply
