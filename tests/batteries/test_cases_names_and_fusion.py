"""The battery of names, op by op: identity, shown names, closed words, wording, fusion."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

import pytest

from graph import fusion
from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.names import shown
from graph.vocabulary import LIFE_SCIENCE, OTHER, ChunkPart, ConceptType, Origin
from hubscope.errors import InputError
from ingest.fusion_rules import (
    Candidate,
    Canonical,
    Group,
    Pair,
    Parted,
    Rules,
    canonical,
    homonyms,
    joined,
)
from tests.batteries.reading import cases, made

Case = dict[str, Any]

_SOURCE = Source("battery", "test", "0" * 64)
_PAPER = Document("paper")


def _store(*parts: Contribution, source: Source = _SOURCE) -> MemoryStore:
    store = MemoryStore()
    _write(store, source, parts)
    return store


def _write(store: MemoryStore, source: Source, parts: Sequence[Contribution]) -> None:
    store.begin(source)
    for part in parts:
        store.write(source, part)
    store.commit(source)


def _named(concept: Concept, *namings: Naming) -> Contribution:
    return Contribution(concepts=(concept,), documents=(_PAPER,), namings=namings)


def _concept(row: Case) -> Concept:
    return Concept(LIFE_SCIENCE.type(row["type"]), shown(made(row["name"])))


def _same_key(given: Case, expect: Case) -> None:
    assert (_concept(given["a"]).key == _concept(given["b"]).key) is expect["same"]


def _store_name(given: Case, expect: Case) -> None:
    if "error" in expect:
        with pytest.raises(InputError) as caught:
            _concept(given)
        assert caught.value.reason == expect["error"]
        return
    concept = _concept(given)
    store = _store(_named(concept, Naming(_PAPER.key, concept.key, concept.name)))
    record = store.concepts([concept.key])[concept.key]
    assert record.name == expect.get("name", record.name)
    if "stored" in expect:
        assert (record.name == made(given["name"])) is expect["stored"]
    if "key_is_hash" in expect:
        assert bool(re.fullmatch(r"[0-9a-f]{32}", record.key)) is expect["key_is_hash"]


def _shown_name(given: Case, expect: Case) -> None:
    """Forms that are deleted again come from a second source, which is then removed."""
    concept = Concept(OTHER, next(iter(given["forms"])))
    deleted = given.get("deleted", {})
    kept = {form: n - deleted.get(form, 0) for form, n in given["forms"].items()}
    store = _store(_forms(concept, kept))
    if deleted:
        second = Source("second", "test", "1" * 64)
        _write(store, second, [_forms(concept, deleted)])
        store.delete_source(second.name)
    assert store.concepts([concept.key])[concept.key].name == expect["name"]


def _forms(concept: Concept, forms: dict[str, int]) -> Contribution:
    namings = [Naming(_PAPER.key, concept.key, form, n) for form, n in forms.items() if n > 0]
    return _named(concept, *namings)


def _store_word(word: Callable[[str], object]) -> Callable[[Case, Case], None]:
    """An op that must take a word of a closed list or refuse it and leave the graph alone."""

    def run(given: Case, expect: Case) -> None:
        store = _store(_forms(Concept(OTHER, "there before"), {"there before": 1}))
        before = list(store.canonical())
        assert before
        if "error" not in expect:
            word(given["value"])
            return
        with pytest.raises(InputError) as caught:
            word(given["value"])
        assert caught.value.reason == expect["error"]
        assert (list(store.canonical()) == before) is expect["graph_unchanged"]

    return run


def _type(word: str) -> ConceptType:
    found = LIFE_SCIENCE.type(word)
    assert found in LIFE_SCIENCE.bands
    return found


def _store_wording(given: Case, expect: Case) -> None:
    relation, exchanged = LIFE_SCIENCE.relation(given["relation"])
    assert not exchanged
    head, tail = Concept(OTHER, "head"), Concept(OTHER, "tail")
    chunk = Chunk(_PAPER.key, ChunkPart.CONTEXT, "head and tail")
    evidence = Evidence(
        Claim(head.key, relation, tail.key),
        chunk.key,
        chunk.text,
        Origin.INTRINSIC,
        "test",
        wording=given["wording"],
    )
    store = _store(
        Contribution(
            concepts=(head, tail), documents=(_PAPER,), chunks=(chunk,), evidence=(evidence,)
        )
    )
    (claim,) = store.claims(about=head.key)
    assert claim.relation == expect["relation"]
    assert [quote.wording for quote in claim.quotes] == [expect["wording"]]


def _fuse(given: Case, expect: Case) -> None:
    """Two names, their cosine and a threshold, through the plan's own rules."""
    one, other = (_candidate(given[side]) for side in ("a", "b"))
    if "error" in expect:
        with pytest.raises(InputError) as caught:
            Pair(one.key, other.key, float(given["cosine"]))
        assert caught.value.reason == expect["error"]
        return
    found = homonyms([one, other])
    assert bool(found) is expect.get("homonyms", bool(found))
    if one.key == other.key:  # one concept before fusion is asked
        assert expect["merge"]
        return
    groups, parted = _joined([one, other], [(0, 1, given["cosine"])], given["threshold"])
    assert bool(groups) is expect["merge"]
    if "veto" in expect:
        assert [one.reason for one in parted] == [expect["veto"]]


