"""Both stores, driven by the same operations, hold the same graph and answer the same."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from graph.checks import violations
from graph.corrections import Corrections
from graph.memory_store import MemoryStore
from graph.model import Contribution, Item, Source
from graph.neo4j_store import Neo4jStore
from graph.results import RunResult
from graph.store import GraphStore
from hubscope.errors import HubscopeError
from tests.properties.worlds import (
    CHUNKS,
    FORMS,
    GENE,
    KEYS,
    RELATIONS,
    SOURCES,
    contributions,
    corrections,
    layer_names,
    runs,
    whole,
)

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]

sources = st.sampled_from(SOURCES)
parts = sources.flatmap(lambda s: st.tuples(st.just(s), contributions(s), st.booleans()))


class TwoStores(RuleBasedStateMachine):
    """Operations run on the oracle and on the server; outcomes must be the same."""

    def __init__(self, server: Neo4jStore) -> None:
        super().__init__()
        server.clear()
        self.server = server
        self.oracle = MemoryStore()
        self.begun = False
        self.changed = True

    def both(self, operation: Callable[[GraphStore], Any]) -> None:
        expected, found = _outcome(operation, self.oracle), _outcome(operation, self.server)
        assert found == expected
        self.changed = True

    @rule(source=sources)
    def begin(self, source: Source) -> None:
        self.both(lambda store: store.begin(source))
        self.begun = True

    @precondition(lambda self: self.begun)
    @rule(drawn=parts)
    def write(self, drawn: tuple[Source, Contribution, bool]) -> None:
        source, part, is_whole = drawn
        given = whole(part, source) if is_whole else part
        self.both(lambda store: store.write(source, given))

    @rule(drawn=parts)
    def ingest(self, drawn: tuple[Source, Contribution, bool]) -> None:
        source, part, done = drawn
        self.both(lambda store: store.begin(source))
        self.both(lambda store: store.write(source, whole(part, source)))
        if done:
            self.both(lambda store: store.commit(source))
        self.begun = True

    @precondition(lambda self: self.begun)
    @rule(source=sources)
    def commit(self, source: Source) -> None:
        self.both(lambda store: store.commit(source))

    @precondition(lambda self: self.begun)
    @rule(source=sources)
    def delete(self, source: Source) -> None:
        self.both(lambda store: store.delete_source(source.name))

    @rule(layer=layer_names, drawn=corrections)
    def correct(self, layer: str, drawn: Corrections) -> None:
        self.both(lambda store: store.correct(drawn, layer=layer))

    @rule(layer=layer_names)
    def take_back(self, layer: str) -> None:
        self.both(lambda store: store.correct(Corrections(), layer=layer))

    @rule(run=runs)
    def write_run(self, run: RunResult) -> None:
        self.both(lambda store: store.write_run(run))

    @rule(name=st.sampled_from(["r1", "r2"]))
    def delete_run(self, name: str) -> None:
        self.both(lambda store: store.delete_run(name))

    @invariant()
    def same_graph(self) -> None:
        if self.changed:
            assert list(self.server.canonical()) == list(self.oracle.canonical())
            self.changed = False

    def teardown(self) -> None:
        for ask in READS:
            found, expected = ask(self.server), ask(self.oracle)
            assert found == expected, f"{found}\n{expected}"
        assert [v for v in violations(self.server) if v.rule not in ("pending", "quote")] == []
        super().teardown()


def _outcome(operation: Callable[[GraphStore], Any], store: GraphStore) -> Any:
    """What an operation returns, or which of our errors it raises."""
    try:
        return operation(store)
    except HubscopeError as error:
        return type(error), error.reason


ITEM_KEYS = [Item(source.name, id, "", "").key for source in SOURCES for id in ("1", "2")]
CHUNK_KEYS = [chunk.key for chunk in CHUNKS]
READS: list[Callable[[GraphStore], Any]] = [
    lambda store: store.sources(),
    lambda store: [store.stored(source.name) for source in SOURCES],
    lambda store: (store.layers(), store.corrections()),
    lambda store: (store.degrees(), store.degrees(with_vocabulary=True)),
    lambda store: (store.edges(), store.edges(with_vocabulary=True)),
    lambda store: store.concepts([*KEYS, "no such key"]),
    lambda store: store.identified([*KEYS, "no such key"]),
    lambda store: store.naming_documents([*KEYS, "no such key"]),
    lambda store: (store.relations_at(KEYS[:1]), store.relations_at([*KEYS, "no such key"])),
    lambda store: list(store.forms()),
    lambda store: [store.find(form) for form in [*FORMS, "TP53", "chosen", "new", "nothing"]],
    lambda store: (store.hubs(top=2), store.hubs(top=9, type=GENE)),
    *(
        lambda store, key=key, hops=hops: _outcome(
            lambda s: s.neighbourhood(key, hops=hops, cap=2), store
        )
        for key in KEYS
        for hops in (1, 2)
    ),
    lambda store: list(store.claims()),
    lambda store: list(store.claims(limit=2)),
    lambda store: list(store.claims(about=KEYS[0], source="a")),
    lambda store: list(store.claims(relation=RELATIONS[1])),
    lambda store: list(store.chunks()),
    lambda store: store.chunk_records([*CHUNK_KEYS, "no such key"]),
    lambda store: store.gold_chunks([*ITEM_KEYS, "no such key"]),
    lambda store: store.neighbourhood_chunks([*KEYS, "no such key"]),
    lambda store: (list(store.items()), list(store.items("a"))),
    lambda store: store.item_concepts([*ITEM_KEYS, "no such key"]),
    lambda store: store.run_names(),
    lambda store: [store.run_digest(run) for run in ("r1", "r2")],
    lambda store: [store.failure_hubs(run, top=2) for run in ("r1", "r2")],
    lambda store: [store.agent_claims(key, limit=3) for key in KEYS],
]


def test_two_stores_never_differ(store: Neo4jStore) -> None:
    class OnThisServer(TwoStores):
        def __init__(self) -> None:
            super().__init__(store)

    run_state_machine_as_test(
        OnThisServer,
        settings=settings(
            max_examples=8,
            stateful_step_count=10,
            derandomize=True,
            phases=[Phase.generate],  # shrinking against a server takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )
