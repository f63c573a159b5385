"""What the processes of one user on one machine share: a few numbers, and a row of places.

Both are small files that the kernel keeps processes apart at. Nothing is locked while anybody
sleeps, and what a process holds is let go when it ends, however it ends: no kill and no stop leaves
others waiting. Where the files cannot be used, or not on POSIX, each process is on its own.
"""

import errno
import logging
import math
import os
import weakref
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock

log = logging.getLogger(__name__)

_MARK_BYTES = 16
_HAS_LOCKS = os.name == "posix"


class Cells:
    """A few numbers in one file, for one process and thread at a time.

    They may be times of the monotonic clock: all processes of a machine read the same one, no
    change of the date moves it, and it begins anew with the machine, as these numbers do.
    """

    def __init__(self, initial: Sequence[float], path: Path | None = None) -> None:
        """The numbers of a file.

        Args:
            initial: what they are where the file has none.
            path: None = they are this process's own.
        """
        self._numbers = array("d", initial)
        self._path = path if _HAS_LOCKS else None
        self._mark = blake2b(
            f"cells 1 {len(initial)} {_boot()}".encode(), digest_size=_MARK_BYTES
        ).digest()
        self._lock = Lock()

    @contextmanager
    def held(self) -> "Iterator[array[float]]":
        """The numbers, to be read and changed in place; nobody else is inside meanwhile."""
        with self._lock, self._opened() as file:
            if file is not None:
                self._read(file)
            yield self._numbers
            if file is not None:
                with suppress(OSError):  # no room on the disk: from now on they are our own
                    os.pwrite(file, self._mark + self._numbers.tobytes(), 0)

    @contextmanager
    def _opened(self) -> Iterator[int | None]:
        """The file, locked; None where there is none."""
        file = _open(self._path) if self._path else None
        if file is None:
            self._path = None  # said once, not with every number
            yield None
            return
        import fcntl

        try:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(file, fcntl.LOCK_EX)
            yield file
        finally:
            os.close(file)

    def _read(self, file: int) -> None:
        """Take what the file has, unless it is new, torn, or of before the machine began."""
        size = _MARK_BYTES + 8 * len(self._numbers)
        raw = os.pread(file, size, 0)
        found = array("d", raw[_MARK_BYTES:]) if len(raw) == size else None
        if found and raw.startswith(self._mark) and all(map(math.isfinite, found)):
            self._numbers[:] = found


class Places:
    """A row of places of which each is taken by one process at a time; not to be used by threads.

    One object a file in a process: the kernel lets go of all places when any of them is closed.
    """

    def __init__(self, path: Path | None = None) -> None:
        """The places of a file; without one they are this process's own."""
        self._own: set[int] = set()
        self._file = _open(path) if path and _HAS_LOCKS else None
        if self._file is not None:
            weakref.finalize(self, os.close, self._file)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may take them."""
        return self._file is not None

    def take(self, n: int) -> int | None:
        """One of the first `n` places; None where all are taken."""
        free = (place for place in range(n) if place not in self._own and self._lock(place))
        place = next(free, None)
        if place is not None:
            self._own.add(place)
        return place

    def is_free(self, n: int) -> bool:
        """Whether nobody has any of the first `n` places."""
        if self._own or not self._lock(0, n):
            return False
        self._unlock(0, n)
        return True

    def leave(self, place: int) -> None:
        """Let others have a place."""
        self._own.discard(place)
        self._unlock(place)

    def _lock(self, place: int, n: int = 1) -> bool:
        if self._file is None:
            return True
        import fcntl

        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, n, place)
        except OSError as error:
            # A file system without locks keeps nobody apart.
            return error.errno not in (errno.EAGAIN, errno.EACCES)
        return True

    def _unlock(self, place: int, n: int = 1) -> None:
        if self._file is None:
            return
        import fcntl

        with suppress(OSError):
            fcntl.lockf(self._file, fcntl.LOCK_UN, n, place)


def _open(path: Path) -> int | None:
    """A file to read and write, made where it is not there; None where it cannot be had."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        log.warning("%s: cannot be shared with other processes (%s)", path, error.strerror)
        return None


@cache
def _boot() -> str:
    """What names the time since the machine began, "" where nothing does."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""
