"""What a search service says, as the layer of evidence that it makes."""

from collections.abc import Mapping
from pathlib import Path

from graph.memory_store import MemoryStore
from hubscope.json_values import Json
from hubscope.keyed_cache import KeyedCache
from retrieval.connectors import open_connectors
from retrieval.embeddings import HashingEmbedder
from retrieval.index import VectorIndex, chunk_entries
from retrieval.library import Library
from retrieval.live import LiteratureSearcher, LiveTier
from retrieval.tiers import EvidenceFinder, Limits, TierRequest
from tests.retrieval.connectors.reaching import reach_for, settings_for
from tests.servers.loopback import Talk, serving

# Whose answers have a field of this name.
_SPEAKS = {"organic": "web", "collection": "medrxiv", "items": "crossref"}


def layer_of(answer: Mapping[str, Json], script: Talk, folder: Path) -> str:
    """`found`, `empty` or `error`: what the literature tier makes of a service's answer.

    The service is the one whose shape the answer has; an answer without any is OpenAlex's.
    """
    inner = answer.get("message")
    names = [*answer, *(inner if isinstance(inner, dict) else ())]
    name = next((_SPEAKS[one] for one in names if one in _SPEAKS), "openalex")
    with serving(script) as server:
        reach = reach_for(settings_for(folder, server))
        embedder = HashingEmbedder()
        store, index = MemoryStore(), VectorIndex(folder / "index", embedder, chunk_entries)
        searcher = LiteratureSearcher(Library(open_connectors(reach, [name]), embedder))
        memory = KeyedCache(folder / "searches.sqlite")
        tier = LiveTier(searcher, store, index, memory, run="r")
        finder = EvidenceFinder(store, index, embedder, (tier,), Limits(floor=0.0))
        found = finder.gather(TierRequest(None, (), "Zinc lowers fever."))
        reach.close()
        memory.close()
    if found.errors:
        return "error"
    return "empty" if found.tier is None else "found"
