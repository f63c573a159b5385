"""Fusions are numbered layers: applied, taken back, and refused where they do not fit."""

import pytest

from graph import fusion
from graph.corrections import Corrections
from graph.memory_store import MemoryStore
from graph.model import Concept
from graph.vocabulary import ConceptType
from hubscope.errors import InputError
from tests.conformance.corrections import CACHECTIN, SYNONYM
from tests.conformance.store import FEVER, SEPSIS, TNF, WHOLE, A, B, ingest, lines


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    ingest(store, A, WHOLE)
    ingest(store, B, SYNONYM)
    return store


def test_a_fusion_is_applied_and_undone(store: MemoryStore) -> None:
    before = lines(store)
    done = fusion.apply(store, {CACHECTIN.key: TNF.key})
    assert done == fusion.Applied("fusion 0001", 1)
    assert CACHECTIN.key not in store.degrees()
    assert fusion.undo(store) == [done]
    assert lines(store) == before


def test_the_same_merges_again_are_the_same_fusion(store: MemoryStore) -> None:
    done = fusion.apply(store, {CACHECTIN.key: TNF.key})
    fused = lines(store)
    assert fusion.apply(store, {CACHECTIN.key: TNF.key}) == done
    assert lines(store) == fused


def test_the_last_fusion_is_undone_first_or_all_of_them(store: MemoryStore) -> None:
    before = lines(store)
    protein = Concept(ConceptType("Gene"), "elsewhere")
    fusion.apply(store, {CACHECTIN.key: TNF.key})
    between = lines(store)
    store.correct(Corrections({TNF.key: protein}), layer="fusion 0002")
    assert [one.layer for one in fusion.applied(store)] == ["fusion 0001", "fusion 0002"]
    fusion.undo(store)
    assert lines(store) == between
    store.correct(Corrections({TNF.key: protein}), layer="fusion 0007")
    assert [one.layer for one in fusion.undo(store, every=True)] == ["fusion 0007", "fusion 0001"]
    assert lines(store) == before


def test_undoing_a_fusion_leaves_what_people_said(store: MemoryStore) -> None:
    people = Corrections(names={TNF.key: "tumour necrosis factor"})
    fusion.apply(store, {CACHECTIN.key: TNF.key})
    store.correct(people)
    fusion.undo(store)
    assert store.layers() == {"people": people}


def test_nothing_to_fuse_is_no_fusion(store: MemoryStore) -> None:
    assert fusion.apply(store, {}) is None
    assert fusion.applied(store) == []


@pytest.mark.parametrize(
    ("merges", "reason"),
    [
        ({FEVER.key: SEPSIS.key}, "unknown_concept"),
        ({SEPSIS.key: "gone"}, "unknown_concept"),
        ({TNF.key: SEPSIS.key}, "two_types"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused(
    store: MemoryStore, merges: dict[str, str], reason: str
) -> None:
    before = lines(store)
    with pytest.raises(InputError) as caught:
        fusion.apply(store, merges)
    assert caught.value.reason == reason
    assert lines(store) == before


def test_without_a_fusion_there_is_nothing_to_undo(store: MemoryStore) -> None:
    with pytest.raises(InputError) as caught:
        fusion.undo(store)
    assert caught.value.reason == "no_fusion"
