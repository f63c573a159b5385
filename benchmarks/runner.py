"""The runner: units of work in parallel threads, what is done journalled, the rest left for later.

A unit that a service does not answer now is isolated and counted; a run whose cap is reached, or
that no service answers any more, is stopped, and what is in flight is waited for: it may be paid.
The journal is written by one thread. Who killed the run, and when, makes no difference to it.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from hubscope.errors import HubscopeError, UnavailableError

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[str, int, int | None], None]

# That many units one after the other without an answer: the service is gone, not the unit odd.
MOST_FAILURES = 8


@dataclass(slots=True)
class Tally(Generic[T]):
    """What became of some units.

    Attributes:
        done: how many were kept.
        failed: those that a service did not answer, with what it said.
        stopped: why the run was stopped; None = every unit was tried.
    """

    done: int = 0
    failed: list[tuple[T, UnavailableError]] = field(default_factory=list)
    stopped: HubscopeError | None = None


def run_units(
    units: Sequence[T],
    work: Callable[[T], R],
    keep: Callable[[T, R], None],
    *,
    at_once: int,
    stopping: threading.Event,
    progress: Callable[[int], None] | None = None,
) -> Tally[T]:
    """Work on units, some at once, and keep each result as it comes.

    Args:
        units: begun in order.
        work: gives a unit's result, in a thread of its own; once `stopping` is set it should give
            up between two steps with any error of ours.
        keep: writes a result down; in the calling thread.
        at_once: threads.
        stopping: set when the run is stopped, by what is met here or from outside.
        progress: told how many were kept.

    Returns:
        What became of them. Any error but a HubscopeError is raised, as is KeyboardInterrupt,
        after what is in flight has ended and was kept.
    """
    tally: Tally[T] = Tally()
    in_a_row = 0
    with ThreadPoolExecutor(at_once) as threads:
        waiting = iter(units)
        flying: dict[Future[R], T] = {}
        try:
            while True:
                if not stopping.is_set():
                    for unit in islice(waiting, at_once - len(flying)):
                        flying[threads.submit(work, unit)] = unit
                if not flying:
                    return tally
                for future in _landed(flying):
                    unit = flying.pop(future)
                    try:
                        keep(unit, future.result())
                    except UnavailableError as error:
                        tally.failed.append((unit, error))
                        in_a_row += 1
                        if in_a_row >= MOST_FAILURES:
                            _stop(tally, error, stopping)
                    except HubscopeError as error:
                        _stop(tally, error, stopping)
                    else:
                        tally.done += 1
                        in_a_row = 0
                        if progress:
                            progress(tally.done)
        except BaseException:
            stopping.set()
            for future, unit in _drained(flying):
                keep(unit, future.result())
            raise


def _landed(flying: dict[Future[R], T]) -> list[Future[R]]:
    """What has ended, at least one, in the order it was begun."""
    ended, _ = wait(flying, return_when=FIRST_COMPLETED)
    return [one for one in flying if one in ended]


def _drained(flying: dict[Future[R], T]) -> Iterator[tuple[Future[R], T]]:
    """What is in flight and comes to a result, when all has ended."""
    wait(flying)
    return ((one, unit) for one, unit in flying.items() if one.exception() is None)


def _stop(tally: Tally[T], error: HubscopeError, stopping: threading.Event) -> None:
    """Remember the first reason: what follows, follows from it."""
    if tally.stopped is None and not stopping.is_set():
        tally.stopped = error
    stopping.set()
