"""How far long work is, in a file that others watch: done, rate, time left, cost so far, cap.

Work tells a reporter as often as it likes; a thread of the reporter's writes the file now and then,
whole each time. What something costs grows between two steps of the work, so it is asked then.
"""

import json
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.files import write_atomically
from hubscope.keys import canonical_json
from hubscope.llm.budget import Spent

log = logging.getLogger(__name__)

EVERY_S = 1.0


class Purse(Protocol):
    """What knows the cost: a budget."""

    @property
    def spent(self) -> Spent:
        """What was spent so far."""
        ...

    @property
    def max_cost(self) -> float | None:
        """The cap in US dollars."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How far some work is.

    Attributes:
        phase: what it is doing, in a word.
        done: of the phase; `began_with` were done when it began, by an earlier session.
        total: None where it is not known beforehand.
        began_at, at: when the phase began and when this was true, in seconds of the epoch.
        calls: requests to models that may have been billed, over all sessions.
        cost: of those, in US dollars; None = a price is not known.
        cap: None = none.
    """

    phase: str
    done: int
    total: int | None
    began_at: float
    began_with: int
    at: float
    calls: int = 0
    cost: float | None = None
    cap: float | None = None

    @property
    def share(self) -> float | None:
        """Done of the total, between 0 and 1; None without a total."""
        return min(self.done / self.total, 1.0) if self.total else None

    @property
    def rate(self) -> float | None:
        """Done a second since the phase began; None before anything was."""
        seconds, n = self.at - self.began_at, self.done - self.began_with
        return n / seconds if seconds > 0 and n > 0 else None

    @property
    def left_s(self) -> float | None:
        """Seconds that the rest of the phase takes at this rate; None where that is not known.

        >>> Progress("items", 30, 40, began_at=0.0, began_with=10, at=60.0).left_s
        30.0
        """
        if self.total is None or self.rate is None:
            return None
        return max(self.total - self.done, 0) / self.rate


class Reporter:
    """Takes steps of some work and keeps its progress."""

    def __init__(self, purse: Purse | None = None) -> None:
        self._purse = purse
        self._now: Progress | None = None

    def step(self, phase: str, done: int, total: int | None = None) -> None:
        """Say how far the work is."""
        at, before = time.time(), self._now
        if before is None or before.phase != phase or done < before.done:
            self._now = Progress(phase, done, total, at, done, at)
        else:
            self._now = replace(before, done=done, total=total, at=at)

    @property
    def progress(self) -> Progress | None:
        """How far it is now; None before the first step."""
        if self._now is None or self._purse is None:
            return self._now
        spent = self._purse.spent
        return replace(self._now, calls=spent.calls, cost=spent.cost, cap=self._purse.max_cost)


@contextmanager
def reporting(
    path: Path, purse: Purse | None = None, every_s: float = EVERY_S
) -> Iterator[Reporter]:
    """A reporter whose progress a file shows until the block ends, and as it then was after it.

    A file that cannot be written is no reason to end the work: it is logged.
    """
    reporter = Reporter(purse)
    ended = threading.Event()

    def write_now_and_then() -> None:
        written = None
        while True:
            is_last = ended.wait(every_s)
            found = reporter.progress
            if found is not None and found != written:
                _write(path, found)
                written = found
            if is_last:
                return

    thread = threading.Thread(target=write_now_and_then, name="progress", daemon=True)
    thread.start()
    try:
        yield reporter
    finally:
        ended.set()
        thread.join()


def read_progress(path: Path) -> Progress | None:
    """What the file says; None where there is none.

    Raises:
        InputError: it is no progress, or cannot be read.
    """
    try:
        return from_json(Progress, json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, InputError) as error:
        raise InputError(f"{path}: {error}", reason="broken_progress", where=str(path)) from error


def _write(path: Path, progress: Progress) -> None:
    try:
        write_atomically(path, canonical_json(to_json(progress)) + "\n")
    except OSError as error:
        log.warning("%s: cannot be written: %s", path, error.strerror or error)
