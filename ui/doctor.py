"""Doctor: every part asked whether it is there, whole, and what to do if not."""

from collections.abc import Callable, Iterable

from hubscope.doctor import Check
from hubscope.errors import HubscopeError
from hubscope.settings import Settings
from ui.connection import open_store


def examine(settings: Settings) -> list[Check]:
    """Ask every part; one that cannot even be asked is a failed check."""
    from graph import server
    from retrieval import embeddings, index

    checks = list(server.probe(settings))
    checks.append(_asked("encoder", lambda: [embeddings.probe(settings)])[0])
    checks += _asked("index", lambda: [index.probe(settings)])
    checks += _asked("graph", lambda: _graph(settings))
    return checks


def _graph(settings: Settings) -> list[Check]:
    from graph.health import health

    with open_store(settings) as store:
        found = health(store.degrees(), store.edges())
        pending = [one.name for one in store.sources() if one.state == "pending"]
    detail = "; ".join([found.line, *found.warnings])
    return [
        Check("graph health", ok=True, detail=detail, fix=""),
        Check(
            "sources",
            ok=not pending,
            detail=f"pending: {', '.join(pending)}" if pending else "all committed",
            fix="run the ingest again: it goes on where it was" if pending else "",
        ),
    ]


def _asked(name: str, ask: Callable[[], Iterable[Check]]) -> list[Check]:
    try:
        return list(ask())
    except HubscopeError as error:
        return [Check(name, ok=False, detail=str(error), fix="")]
