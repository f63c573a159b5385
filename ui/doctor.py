"""Doctor: every part asked whether it is there, whole, and what to do if not."""

from collections.abc import Callable, Iterable

from hubscope.doctor import Check
from hubscope.errors import HubscopeError
from hubscope.settings import Settings
from ui.connection import open_store


def examine(settings: Settings) -> list[Check]:
    """Ask every part; one that cannot even be asked is a failed check. Nothing is started."""
    from benchmarks.agents import checkpoints
    from graph import server
    from retrieval import embeddings, index
    from retrieval.connectors import reach

    checks = [*server.probe(settings), _password(settings)]
    checks += _asked("embedding model", lambda: [embeddings.probe(settings)])
    checks += _asked("evidence index", lambda: [index.probe(settings)])
    checks += _asked("literature services", lambda: reach.probe(settings))
    checks.append(checkpoints.probe())
    if settings.neo4j_uri is not None or server.status(settings).running:
        checks += _asked("graph", lambda: _graph(settings))
    return checks


def _password(settings: Settings) -> Check:
    """Whether a secret is there, never what it is."""
    if settings.neo4j_uri is None:
        return Check("password", ok=True, detail="the local server's own", fix="")
    there = bool(settings.neo4j_password.reveal())
    detail = "NEO4J_PASSWORD is set" if there else "NEO4J_PASSWORD is not set"
    return Check("password", there, detail, "" if there else "export NEO4J_PASSWORD=...")


def _graph(settings: Settings) -> list[Check]:
    from graph.health import health
    from retrieval.embedding_cache import open_embedder
    from retrieval.index import chunk_index

    with open_store(settings) as store:
        found = health(store.degrees(), store.edges())
        pending = [one.name for one in store.sources() if one.state == "pending"]
        index = chunk_index(settings, open_embedder(settings))
        in_step = index.load() and index.in_step(store)
    return [
        Check("graph health", True, "; ".join([found.line, *found.warnings]), ""),
        Check(
            "sources",
            not pending,
            f"pending: {', '.join(pending)}" if pending else "all committed",
            "run the ingest again: it goes on where it was" if pending else "",
        ),
        Check(
            "index in step",
            True,
            "yes" if in_step else "no: `score` and `index build` bring it in step",
            "",
        ),
    ]


def _asked(name: str, ask: Callable[[], Iterable[Check]]) -> list[Check]:
    try:
        return list(ask())
    except HubscopeError as error:
        return [Check(name, ok=False, detail=str(error), fix="")]
