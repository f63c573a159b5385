"""A damaged, swapped or half-written index is refused before FAISS reads a byte of it."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hubscope.errors import IntegrityError
from retrieval.embeddings import HashingEmbedder
from retrieval.index import Entry, VectorIndex, chunk_entries
from retrieval.index_files import MANIFEST, publish

SAME_FOLDER = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def saved(folder: Path, *texts: str) -> VectorIndex:
    index = VectorIndex(folder, HashingEmbedder(8), chunk_entries)
    index.add(Entry(text, text) for text in texts)
    index.save()
    return index


def loads(folder: Path) -> bool:
    return VectorIndex(folder, HashingEmbedder(8), chunk_entries).load()


def file_of(folder: Path, suffix: str) -> Path:
    return next(path for path in folder.glob(f"*{suffix}") if path.name != MANIFEST)


@SAME_FOLDER
@given(st.sampled_from([".faiss", ".json"]), st.data())
def test_a_truncated_file_is_refused(tmp_path: Path, suffix: str, data: st.DataObject) -> None:
    saved(tmp_path, "a", "b", "c")
    path = file_of(tmp_path, suffix)
    whole = path.read_bytes()
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(IntegrityError):
        loads(tmp_path)


@SAME_FOLDER
@given(st.sampled_from([".faiss", ".json"]), st.data(), st.integers(1, 255))
def test_a_flipped_byte_is_refused(
    tmp_path: Path, suffix: str, data: st.DataObject, flip: int
) -> None:
    saved(tmp_path, "a", "b", "c")
    path = file_of(tmp_path, suffix)
    mutated = bytearray(path.read_bytes())
    mutated[data.draw(st.integers(0, len(mutated) - 1))] ^= flip
    path.write_bytes(mutated)
    with pytest.raises(IntegrityError):
        loads(tmp_path)


def test_the_files_of_another_index_are_refused(tmp_path: Path) -> None:
    saved(tmp_path / "one", "a", "b")
    saved(tmp_path / "two", "c", "d")
    file_of(tmp_path / "one", ".faiss").write_bytes(
        file_of(tmp_path / "two", ".faiss").read_bytes()
    )
    with pytest.raises(IntegrityError, match="not the file"):
        loads(tmp_path / "one")


@pytest.mark.parametrize("suffix", [".faiss", ".json"])
def test_a_missing_file_is_refused(tmp_path: Path, suffix: str) -> None:
    saved(tmp_path, "a")
    file_of(tmp_path, suffix).unlink()
    with pytest.raises(IntegrityError, match="missing"):
        loads(tmp_path)


@pytest.mark.parametrize(
    ("field", "value"),
    [("format", 1), ("metric", "l2"), ("n", 5), ("extra", 1), ("vectors", {"name": "x"})],
)
def test_a_manifest_that_says_something_else_is_refused(
    tmp_path: Path, field: str, value: object
) -> None:
    saved(tmp_path, "a")
    path = tmp_path / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    with pytest.raises(IntegrityError):
        loads(tmp_path)


def test_a_manifest_cannot_name_a_file_elsewhere(tmp_path: Path) -> None:
    saved(tmp_path / "index", "a")
    path = tmp_path / "index" / MANIFEST
    fields = json.loads(path.read_text())
    moved = file_of(tmp_path / "index", ".faiss").rename(tmp_path / "outside.faiss")
    fields["vectors"]["name"] = f"../{moved.name}"
    path.write_text(json.dumps(fields))
    with pytest.raises(IntegrityError, match="missing"):
        loads(tmp_path / "index")


def test_saving_again_leaves_one_index(tmp_path: Path) -> None:
    saved(tmp_path, "a")
    saved(tmp_path, "a", "b")
    assert len(list(tmp_path.iterdir())) == 3
    assert loads(tmp_path)


def test_equal_content_gives_equal_files(tmp_path: Path) -> None:
    saved(tmp_path / "one", "a", "b")
    saved(tmp_path / "two", "a", "b")
    assert (tmp_path / "one" / MANIFEST).read_bytes() == (tmp_path / "two" / MANIFEST).read_bytes()


def test_a_crash_before_the_manifest_leaves_the_old_index(tmp_path: Path) -> None:
    index = saved(tmp_path, "a")
    index.add([Entry("b", "b")])

    def crash(to: Path) -> None:
        to.write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        publish(tmp_path, "vectors.faiss", crash)
    assert len(list(tmp_path.iterdir())) == 3
    assert loads(tmp_path)
