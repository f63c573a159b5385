"""Rows of hubs as every window shows them: of the graph, or where a run fails."""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.hallucination.failures import failure_hubs
from benchmarks.hallucination.scored import journal_changed, judged_of
from benchmarks.runs import RunFolder, list_runs, open_run
from graph.degree import read_snapshot, snapshot
from graph.results import FailureHub
from graph.store import GraphStore
from graph.vocabulary import ConceptType
from hubscope.errors import InputError

log = logging.getLogger(__name__)

# Fewer claims, or trajectories, than this are marked wherever they are shown.
FEW = 5
_FAILURE_FIELDS = (
    "claims",
    "refuted",
    "unverifiable",
    "penalty",
    "failure",
    "failure_low",
    "failure_high",
)


def hub_rows(
    store: GraphStore, *, by: str, top: int, type: ConceptType | None = None
) -> list[dict[str, Any]]:
    """The graph's hubs by `degree` or `pagerank`, ties by key."""
    taken = snapshot(store)
    if by == "degree":
        records = store.hubs(top=top, type=type)
    else:
        ranked = sorted(
            (key for key, standing in taken.standings.items() if standing.pagerank is not None),
            key=lambda key: (-(taken.standings[key].pagerank or 0.0), key),
        )
        # With a type, its concepts may stand anywhere: all are asked for.
        known = store.concepts(ranked if type else ranked[:top])
        records = [known[key] for key in ranked if key in known and type in (None, known[key].type)]
    return [
        {
            "key": one.key,
            "name": one.name,
            "type": one.type,
            "degree": one.degree,
            "pagerank": taken.standings[one.key].pagerank,
            "tier": taken.standings[one.key].tier,
            **dict.fromkeys(_FAILURE_FIELDS),
        }
        for one in records[:top]
    ]


def failure_rows(
    home: Path, run_name: str | None, *, top: int, type: ConceptType | None = None
) -> list[dict[str, Any]]:
    """A run's failure hubs, with degree, PageRank and tier of the run's own snapshot.

    Raises:
        InputError: no such run, it is not scored to its end, or several are and none is named.
    """
    run = open_run(home, run_name) if run_name else _only_scored_run(home)
    if changed := journal_changed(run):
        log.warning("%s", changed)
    hubs = failure_hubs(judged_of(run))
    return rows_of(run, [hub for hub in hubs if type in (None, hub.type)][:top])


def rows_of(run: RunFolder, hubs: Iterable[FailureHub]) -> list[dict[str, Any]]:
    """Failure hubs of a run as rows, in their order."""
    standings = read_snapshot(run.snapshot).standings
    return [
        {
            "key": hub.concept,
            "name": hub.name,
            "type": hub.type,
            "degree": hub.degree,
            "pagerank": standings[hub.concept].pagerank,
            "tier": standings[hub.concept].tier,
            "claims": hub.n,
            "refuted": hub.refuted,
            "unverifiable": hub.unverifiable,
            "penalty": hub.penalty,
            "failure": hub.failure,
            "failure_low": hub.low,
            "failure_high": hub.high,
        }
        for hub in hubs
    ]


def _only_scored_run(home: Path) -> RunFolder:
    scored = [run for run in list_runs(home) if run.has("scores.json")]
    if len(scored) == 1:
        return scored[0]
    names = ", ".join(run.name for run in scored) or "none"
    raise InputError(f"name the run with --run. Scored runs: {names}.", reason="unknown_run")
