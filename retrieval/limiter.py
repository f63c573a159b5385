"""Rates: no host is asked more often than it allows, whichever thread or process asks."""

import math
import re
import threading
import time
from array import array
from collections.abc import Callable
from pathlib import Path

from hubscope.keys import digest
from hubscope.shared import Cells

# A request takes its time to arrive, never the same: this much slower than allowed keeps what
# arrives below the rate as well.
_MARGIN = 1.05
# Who sleeps does not hear of a pause before it wakes.
_LONGEST_SLEEP_S = 1.0
# However long a host wants nothing: after an hour it is asked again.
LONGEST_PAUSE_S = 3600.0
# Cells of a host: when the next request is due, until when there is a pause, the last times sent.
_DUE, _OPEN, _SENT = 0, 1, 2
_REMEMBERED = 64
_KEPT_S = 86_400.0

Clock = Callable[[], float]
Sleep = Callable[[float], None]


class Slot:
    """A moment to send; `used` says when it really was, if later."""

    __slots__ = ("_clock", "_host", "at")

    def __init__(self, host: Cells, at: float, clock: Clock) -> None:
        self._host = host
        self._clock = clock
        self.at = at

    def used(self) -> None:
        """Note that the request goes out now."""
        with self._host.held() as cells:
            now = self._clock()
            sent = cells[_SENT:]
            if self.at in sent:
                cells[_SENT + sent.index(self.at)] = now
            self.at = now


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
        path: where it is known to other processes when the host was asked; None = nowhere.
    """

    def __init__(
        self,
        rate: float,
        path: Path | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Sleep = time.sleep,
    ) -> None:
        self._interval = _MARGIN / rate
        # As many as fit into a second; below one a second, one in its own interval.
        self._window = min(max(1, int(rate)), _REMEMBERED)
        self._clock, self._sleep = clock, sleep
        self._turn = threading.Lock()
        self._host = Cells([clock(), 0.0, *[0.0] * _REMEMBERED], path)

    def wait(self, most_s: float = math.inf) -> Slot:
        """Return when the next request may be sent; threads that wait are let go in order.

        Args:
            most_s: the longest pause that is waited for.

        Raises:
            ClosedError: there is a longer one.
        """
        with self._turn:
            while True:
                with self._host.held() as cells:
                    now = self._clock()
                    _mend(cells, now, self._interval)
                    left = self._next(cells) - now
                    if left <= 0:
                        return self._taken(cells, now)
                    closed = cells[_OPEN] - now
                if closed > most_s:
                    raise ClosedError(closed)
                self._sleep(min(left, _LONGEST_SLEEP_S))

    def pause(self, seconds: float) -> None:
        """Let nobody send for so long, not even who waits already."""
        with self._host.held() as cells:
            cells[_OPEN] = max(cells[_OPEN], self._clock() + min(seconds, LONGEST_PAUSE_S))

    def _next(self, cells: "array[float]") -> float:
        """When the next request may be sent."""
        first = cells[-self._window]
        full = first + self._interval * self._window if first else 0.0
        return max(cells[_DUE], cells[_OPEN], full)

    def _taken(self, cells: "array[float]", now: float) -> Slot:
        # What was not used is not saved up: only a late waking is made good.
        cells[_DUE] = max(cells[_DUE] + self._interval, now - self._interval)
        cells[_SENT:] = array("d", [*cells[_SENT + 1 :], now])
        return Slot(self._host, now, self._clock)


def _mend(cells: "array[float]", now: float, interval: float) -> None:
    """Make times that cannot be, after a clock that began anew, such as hold nobody up."""
    cells[_DUE] = min(cells[_DUE], now + interval)
    cells[_OPEN] = cells[_OPEN] if cells[_OPEN] <= now + LONGEST_PAUSE_S else now
    if max(cells[_SENT:]) > now:
        cells[_SENT:] = array("d", [min(at, now) for at in cells[_SENT:]])


class Limiters:
    """One limiter a host; the first rate named for a host is the one that counts.

    Args:
        folder: where processes share them; None = they hold for this process.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        clock: Clock = time.monotonic,
        sleep: Sleep = time.sleep,
    ) -> None:
        self._folder = folder
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._of: dict[str, Limiter] = {}
        if folder is not None:
            _sweep(folder)

    def of(self, host: str, rate: float) -> Limiter:
        """The limiter of a host."""
        with self._lock:
            if host not in self._of:
                path = self._folder / _file_name(host) if self._folder else None
                self._of[host] = Limiter(rate, path, clock=self._clock, sleep=self._sleep)
            return self._of[host]


def _file_name(host: str) -> str:
    readable = re.sub(r"[^a-z0-9.-]", "_", host.lower())[:60]
    return f"{readable}-{digest(host)[:8]}"


def _sweep(folder: Path) -> None:
    """Remove what is known of hosts that nobody has asked for a day."""
    for path in folder.glob("*"):
        try:
            if time.time() - path.stat().st_mtime > _KEPT_S:
                path.unlink()
        except OSError:  # another process was faster
            continue