def _fuse_set(given: Case, expect: Case) -> None:
    type = given["type"]
    members = [_candidate({"name": name, "type": type}) for name in given["names"]]
    found = set()
    for pairs in permutations(given["pairs"]):
        groups, _ = _joined(members, pairs, given["threshold"])
        found.add(tuple(group.members for group in groups))
        if not expect["order_independent"]:
            break
    assert len(found) == 1
    group_of = {key: group for group in found.pop() for key in group}
    keys = [member.key for member in members]
    for group in expect.get("groups", []):
        assert group_of[keys[group[0]]] == tuple(sorted(keys[at] for at in group))
    for one, other in expect.get("never_together", []):
        assert keys[other] not in group_of.get(keys[one], ())


def _candidate(row: Case) -> Candidate:
    concept = _concept(row)
    return Candidate(concept.key, concept.type, concept.name)


def _joined(
    members: Sequence[Candidate], pairs: Iterable[Sequence[float]], threshold: float
) -> tuple[list[Group], list[Parted]]:
    """The groups of what is strictly above the threshold."""
    near = [
        Pair(members[int(one)].key, members[int(other)].key, cosine)
        for one, other, cosine in pairs
        if cosine > threshold
    ]
    return joined({member.key: member for member in members}, near, Rules())


def _canonical(given: Case, expect: Case) -> None:
    rule = Canonical(given["rule"])
    found = set()
    for names in permutations(given["names"]):
        members = [Candidate(name, OTHER, name) for name in names]
        chosen = canonical(members, rule)
        found.add((chosen.name, *sorted(set(names) - {chosen.name})))
    assert len(found) == 1
    name, *aliases = found.pop()
    assert (name, aliases) == (expect.get("canonical", name), expect.get("aliases", aliases))


def _apply_merge(given: Case, expect: Case) -> None:
    store = _graph(given)
    _fuse_nodes(store, given)
    _check_graph(store, expect)


def _apply_then_undo(given: Case, expect: Case) -> None:
    store = _graph(given)
    before = list(store.canonical())
    _fuse_nodes(store, given)
    assert list(store.canonical()) != before
    fusion.undo(store)
    assert list(store.canonical()) == before
    _check_graph(store, expect)


def _fuse_nodes(store: MemoryStore, given: Case) -> None:
    key = {name: Concept(OTHER, name).key for name in given["nodes"]}
    into = given["canonical"]
    fusion.apply(store, {key[name]: key[into] for name in given["merge"] if name != into})


def _graph(given: Case) -> MemoryStore:
    """Nodes that a paper names, and edges that the given sources attest."""
    store = MemoryStore()
    nodes = {name: Concept(OTHER, name) for name in given["nodes"]}
    for name in sorted({source for edge in given["edges"] for source in edge["sources"]}):
        chunks, evidence = [], []
        for edge in given["edges"]:
            if name in edge["sources"]:
                text = f"{edge['head']} {edge['relation']} {edge['tail']}"
                chunks.append(Chunk(_PAPER.key, ChunkPart.CONTEXT, text))
                relation, _ = LIFE_SCIENCE.relation(edge["relation"])
                claim = Claim(nodes[edge["head"]].key, relation, nodes[edge["tail"]].key)
                evidence.append(Evidence(claim, chunks[-1].key, text, Origin.INTRINSIC, "test"))
        part = Contribution(
            concepts=tuple(nodes.values()),
            documents=(_PAPER,),
            chunks=tuple(chunks),
            namings=tuple(Naming(_PAPER.key, c.key, c.name) for c in nodes.values()),
            evidence=tuple(evidence),
        )
        _write(store, Source(name, "test", "0" * 64), [part])
    return store


def _check_graph(store: MemoryStore, expect: Case) -> None:
    name = {Concept(OTHER, name).key: name for name in "ABC"}
    edges = [
        {
            "head": name[claim.head.key],
            "relation": claim.relation,
            "tail": name[claim.tail.key],
            "sources": list(claim.sources),
        }
        for claim in store.claims()
        if claim.believed
    ]
    edges.sort(key=lambda edge: (edge["head"], edge["relation"], edge["tail"]))
    assert edges == expect["edges"]
    assert {name[key]: n for key, n in store.degrees().items()} == expect["degree"]
    loops = [head for head, tail in _relations(store) if head == tail]
    assert len(loops) == expect.get("self_loops", 0)


def _relations(store: MemoryStore) -> list[tuple[str, str]]:
    found = store.relations_at(list(store.degrees()))
    return [(relation.head, relation.tail) for relation in found]


_OPS: dict[str, Callable[[Case, Case], None]] = {
    "same_key": _same_key,
    "store_name": _store_name,
    "shown_name": _shown_name,
    "store_type": _store_word(_type),
    "store_relation": _store_word(LIFE_SCIENCE.relation),
    "store_wording": _store_wording,
    "fuse": _fuse,
    "fuse_set": _fuse_set,
    "canonical": _canonical,
    "apply_merge": _apply_merge,
    "apply_then_undo": _apply_then_undo,
}


@pytest.mark.parametrize("case", cases("names_and_fusion"))
def test_case(case: Case) -> None:
    _OPS[case["input"]["op"]](case["input"], case["expect"])
