"""The index equals the graph's keys, ranks exactly, and comes back from disk as it was."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.memory_store import MemoryStore
from graph.model import Chunk, Contribution, Document, Source
from graph.vocabulary import ChunkPart
from hubscope import settings as configuration
from hubscope.errors import IntegrityError
from retrieval.embeddings import HashingEmbedder, Vectors
from retrieval.index import (
    Entry,
    Hit,
    VectorIndex,
    bring_in_step,
    chunk_entries,
    chunk_index,
    concept_and_form,
    name_index,
    probe,
    stable_id,
)
from retrieval.index_files import MANIFEST
from tests.retrieval.graphs import CHUNKS, GLUCOSE, METFORMIN, small_graph

EMBEDDER = HashingEmbedder()


def index_at(folder: Path, embedder: HashingEmbedder = EMBEDDER) -> VectorIndex:
    return VectorIndex(folder, embedder, chunk_entries)


def entries(*texts: str) -> list[Entry]:
    return [Entry(f"key of {text}", text) for text in texts]


def store_of(*texts: str) -> MemoryStore:
    store = MemoryStore()
    for text in texts:
        source = Source(text, "table", "0" * 64)
        part = Contribution(
            documents=(Document(text),), chunks=(Chunk(text, ChunkPart.CONTEXT, text),)
        )
        store.begin(source)
        store.write(source, part)
        store.commit(source)
    return store


def content(index: VectorIndex) -> dict[str, list[float]]:
    keys = sorted(index.keys())
    unit = np.eye(EMBEDDER.dimension, dtype=np.float32)
    return dict(zip(keys, index.cosines(unit, keys).T.tolist(), strict=True))


def test_ids_never_change() -> None:
    # Ids are written to disk: this one is the first 16 digits of SHA-256("a"), halved.
    assert stable_id("a") == 0xCA978112CA1BBDCA >> 1


def test_adding_again_adds_nothing(tmp_path: Path) -> None:
    index = index_at(tmp_path)
    assert index.add(entries("a", "b", "a")) == 2
    assert index.add(entries("b", "c")) == 1
    assert len(index) == 3


def test_deleting_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    index = index_at(tmp_path)
    index.add(entries("a b", "c d", "e f"))
    assert index.delete(["key of c d", "key of nothing", "key of c d"]) == 1
    fresh = index_at(tmp_path)
    fresh.add(entries("a b", "e f"))
    assert content(index) == content(fresh)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abcdefgh")), max_size=30))
def test_any_history_equals_building_what_is_left(history: list[tuple[bool, str]]) -> None:
    index, left = index_at(Path("unused")), set[str]()
    for adding, text in history:
        if adding:
            index.add(entries(text))
            left.add(text)
        else:
            index.delete([f"key of {text}"])
            left.discard(text)
    fresh = index_at(Path("unused"))
    fresh.add(entries(*sorted(left)))
    assert content(index) == content(fresh)
    assert len(index.nearest(EMBEDDER.embed(["a"]), top=99)[0]) == len(left)


@settings(max_examples=50)
@given(st.lists(st.text("abc ", max_size=12), min_size=1, max_size=25, unique=True), st.data())
def test_a_restricted_search_equals_brute_force(texts: list[str], data: st.DataObject) -> None:
    index = index_at(Path("unused"))
    index.add(entries(*texts))
    chosen = data.draw(st.lists(st.sampled_from(texts), unique=True))
    asked = EMBEDDER.embed(["abc", "b a"])
    expected = asked @ EMBEDDER.embed(chosen).T
    found = index.cosines(asked, [f"key of {text}" for text in chosen])
    assert np.allclose(found, expected, atol=1e-6)


def test_the_nearest_are_the_best_of_all(tmp_path: Path) -> None:
    index = index_at(tmp_path)
    index.add(entries(*(f"number {number} of {number % 7}" for number in range(300))))
    asked = EMBEDDER.embed(["number 12 of 5", "number 299 of 5"])
    keys = sorted(index.keys())
    for hits, row in zip(index.nearest(asked, top=9), index.cosines(asked, keys), strict=True):
        best = sorted(row.tolist(), reverse=True)[:9]
        assert [hit.score for hit in hits] == pytest.approx(best, abs=2e-6)
        assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.key))
    assert index.nearest(asked, top=1)[0] == [Hit("key of number 12 of 5", 1.0)]


def near_index(folder: Path, *numbers: int) -> VectorIndex:
    index = VectorIndex(folder, EMBEDDER, chunk_entries, cross_over=400)
    index.add(entries(*(f"number {number} of {number % 7}" for number in numbers)))
    return index


def agreement(index: VectorIndex, *texts: str) -> float:
    """Share of the ten nearest that a search for near ones finds too; cosines must be exact."""
    asked = EMBEDDER.embed(texts)
    shares = []
    for near, hits in zip(
        index.nearest(asked, top=10, exact=False), index.nearest(asked, top=10), strict=True
    ):
        assert len(near) == len(hits)
        assert near == sorted(near, key=lambda hit: (-hit.score, hit.key))
        # Entries of equal cosine stand for each other.
        shares.append(sum(hit.score >= hits[-1].score - 2e-6 for hit in near) / len(hits))
    for query, near in zip(asked, index.nearest(asked, top=10, exact=False), strict=True):
        exact = index.cosines(query[None], [hit.key for hit in near])[0]
        assert [hit.score for hit in near] == pytest.approx(exact.tolist(), abs=2e-6)
    return sum(shares) / len(shares)


ASKED = ("number 12 of 5", "number 311 of 3", "number 77", "of 6")


def test_a_large_index_finds_near_entries_with_exact_cosines(tmp_path: Path) -> None:
    index = near_index(tmp_path, *range(600))
    assert agreement(index, *ASKED) >= 0.9
    assert agreement(near_index(tmp_path, *range(300)), *ASKED) == 1.0


def test_near_entries_follow_what_is_added_and_deleted(tmp_path: Path) -> None:
    index = near_index(tmp_path, *range(600))
    (first,) = index.nearest(EMBEDDER.embed(["number 12 of 5"]), top=1, exact=False)[0]
    index.delete([first.key])
    assert first not in index.nearest(EMBEDDER.embed(["number 12 of 5"]), top=9, exact=False)[0]
    index.add(entries("number 12 of 5", "quite another"))
    found = index.nearest(EMBEDDER.embed(["number 12 of 5", "quite another"]), top=1, exact=False)
    assert [hits[0].score for hits in found] == [1.0, 1.0]
    index.delete([f"key of number {number} of {number % 7}" for number in range(190)])
    assert agreement(index, *ASKED) >= 0.9


def test_a_large_index_comes_back_from_disk_with_what_makes_it_fast(tmp_path: Path) -> None:
    index = near_index(tmp_path, *range(600))
    manifest = index.save()
    assert manifest.world is not None
    again = VectorIndex(tmp_path, EMBEDDER, chunk_entries, cross_over=400)
    assert again.load()
    asked = EMBEDDER.embed(list(ASKED))
    assert again.nearest(asked, top=5, exact=False) == index.nearest(asked, top=5, exact=False)
    (tmp_path / manifest.world.name).write_bytes(b"")
    with pytest.raises(IntegrityError, match="is not the file that its manifest names"):
        again.load()


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    index = index_at(tmp_path)
    assert index.nearest(EMBEDDER.embed(["a", "b"]), top=3) == [[], []]
    assert index.cosines(EMBEDDER.embed(["a"]), []).shape == (1, 0)


def test_a_key_that_is_not_indexed_is_an_error_and_not_a_miss(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError) as caught:
        index_at(tmp_path).cosines(EMBEDDER.embed(["a"]), ["gone"])
    assert caught.value.reason == "index_out_of_step"


class Broken(HashingEmbedder):
    """Gives what no model should."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def embed(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        return np.full((len(texts), self.dimension), self.value, np.float32)


