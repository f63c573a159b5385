"""Archives: members of zip and tar files, read in memory under stated limits, never unpacked.

A member's name is shown and compared, and is never a path of this machine. What a member unpacks to
is counted while it is read: what an archive claims about sizes is not believed.
"""

import contextlib
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import DEFAULT_LIMITS, Limits, starting_bytes, unpacked_start

_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_MAGIC, _TAR_MAGIC_AT = b"ustar", 257
_CHUNK_BYTES = 1 << 20
_MEMBER_BYTES = 1 << 30  # one member is held in memory
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
)
# The others unpack a block as a whole, however large, before a byte of it can be counted.
_READ_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: its name there, and its content."""

    name: str
    content: bytes


def is_archive(path: Path) -> bool:
    """Whether a file is a zip or a tar (packed or not), by its content.

    Raises:
        InputError: the file cannot be read.
    """
    return _is_zip(path) or _is_tar(path)


def member_names(path: Path) -> list[str]:
    """Names of the files in an archive, in its order.

    Raises:
        InputError: as `members`.
    """
    if _is_zip(path):
        with _zip(path) as archive:
            return [info.filename for info in archive.infolist() if not info.is_dir()]
    try:
        with _tar(path, DEFAULT_LIMITS) as archive:
            return [info.name for info in archive if info.isfile()]
    except _TooLargeError as error:
        raise InputError(
            f"{path}: unpacks out of all proportion. If that is meant, unpack it yourself.",
            reason="too_large",
            where=str(path),
        ) from error
    except _DAMAGE as error:
        raise _damaged(path, error) from error


def members(
    path: Path, wanted: Callable[[str], bool], limits: Limits = DEFAULT_LIMITS
) -> Iterator[Member | Skipped]:
    """The wanted files of an archive, in its order; of one name that comes twice, the later.

    Yields:
        Members; a Skipped for one that cannot be read: `unsafe_name` (it points outside),
        `too_large` (it unpacks out of all proportion), `damaged_member`, `encrypted_member`,
        `unknown_compression`, `duplicate_name` (an earlier one of that name).

    Raises:
        InputError: no archive, or a damaged or cut one.
    """
    if _is_zip(path):
        yield from _zip_members(path, wanted, limits)
    else:
        yield from _tar_members(path, wanted, limits)


def _is_zip(path: Path) -> bool:
    return starting_bytes(path, 4) in _ZIP_MAGIC


def _is_tar(path: Path) -> bool:
    start = unpacked_start(path, _TAR_MAGIC_AT + len(_TAR_MAGIC))
    return start[_TAR_MAGIC_AT:] == _TAR_MAGIC


def _zip(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except _DAMAGE as error:
        # The list of members stands at the end: without it the archive was cut while written.
        raise InputError(
            f"{path}: the zip file is cut off or damaged ({error}). Fetch it again.",
            reason="truncated_zip",
            where=str(path),
        ) from error


def _zip_members(
    path: Path, wanted: Callable[[str], bool], limits: Limits
) -> Iterator[Member | Skipped]:
    with _zip(path) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        last = {info.filename: number for number, info in enumerate(infos)}
        budget = _Budget(path.stat().st_size, limits)
        for number, info in enumerate(infos):
            if not wanted(info.filename):
                continue
            where = f"{path}:{info.filename}"
            if last[info.filename] != number:
                yield Skipped(where, "duplicate_name")
            elif not _is_safe(info.filename):
                yield Skipped(where, "unsafe_name")
            elif info.flag_bits & 1:
                yield Skipped(where, "encrypted_member")
            elif info.compress_type not in _READ_METHODS:
                yield Skipped(where, "unknown_compression")
            else:
                yield _zip_member(archive, info, where, budget)


def _zip_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str, budget: "_Budget"
) -> Member | Skipped:
    try:
        with archive.open(info) as file:
            content = budget.read(file)
    except NotImplementedError:
        return Skipped(where, "unknown_compression")
    except _DAMAGE:
        return Skipped(where, "damaged_member")
    return Skipped(where, "too_large") if content is None else Member(info.filename, content)


def _tar_members(
    path: Path, wanted: Callable[[str], bool], limits: Limits
) -> Iterator[Member | Skipped]:
    budget = _Budget(path.stat().st_size, limits)
    last: Member | Skipped | None = None
    try:
        with _tar(path, limits) as archive:
            for info in archive:
                if not info.isfile() or not wanted(info.name):
                    continue
                where = f"{path}:{info.name}"
                file = archive.extractfile(info) if _is_safe(info.name) else None
                if file is None:
                    last = Skipped(where, "unsafe_name")
                else:
                    last = _tar_member(info, file, where, budget)
                yield last
    except _TooLargeError:
        # What comes after a member that is too large cannot be reached without unpacking it.
        if not (isinstance(last, Skipped) and last.reason == "too_large"):
            yield Skipped(str(path), "too_large")
    except _DAMAGE as error:
        raise _damaged(path, error) from error


def _tar_member(
    info: tarfile.TarInfo, file: IO[bytes], where: str, budget: "_Budget"
) -> Member | Skipped:
    try:
        content = budget.read(file)
    except _TooLargeError:
        content = None
    return Skipped(where, "too_large") if content is None else Member(info.name, content)


@contextlib.contextmanager
def _tar(path: Path, limits: Limits) -> Iterator[tarfile.TarFile]:
    """A tar, packed by gzip or not, that unpacks no further than is allowed, come what may."""
    packed = path.stat().st_size
    with path.open("rb") as raw:
        is_gzip = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        file: IO[bytes] = gzip.GzipFile(fileobj=raw) if is_gzip else raw  # type: ignore[assignment]
        most = min(limits.unpacked_bytes, max(limits.ratio_from_bytes, limits.ratio * packed))
        with tarfile.open(fileobj=_Counted(file, most), mode="r:") as archive:
            yield archive


class _TooLargeError(Exception):
    """More was asked of a packed file than may be unpacked."""


class _Counted(io.RawIOBase):
    """A file that is read up to a place and no further; headers and what is skipped count too."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file = file
        self._most = most

    def readable(self) -> bool:
        """True."""
        return True

    def seekable(self) -> bool:
        """True."""
        return True

    def tell(self) -> int:
        """The place that is read next."""
        return self._file.tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, from the beginning or from here.

        Raises:
            _TooLargeError: it is too far.
        """
        if offset + (self.tell() if whence == io.SEEK_CUR else 0) > self._most:
            raise _TooLargeError
        return self._file.seek(offset, whence)

    def read(self, size: int = -1) -> bytes:
        """The next bytes.

        Raises:
            _TooLargeError: they reach too far.
        """
        left = self._most - self.tell()
        found = self._file.read(left + 1 if size < 0 else min(size, left + 1))
        if len(found) > left:
            raise _TooLargeError
        return found


class _Budget:
    """What an archive may unpack to, over all of its members."""

    def __init__(self, packed: int, limits: Limits) -> None:
        self._packed = packed
        self._limits = limits
        self._total = 0

    def read(self, file: IO[bytes]) -> bytes | None:
        """A member's content; None where it is too large."""
        content = io.BytesIO()
        while raw := file.read(_CHUNK_BYTES):
            content.write(raw)
            self._total += len(raw)
            if content.tell() > _MEMBER_BYTES or self._is_spent():
                return None
        return content.getvalue()

    def _is_spent(self) -> bool:
        limits = self._limits
        out_of_proportion = self._total > max(limits.ratio_from_bytes, limits.ratio * self._packed)
        return out_of_proportion or self._total > limits.unpacked_bytes


def _is_safe(name: str) -> bool:
    """Whether a name would stay within a folder, and is one that can be shown."""
    parts = name.replace("\\", "/").split("/")
    return (
        bool(name)
        and not name.startswith(("/", "\\"))
        and ".." not in parts
        and (":" not in parts[0] and name.isprintable())
    )


def _damaged(path: Path, error: Exception) -> InputError:
    return InputError(
        f"{path}: the archive is cut off or damaged ({error}). Fetch it again.",
        reason="damaged_archive",
        where=str(path),
    )
