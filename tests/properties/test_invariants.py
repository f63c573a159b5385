"""What must always hold (design.md), on the oracle; that the server agrees is shown elsewhere."""

from dataclasses import fields
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.memory_store import MemoryStore
from graph.model import Contribution, Source
from graph.store import SourceState
from graph.vocabulary import LIFE_SCIENCE
from tests.properties.worlds import SOURCES, whole_contributions

A, B, _ = SOURCES
Parts = tuple[Contribution, ...]

few_parts_of_a = st.lists(whole_contributions(A), min_size=1, max_size=3).map(tuple)
few_parts_of_b = st.lists(whole_contributions(B), min_size=1, max_size=3).map(tuple)
often = settings(max_examples=60, deadline=None, derandomize=True)


def store_of(*ingested: tuple[Source, Parts]) -> MemoryStore:
    store = MemoryStore()
    for source, parts in ingested:
        store.begin(source)
        for part in parts:
            store.write(source, part)
        store.commit(source)
    return store


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
