"""Files: whole or not at all, journals that survive a crash, locks."""

import logging
import os
from pathlib import Path
from typing import Any

import pytest

from hubscope.errors import InputError, UnavailableError
from hubscope.files import Journal, is_locked, locked, read_journal, replacing, write_atomically


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.json"
    write_atomically(path, "old", mode=0o600)
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert path.read_text("utf-8") == "old"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["a.json"]


def test_a_failed_replacement_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(OSError, match="irectory"):
        write_atomically(tmp_path / "a", b"x")
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_a_pipe_keeps_its_place_and_a_link_its_target(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe"):
        write_atomically(tmp_path / "pipe", b"x")
    with pytest.raises(InputError, match="pipe") as caught, replacing(tmp_path / "pipe"):
        pass
    assert caught.value.reason == "not_writable"
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with replacing(tmp_path / "link") as file:
        file.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text("utf-8") == "new"


def test_a_journal_is_read_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "j.jsonl"
    records: list[dict[str, Any]] = [{"n": 1, "text": "é\u2028\n"}, {"n": 2}]
    for record in records:
        with Journal(path) as journal:
            journal.append(record)
    assert list(read_journal(path)) == records


@pytest.mark.parametrize("tail", [b'{"n":', b"x" * 200_000], ids=["short", "long"])
def test_a_torn_last_line_is_left_out_and_said(
    tail: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'{"n":1}\n' + tail)
    with caplog.at_level(logging.WARNING):
        assert list(read_journal(path)) == [{"n": 1}]
        with Journal(path) as journal:
            journal.append({"n": 2})
    assert list(read_journal(path)) == [{"n": 1}, {"n": 2}]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert all(str(path) in one and f"{len(tail)} bytes" in one for one in said)


def test_a_journal_that_is_one_torn_line_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'{"n"')
    Journal(path).close()
    assert path.read_bytes() == b""


def test_a_broken_line_that_is_not_the_last_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'{"n":1}\nnonsense\n{"n":2}\n')
    with pytest.raises(InputError, match=r"j\.jsonl:2"):
        list(read_journal(path))


def test_a_lock_lets_one_inside_and_is_free_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "lock"
    with (
        locked(path),
        pytest.raises(UnavailableError, match="somebody is inside"),
        locked(path, busy="somebody is inside"),
    ):
        pass
    with locked(path, busy="somebody is inside"):
        pass


def test_whether_somebody_holds_a_lock_is_asked_without_taking_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    assert not path.exists()
    with locked(path):
        assert is_locked(path)
    assert not is_locked(path)
