"""Items behind trajectories: found by their own id, anchored by where they stand in the graph."""

import pytest

from benchmarks.hallucination.items import ItemTable, anchoring, load_items
from graph.degree import snapshot
from graph.memory_store import MemoryStore
from graph.model import (
    Chunk,
    Claim,
    Concept,
    Contribution,
    Document,
    Evidence,
    Item,
    Mention,
    Naming,
    Source,
)
from graph.vocabulary import ChunkPart, ConceptType, HubTier, MentionRole, Origin, RelationType

A, B, C, D, LONE = (
    Concept(ConceptType("Protein"), name) for name in ("A1", "B1", "C1", "D1", "L1")
)
STEM, ANSWER = MentionRole.STEM, MentionRole.ANSWER
# Item to what its stem and its answer mention; relations are A - B - C - D.
ITEMS = {
    "near": {STEM: A, ANSWER: C},
    "far": {STEM: A, ANSWER: D},
    "stem only": {STEM: A},
    "same": {STEM: A, ANSWER: A},
    "loose": {STEM: LONE, ANSWER: A},
    "bare": {},
}


def _store(*sources: str) -> MemoryStore:
    store = MemoryStore()
    chunk = Chunk("d", ChunkPart.CONTEXT, "All of it.")
    claims = [Claim(a.key, RelationType("binds"), b.key) for a, b in ((A, B), (B, C), (C, D))]
    for name in sources:
        items = {id: Item(name, id, f"{id}?", '"yes"') for id in ITEMS}
        part = Contribution(
            concepts=(A, B, C, D, LONE),
            documents=(Document("d"),),
            chunks=(chunk,),
            namings=tuple(Naming("d", one.key, one.name) for one in (A, B, C, D, LONE)),
            items=tuple(items.values()),
            mentions=tuple(
                Mention(items[id].key, concept.key, role)
                for id, roles in ITEMS.items()
                for role, concept in roles.items()
            ),
            evidence=tuple(
                Evidence(claim, chunk.key, chunk.text, Origin.INTRINSIC, "test") for claim in claims
            ),
        )
        source = Source(name, "table", "0" * 64)
        store.begin(source)
        store.write(source, part)
        store.commit(source)
    return store


def _load(store: MemoryStore, source: str | None = None) -> ItemTable:
    return load_items(store, ITEMS, source, snapshot(store))


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("near", "strong"),
        ("far", "weak"),
        ("stem only", "weak"),
        ("same", "strong"),
        ("loose", "weak"),
        ("bare", "unanchored"),
    ],
)
def test_an_item_is_strong_where_stem_and_answer_are_two_relations_apart(
    id: str, expected: str
) -> None:
    found = _load(_store("one")).find(id)
    assert found is not None
    assert found.anchoring == expected


def test_a_concept_that_is_not_in_the_graph_anchors_nothing() -> None:
    assert anchoring({"x"}, {"x"}, set(), {}) == "unanchored"
    assert anchoring({"x", "a"}, {"b"}, {"a", "b"}, {"x": {"b"}}) == "weak"


def test_the_tier_of_an_item_is_the_highest_of_its_stem_and_answer() -> None:
    table, taken = _load(_store("one")), snapshot(_store("one"))
    weights = {id: facts.tier for id in ITEMS if (facts := table.find(id))}
    # On the path A - B - C - D two of the three others have less PageRank than C, none less than A.
    assert (taken.tier(A.key), taken.tier(C.key)) == (HubTier.OFF, HubTier.PERIPHERAL)
    assert (weights["stem only"], weights["near"]) == (HubTier.OFF, HubTier.PERIPHERAL)
    assert weights["bare"] is HubTier.OFF


def test_an_id_of_several_sources_is_ambiguous_until_one_is_named() -> None:
    store = _store("one", "two")
    table = _load(store)
    assert table.ambiguous == tuple(sorted(ITEMS))
    assert (len(table), table.find("near")) == (0, None)
    named = _load(store, "two").find("near")
    assert named is not None
    assert named.item.source == "two"


def test_no_id_and_an_unknown_id_are_no_item() -> None:
    table = _load(_store("one"))
    assert table.find(None) is None
    assert table.find("elsewhere") is None


def test_the_hash_of_the_items_changes_with_an_answer_and_with_nothing_else() -> None:
    store = _store("one")
    assert _load(store).dataset == _load(_store("one")).dataset
    other = load_items(store, list(ITEMS)[:-1], None, snapshot(store))
    assert other.dataset != _load(store).dataset
