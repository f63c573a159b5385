"""What pages read of the graph, cached: one store for all sessions, answers until it changes.

Whether it has changed is asked on every run of a page: an ingest in a terminal shows at once. What
agents said of it is asked again after half a minute.

Answers are records that nobody changes, so they are shared as they are: `cache_data` would pickle
and copy them for every run of a page.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import streamlit as st

from benchmarks import hubs
from graph.corrections import to_json
from graph.fields import FIELDS, own_folder
from graph.health import GraphHealth, health
from graph.neo4j_store import Neo4jStore
from graph.store import (
    AgentClaimRecord,
    ChunkRecord,
    ClaimRecord,
    ConceptRecord,
    ItemRecord,
    Neighbourhood,
    RelationRecord,
    SourceRecord,
)
from graph.vocabulary import ConceptType
from hubscope.keys import digest
from hubscope.settings import Settings, load_settings
from ingest.curation import Curated, Curation
from ingest.fusion_plan import Knowledge, Plan, plan
from ingest.lexicon import load_lexicon
from ingest.skips import Skips, kept
from retrieval.embedding_cache import open_embedder
from ui.connection import connect, curation_of, spool_folder

Stamp = tuple[int, int] | None
Stamps = tuple[Stamp, ...]

TTL_S = 30
MOST_ENTRIES = 200
MOST_CLAIMS = 500


@st.cache_resource(show_spinner=False)
def settings() -> Settings:
    """The settings the app was started with; the user's own fields of science are known then."""
    chosen = load_settings()
    FIELDS.add_folder(own_folder(chosen.home))
    return chosen


@st.cache_resource(
    show_spinner=False,
    validate=lambda store: store.connection.answers(),
    on_release=lambda store: store.close(),
)
def store() -> Neo4jStore:
    """The graph; asked on every run of a page whether it is still there.

    Raises:
        UnavailableError: it is not.
    """
    return connect(settings())


def stamp(path: Path) -> Stamp:
    """What changes when a file is written anew; None without a file."""
    if not path.exists():
        return None
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def sources() -> list[SourceRecord]:
    """Every source, by name."""
    return store().sources()


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner="Counting relations …")
def graph_health() -> GraphHealth:
    """Figures of the graph's topology."""
    return health(store().degrees(), store().edges())


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner="Ranking concepts …")
def hub_rows(by: str, top: int, type: ConceptType | None) -> list[dict[str, Any]]:
    """Hubs of the graph by `degree` or `pagerank`."""
    return hubs.hub_rows(store(), by=by, top=top, type=type)


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner=False)
def concept(key: str) -> ConceptRecord | None:
    """The concept of a key."""
    return store().concepts([key]).get(key)


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner=False)
def find(name: str) -> list[ConceptRecord]:
    """Concepts of a name, the one of highest degree first."""
    return store().find(name)


@st.cache_resource(ttl=10 * TTL_S, show_spinner=False)
def forms() -> list[tuple[str, str]]:
    """(form as written, concept key) of every distinct pair."""
    return list(store().forms())


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner="Reading the neighbourhood …")
def neighbourhood(key: str, hops: int, cap: int, opened: tuple[str, ...]) -> Neighbourhood:
    """What is around a concept, and around those that were opened."""
    return store().neighbourhood(key, hops=hops, cap=cap, opened=opened)


def fusion_plan(threshold: float) -> Plan:
    """What a fusion of the graph as it is would do."""
    return _fusion_plan(threshold, (_state(), stamp(curation().file)))


@st.cache_resource(max_entries=3, show_spinner="Planning: comparing all names …")
def _fusion_plan(threshold: float, of: object) -> Plan:
    knowledge = Knowledge(open_embedder(settings()), load_lexicon(), curation().apart(store()))
    return plan(store(), knowledge, threshold=threshold)


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner="Reading claims …")
def claims(key: str) -> list[ClaimRecord]:
    """Claims about a concept with their quotes, at most `MOST_CLAIMS`."""
    return list(store().claims(about=key, limit=MOST_CLAIMS))


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner=False)
def relations(key: str) -> list[RelationRecord]:
    """Every relation of a concept."""
    return store().relations_at([key])


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner=False)
def agent_claims(key: str) -> list[AgentClaimRecord]:
    """What agents said about a concept."""
    return store().agent_claims(key)


@st.cache_resource(ttl=TTL_S, max_entries=MOST_ENTRIES, show_spinner=False)
def chunks(keys: tuple[str, ...]) -> dict[str, ChunkRecord]:
    """Stored chunks by key."""
    return store().chunk_records(keys)


def item(source: str, id: str) -> ItemRecord | None:
    """The item of an id, where one source alone has it; `source` "" = any source."""
    found = _items(source).get(id, [])
    return found[0] if len(found) == 1 else None


@st.cache_resource(ttl=10 * TTL_S, max_entries=3, show_spinner="Reading items …")
def _items(source: str) -> dict[str, list[ItemRecord]]:
    by_id: defaultdict[str, list[ItemRecord]] = defaultdict(list)
    for one in store().items(source or None):
        by_id[one.id].append(one)
    return dict(by_id)


_OF_THE_GRAPH = (
    graph_health,
    hub_rows,
    concept,
    find,
    forms,
    neighbourhood,
    _fusion_plan,
    claims,
    relations,
    agent_claims,
    chunks,
    _items,
)


def skips(name: str, sha256: str) -> Skips | None:
    """What was left out of this content of a source; None where another machine read it."""
    return kept(spool_folder(settings()), name, sha256)


def curation() -> Curation:
    """People's corrections of this graph."""
    return curation_of(settings())


def standing() -> Curated:
    """What people's corrections say, and which of them do not fit the graph as it is.

    Raises:
        InputError: the file cannot be read, or it has become wrong.
    """
    return _standing((_state(), stamp(curation().file)))


@st.cache_resource(max_entries=3, show_spinner=False)
def _standing(of: object) -> Curated:
    return curation().standing(store())


def graph_changed() -> None:
    """Forget what was read of the graph: a page has changed it."""
    for read in _OF_THE_GRAPH:
        read.clear()


def follow() -> None:
    """Forget what was read of the graph if anyone has changed it since.

    Raises:
        UnavailableError: no server.
    """
    state = _state()
    seen = _seen()
    if seen.get("state", state) != state:
        graph_changed()
    seen["state"] = state


def _state() -> str:
    """What changes with the graph's content: its sources and its layers of corrections."""
    sources = [(one.name, one.sha256, one.state) for one in store().sources()]
    layers = {name: to_json(layer) for name, layer in store().layers().items()}
    return digest([sources, layers])


@st.cache_resource(show_spinner=False)
def _seen() -> dict[str, str]:
    """The state of the graph that the cached answers are of."""
    return {}
