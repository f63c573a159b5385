"""Scoring: CPU against embedding claims and evidence once; memory at 500 and 5,000 trajectories.

    python -m perf.scoring

The judge `cautious` counts, and may cost twice the embedding. `embedded` reads every passage, too,
which perf/verifier.py holds against the bare passes of its models; here its whole cost is held.

Trajectories are made from the bundled sample by numbering its claims: none is embedded twice.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.demo import ITEMS
from benchmarks.hallucination.evidence_probe import probe
from benchmarks.hallucination.evidence_use import FILE
from benchmarks.hallucination.judged import read_judged
from benchmarks.hallucination.scored import judged_of
from benchmarks.hallucination.scoring import SEED, Options, score
from benchmarks.judging.encoding import sentences
from benchmarks.runs import create_run
from benchmarks.workbench import equip
from graph.memory_store import MemoryStore
from hubscope.settings import Settings
from ingest.pipeline import Plan, ingest, load_extractor
from perf.report import row
from retrieval.embeddings import SentenceEncoder

SAMPLE = Path(__file__).parent.parent / "benchmarks" / "sample"
SMALL, LARGE = 500, 5000
# To embed a sentence once is one pass of the encoder; to read it beside each claim, many.
COUNTING, READING = 2, 10


def made(n: int) -> list[Trajectory]:
    """`n` trajectories whose claims all differ."""
    lines = (SAMPLE / "trajectories.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    trajectories = []
    for number in range(n):
        record = records[number % len(records)]
        text = record["steps"][1]["content"].replace(".", f" in group {number}.")
        trajectories.append(
            Trajectory(f"t{number:05}", (Step(text),), item=record["item"], final=record["final"])
        )
    return trajectories


def measure(n: int, judge: str) -> None:
    """Score `n` trajectories and print CPU seconds and the largest memory as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder))
        store, extractor = MemoryStore(), load_extractor()
        for name, file in ITEMS.items():
            plan = Plan((SAMPLE / file,), name=name)
            ingest(store, plan, extractor, spool_folder=settings.home / "pending")
        run = create_run(
            settings.home, "perf", made(n), [], format="own", items="", imported_from=[]
        )
        equipment = equip(settings, store, judge=judge, tiers=("gold", "graph"))
        equipment.finder.embedder.embed(["warm"])
        started = time.process_time()
        score(run, equipment, Options(everything=True))
        cpu = time.process_time() - started
        texts = {claim.text for one in read_judged(run.judged) for claim in one.claims}
        for chunk in store.chunks():
            texts.update(sentences(chunk.text))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        encoder = SentenceEncoder(settings.embedding_model)
        encoder.embed(["warm"])
        started = time.process_time()
        encoder.embed(sorted(texts))
        embedding = time.process_time() - started
        (run.path / FILE).unlink()
        started = time.process_time()
        limits = equipment.finder.limits
        probe(run, judged_of(run), store, equipment.judge, limits, seed=SEED)
        probing = time.process_time() - started
        figures = {"cpu": cpu, "embedding": embedding, "peak": peak, "probing": probing}
        print(json.dumps(figures))


def child(n: int, judge: str) -> dict[str, float]:
    """The figures of a process of its own."""
    command = [sys.executable, "-m", "perf.scoring", str(n), judge]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Print the ratios against their limits."""
    cautious = child(SMALL, "cautious")
    small, large = (child(n, "embedded") for n in (SMALL, LARGE))
    held = [
        row(
            "scoring / embedding once, 500 trajectories, judge cautious",
            cautious["cpu"] / cautious["embedding"],
            COUNTING,
            "x",
        ),
        row(
            "scoring / embedding once, 5,000 trajectories, judge embedded",
            large["cpu"] / large["embedding"],
            READING,
            "x",
        ),
        row("evidence taken away / scoring, 5,000", large["probing"] / large["cpu"], 0.1, "x"),
        row("memory at 5,000 / at 500 trajectories", large["peak"] / small["peak"], 1.2, "x"),
    ]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(int(sys.argv[1]), sys.argv[2])
    else:
        main()
