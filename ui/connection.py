"""Opening what commands and pages work on: the store, the index, the encoder."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hubscope.settings import Settings

if TYPE_CHECKING:
    from graph.neo4j_store import Neo4jStore


@contextlib.contextmanager
def open_store(settings: Settings) -> Iterator["Neo4jStore"]:
    """The graph on the configured server; the local one is started when it is not running.

    Raises:
        UnavailableError: no server, or it refuses the login.
    """
    from graph.neo4j_store import Neo4jStore
    from graph.server import endpoint

    store = Neo4jStore.connect(endpoint(settings))
    try:
        yield store
    finally:
        store.close()
