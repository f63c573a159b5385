"""How many requests are in flight at a provider, over all threads and processes of a user."""

import math
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Lock
from weakref import WeakValueDictionary

from hubscope.keys import digest
from hubscope.llm.faults import RetryLater
from hubscope.shared import Cells, Places

# Requests in flight at a provider where nothing says less.
MOST_AT_ONCE = 64
# However long a provider wants nothing: after an hour it is asked again.
_LONGEST_CLOSURE_S = 3600.0
# How often it is seen whether another process has left a place.
_LOOK_S = 0.05
_LIMIT, _CLOSED_UNTIL, _HALVED_AT = range(3)
_NEVER = -1.0


class Limiter:
    """How many requests are in flight: halved when a provider says no, grown as it says yes.

    After TCP's congestion control (additive increase, multiplicative decrease): one more for every
    full round of answers; one halving for a burst of refusals, not one for each.
    """

    def __init__(
        self,
        most: int = MOST_AT_ONCE,
        clock: Callable[[], float] = time.monotonic,
        path: Path | None = None,
    ) -> None:
        """A limiter of one provider.

        Args:
            most: requests in flight.
            clock: seconds, of one clock for all who share it.
            path: beside it are the files by which processes share it; None = it is this process's.
        """
        self._most = most
        self._clock = clock
        self._state = Cells([float(most), 0.0, _NEVER], path and path.with_suffix(".cells"))
        self._places = Places(path and path.with_suffix(".places"))
        self._turn = Lock()
        self._changed = Condition()
        if self._places.is_free(most):
            # What a provider could not take when it was asked last says little of today.
            with self._state.held() as state:
                state[_LIMIT] = most

    @property
    def limit(self) -> int:
        """Requests that may be in flight now."""
        with self._state.held() as state:
            return self._allowed(state)

    @contextmanager
    def slot(self, most_s: float = math.inf) -> Iterator[float]:
        """A place among the requests in flight; gives the time at which it was taken.

        Args:
            most_s: the longest wait for a provider that wants no request at all.

        Raises:
            RetryLater: it wants none for longer.
        """
        latest = self._clock() + most_s
        # One thread of a process at a time looks for a place, in the order in which they came.
        with self._turn, self._changed:
            while (place := self._place(latest)) is None:
                continue
            taken = self._clock()
        try:
            yield taken
        finally:
            with self._changed:
                self._places.leave(place)
                self._changed.notify()

    def refused(self, taken: float, after_s: float | None) -> None:
        """The provider asked to wait: send less, and nothing at all for a while."""
        with self._changed, self._state.held() as state:
            now = self._clock()
            if taken > state[_HALVED_AT]:
                state[_LIMIT] = max(1.0, state[_LIMIT] / 2)
                state[_HALVED_AT] = now
            if after_s is not None:
                until = now + min(after_s, _LONGEST_CLOSURE_S)
                state[_CLOSED_UNTIL] = max(state[_CLOSED_UNTIL], until)
                # Who waits may be ready to wait for less than that.
                self._changed.notify()

    def accepted(self) -> None:
        """The provider answered."""
        with self._changed, self._state.held() as state:
            state[_LIMIT] = min(float(self._most), state[_LIMIT] + 1 / max(1.0, state[_LIMIT]))
            self._changed.notify()

    def _place(self, latest: float) -> int | None:
        """A place, or None after waiting for a change.

        Raises:
            RetryLater: the provider is closed beyond the latest time.
        """
        with self._state.held() as state:
            closed_s = state[_CLOSED_UNTIL] - self._clock()
            allowed = self._allowed(state)
        if 0 < closed_s <= _LONGEST_CLOSURE_S:
            if self._clock() + closed_s > latest:
                raise _closed(closed_s)
            self._changed.wait(closed_s)
            return None
        place = self._places.take(allowed)
        if place is None:
            self._changed.wait(_LOOK_S if self._places.is_shared else None)
        return place

    def _allowed(self, state: "array[float]") -> int:
        return max(1, min(self._most, int(state[_LIMIT])))


_limiters: WeakValueDictionary[tuple[str, Path | None], Limiter] = WeakValueDictionary()
_making = Lock()


def limiter_for(place: str, folder: Path | None = None) -> Limiter:
    """The one limiter of a place (a provider at an address), for all models and threads.

    Args:
        place: what has one rate limit.
        folder: where processes share it; None = it is this process's.
    """
    with _making:
        found = _limiters.get((place, folder))
        if found is None:
            path = folder / f"{place.partition(' ')[0]}-{digest(place)[:8]}" if folder else None
            found = _limiters[place, folder] = Limiter(path=path)
        return found


def _closed(after_s: float) -> RetryLater:
    """The error of a request that was not sent, as the provider asked another one to wait."""
    message = "the provider takes no request now"
    return RetryLater(message, reason="rate_limited", after_s=after_s)
