"""A connection in the tests: what the server says against a statement is an error."""

import pytest

from graph.connection import rows
from graph.neo4j_store import Neo4jStore

pytestmark = pytest.mark.neo4j


def test_a_deprecated_statement_fails(store: Neo4jStore) -> None:
    # The id of a node as a number has been deprecated since 5.0.
    with pytest.raises(UserWarning, match="deprecated"):
        store.connection.reading(lambda tx: rows(tx, "MATCH (n) RETURN id(n) AS id"))
