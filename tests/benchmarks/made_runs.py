"""Scored runs made by hand: what calibration, comparison and report read, without a judge."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.agents.trajectory import Trajectory
from benchmarks.hallucination.judged import Anchor, JudgedClaim, JudgedTrajectory
from benchmarks.hallucination.scored import rescore
from benchmarks.runs import RunFolder, create_run
from graph.degree import snapshot, write_snapshot
from graph.vocabulary import HubTier, Verdict
from hubscope.codec import to_json
from hubscope.files import Journal
from tests.ui.scored_run import manifest, zinc_graph

CORE = HubTier.CORE
S, U, R = Verdict.SUPPORTED, Verdict.UNVERIFIABLE, Verdict.REFUTED


def claim(text: str, verdict: Verdict | None, degree: int | None = None) -> JudgedClaim:
    """A claim, about a concept of that degree if one is given."""
    about = () if degree is None else (_anchor(degree),)
    error = "" if verdict else "the judge gave up"
    return JudgedClaim(text, 0, anchors=about, verdict=verdict, error=error)


def _anchor(degree: int) -> Anchor:
    return Anchor(f"k{degree}", f"hub {degree}", "Gene", degree, CORE)


def judged(id: str, *claims: JudgedClaim, score: float | None = 0.0) -> JudgedTrajectory:
    """A trajectory of the item of the same id."""
    return JudgedTrajectory(id, claims, item=id, score=score, kind="choice")


def made_run(
    home: Path,
    name: str,
    given: Sequence[JudgedTrajectory],
    said: Sequence[Trajectory] = (),
    **changes: Any,
) -> RunFolder:
    """A scored run; without `said` each trajectory says nothing. `changes` are of the manifest."""
    trajectories = said or [Trajectory(one.id, (), item=one.item) for one in given]
    run = create_run(
        home, name, trajectories, [], format="own", items="", imported_from=["by-hand.jsonl"]
    )
    with Journal(run.judged) as journal:
        for one in given:
            journal.append(to_json(one))
    taken = snapshot(zinc_graph())
    write_snapshot(run.snapshot, taken)
    run.write("manifest.json", replace(manifest(run, taken.sha256), **changes))
    run.write("scores.json", rescore(run))
    return run
