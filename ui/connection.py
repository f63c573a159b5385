"""Opening what commands and pages work on: the graph on the configured server."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hubscope.errors import UnavailableError
from hubscope.keys import key_of
from hubscope.settings import Settings

if TYPE_CHECKING:
    from benchmarks.labelling import Texts
    from graph.neo4j_store import Neo4jStore
    from graph.store import GraphStore
    from ingest.curation import Curation

# A page that waits longer looks broken.
PATIENCE_S = 3.0


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


def connect(settings: Settings) -> "Neo4jStore":
    """The graph on a server that runs already, for a page: nothing is started, nobody waits long.

    Raises:
        UnavailableError: no server, or it refuses the login.
    """
    from graph.neo4j_store import Neo4jStore
    from graph.server import endpoint, status

    if settings.neo4j_uri is None and not status(settings).running:
        raise UnavailableError("the local Neo4j server is not running: hubscope db start")
    return Neo4jStore.connect(endpoint(settings), patience_s=PATIENCE_S)


def spool_folder(settings: Settings) -> Path:
    """Where sources wait that a killed ingest left half written, one folder a graph."""
    return settings.home / "pending" / _graph_of(settings)


def curation_of(settings: Settings) -> "Curation":
    """People's corrections of the configured graph, one folder a graph."""
    from ingest.curation import Curation

    return Curation(settings.home / "corrections" / _graph_of(settings))


def _graph_of(settings: Settings) -> str:
    if settings.neo4j_uri is None:
        return "local"
    return key_of(settings.neo4j_uri, settings.neo4j_database)


def labelling_texts(store: "Callable[[], GraphStore]", source: str) -> "tuple[Texts, Texts]":
    """Texts of chunks by key, and questions of a source's items by id, for people who label."""

    def chunks(keys: Sequence[str]) -> dict[str, str]:
        return {key: chunk.text for key, chunk in store().chunk_records(keys).items()}

    def questions(ids: Sequence[str]) -> dict[str, str]:
        wanted = {*ids}
        items = store().items(source or None)
        return {item.id: item.question for item in items if item.id in wanted}

    return chunks, questions
