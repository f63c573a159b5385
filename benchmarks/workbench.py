"""The workbench: what scoring needs, put together from settings and names."""

from collections.abc import Sequence

from benchmarks.hallucination.scoring import Equipment
from benchmarks.steps import Steps, open_extractor, open_grader, open_judge
from graph.store import GraphStore
from hubscope.llm.opening import Models
from hubscope.settings import Settings
from retrieval.embedding_cache import open_embedder
from retrieval.embeddings import Embedder
from retrieval.index import bring_in_step, chunk_index, concept_and_form, name_index
from retrieval.opening import check_tiers, open_tiers
from retrieval.tiers import EvidenceFinder, Limits


def equip(
    settings: Settings,
    store: GraphStore,
    *,
    tiers: Sequence[str],
    run: str = "",
    judge: str = "embedded",
    steps: Steps | None = None,
    model: str = "",
    models: Models | None = None,
) -> Equipment:
    """Bring the indexes in step with the graph and load the judge and the extractor.

    Args:
        settings: of the home.
        store: the graph.
        tiers: of evidence, in order.
        run: what is scored; what live tiers find is kept under its name.
        judge: who judges, where no steps are given.
        steps: who judges and who extracts.
        model: under test, which never judges itself.
        models: of the run, where a step is a model's or a tier costs money.

    Raises:
        InputError: an unknown tier, judge or extractor, or a tier twice.
        NoModelError: the package or key of a model is not there.
        UnavailableError: the key that a tier needs is not there.
    """
    check_tiers(settings, tiers)
    embedder = open_embedder(settings)
    index = chunk_index(settings, embedder)
    bring_in_step(index, store)
    budget = models.budget if models else None
    opened = open_tiers(settings, store, index, tiers, run=run, budget=budget)
    finder = EvidenceFinder(store, index, embedder, opened, Limits.of(settings))
    chosen_steps = steps or Steps(judge)
    return Equipment(
        store=store,
        finder=finder,
        judge=open_judge(chosen_steps, model, embedder, models),
        nearest=NearestConcepts(settings, store, embedder),
        extractor=open_extractor(chosen_steps, model, models),
        grader=open_grader(chosen_steps, model, models),
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
