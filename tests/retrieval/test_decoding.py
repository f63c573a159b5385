"""Decoding: packed bodies within caps, character sets of a list, nothing that is not seen."""

import gzip
import zlib

import pytest

from retrieval.decoding import BodyError, decoded, media_type, unpacked


def _unpacked(body: bytes, encoding: str = "gzip", step: int = 7, most: int = 1000) -> bytes:
    parts = [body[at : at + step] for at in range(0, len(body), step)]
    return unpacked(parts, encoding, raw_bytes=1000, most_bytes=most)


def test_a_packed_body_is_unpacked_however_it_is_cut_on_the_way() -> None:
    packed = gzip.compress(b"one ") + gzip.compress(b"two") + b"\0\0"
    for step in (1, 3, 1000):
        assert _unpacked(packed, step=step) == b"one two"


@pytest.mark.parametrize(
    ("body", "encoding", "reason"),
    [
        (gzip.compress(b"x" * 2000, mtime=0), "gzip", "too_large"),
        (b"x" * 2000, "", "too_large"),
        (gzip.compress(b"x" * 500, mtime=0)[:-4], "gzip", "truncated"),
        (b"no gzip at all", "gzip", "protocol"),
        (gzip.compress(b"abc", mtime=0)[:-8] + b"\0" * 8, "gzip", "protocol"),
        (zlib.compress(b"abc"), "deflate", "unsupported_encoding"),
        (gzip.compress(b"abc", mtime=0), "identity, gzip", "unsupported_encoding"),
    ],
)
def test_a_body_that_cannot_be_used_says_why(body: bytes, encoding: str, reason: str) -> None:
    with pytest.raises(BodyError) as refused:
        _unpacked(body, encoding)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("body", "charset", "text"),
    [
        ("naïve".encode(), "", "naïve"),
        ("naïve".encode("cp1252"), "utf-8", "naïve"),
        ("naïve – €".encode("cp1252"), "iso-8859-1", "naïve – €"),
        ("naïve".encode("utf-16"), "", "naïve"),
        (b"\xef\xbb\xbfok", "latin-1", "ok"),
        ("日本語".encode("shift_jis"), "Shift_JIS", "日本語"),
        ("привет".encode("koi8-r"), "koi8-r", "привет"),
    ],
)
def test_text_is_read_in_what_it_is_written_in(body: bytes, charset: str, text: str) -> None:
    assert decoded(body, charset) == text


def test_a_page_may_name_its_own_character_set() -> None:
    page = '<meta charset="windows-1251"><p>привет'.encode("cp1251")
    assert decoded(page, markup=True).endswith("привет")
    with pytest.raises(BodyError, match="utf-7"):
        decoded(b'<meta charset="utf-7"><p>+ADw-', markup=True)


@pytest.mark.parametrize("charset", ["utf-7", "unicode_escape", "rot13", "zlib_codec", "x\0y", "?"])
def test_a_character_set_that_is_none_is_refused(charset: str) -> None:
    with pytest.raises(BodyError) as refused:
        decoded(b"abc", charset)
    assert refused.value.reason == "charset"


@pytest.mark.parametrize("body", [b"%PDF-1.7 x", b"PK\x03\x04abc", b"a\0b", b"\x01\x02\x03abc" * 9])
def test_what_is_no_text_is_refused_whatever_it_is_called(body: bytes) -> None:
    with pytest.raises(BodyError) as refused:
        decoded(body, "utf-8")
    assert refused.value.reason == "binary"


def test_what_is_not_seen_is_not_text() -> None:
    assert decoded("a\u202eb\u200bc\u00add\U000e0041e\x1bf\tg".encode()) == "abcdef\tg"


def test_the_type_of_a_body_is_taken_apart() -> None:
    assert media_type("text/html; charset=ISO-8859-1; x=y") == ("text/html", "iso-8859-1")
