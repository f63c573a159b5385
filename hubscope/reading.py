"""Reading what users give: bytes to clean text to numbered lines, under stated limits.

Nothing is guessed: text is UTF-8 or it is refused with the byte that is not. Compressed files are
known by their content, unpacked as they are read, and a file that unpacks out of all proportion is
refused before it fills the memory.
"""

import codecs
import gzip
import io
import re
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from hubscope.errors import InputError
from hubscope.signatures import refuse_foreign

_CHUNK_BYTES = 1 << 20
_GZIP_MAGIC = b"\x1f\x8b"
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Control characters (but tab and line ends) and lone surrogates: no text of science has them, and
# a database refuses them or shows them as something else.
_UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is read before a file or a record is refused.

    Attributes:
        field_chars: longest text of one field.
        record_chars: longest line or record.
        depth: deepest nesting of lists and objects.
        unpacked_bytes: most that a compressed file may unpack to.
        ratio: most times its packed size, once more than `ratio_from_bytes` are unpacked.
    """

    field_chars: int = 4_000_000
    record_chars: int = 16_000_000
    depth: int = 100
    unpacked_bytes: int = 32 << 30
    ratio: int = 100
    ratio_from_bytes: int = 64 << 20


DEFAULT_LIMITS = Limits()


def clean_text(text: str) -> str:
    r"""Text without control characters; a lone surrogate becomes U+FFFD.

    >>> clean_text("a\x00b\ud83d\tc") == "ab\ufffd\tc"
    True
    """
    return _UNWANTED.sub(lambda found: "\ufffd" if found[0] >= "\ud800" else "", text)


def starting_bytes(path: Path, size: int = 4) -> bytes:
    """The first bytes of a file as it lies on disk.

    Raises:
        InputError: there is no such file, it is a folder, or it cannot be read.
    """
    with opened(path) as file:
        try:
            return file.read(size)
        except OSError as error:
            raise _unreadable(path, error) from error


def unpacked_start(path: Path, size: int, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """The first bytes of a file, unpacked where it is gzip.

    Raises:
        InputError: it cannot be read, or is no whole archive of a size that is read.
    """
    with opened(path) as file:
        return next(_unpacked(path, file, limits), b"")[:size]


def whole_content(path: Path, most: int, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """All bytes of a file, unpacked where it is gzip.

    Args:
        path: the file.
        most: how many bytes are too many.
        limits: for what is unpacked.

    Raises:
        InputError: as `unpacked_start`, or it is larger than `most` (`too_large`).
    """
    parts, size = [], 0
    with opened(path) as file:
        for raw in _unpacked(path, file, limits):
            parts.append(raw)
            size += len(raw)
            if size > most:
                raise InputError(
                    f"{path}: larger than {most >> 20} MiB, the most that is read of one document.",
                    reason="too_large",
                    where=str(path),
                )
    return b"".join(parts)


def text_chunks(
    path: Path, limits: Limits = DEFAULT_LIMITS, encoding: str = "utf-8"
) -> Iterator[str]:
    r"""A file's text in pieces, unpacked where it is gzip, without byte-order mark, lines by "\n".

    Another encoding is for a reader of a format that is known to have it, never for guessing.

    Raises:
        InputError: no such file, not UTF-8, a broken archive, or one that unpacks too far.
    """
    utf8 = codecs.getincrementaldecoder(encoding)("strict")
    line_ends = io.IncrementalNewlineDecoder(None, translate=True)
    read = 0
    with opened(path) as file:
        for raw in _unpacked(path, file, limits):
            if read == 0:
                refuse_foreign(path, raw)
                _refuse_utf16(path, raw)
            pending = len(utf8.getstate()[0])
            text = _decode(path, utf8, raw, read - pending)
            if read == 0:
                text = text.removeprefix("\ufeff")
            read += len(raw)
            yield line_ends.decode(text)
        _decode(path, utf8, b"", read - len(utf8.getstate()[0]), final=True)
        yield line_ends.decode("", final=True)


def numbered_lines(
    path: Path, limits: Limits = DEFAULT_LIMITS, encoding: str = "utf-8"
) -> Iterator[tuple[int, str | None]]:
    """Number from 1 and text of every line; None for one longer than `limits.record_chars`.

    Raises:
        InputError: as `text_chunks`.
    """
    number, kept, size = 1, [""], 0
    for chunk in text_chunks(path, limits, encoding):
        first, *others = chunk.split("\n")
        size += len(first)
        if size <= limits.record_chars:
            kept.append(first)
        for piece in others:
            yield number, "".join(kept) if size <= limits.record_chars else None
            number, kept, size = number + 1, [piece], len(piece)
    if size > limits.record_chars:
        yield number, None
    elif last := "".join(kept):
        yield number, last


def opened(path: Path) -> BinaryIO:
    """A file to be read as bytes.

    Raises:
        InputError: there is no such file, it is a folder or a pipe, or it cannot be read.
    """
    try:
        if stat.S_ISFIFO(path.stat().st_mode):  # to open one waits for whoever writes into it
            raise InputError(
                f"{path}: a pipe, and a file is read more than once. Write it to a file first.",
                reason="not_a_file",
                where=str(path),
            )
        return path.open("rb")
    except IsADirectoryError as error:
        raise InputError(
            f"{path}: a folder, not a file. Name the files in it.",
            reason="is_a_directory",
            where=str(path),
        ) from error
    except FileNotFoundError as error:
        raise InputError(
            f"{path}: no such file. Check the path.", reason="file_not_found", where=str(path)
        ) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def _unpacked(path: Path, file: BinaryIO, limits: Limits) -> Iterator[bytes]:
    try:
        yield from _pieces(path, file, limits)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(
        f"{path}: cannot be read: {error.strerror}.", reason="unreadable", where=str(path)
    )


def _pieces(path: Path, file: BinaryIO, limits: Limits) -> Iterator[bytes]:
    magic = file.read(2)
    if magic != _GZIP_MAGIC:
        file.seek(0)
        while raw := file.read(_CHUNK_BYTES):
            yield raw
        return
    if _claims_too_much(file, limits):
        # Unpacked once without a look inside, so that a bomb is called a bomb whatever is in it.
        for _ in _members(path, file, limits):
            pass
    yield from _members(path, file, limits)


def _members(path: Path, file: BinaryIO, limits: Limits) -> Iterator[bytes]:
    """The content of a gzip file's members."""
    file.seek(0)
    total = 0
    try:
        with gzip.GzipFile(fileobj=file) as archive:
            while raw := archive.read(_CHUNK_BYTES):
                total += len(raw)
                if _is_too_much(total, file.tell(), limits):
                    raise InputError(
                        f"{path}: unpacks to more than {total >> 20} MiB from {file.tell()} bytes. "
                        "If that is meant, unpack it yourself and read the plain file.",
                        reason="too_large",
                        where=str(path),
                    )
                yield raw
    except EOFError as error:
        raise InputError(
            f"{path}: the gzip file is cut off after {total} unpacked bytes. Fetch it again.",
            reason="truncated_gzip",
            where=str(path),
        ) from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise InputError(
            f"{path}: the gzip file is damaged ({error}). Fetch it again.",
            reason="damaged_gzip",
            where=str(path),
        ) from error


