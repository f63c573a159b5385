"""Rates: no host is asked more often than it allows, whichever thread asks."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable

# A request takes its time to arrive, never the same: this much slower than allowed keeps what
# arrives below the rate as well.
_MARGIN = 1.05
# Who sleeps does not hear of a pause before it wakes.
_LONGEST_SLEEP_S = 1.0

Clock = Callable[[], float]
Sleep = Callable[[float], None]


class Slot:
    """A moment to send; `used` says when it really was, if later."""

    __slots__ = ("_clock", "at")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.at = clock()

    def used(self) -> None:
        """Note that the request goes out now."""
        self.at = self._clock()


class ClosedError(Exception):
    """A host wants nothing for longer than one is ready to wait; `left` is how long, in seconds."""

    def __init__(self, left: float) -> None:
        super().__init__(f"closed for {left:.0f} s")
        self.left = left


class Limiter:
    """Hands out moments to send, evenly, and never more of them in any window than are allowed.

    A thread that wakes late lets the next one go at its time, unless the window is full: so what
    one loses is not lost for all, and the rate holds for what was really sent.

    Args:
        rate: requests a second that the host allows.
    """

    def __init__(
        self, rate: float, *, clock: Clock = time.monotonic, sleep: Sleep = time.sleep
    ) -> None:
        self._interval = _MARGIN / rate
        self._clock, self._sleep = clock, sleep
        self._turn = threading.Lock()
        self._due = self._open = clock()
        # As many as fit into a second; below one a second, one in its own interval.
        self._sent: deque[Slot] = deque(maxlen=max(1, int(rate)))

    def wait(self, most_s: float = math.inf) -> "Slot":
        """Return when the next request may be sent; who waits is let go in order.

        Args:
            most_s: the longest pause that is waited for.

        Raises:
            ClosedError: there is a longer one.
        """
        with self._turn:
            while (left := self._next() - (now := self._clock())) > 0:
                if self._open - now > most_s:
                    raise ClosedError(self._open - now)
                self._sleep(min(left, _LONGEST_SLEEP_S))
            slot = Slot(self._clock)
            self._sent.append(slot)
            # What was not used is not saved up: only a late waking is made good.
            self._due = max(self._due + self._interval, slot.at - self._interval)
            return slot

    def pause(self, seconds: float) -> None:
        """Let nobody send for so long, not even who waits already."""
        self._open = max(self._open, self._clock() + seconds)

    def _next(self) -> float:
        is_full = len(self._sent) == self._sent.maxlen
        window = self._interval * len(self._sent)
        return max(self._due, self._open, self._sent[0].at + window if is_full else 0.0)


class Limiters:
    """One limiter a host; the first rate named for a host is the one that counts."""

    def __init__(self, *, clock: Clock = time.monotonic, sleep: Sleep = time.sleep) -> None:
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._of: dict[str, Limiter] = {}

    def of(self, host: str, rate: float) -> Limiter:
        """The limiter of a host."""
        with self._lock:
            if host not in self._of:
                self._of[host] = Limiter(rate, clock=self._clock, sleep=self._sleep)
            return self._of[host]
