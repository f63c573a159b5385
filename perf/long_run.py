"""A long run by the command line: memory of `score`, what going on costs, what `verify` costs.

    python -m perf.long_run [TRAJECTORIES [JUDGE]]
    python -m perf.long_run --until-it-goes-on RUN JUDGE    a part: HUBSCOPE_HOME has the run

Each command is a process of its own against a server of its own; CPU seconds are the command's, not
the server's. Trajectories are those of perf.scoring: made from the bundled sample, no claim twice.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agents.formats import own
from benchmarks.demo import ITEMS
from benchmarks.hallucination.scoring import Options, score
from benchmarks.runs import open_run
from benchmarks.workbench import equip
from hubscope.settings import load_settings
from perf.report import row
from perf.scoring import SAMPLE, made
from ui.connection import open_store

LARGE, SHARE = 10_000, 10
GIB = 2**30
# What `score` and `verify` import before they do anything, and what it takes to read a passage.
IMPORTS = "import ui.cli, benchmarks.verify, faiss, perf.long_run"
READING = f"{IMPORTS}, torch, transformers.models.bert.modeling_bert"


@dataclass(frozen=True, slots=True)
class Spent:
    """CPU seconds of a process and the largest memory it had, in bytes."""

    cpu: float
    peak: int


def spent(arguments: Sequence[str], environment: Mapping[str, str]) -> Spent:
    """Run Python with these arguments to its end and say what it took.

    Raises:
        SystemExit: it failed.
    """
    command = [sys.executable, *arguments]
    started = subprocess.Popen(command, env=dict(environment), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        sys.exit(f"{' '.join(arguments)}: exit code {started.returncode}")
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def until_it_goes_on(name: str, judge: str) -> None:
    """Go on with a run of this home until the first trajectory is judged, and stop there."""
    settings = load_settings()
    with open_store(settings) as store:
        equipment = equip(settings, store, judge=judge, tiers=("gold", "graph"))
        with contextlib.suppress(_Reached):
            score(open_run(settings.home, name), equipment, Options(everything=True), _stop)


class _Reached(Exception):
    """The first trajectory is judged."""


def _stop(what: str, done: int, total: int | None) -> None:
    raise _Reached


def main(n: int = LARGE, judge: str = "embedded") -> None:
    """Print the figures against their limits."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HUBSCOPE_HOME": home}
        environment.pop("NEO4J_URI", None)

        def hubscope(*arguments: str) -> Spent:
            return spent(["-m", "ui.cli", *arguments], environment)

        try:
            for name, file in ITEMS.items():
                hubscope("ingest", str(SAMPLE / file), "--source", name)
            small = _scored(hubscope, Path(home), n // SHARE, judge)
            large = _scored(hubscope, Path(home), n, judge)
            score_all = ("score", f"of-{n}", "--all", "--judge", judge)
            imports, reading = (spent(["-c", one], environment) for one in (IMPORTS, READING))
            again = hubscope(*score_all)
            verified = hubscope("verify", f"of-{n}")
            run = Path(home) / "runs" / f"of-{n}"
            reached = _cut(run)
            until = ["-m", "perf.long_run", "--until-it-goes-on", f"of-{n}", judge]
            goes_on = spent(until, environment)
            _same(run, reached)
            _cut(run)
            resumed = hubscope(*score_all)
            _same(run, reached)
        finally:
            hubscope("db", "stop")
    print(f"score {large.cpu:.1f} CPU s, resume {resumed.cpu:.1f}, verify {verified.cpu:.1f};")
    print(f"imports {imports.cpu:.1f}, {reading.cpu:.1f} with what reads a passage")
    held = [
        row(f"score of {n} trajectories by {judge}, memory", large.peak / GIB, 1.5, "GiB"),
        row(f"memory at {n} to {n // SHARE}", large.peak / small.peak, 1.2, "x"),
        row(f"scoring again with all {n} done", again.cpu - imports.cpu, 3, "CPU s"),
        row(f"going on after {n - 1}, to the next judged", goes_on.cpu - reading.cpu, 3, "CPU s"),
        row(
            "the same to its end, scores and the graph's copy",
            resumed.cpu - reading.cpu,
            None,
            "CPU s",
        ),
        row("verify / score", verified.cpu / large.cpu, 0.2, "x"),
    ]
    sys.exit(0 if all(held) else 1)


def _scored(hubscope: Callable[..., Spent], home: Path, n: int, judge: str) -> Spent:
    file = home / f"{n}.jsonl"
    own.write(file, made(n))
    hubscope("import", str(file), "--run", f"of-{n}")
    return hubscope("score", f"of-{n}", "--all", "--judge", judge)


def _cut(run: Path) -> str:
    """As after a kill before the last trajectory, nothing derived yet; the whole journal."""
    journal = run / "judged.jsonl"
    whole = journal.read_text("utf-8")
    journal.write_text("".join(whole.splitlines(keepends=True)[:-1]), "utf-8")
    (run / "scores.json").unlink(missing_ok=True)
    return whole


def _same(run: Path, whole: str) -> None:
    if (run / "judged.jsonl").read_text("utf-8") != whole:
        sys.exit("it was judged again: was the code changed meanwhile?")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--until-it-goes-on", run, judge]:
            until_it_goes_on(run, judge)
        case [n, *judge]:
            main(int(n), *judge)
        case _:
            main()
