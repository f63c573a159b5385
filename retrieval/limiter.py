"""Rates: no host is asked more often than it allows, whichever thread asks."""

import threading
import time
from collections.abc import Callable

# Threads wake late, never early: the next request may come in sooner after a late one than it was
# sent for. This much slower than allowed keeps what arrives below the rate as well.
_MARGIN = 1.03

Clock = Callable[[], float]
Sleep = Callable[[float], None]


class Limiter:
    """Hands out moments to send, at least one interval apart; shared by threads.

    Args:
        rate: requests a second that the host allows.
    """

    def __init__(
        self, rate: float, *, clock: Clock = time.monotonic, sleep: Sleep = time.sleep
    ) -> None:
        self._interval = _MARGIN / rate
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._next = self._open = clock()

    def wait(self) -> None:
        """Return when the next request may be sent."""
        while True:
            with self._lock:
                at = max(self._clock(), self._next, self._open)
                self._next = at + self._interval
            while (left := at - self._clock()) > 0:
                self._sleep(left)
            with self._lock:
                if at >= self._open:
                    return

    def pause(self, seconds: float) -> None:
        """Let nobody send for so long, not even who waits already."""
        with self._lock:
            self._open = max(self._open, self._clock() + seconds)


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
