"""Files: atomic writes and append-only journals. Reading what users give is in reading.py."""

import errno
import gzip
import io
import json
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from hubscope.errors import HubscopeError, InputError, UnavailableError
from hubscope.keys import canonical_json

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was left out: where it stands, and a stable word for why."""

    where: str
    reason: str
    line: int | None = None


def write_atomically(path: Path, data: bytes | str, mode: int = 0o644) -> None:
    """Write a file so that a reader sees the old content or the new, never a part.

    Raises:
        OSError: it cannot be written, or what has the name is no file.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    path = place_of(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """A text file that takes the place of `path` when the block ends without an error.

    Line ends stay as they are written. A name that ends in `.gz` makes it compressed; equal text
    gives equal bytes.

    Raises:
        InputError: it cannot be written.
        UnavailableError: the disk is full.
    """
    temporary = None
    try:
        place = place_of(path)
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as raw:
            with writing(raw, compressed=path.suffix == ".gz") as file:
                yield file
            raw.flush()
            os.fsync(raw.fileno())
        temporary.chmod(0o644)
        temporary.replace(place)
    except OSError as error:
        raise unwritable(path, error) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def place_of(path: Path) -> Path:
    """Where a file is to lie, behind links; a device or a pipe is never put out of its place.

    Raises:
        OSError: what has the name is no file.
    """
    place = Path(os.path.realpath(path))
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if place.exists() and not place.is_file():
        raise OSError(errno.EINVAL, "A device or a pipe, not a file", str(path))
    return place


@contextmanager
def writing(raw: BinaryIO, *, compressed: bool) -> Iterator[TextIO]:
    """Text written into an open file, which stays open."""
    into: Any = gzip.GzipFile("", "wb", 6, raw, mtime=0) if compressed else raw
    file = io.TextIOWrapper(into, "utf-8", newline="")
    try:
        yield file
        file.flush()
    finally:
        with suppress(OSError, ValueError):  # what went wrong was said already
            file.detach()
    if compressed:
        into.close()


def unwritable(path: Path, error: OSError) -> HubscopeError:
    """The error of a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UnavailableError(
            f"{path}: the disk is full. Make room, or write to another disk.",
            reason="disk_full",
            where=str(path),
        )
    return InputError(
        f"{path}: cannot be written: {error.strerror or error}.",
        reason="not_writable",
        where=str(path),
    )


@contextmanager
def locked(path: Path, *, busy: str | None = None) -> Iterator[TextIO]:
    """Hold a lock file: of several processes or threads, one is inside at a time.

    The kernel lets go of it when the process ends, however it ends. Not on Windows.

    Args:
        path: the lock file.
        busy: what to say where another is inside; None = wait for it.

    Yields:
        The open file: a process that inherits it holds the lock, too, until it ends.

    Raises:
        UnavailableError: another is inside, and `busy` is given.
    """
    import fcntl  # not there on Windows, where the rest of this module works

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (fcntl.LOCK_NB if busy else 0))
        except BlockingIOError as error:
            raise UnavailableError(busy or "", reason="busy", where=str(path)) from error
        yield file


def is_locked(path: Path) -> bool:
    """Whether a process holds a lock file."""
    import fcntl

    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


class Journal:
    """Append-only JSON Lines: one `write` a record.

    A last line that a crash had torn is cut off on opening, with a warning in the log.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        if torn := _cut_torn_tail(path):
            _warn_torn(path, torn)
        self._handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def append(self, record: dict[str, Any]) -> None:
        """Add one record, or none of it.

        Raises:
            OSError: it could not be written whole.
        """
        line = (canonical_json(record) + "\n").encode("utf-8")
        view = memoryview(line)
        try:
            while view:
                view = view[os.write(self._handle, view) :]
        except BaseException:
            # The next record must not follow half of this one on its line.
            if written := len(line) - len(view):
                os.ftruncate(self._handle, os.fstat(self._handle).st_size - written)
            raise

    def close(self) -> None:
        """Flush to disk and close."""
        os.fsync(self._handle)
        os.close(self._handle)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the whole records of a journal; a torn last line is left out, with a warning.

    Raises:
        InputError: a line that is not the last is no JSON object.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            if not raw.endswith(b"\n"):
                _warn_torn(path, len(raw))
                return
            try:
                record = json.loads(raw)
            except ValueError as error:
                raise InputError(f"{path}:{number}: not a journal line") from error
            yield record


def _warn_torn(path: Path, size: int) -> None:
    log.warning("%s: the last record was cut off by a crash: left out, %d bytes", path, size)


def _cut_torn_tail(path: Path) -> int:
    if not path.exists():
        return 0
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        end = size
        while end > 0:
            start = max(0, end - 65536)
            file.seek(start)
            at = file.read(end - start).rfind(b"\n")
            if at >= 0:
                end = start + at + 1
                break
            end = start
        file.truncate(end)
        return size - end
