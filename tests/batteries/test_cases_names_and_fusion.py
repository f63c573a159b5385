"""The battery of names, op by op: identity, shown names, closed words, the source's own wording."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.names import shown
from graph.vocabulary import LIFE_SCIENCE, OTHER, ChunkPart, ConceptType, Origin
from hubscope.errors import InputError
from tests.batteries.reading import cases, made

Case = dict[str, Any]

_SOURCE = Source("battery", "test", "0" * 64)
_PAPER = Document("paper")


class NotYet(Exception):
    """A part of hubscope that is still to come."""


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


def _fusion(given: Case, expect: Case) -> None:
    raise NotYet


_OPS: dict[str, Callable[[Case, Case], None]] = {
    "same_key": _same_key,
    "store_name": _store_name,
    "shown_name": _shown_name,
    "store_type": _store_word(_type),
    "store_relation": _store_word(LIFE_SCIENCE.relation),
    "store_wording": _store_wording,
    "fuse": _fusion,
    "fuse_set": _fusion,
    "canonical": _fusion,
    "apply_merge": _fusion,
    "apply_then_undo": _fusion,
}


@pytest.mark.parametrize("case", cases("names_and_fusion"))
def test_case(case: Case, request: pytest.FixtureRequest) -> None:
    op = case["input"]["op"]
    if _OPS[op] is _fusion:
        reason = "fusion of concepts is still to come"
        request.applymarker(pytest.mark.xfail(strict=True, raises=NotYet, reason=reason))
    _OPS[op](case["input"], case["expect"])
