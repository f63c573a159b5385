"""Degree, PageRank, tiers and their snapshots."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from graph.degree import (
    DegreeSnapshot,
    degree,
    pageranks,
    read_snapshot,
    snapshot,
    tiers_of,
    write_snapshot,
)
from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.vocabulary import OTHER, ChunkPart, HubTier, Origin, RelationType
from hubscope.errors import IntegrityError

CAUSES, IS_A = RelationType("causes"), RelationType("is_a")
STAR = [("hub", "a"), ("hub", "b"), ("c", "hub")]


def _store() -> MemoryStore:
    """`hub` causes a, b and c; c is a `class` by a vocabulary; `alone` has no relation."""
    names = ["hub", "a", "b", "c", "class", "alone"]
    concepts = {name: Concept(OTHER, name) for name in names}
    paper = Document("paper")
    chunk = Chunk(paper.key, ChunkPart.CONTEXT, "text")
    said = [("hub", CAUSES, name, Origin.INTRINSIC) for name in "abc"]
    said.append(("c", IS_A, "class", Origin.VOCABULARY))
    evidence = tuple(
        Evidence(
            Claim(concepts[head].key, relation, concepts[tail].key), chunk.key, "t", origin, "test"
        )
        for head, relation, tail, origin in said
    )
    namings = tuple(Naming(paper.key, concept.key, concept.name) for concept in concepts.values())
    store, source = MemoryStore(), Source("s", "test", "0" * 64)
    store.begin(source)
    store.write(
        source,
        Contribution(
            concepts=tuple(concepts.values()),
            documents=(paper,),
            chunks=(chunk,),
            namings=namings,
            evidence=evidence,
        ),
    )
    store.commit(source)
    return store


def _key(name: str) -> str:
    return Concept(OTHER, name).key


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([], 0),
        ([("x", "activates", "y")], 0),
        ([("a", "activates", "b"), ("c", "inhibits", "a")], 2),
        ([("a", "activates", "a")], 0),
        ([("a", "activates", "b"), ("a", "binds", "b"), ("b", "activates", "a")], 3),
        ([("a", "activates", "b")] * 3, 1),
        ([("d", "NAMES", "a"), ("chunk", "PART_OF", "a"), ("a", "FAILS_AT", "run")], 0),
    ],
)
def test_degree_counts_distinct_relations_in_both_directions(
    edges: list[tuple[str, str, str]], expected: int
) -> None:
    assert degree(edges, "a") == expected


def test_pagerank_of_a_star_is_the_solved_equation() -> None:
    # h = 0.15/4 + 0.85 * 3 l and l = 0.15/4 + 0.85 h/3, so h = (0.0375 + 2.55 * 0.0375) / 0.2775
    hub = 0.0375 * 3.55 / 0.2775
    ranks = pageranks(STAR)
    assert ranks["hub"] == pytest.approx(hub, rel=1e-8)
    assert ranks["a"] == ranks["b"] == ranks["c"] == pytest.approx((1 - hub) / 3, rel=1e-8)


def test_two_relations_between_a_pair_weigh_double() -> None:
    ranks = pageranks([("hub", "a"), ("a", "hub"), ("hub", "b")])
    assert ranks["a"] > ranks["b"]


def test_pagerank_ignores_order_direction_and_self_loops() -> None:
    rng = random.Random(7)
    edges = [(str(rng.randrange(40)), str(rng.randrange(40))) for _ in range(200)]
    turned = [(tail, head) for head, tail in edges]
    rng.shuffle(turned)
    assert pageranks(edges) == pageranks(turned) == pageranks([*turned, ("9", "9")])


def test_nodes_in_equal_position_tie_exactly() -> None:
    ring = [(str(i), str((i + 1) % 7)) for i in range(7)]
    assert len(set(pageranks(ring).values())) == 1


def test_no_edge_gives_no_pagerank() -> None:
    assert pageranks([]) == {}
    assert pageranks([("a", "a")]) == {}


def test_tiers_include_both_bounds() -> None:
    # Percentiles 1, 4/5, 3/5, 2/5, 1/5, 0.
    core, peripheral, off = HubTier.CORE, HubTier.PERIPHERAL, HubTier.OFF
    assert tiers_of([6, 5, 4, 3, 2, 1]) == [core, core, peripheral, peripheral, peripheral, off]


def test_one_node_or_none_is_off() -> None:
    assert tiers_of([3.0]) == [HubTier.OFF]
    assert tiers_of([None, None]) == [HubTier.OFF, HubTier.OFF]
    assert tiers_of([]) == []


def test_a_snapshot_holds_every_concept() -> None:
    taken = snapshot(_store())
    assert taken.degree(_key("hub")) == 3
    assert taken.tier(_key("hub")) is HubTier.CORE
    assert taken.degree(_key("alone")) == 0
    assert taken.standings[_key("alone")].pagerank is None
    assert taken.tier(_key("alone")) is HubTier.OFF


def test_what_is_not_in_the_graph_has_no_degree_and_is_off() -> None:
    taken = snapshot(_store())
    assert taken.degree("0" * 32) is None
    assert taken.degree(None) is None
    assert taken.tier(None) is HubTier.OFF


def test_vocabulary_relations_count_only_when_asked_for() -> None:
    store = _store()
    without, counted = snapshot(store), snapshot(store, with_vocabulary=True)
    assert (without.degree(_key("class")), counted.degree(_key("class"))) == (0, 1)
    assert without.sha256 != counted.sha256


def test_a_snapshot_survives_its_file(tmp_path: Path) -> None:
    taken = snapshot(_store())
    write_snapshot(tmp_path / "degrees.jsonl", taken)
    assert read_snapshot(tmp_path / "degrees.jsonl") == taken


def test_an_empty_graph_has_a_snapshot(tmp_path: Path) -> None:
    taken = snapshot(MemoryStore())
    write_snapshot(tmp_path / "degrees.jsonl", taken)
    assert read_snapshot(tmp_path / "degrees.jsonl") == DegreeSnapshot({}, False, taken.sha256)


@pytest.mark.parametrize(
    ("old", "new"),
    [('",3,', '",4,'), ('"Core"', '"Off"'), ("false", "true"), ('{"sha256"', '{"sha"'), ("[", "x")],
)
def test_a_changed_file_is_noticed(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "degrees.jsonl"
    write_snapshot(path, snapshot(_store()))
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(IntegrityError):
        read_snapshot(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw + b"\n",
        lambda raw: raw + b" ",
        lambda raw: raw + b"x",
        lambda raw: b" " + raw,
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: raw.replace(b"\n", b" \n", 1),
        lambda raw: raw.replace(b"}\n", b',"more":1}\n', 1),
    ],
)
def test_any_byte_more_is_noticed(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "degrees.jsonl"
    write_snapshot(path, snapshot(_store()))
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(IntegrityError):
        read_snapshot(path)


def test_a_cut_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "degrees.jsonl"
    write_snapshot(path, snapshot(_store()))
    whole = path.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(IntegrityError):
            read_snapshot(path)
