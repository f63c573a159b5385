"""Tiers by name: what each needs is checked before anything is loaded, then opened."""

from collections.abc import Sequence

from graph.store import GraphStore
from hubscope.errors import InputError
from hubscope.keyed_cache import KeyedCache
from hubscope.llm.budget import Budget
from hubscope.settings import Settings
from retrieval.connectors.reach import Reach
from retrieval.connectors.web import open_web, require_web_search
from retrieval.evidence import SEARCHED, TierName
from retrieval.found import Shelf
from retrieval.index import VectorIndex
from retrieval.library import open_library
from retrieval.live import LiteratureSearcher, LiveTier, Searcher, WebSearcher
from retrieval.observed import FINGERPRINT, ObservedTier
from retrieval.tiers import GoldTier, GraphTier, Tier

TIERS = tuple(map(str, TierName))


def check_tiers(settings: Settings, names: Sequence[str]) -> None:
    """Pass if tiers can be asked, without asking them.

    Raises:
        InputError: an unknown tier, or a tier twice.
        UnavailableError: a tier needs a key that is not set.
    """
    if len({*names}) < len(names):
        raise InputError(f"{','.join(names)}: name each tier once.", reason="bad_tiers")
    for name in names:
        if name not in TIERS:
            raise InputError(f"no tier named {name!r}. Known: {', '.join(TIERS)}.")
    if TierName.WEB in names:
        require_web_search(settings)


def open_tiers(
    settings: Settings,
    store: GraphStore,
    index: VectorIndex,
    names: Sequence[str],
    *,
    run: str,
    budget: Budget | None = None,
) -> tuple[Tier, ...]:
    """The tiers of these names, in order.

    Args:
        settings: of the user.
        store: the graph; what is found outside of it is written to it.
        index: of its chunks, in step with it.
        names: of the tiers.
        run: whose claims they are asked about.
        budget: of the run, for what searches cost; None = nobody counts it.

    Raises:
        InputError, UnavailableError: as `check_tiers`; an unknown connector.
    """
    check_tiers(settings, names)
    reach = Reach.of(settings, budget) if SEARCHED & {*names} else None
    tiers: list[Tier] = []
    for name in names:
        if name == TierName.GOLD:
            tiers.append(GoldTier(store))
        elif name == TierName.GRAPH:
            tiers.append(GraphTier(store))
        elif name == TierName.OBSERVED:
            shelf = Shelf(store, index, TierName.OBSERVED, run, FINGERPRINT)
            tiers.append(ObservedTier(shelf))
        elif reach is not None:
            memory = KeyedCache(settings.home / "cache" / "searches.sqlite")
            searcher = _searcher(name, settings, reach, index)
            tiers.append(LiveTier(searcher, store, index, memory, run=run))
    return tuple(tiers)


def _searcher(name: str, settings: Settings, reach: Reach, index: VectorIndex) -> Searcher:
    if name == TierName.WEB:
        return WebSearcher(open_web(reach), place=settings.serper_url)
    return LiteratureSearcher(open_library(settings, reach, index.embedder))
