"""The workbench: what scoring needs, put together from settings and names."""

from collections.abc import Sequence

from benchmarks.hallucination.scoring import Equipment
from benchmarks.judging.judge import JUDGES
from graph.store import GraphStore
from hubscope.errors import InputError
from hubscope.settings import Settings
from retrieval.embedding_cache import open_embedder
from retrieval.embeddings import Embedder
from retrieval.index import bring_in_step, chunk_index, concept_and_form, name_index
from retrieval.tiers import EvidenceFinder, GoldTier, GraphTier, Limits, Tier

TIERS: dict[str, type[GoldTier] | type[GraphTier]] = {"gold": GoldTier, "graph": GraphTier}


def equip(settings: Settings, store: GraphStore, *, judge: str, tiers: Sequence[str]) -> Equipment:
    """Bring the indexes in step with the graph and load the judge.

    Raises:
        InputError: an unknown tier or judge, or a tier twice.
    """
    if len({*tiers}) < len(tiers):
        raise InputError(f"{','.join(tiers)}: name each tier once.", reason="bad_tiers")
    chosen: list[Tier] = []
    for name in tiers:
        if name not in TIERS:
            raise InputError(f"no tier named {name!r}. Known: {', '.join(TIERS)}.")
        chosen.append(TIERS[name](store))
    embedder = open_embedder(settings)
    index = chunk_index(settings, embedder)
    bring_in_step(index, store)
    finder = EvidenceFinder(store, index, embedder, tuple(chosen), Limits.of(settings))
    return Equipment(
        store=store,
        finder=finder,
        judge=JUDGES.load(judge)(embedder),
        nearest=NearestConcepts(settings, store, embedder),
    )


class NearestConcepts:
    """The concepts whose names are nearest to some names, by the index over forms.

    The index is brought in step on first use: a run whose claims all name concepts needs none.
    """

    def __init__(self, settings: Settings, store: GraphStore, embedder: Embedder) -> None:
        self._settings = settings
        self._store = store
        self._embedder = embedder
        self._ready = False

    def __call__(self, names: Sequence[str], top: int = 5) -> list[list[tuple[str, str, float]]]:
        """For each name the nearest (concept key, form, cosine), best first."""
        if not self._ready:
            self._index = name_index(self._settings, self._embedder)
            bring_in_step(self._index, self._store)
            self._ready = True
        hits = self._index.nearest(self._embedder.embed(names), top=top)
        return [[(*concept_and_form(hit.key), hit.score) for hit in row] for row in hits]