def _claims_too_much(file: BinaryIO, limits: Limits) -> bool:
    """Whether the last four bytes, where an archive states its unpacked size, call it a bomb."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - 4))
    return _is_too_much(int.from_bytes(file.read(4), "little"), size, limits)


def _is_too_much(unpacked: int, packed: int, limits: Limits) -> bool:
    out_of_proportion = unpacked > limits.ratio_from_bytes and unpacked > limits.ratio * packed
    return out_of_proportion or unpacked > limits.unpacked_bytes


def _refuse_utf16(path: Path, raw: bytes) -> None:
    # ASCII as UTF-16 without its mark is valid UTF-8, every second character a NUL.
    if raw.startswith(_UTF16_MARKS) or raw.count(0) * 4 > len(raw):
        at = 0 if raw.startswith(_UTF16_MARKS) else raw.index(0)
        raise _not_utf8(path, at, raw[at], "UTF-16")


def _decode(
    path: Path, utf8: codecs.IncrementalDecoder, raw: bytes, start: int, final: bool = False
) -> str:
    try:
        return utf8.decode(raw, final)
    except UnicodeDecodeError as error:
        at = error.start
        raise _not_utf8(path, start + at, error.object[at], "LATIN1") from error


def _not_utf8(path: Path, offset: int, byte: int, encoding: str) -> InputError:
    return InputError(
        f"{path}: not UTF-8 at byte {offset} (0x{byte:02x}). If it is {encoding}, convert it: "
        f"iconv -f {encoding} -t UTF-8 {path.name} > utf8-{path.name}",
        reason="not_utf8",
        where=f"{path}, byte {offset}",
    )
