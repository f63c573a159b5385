"""Archives: members by content, under limits, without a path of this machine."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from hubscope.archives import Member, is_archive, member_names, members
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import Limits


def zipped(path: Path, *files: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return path


def tarred(path: Path, *files: tuple[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_members_come_in_the_archives_order(pack: type, tmp_path: Path) -> None:
    path = pack(tmp_path / "packed", ("b/1.txt", b"one"), ("a.txt", b"two"), ("c.csv", b"three"))
    assert is_archive(path)
    assert member_names(path) == ["b/1.txt", "a.txt", "c.csv"]
    wanted = list(members(path, lambda name: name.endswith(".txt")))
    assert wanted == [Member("b/1.txt", b"one"), Member("a.txt", b"two")]


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize(
    "name", ["../up.txt", "/root.txt", "a/../../b.txt", "c:x.txt", "..\\w.txt"]
)
def test_names_that_point_outside_are_left_out(pack: type, name: str, tmp_path: Path) -> None:
    path = pack(tmp_path / "packed", (name, b"x"), ("good.txt", b"y"))
    bad, good = members(path, lambda _: True)
    assert isinstance(bad, Skipped)
    assert bad.reason == "unsafe_name"
    assert good == Member("good.txt", b"y")


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_bomb_is_left_out(pack: type, tmp_path: Path) -> None:
    limits = Limits(ratio=10, ratio_from_bytes=1000)
    path = pack(tmp_path / "packed", ("small.txt", b"y"), ("zeros.txt", bytes(2_000_000)))
    assert list(members(path, lambda _: True, limits)) == [
        Member("small.txt", b"y"),
        Skipped(f"{path}:zeros.txt", "too_large"),
    ]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_in_blocks_is_not_read(method: int, tmp_path: Path) -> None:
    path = tmp_path / "packed"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", b"x" * 100, method)
        archive.writestr("b.txt", b"y")
    assert list(members(path, lambda _: True)) == [
        Skipped(f"{path}:a.txt", "unknown_compression"),
        Member("b.txt", b"y"),
    ]


def test_bomb_that_nobody_wants_is_not_unpacked(tmp_path: Path) -> None:
    limits = Limits(ratio=10, ratio_from_bytes=2000)
    path = tarred(tmp_path / "packed", ("a.txt", b"y"), ("zeros", bytes(9_000_000)), ("b.txt", b""))
    found = members(path, lambda name: name.endswith(".txt"), limits)
    assert list(found) == [Member("a.txt", b"y"), Skipped(str(path), "too_large")]


def test_bomb_in_a_header_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    with tarfile.open(path, "w:gz", pax_headers={"comment": "0" * 9_000_000}) as archive:
        archive.addfile(tarfile.TarInfo("a.txt"), io.BytesIO())
    limits = Limits(ratio=10, ratio_from_bytes=2000)
    assert list(members(path, lambda _: True, limits)) == [Skipped(str(path), "too_large")]


def test_of_one_name_twice_the_later_counts(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = zipped(tmp_path / "packed", ("a.txt", b"old"), ("a.txt", b"new"))
    first, second = members(path, lambda _: True)
    assert first == Skipped(f"{path}:a.txt", "duplicate_name")
    assert second == Member("a.txt", b"new")


def test_damaged_member_costs_no_other(tmp_path: Path) -> None:
    path = zipped(tmp_path / "packed", ("a.txt", bytes(range(200))), ("b.txt", b"good"))
    raw = bytearray(path.read_bytes())
    raw[100] ^= 0xFF
    path.write_bytes(raw)
    first, second = members(path, lambda _: True)
    assert first == Skipped(f"{path}:a.txt", "damaged_member")
    assert second == Member("b.txt", b"good")


@pytest.mark.parametrize(
    ("pack", "reason"), [(zipped, "truncated_zip"), (tarred, "damaged_archive")]
)
def test_cut_archive_is_refused(pack: type, reason: str, tmp_path: Path) -> None:
    path = pack(tmp_path / "packed", ("a.txt", bytes(range(256)) * 40), ("b.txt", b"x" * 4000))
    path.write_bytes(path.read_bytes()[:-70])
    with pytest.raises(InputError) as refused:
        list(members(path, lambda _: True))
    assert refused.value.reason == reason


def test_text_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("Zinc inhibits ACE.")
    assert not is_archive(path)
