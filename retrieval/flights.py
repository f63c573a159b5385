"""Threads that ask the same thing are kept apart: the second finds what the first was told."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Flights:
    """Keeps threads that ask the same thing apart: the second finds what the first was told."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: dict[str, tuple[Lock, int]] = {}

    @contextmanager
    def alone(self, key: str) -> Iterator[None]:
        """Hold a key; others wait for it."""
        with self._guard:
            lock, n = self._locks.get(key, (Lock(), 0))
            self._locks[key] = (lock, n + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, n = self._locks.pop(key)
                if n > 1:
                    self._locks[key] = (lock, n - 1)
