"""Processes of tests that hold something until they are killed."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def child(holding: Callable[[], object]) -> Iterator[int]:
    """A process that holds something until it is killed; its id, once it does."""
    told, telling = os.pipe()
    pid = os.fork()
    if pid == 0:
        held = holding()  # what is collected is let go
        os.write(telling, b"." if held else b"")
        signal.pause()
        os._exit(1)
    os.read(told, 1)
    os.close(told)
    os.close(telling)
    try:
        yield pid
    finally:
        kill(pid)


def kill(pid: int) -> None:
    """End a child at once, if that was not done."""
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
