"""Text under limits: encodings, archives, line ends, long lines."""

import gzip
import os
import random
import tracemalloc
from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.reading import Limits, clean_text, numbered_lines, text_chunks


def written(folder: Path, content: bytes) -> Path:
    path = folder / "file"
    path.write_bytes(content)
    return path


def refusal(path: Path, limits: Limits | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        list(text_chunks(path, limits or Limits()))
    return caught.value


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_the_same_whatever_ends_them(tmp_path: Path, end: str) -> None:
    path = written(tmp_path, f"α{end}{end}b\u2028c".encode())
    assert list(numbered_lines(path)) == [(1, "α"), (2, ""), (3, "b\u2028c")]


def test_a_mark_at_the_front_is_no_text(tmp_path: Path) -> None:
    assert "".join(text_chunks(written(tmp_path, b"\xef\xbb\xbfa"))) == "a"


@pytest.mark.parametrize(
    ("content", "offset"),
    [
        (b"M\xe9ni\xe8re", 1),
        ("a\n".encode("utf-16"), 0),
        ("a\n".encode("utf-16-be"), 0),
        ("a\n".encode("utf-16-le"), 1),
        (b"cut \xce", 4),
        (b"x" * (1 << 20) + b"\xff", 1 << 20),
        (b"x" * ((1 << 20) - 1) + b"\xce\xff", (1 << 20) - 1),
    ],
)
def test_what_is_not_utf8_is_refused_with_file_and_byte(
    tmp_path: Path, content: bytes, offset: int
) -> None:
    error = refusal(written(tmp_path, content))
    assert error.reason == "not_utf8"
    assert f"{tmp_path}/file: not UTF-8 at byte {offset} " in str(error)
    assert "iconv -f" in str(error)


def test_a_character_across_two_reads_is_whole(tmp_path: Path) -> None:
    text = "x" * ((1 << 20) - 1) + "α"
    assert "".join(text_chunks(written(tmp_path, text.encode()))) == text


def test_archives_are_known_by_content_and_may_have_several_members(tmp_path: Path) -> None:
    packed = gzip.compress(b"a\n") + gzip.compress(b"b\n")
    assert [line for _, line in numbered_lines(written(tmp_path, packed))] == ["a", "b"]


def test_a_broken_archive_is_refused_wherever_it_breaks(tmp_path: Path) -> None:
    packed = gzip.compress(random.Random(1).randbytes(3000).hex().encode())
    for cut in (3, 100, len(packed) - 1):
        assert refusal(written(tmp_path, packed[:cut])).reason == "truncated_gzip"
    for place in (len(packed) - 6, 500):
        damaged = bytearray(packed)
        damaged[place] ^= 0xFF
        assert refusal(written(tmp_path, bytes(damaged))).reason == "damaged_gzip"
    assert refusal(written(tmp_path, packed + b"junk")).reason == "damaged_gzip"


def test_a_bomb_is_refused_while_it_is_unpacked(tmp_path: Path) -> None:
    path = written(tmp_path, gzip.compress(b"x" * 40_000_000, compresslevel=1))
    tracemalloc.start()
    error = refusal(path, Limits(ratio_from_bytes=4 << 20))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert error.reason == "too_large"
    assert peak < 16 << 20


@pytest.mark.parametrize("content", [b"\0", b"[", b" ", b"x\n"])
def test_a_bomb_is_known_by_its_claim_before_it_is_unpacked(tmp_path: Path, content: bytes) -> None:
    packed = gzip.compress(content * (4 << 20), compresslevel=1)
    path = written(tmp_path, packed)
    assert refusal(path, Limits(ratio_from_bytes=4 << 18)).reason == "too_large"
    # One that lies about its size is refused on the way.
    path = written(tmp_path, packed[:-4] + b"\x01\0\0\0")
    lie = refusal(path, Limits(ratio_from_bytes=4 << 18)).reason
    assert lie == ("not_utf8" if content == b"\0" else "too_large")


def test_what_compresses_as_text_does_is_no_bomb(tmp_path: Path) -> None:
    text = random.Random(1).randbytes(2_000_000).hex().encode()
    packed = written(tmp_path, gzip.compress(text, compresslevel=1))
    assert "".join(text_chunks(packed, Limits(ratio_from_bytes=1))).encode() == text
    assert refusal(packed, Limits(unpacked_bytes=1 << 20)).reason == "too_large"


def test_a_long_line_is_passed_over_and_the_next_one_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"a\n" + b"x" * 3_000_000 + b"\nb\n" + b"y" * 2_000_000)
    lines = list(numbered_lines(path, Limits(record_chars=1_000_000)))
    assert lines == [(1, "a"), (2, None), (3, "b"), (4, None)]


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    assert refusal(tmp_path).reason == "is_a_directory"
    assert refusal(tmp_path / "none").reason == "file_not_found"


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe").reason == "not_a_file"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04\x14\x00\x00", "ZIP archive"),
        (b"BZh91AY&SY\xb5\x00", "bunzip2"),
        (b"PAR1\x15\x04\x15", "Parquet"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:ab\n", "git lfs pull"),
    ],
)
def test_what_is_meant_for_other_tools_is_called_by_its_name(
    content: bytes, said: str, tmp_path: Path
) -> None:
    assert said in str(refusal(written(tmp_path, content)))


@pytest.mark.parametrize("text", ["PAR1 is a gene", "BZh is no word", "GIF8"])
def test_text_that_begins_like_such_a_file_is_text(text: str, tmp_path: Path) -> None:
    assert list(numbered_lines(written(tmp_path, text.encode()))) == [(1, text)]


def test_control_characters_go_and_what_science_writes_stays() -> None:
    assert clean_text("a\x00\x07\x85b\ud83d \n\té β-Ca²⁺") == "ab\ufffd \n\té β-Ca²⁺"
