"""Progress of long work in a file."""

import logging
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.llm.budget import Spent
from hubscope.progress import Progress, Reporter, read_progress, reporting


@dataclass
class Wallet:
    """A purse whose content tests choose."""

    spent: Spent
    max_cost: float | None = None


def test_before_anything_is_done_there_is_no_rate_and_no_time_left() -> None:
    found = Progress("items", 30, 64, began_at=0.0, began_with=30, at=9.0)
    assert (found.rate, found.left_s, found.share) == (None, None, 30 / 64)


def test_what_an_earlier_session_did_makes_this_one_no_faster() -> None:
    # 20 in 60 seconds; 10 are left.
    found = Progress("items", 50, 60, began_at=0.0, began_with=30, at=60.0)
    assert found.rate == pytest.approx(20 / 60)
    assert found.left_s == pytest.approx(30.0)


def test_without_a_total_the_rate_is_known_and_the_end_is_not() -> None:
    found = Progress("reading", 100, None, began_at=0.0, began_with=0, at=10.0)
    assert (found.share, found.rate, found.left_s) == (None, 10.0, None)


def test_more_done_than_were_expected_is_all_of_it() -> None:
    found = Progress("items", 12, 10, began_at=0.0, began_with=0, at=10.0)
    assert (found.share, found.left_s) == (1.0, 0.0)


def test_a_phase_begins_with_what_it_first_says_is_done() -> None:
    reporter = Reporter()
    assert reporter.progress is None
    reporter.step("reading", 1)
    reporter.step("reading", 7)
    reporter.step("writing", 500, 900)
    reporter.step("writing", 700, 900)
    found = reporter.progress
    assert found is not None
    assert (found.phase, found.began_with, found.done, found.total) == ("writing", 500, 700, 900)
    reporter.step("writing", 10, 20)  # the next source
    found = reporter.progress
    assert found is not None
    assert found.began_with == 10


def test_the_file_shows_the_last_step_and_what_it_has_cost(tmp_path: Path) -> None:
    path, wallet = tmp_path / "progress.json", Wallet(Spent(1, 10, 5, 0.1), 2.0)
    assert read_progress(path) is None
    with reporting(path, wallet, every_s=60) as reporter:
        reporter.step("items", 0, 4)
        reporter.step("items", 3, 4)
        wallet.spent = Spent(7, 70, 35, 0.7)
    found = read_progress(path)
    assert found is not None
    assert (found.phase, found.done, found.total, found.began_with) == ("items", 3, 4, 0)
    assert (found.calls, found.cost, found.cap) == (7, 0.7, 2.0)


def test_the_cost_grows_in_the_file_between_two_steps(tmp_path: Path) -> None:
    path, wallet = tmp_path / "progress.json", Wallet(Spent())
    with reporting(path, wallet, every_s=0.01) as reporter:
        reporter.step("items", 0, 4)
        wallet.spent = Spent(1, 10, 5, None)
        for _ in range(500):
            found = read_progress(path)
            if found is not None and found.calls == 1:
                break
            time.sleep(0.01)
        assert found is not None
        assert (found.calls, found.cost, found.cap) == (1, None, None)


def test_work_that_says_nothing_leaves_no_file(tmp_path: Path) -> None:
    with reporting(tmp_path / "progress.json", every_s=60):
        pass
    assert not (tmp_path / "progress.json").exists()


def test_a_file_that_cannot_be_written_ends_no_work(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with caplog.at_level(logging.WARNING), reporting(tmp_path / "file" / "no") as reporter:
        reporter.step("items", 1)
    assert "cannot be written" in caplog.text


@pytest.mark.parametrize("text", ["", "{", "[]", '{"phase": "items"}', "null"])
def test_a_file_that_is_no_progress_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "progress.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match="progress"):
        read_progress(path)
