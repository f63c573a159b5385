"""A first load through the server's own import makes the same graph as writing does."""

from pathlib import Path

import pytest

from graph import bulk, server
from graph.checks import violations
from graph.export import export
from graph.memory_store import MemoryStore
from graph.neo4j_store import Neo4jStore
from graph.portable import open_graph
from hubscope.errors import InputError
from hubscope.settings import Settings
from tests.conformance.store import WHOLE, A, B, ingest
from tests.graph.test_export import ODDLY_NAMED
from tests.graph.test_neo4j_store import many

pytestmark = [pytest.mark.neo4j, pytest.mark.timeout(300)]


def test_a_bulk_load_makes_the_same_graph(own_settings: Settings, tmp_path: Path) -> None:
    oracle = MemoryStore()
    ingest(oracle, A, WHOLE)
    ingest(oracle, A, many(A, 20))
    ingest(oracle, B, ODDLY_NAMED)
    export(oracle, tmp_path / "graph.jsonl")
    file = open_graph(tmp_path / "graph.jsonl")
    try:
        store = Neo4jStore.connect(server.start(own_settings))
        assert not bulk.suits(own_settings, store, file)  # too small to be worth it
        assert bulk.suits(own_settings, store, file, asked=True)
        store.close()
        bulk.load(own_settings, file)
        store = Neo4jStore.connect(server.start(own_settings))
        assert list(store.canonical()) == list(oracle.canonical())
        assert store.sources() == oracle.sources()
        assert violations(store) == []
        states = store.connection.read("SHOW INDEXES YIELD state RETURN DISTINCT state")
        assert states == [{"state": "ONLINE"}]
        assert store.find("tnf alpha")[0].degree == 1
        with pytest.raises(InputError, match="not empty"):
            bulk.suits(own_settings, store, file, asked=True)
        # What is loaded is deleted as what is written.
        store.delete_source("a")
        store.delete_source("b")
        assert list(store.canonical()) == []
        store.close()
    finally:
        server.stop(own_settings)
