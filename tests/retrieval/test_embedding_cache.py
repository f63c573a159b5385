"""Equal texts are embedded once: in a call, across calls, across processes, never across models."""

import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubscope.errors import InputError
from retrieval.embedding_cache import CachedEmbedder
from retrieval.embeddings import HashingEmbedder

TEXTS = ["b longer text", "a", "b longer text", "", "c"]


def test_equal_texts_are_embedded_once(tmp_path: Path) -> None:
    cached = CachedEmbedder(HashingEmbedder(), tmp_path / "cache.sqlite")
    first = cached.embed(TEXTS)
    assert cached.embedded == 4
    assert np.array_equal(first, HashingEmbedder().embed(TEXTS))
    assert np.array_equal(cached.embed(TEXTS[::-1]), first[::-1])
    assert (cached.embedded, cached.remembered) == (4, 4)
    cached.close()


def test_another_process_remembers(tmp_path: Path) -> None:
    first = CachedEmbedder(HashingEmbedder(), tmp_path / "home" / "cache.sqlite")
    expected = first.embed(TEXTS)
    first.close()
    second = CachedEmbedder(HashingEmbedder(), tmp_path / "home" / "cache.sqlite")
    assert np.array_equal(second.embed(TEXTS), expected)
    assert second.embedded == 0
    second.close()


def test_another_model_does_not_see_the_vectors(tmp_path: Path) -> None:
    small = CachedEmbedder(HashingEmbedder(8), tmp_path / "cache.sqlite")
    large = CachedEmbedder(HashingEmbedder(32), tmp_path / "cache.sqlite")
    small.embed(TEXTS)
    assert large.embed(TEXTS).shape == (5, 32)
    assert large.embedded == 4
    small.close()
    large.close()


def test_no_texts_give_no_vectors(tmp_path: Path) -> None:
    cached = CachedEmbedder(HashingEmbedder(), tmp_path / "cache.sqlite")
    assert cached.embed([]).shape == (0, 64)
    cached.close()


@given(st.lists(st.text(max_size=6), max_size=8))
def test_the_cache_is_never_seen_in_the_vectors(texts: list[str]) -> None:
    cached = CachedEmbedder(HashingEmbedder(), Path(":memory:"))
    cached.embed(texts[::2])
    assert np.array_equal(cached.embed(texts), HashingEmbedder().embed(texts))
    cached.close()


@pytest.mark.parametrize("broken", [b"not a database", b"SQLite format 3\x00" + b"\xff" * 4000])
def test_a_file_that_is_no_cache_is_begun_anew(
    tmp_path: Path, broken: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "cache.sqlite"
    path.write_bytes(broken)
    cached = CachedEmbedder(HashingEmbedder(), path)
    assert "cache.sqlite: the cache of embeddings is broken" in caplog.text
    cached.embed(TEXTS)
    cached.close()
    assert _remembered(path, TEXTS) == 4


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE vectors SET vector = substr(vector, 1, 8)",
        "UPDATE vectors SET vector = substr(vector, 1, 4)",
        "UPDATE vectors SET vector = 'text'",
        "DROP TABLE vectors",
    ],
)
def test_what_breaks_while_it_is_open_is_begun_anew(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "cache.sqlite"
    cached = CachedEmbedder(HashingEmbedder(), path)
    expected = cached.embed(["a", "b"])
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(change)
    connection.close()
    assert np.array_equal(cached.embed(["a", "b"]), expected)
    assert "begun anew" in caplog.text
    cached.close()
    assert _remembered(path, ["a", "b"]) == 2


def test_a_table_of_another_shape_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE vectors (fingerprint, text, vector, more)")
    connection.close()
    cached = CachedEmbedder(HashingEmbedder(), path)
    cached.embed(["a"])
    cached.close()
    assert _remembered(path, ["a"]) == 1


def test_a_file_that_cannot_be_opened_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "cache.sqlite").mkdir()
    with pytest.raises(InputError, match=r"cache\.sqlite.*cannot be used") as caught:
        CachedEmbedder(HashingEmbedder(), tmp_path / "cache.sqlite")
    assert caught.value.reason == "unusable_cache"
    assert (tmp_path / "cache.sqlite").is_dir()


def _remembered(path: Path, texts: list[str]) -> int:
    cached = CachedEmbedder(HashingEmbedder(), path)
    cached.embed(texts)
    cached.close()
    return cached.remembered
