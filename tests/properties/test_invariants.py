"""What must always hold (design.md), on the oracle; that the server agrees is shown elsewhere."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.corrections import Corrections
from graph.memory_store import MemoryStore
from graph.model import Contribution, Source
from graph.store import SourceState
from graph.vocabulary import LIFE_SCIENCE
from tests.properties.worlds import (
    SOURCES,
    as_if_written,
    corrections,
    layer_names,
    whole_contributions,
)

pytestmark = pytest.mark.slow

A, B, _ = SOURCES
Parts = tuple[Contribution, ...]

few_parts_of_a = st.lists(whole_contributions(A), min_size=1, max_size=3).map(tuple)
few_parts_of_b = st.lists(whole_contributions(B), min_size=1, max_size=3).map(tuple)
often = settings(max_examples=60, derandomize=True)


def store_of(*ingested: tuple[Source, Parts]) -> MemoryStore:
    store = MemoryStore()
    ingest(store, *ingested)
    return store


def ingest(store: MemoryStore, *ingested: tuple[Source, Parts]) -> None:
    for source, parts in ingested:
        store.begin(source)
        for part in parts:
            store.write(source, part)
        store.commit(source)


def lines(store: MemoryStore) -> list[str]:
    return list(store.canonical())


@often
@given(few_parts_of_a)
def test_1_ingest_twice_is_ingest_once(parts: Parts) -> None:
    assert lines(store_of((A, parts), (A, parts))) == lines(store_of((A, parts)))


@often
@given(few_parts_of_a, few_parts_of_b)
def test_1_ingest_both_and_delete_one_is_ingest_the_other(one: Parts, other: Parts) -> None:
    store = store_of((A, one), (B, other))
    store.delete_source("a")
    assert lines(store) == lines(store_of((B, other)))


@often
@given(few_parts_of_a, few_parts_of_b, st.randoms(use_true_random=False))
def test_1_any_order_and_any_split_are_the_same(one: Parts, other: Parts, draw: Random) -> None:
    shuffled = draw.sample(one, len(one))
    joined = Contribution(
        *(sum((getattr(part, f.name) for part in shuffled), ()) for f in fields(Contribution))
    )
    assert lines(store_of((B, other), (A, (joined,)))) == lines(store_of((A, one), (B, other)))


@often
@given(few_parts_of_a)
def test_1_killed_and_resumed_is_never_killed(parts: Parts) -> None:
    store = MemoryStore()
    store.begin(A)
    store.write(A, parts[0])
    assert store.stored("a") == (A.sha256, SourceState.PENDING)
    store.begin(A)
    for part in parts:
        store.write(A, part)
    store.commit(A)
    assert lines(store) == lines(store_of((A, parts)))


@often
@given(few_parts_of_a, few_parts_of_b)
def test_2_every_relation_can_be_traced_to_a_quote(one: Parts, other: Parts) -> None:
    store = store_of((A, one), (B, other))
    asserted = {
        (claim.head.key, claim.relation, claim.tail.key)
        for claim in store.claims()
        if any(
            LIFE_SCIENCE.makes_edge(claim.relation, claim.polarity, quote.sign)
            for quote in claim.quotes
        )
    }
    related = {
        (relation.head, relation.relation, relation.tail)
        for key in store.degrees()
        for relation in store.neighbourhood(key, cap=99).relations
    }
    assert related == asserted


@often
@given(few_parts_of_a, few_parts_of_b)
def test_4_shown_name_is_a_form_or_the_identity(one: Parts, other: Parts) -> None:
    store = store_of((A, one), (B, other))
    for concept in store.hubs(top=99):
        assert concept.name in concept.aliases or not concept.aliases


@often
@given(few_parts_of_a, few_parts_of_b)
def test_degree_is_the_number_of_counted_relations(one: Parts, other: Parts) -> None:
    store = store_of((A, one), (B, other))
    ends = [end for edge in store.edges() for end in edge]
    assert store.degrees() == {key: ends.count(key) for key in store.degrees()}


@often
@given(few_parts_of_a, few_parts_of_b, corrections)
def test_5_corrected_before_or_after_writing_is_the_same(
    one: Parts, other: Parts, given_corrections: Corrections
) -> None:
    before = MemoryStore()
    before.correct(given_corrections)
    ingest(before, (A, one), (B, other))
    after = store_of((B, other), (A, one))
    after.correct(given_corrections)
    assert lines(before) == lines(after)


@often
@given(few_parts_of_a, few_parts_of_b, corrections)
def test_5_fuse_then_delete_is_delete_then_fuse(
    one: Parts, other: Parts, given_corrections: Corrections
) -> None:
    fused = store_of((A, one), (B, other))
    fused.correct(given_corrections)
    fused.delete_source("a")
    never = store_of((B, other))
    never.correct(given_corrections)
    assert lines(fused) == lines(never)


@often
@given(few_parts_of_a, st.lists(st.tuples(layer_names, corrections), max_size=4))
def test_5_what_is_taken_back_leaves_no_trace(
    parts: Parts, layers: list[tuple[str, Corrections]]
) -> None:
    store = store_of((A, parts))
    untouched = lines(store)
    for name, layer in layers:
        store.correct(layer, layer=name)
    for name, _ in layers:
        store.correct(Corrections(), layer=name)
    assert lines(store) == untouched


@often
@given(few_parts_of_a, few_parts_of_b, corrections)
def test_5_everything_derived_is_as_if_written_under_the_corrections(
    one: Parts, other: Parts, given_corrections: Corrections
) -> None:
    """Sources whose concepts carry the corrected keys from the start give the same answers."""
    identities = Corrections(given_corrections.identities)
    corrected = store_of((A, one), (B, other))
    corrected.correct(identities)
    rewritten = store_of(
        (A, tuple(as_if_written(part, identities) for part in one)),
        (B, tuple(as_if_written(part, identities) for part in other)),
    )
    assert corrected.hubs(top=99) == rewritten.hubs(top=99)
    assert corrected.edges(with_vocabulary=True) == rewritten.edges(with_vocabulary=True)
    assert corrected.sources() == rewritten.sources()
    keys = [concept.key for concept in corrected.hubs(top=99)]
    assert [corrected.neighbourhood(key) for key in keys] == [
        rewritten.neighbourhood(key) for key in keys
    ]
