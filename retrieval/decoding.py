"""From bytes of the web to text: packing, character sets, what is binary, what is not seen.

The server's word is checked: a body may be packed once, with gzip, and no larger unpacked than
allowed; its character set is one of a list, never one that is a codec of something else.
"""

import codecs
import re
import zlib
from collections.abc import Iterable
from email.message import Message

from hubscope.errors import UnavailableError

_CHARSETS = frozenset(
    codecs.lookup(name).name
    for name in (
        "ascii", "utf-8", "utf-16", "utf-16-le", "utf-16-be", "big5", "gb2312", "gbk", "gb18030",
        "shift_jis", "cp932", "euc_jp", "euc_kr", "koi8-r", "koi8-u", "mac_roman", "cp437", "cp850",
        *(f"iso8859-{part}" for part in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
        *(f"cp125{part}" for part in range(9)),
    )
)  # fmt: skip
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w:.-]{2,40})", re.IGNORECASE)
_SIGNATURES = (
    b"%PDF-", b"\x7fELF", b"PK\x03\x04", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\x1f\x8b", b"BZh",
    b"7z\xbc\xaf", b"Rar!", b"\xd0\xcf\x11\xe0", b"\xca\xfe\xba\xbe", b"RIFF", b"OggS", b"ID3",
    b"\x00\x00\x01\x00",
)  # fmt: skip
# Controls but tab and line ends, bidirectional marks, characters of no width, tags: text that a
# person does not see is text that nobody agreed to.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e0fff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\ud800-\udfff]"
)
_STEP = 64 << 10


class BodyError(UnavailableError):
    """A body that cannot be used; `reason` is `too_large`, `truncated`, `charset`, `binary`, ..."""


def without_unseen(text: str) -> str:
    r"""Text without what is not seen: controls, direction marks, zero widths, tags.

    >>> without_unseen("o\u202ek\u200b!\U000e0041")
    'ok!'
    """
    return _UNSEEN.sub("", text)


def unpacked(parts: Iterable[bytes], encoding: str, *, raw_bytes: int, most_bytes: int) -> bytes:
    """A body as it was before it was packed for the way, within both caps.

    Args:
        parts: the body as it comes.
        encoding: the `Content-Encoding` header, "" without one.
        raw_bytes: most bytes on the way.
        most_bytes: most bytes unpacked.

    Raises:
        BodyError: `unsupported_encoding`, `too_large`, `truncated`, `protocol`.
    """
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return b"".join(_capped(parts, min(raw_bytes, most_bytes)))
    if name not in ("gzip", "x-gzip"):
        message = f"packed as {name[:40]!r}, which was not asked for"
        raise BodyError(message, reason="unsupported_encoding")
    return _gunzipped(_capped(parts, raw_bytes), most_bytes)


def _capped(parts: Iterable[bytes], most: int) -> Iterable[bytes]:
    size = 0
    for part in parts:
        size += len(part)
        if size > most:
            raise BodyError(f"more than {most} bytes", reason="too_large")
        yield part


def _gunzipped(parts: Iterable[bytes], most: int) -> bytes:
    found = bytearray()
    member = _member()
    begun = False
    try:
        for part in parts:
            rest = part
            while rest:
                if member.eof:  # archives may follow one another
                    if not rest.strip(b"\0"):
                        break
                    member = _member()
                begun = True
                found += member.decompress(rest, min(_STEP, most - len(found) + 1))
                rest = member.unused_data if member.eof else member.unconsumed_tail
                if len(found) > most:
                    raise BodyError(f"unpacks to more than {most} bytes", reason="too_large")
    except zlib.error as error:
        raise BodyError("said to be gzip, and is damaged or is none", reason="protocol") from error
    if begun and not member.eof:
        raise BodyError("the packed body was cut off", reason="truncated")
    return bytes(found)


def _member() -> "zlib._Decompress":
    return zlib.decompressobj(16 + zlib.MAX_WBITS)


def media_type(header: str) -> tuple[str, str]:
    """Media type and character set of a `Content-Type` header, in lower case, "" where missing.

    >>> media_type('Text/HTML; charset="UTF-8"'), media_type("")
    (('text/html', 'utf-8'), ('', ''))
    >>> media_type("html")  # no type: not the plain text that the standard library takes it for
    ('html', '')
    """
    if not header.strip():
        return "", ""
    message = Message()
    message["content-type"] = header
    charset = message.get_param("charset", "")
    return header.partition(";")[0].strip().lower(), str(charset).strip().lower()


def decoded(body: bytes, charset: str = "", *, markup: bool = False) -> str:
    """Text of a body, without characters that are not seen.

    A mark at its beginning counts before what the server says, that before what a page says of
    itself. Text that is not what it is said to be is read as UTF-8, else as Windows-1252.

    Args:
        body: unpacked.
        charset: as the server says, "" = it does not.
        markup: look for a page's own word.

    Raises:
        BodyError: `charset`: not one of the list; `binary`: no text.
    """
    name = _known(charset) if charset else ""
    if markup and not name and (found := _META.search(body[:2048])):
        name = _known(found[1].decode("ascii"))
        # What could be read as ASCII up to here is no UTF-16.
        name = "utf-8" if name.startswith("utf-16") else name
    for mark, marked in _BOMS:
        if body.startswith(mark):
            name, body = marked, body[len(mark) :]
            break
    if not name.startswith("utf-16"):
        _refuse_binary(body)
    for attempt in (name, "utf-8"):
        try:
            return without_unseen(body.decode(attempt or "utf-8"))
        except UnicodeDecodeError:
            continue
    return without_unseen(body.decode("cp1252", "replace"))


def _known(charset: str) -> str:
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError):
        name = ""
    if name not in _CHARSETS:
        raise BodyError(f"character set {charset[:40]!r} is not read", reason="charset")
    # What says Latin-1 or ASCII is Windows-1252 in practice (WHATWG Encoding).
    return "cp1252" if name in ("iso8859-1", "ascii") else name


def _refuse_binary(body: bytes) -> None:
    start = body[:4096]
    controls = sum(byte < 9 or 13 < byte < 32 for byte in start)
    # A few of them in a short text are dropped with the rest of what is not seen.
    if start.startswith(_SIGNATURES) or b"\0" in start or controls > 4 + len(start) // 20:
        raise BodyError("no text, whatever it is called", reason="binary")
