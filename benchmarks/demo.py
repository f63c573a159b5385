"""The demo: the main job on the bundled sample, end to end, in one process.

The sample is made up for this purpose: true, checkable facts, and two agents that do not exist. One
of them is wrong about a few hubs (`PLANTED`); they must come out on top.
"""

import time
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from benchmarks.agents.importing import import_trajectories
from benchmarks.hallucination.scored import Scored
from benchmarks.hallucination.scoring import Options, score
from benchmarks.hubs import rows_of
from benchmarks.report import write_report
from benchmarks.runs import Import, RunFolder, create_runs
from benchmarks.workbench import equip
from graph.health import health
from graph.store import GraphStore
from hubscope.settings import Settings
from ingest.ingested import Ingested
from ingest.pipeline import Plan, ingest, load_extractor
from ingest.spool import Progress

ITEMS = {"demo-questions": "questions.json", "demo-claims": "claims.jsonl"}
TRAJECTORIES = "trajectories.jsonl"
RUN = "demo"
SHOWN = 10
PLANTED = ("insulin", "aspirin", "TP53")


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo did; the careless agent's scores come last, `hubs` are its worst."""

    sources: tuple[Ingested, ...]
    health: str
    scored: tuple[Scored, ...]
    hubs: tuple[dict[str, Any], ...]
    report: str
    seconds: float

    def document(self) -> dict[str, Any]:
        """What `demo --json` prints."""
        worst = self.scored[-1]
        return {
            "sources": self.sources,
            "health": self.health,
            "run": worst.run,
            "runs": [one.run for one in self.scored],
            "scores": {one.run: one.scores.scores for one in self.scored},
            "hubs": self.hubs,
            "report": self.report,
            "seconds": self.seconds,
        }


def run_demo(
    settings: Settings, store: GraphStore, progress: Progress, *, spool_folder: Path
) -> Demo:
    """Ingest the sample, import its trajectories, score them, write the report."""
    started = time.monotonic()
    folder = Path(str(resources.files("benchmarks") / "sample"))
    extractor = load_extractor()
    sources = tuple(
        ingest(
            store,
            Plan((folder / file,), name=name),
            extractor,
            spool_folder=spool_folder,
            progress=progress,
        )
        for name, file in ITEMS.items()
    )
    runs = _imported(settings, folder / TRAJECTORIES)
    equipment = equip(settings, store, judge="embedded", tiers=("gold", "graph"))
    scored = tuple(score(run, equipment, Options(everything=True), progress) for run in runs)
    report, *_ = write_report(runs, settings.home / "reports" / "demo.html")
    found = health(store.degrees(), store.edges())
    return Demo(
        sources=sources,
        health="\n".join([found.line, *(f"warning: {one}" for one in found.warnings)]),
        scored=scored,
        hubs=tuple(rows_of(runs[-1], scored[-1].hubs[:SHOWN])),
        report=str(report),
        seconds=time.monotonic() - started,
    )


def _imported(settings: Settings, path: Path) -> list[RunFolder]:
    """The sample's runs; the careless agent's last."""
    found = import_trajectories([path])
    origin = Import(found.format, "", (path.name,), tuple(found.problems))
    runs = {f"{RUN}:{name}": found.runs[name] for name in sorted(found.runs)}
    # Another version of the sample takes the place of an older one's runs.
    return create_runs(settings.home, runs, origin, replace=True)
