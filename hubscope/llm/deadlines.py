"""Calls with a deadline of their own, made by threads that are used again.

A byte every few seconds keeps a call of a provider's package alive for ever, and no thread can be
ended from outside: one that is late is left behind, and is free again when its call has ended. A
new thread for every call would take a tenth of the call's CPU.
"""

import os
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class _Caller:
    """A thread that makes one call after the other; no exit waits for it."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            self.calls.get()()


# Those without a call; a forked process has none of the threads.
_free: list[_Caller] = []
os.register_at_fork(after_in_child=_free.clear)


def within(deadline_s: float, call: Callable[[], T]) -> T | Exception:
    """What a call gives, or the exception that it raised; a TimeoutError where it takes longer."""
    try:
        caller = _free.pop()
    except IndexError:
        caller = _Caller()
    outcome: SimpleQueue[T | Exception] = SimpleQueue()

    def run() -> None:
        found: T | Exception
        try:
            found = call()
        except Exception as error:  # noqa: BLE001  # handed to the thread that waits
            found = error
        _free.append(caller)
        outcome.put(found)

    caller.calls.put(run)
    try:
        return outcome.get(timeout=deadline_s)
    except Empty:
        return TimeoutError(f"no whole reply within {deadline_s:g} s")
