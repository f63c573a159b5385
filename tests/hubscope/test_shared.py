"""Numbers and places that processes share: seen by all, and left by who is killed."""

from pathlib import Path

import pytest

from hubscope.shared import Cells, Places
from tests.children import child, kill


def test_numbers_of_one_are_seen_by_the_other(tmp_path: Path) -> None:
    one, other = Cells([1.0, 2.0], tmp_path / "x" / "a"), Cells([1.0, 2.0], tmp_path / "x" / "a")
    with one.held() as cells:
        cells[1] = 7.5
    with other.held() as cells:
        assert list(cells) == [1.0, 7.5]
        cells[0] = -3.0
    with one.held() as cells:
        assert list(cells) == [-3.0, 7.5]


@pytest.mark.parametrize("found", [b"", b"torn", b"\xff" * 32, b"0" * 4000])
def test_a_file_that_holds_something_else_is_begun_anew(tmp_path: Path, found: bytes) -> None:
    (tmp_path / "a").write_bytes(found)
    with Cells([1.0, 2.0], tmp_path / "a").held() as cells:
        assert list(cells) == [1.0, 2.0]
        cells[0] = 5.0
    with Cells([1.0, 2.0], tmp_path / "a").held() as cells:
        assert list(cells) == [5.0, 2.0]


def test_where_no_file_can_be_had_each_is_on_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    cells = Cells([1.0], tmp_path / "file" / "a")
    with cells.held() as numbers:
        numbers[0] = 2.0
    with cells.held() as numbers:
        assert list(numbers) == [2.0]
    assert len(caplog.records) == 1
    places = Places(tmp_path / "file" / "b")
    assert (places.is_shared, places.take(2), places.take(2), places.take(2)) == (False, 0, 1, None)


def test_who_is_killed_inside_leaves_the_numbers_to_others(tmp_path: Path) -> None:
    path = tmp_path / "a"

    def enter() -> object:
        holding = Cells([1.0], path).held()
        holding.__enter__()
        return holding

    with child(enter) as pid:
        kill(pid)
        with Cells([1.0], path).held() as cells:
            assert list(cells) == [1.0]


def test_a_place_is_one_processs_until_it_is_left_or_killed(tmp_path: Path) -> None:
    path = tmp_path / "places"

    def take_two() -> object:
        places = Places(path)
        assert [places.take(3), places.take(3)] == [0, 1]
        return places

    with child(take_two) as pid:
        places = Places(path)
        assert not places.is_free(3)
        assert [places.take(3), places.take(3)] == [2, None]
        kill(pid)
        assert places.take(3) == 0
        places.leave(2)
        assert [places.take(3), places.take(3), places.take(3)] == [1, 2, None]
