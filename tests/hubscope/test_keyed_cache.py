"""The cache of texts: kept for good, shared by threads, begun anew when it is broken."""

import threading
from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.keyed_cache import KeyedCache


def test_what_is_put_is_there_after_opening_again(tmp_path: Path) -> None:
    cache = KeyedCache(tmp_path / "in" / "cache.sqlite")
    assert cache.get("a") is None
    cache.put("a", "one \ud83d")
    cache.put("a", "two")
    cache.close()
    kept = KeyedCache(tmp_path / "in" / "cache.sqlite").get("a")
    assert kept is not None
    assert kept.text == "two"
    assert 0 <= kept.age_s() < 60


@pytest.mark.parametrize("content", [b"no database at all, but long enough" * 200, b"SQLite"])
def test_a_file_that_is_none_is_begun_anew(
    content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "cache.sqlite"
    path.write_bytes(content)
    cache = KeyedCache(path)
    cache.put("a", "one")
    assert cache.get("a") is not None
    assert "begun anew" in caplog.text


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cache cannot be used"):
        KeyedCache(tmp_path / "file" / "cache.sqlite")


def test_threads_share_it(tmp_path: Path) -> None:
    cache = KeyedCache(tmp_path / "cache.sqlite")

    def fill(of: int) -> None:
        for n in range(20):
            cache.put(f"{of} {n}", str(n))

    threads = [threading.Thread(target=fill, args=(of,)) for of in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(cache.get(f"{of} {n}") for of in range(4) for n in range(20))
    cache.close()