@pytest.mark.parametrize("value", [0.0, float("nan"), float("inf"), 1.0])
def test_a_vector_that_has_not_unit_length_is_refused(tmp_path: Path, value: float) -> None:
    index = index_at(tmp_path, Broken(value))
    with pytest.raises(IntegrityError, match="unit length"):
        index.add(entries("a"))
    assert len(index) == 0


def test_two_keys_with_one_id_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrieval.index.stable_id", lambda key: 7)
    index = index_at(tmp_path)
    with pytest.raises(IntegrityError) as caught:
        index.add(entries("a", "b"))
    assert caught.value.reason == "id_collision"
    assert index.add(entries("a")) == 1
    with pytest.raises(IntegrityError):
        index.add(entries("b"))
    assert list(index.keys()) == ["key of a"]


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    index = index_at(tmp_path / "index")
    index.add(entries("a b", "c d", "é\nline", "lone \ud800"))
    index.delete(["key of a b"])
    index.save()
    other = index_at(tmp_path / "index")
    assert other.load()
    assert content(other) == content(index)
    other.add(entries("a b"))
    assert len(other) == 4


def test_nothing_saved_is_no_error(tmp_path: Path) -> None:
    assert not index_at(tmp_path / "none").load()


def test_an_index_of_another_model_is_not_used(tmp_path: Path) -> None:
    index_at(tmp_path).save()
    with pytest.raises(IntegrityError) as caught:
        index_at(tmp_path, HashingEmbedder(32)).load()
    assert caught.value.reason == "index_of_other_model"


def test_the_index_follows_the_graph(tmp_path: Path) -> None:
    store = store_of("one", "two")
    index = index_at(tmp_path)
    assert not index.in_step(store)
    assert bring_in_step(index, store).added == 2
    assert index.in_step(store)
    store.delete_source("one")
    assert not index.in_step(store)
    synced = bring_in_step(index_at(tmp_path), store)
    assert (synced.added, synced.deleted, synced.rebuilt) == (0, 1, None)
    reloaded = index_at(tmp_path)
    assert reloaded.load()
    assert reloaded.in_step(store)


def test_the_index_of_an_emptied_graph_is_empty(tmp_path: Path) -> None:
    store = store_of("one")
    bring_in_step(index_at(tmp_path), store)
    store.clear()
    index = index_at(tmp_path)
    bring_in_step(index, store)
    assert len(index) == 0
    assert index.in_step(store)


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b"[]"])
def test_an_index_that_cannot_be_trusted_is_built_again(tmp_path: Path, damage: bytes) -> None:
    store = store_of("one", "two")
    index = index_at(tmp_path)
    bring_in_step(index, store)
    (tmp_path / MANIFEST).write_bytes(damage)
    synced = bring_in_step(index, store)
    assert synced.added == 2
    assert synced.rebuilt
    assert index.in_step(store)
    assert index_at(tmp_path).load()


def test_chunks_and_names_have_an_index_each(tmp_path: Path) -> None:
    store, at = small_graph(), configuration.Settings(home=tmp_path)
    chunks, names = chunk_index(at, EMBEDDER), name_index(at, EMBEDDER)
    bring_in_step(chunks, store)
    bring_in_step(names, store)
    assert chunks.keys() == {chunk.key for chunk in CHUNKS}
    assert {concept_and_form(key) for key in names} == {
        (METFORMIN.key, "Metformin"),
        (METFORMIN.key, "metformin"),
        (GLUCOSE.key, "glucose"),
    }
    (hits,) = names.nearest(EMBEDDER.embed(["glucose"]), top=1)
    assert concept_and_form(hits[0].key) == (GLUCOSE.key, "glucose")


def test_the_doctor_tells_no_index_from_a_damaged_one(tmp_path: Path) -> None:
    at = configuration.Settings(home=tmp_path)
    assert probe(at).ok
    bring_in_step(chunk_index(at, EMBEDDER), small_graph())
    assert probe(at).ok
    next((tmp_path / "index" / "chunks").glob("*.faiss")).write_bytes(b"x")
    check = probe(at)
    assert not check.ok
    assert check.fix == "hubscope index build"
