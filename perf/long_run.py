"""A long run by the command line: memory of `score`, what going on costs, what `verify` costs.

    python -m perf.long_run [TRAJECTORIES]

Each command is a process of its own against a server of its own; CPU seconds are the command's, not
the server's. Trajectories are those of perf.scoring: made from the bundled sample, no claim twice.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agents.formats import own
from benchmarks.demo import ITEMS
from perf.report import row
from perf.scoring import SAMPLE, made

LARGE, SHARE = 10_000, 10
GIB = 2**30
# What `score` and `verify` import before they do anything.
IMPORTS = "import ui.cli, ui.commands.runs, benchmarks.workbench, benchmarks.verify, ui.connection"


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


def main(n: int) -> None:
    """Print the figures against their limits."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HUBSCOPE_HOME": home}
        environment.pop("NEO4J_URI", None)

        def hubscope(*arguments: str) -> Spent:
            return spent(["-m", "ui.cli", *arguments], environment)

        try:
            for name, file in ITEMS.items():
                hubscope("ingest", str(SAMPLE / file), "--source", name)
            small = _scored(hubscope, Path(home), n // SHARE)
            large = _scored(hubscope, Path(home), n)
            imports = spent(["-c", IMPORTS], environment)
            verified = hubscope("verify", f"of-{n}")
            resumed = _resumed(hubscope, Path(home) / "runs" / f"of-{n}", f"of-{n}")
        finally:
            hubscope("db", "stop")
    print(f"score {large.cpu:.1f} CPU s, resume {resumed.cpu:.1f}, verify {verified.cpu:.1f};")
    print(f"imports {imports.cpu:.1f}; what was embedded is kept, so going on needs no encoder")
    held = [
        row(f"score of {n} trajectories, memory", large.peak / GIB, 1.5, "GiB"),
        row(f"memory at {n} to {n // SHARE}", large.peak / small.peak, 1.2, "x"),
        row(f"one trajectory after {n - 1} done", resumed.cpu - imports.cpu, 3, "CPU s"),
        row("verify / score", verified.cpu / large.cpu, 0.2, "x"),
    ]
    sys.exit(0 if all(held) else 1)


def _scored(hubscope: Callable[..., Spent], home: Path, n: int) -> Spent:
    file = home / f"{n}.jsonl"
    own.write(file, made(n))
    hubscope("import", str(file), "--run", f"of-{n}")
    return hubscope("score", f"of-{n}", "--all")


def _resumed(hubscope: Callable[..., Spent], run: Path, name: str) -> Spent:
    """Score again after a kill before the last trajectory, and nothing derived yet."""
    journal = run / "judged.jsonl"
    whole = journal.read_text("utf-8")
    done = "".join(whole.splitlines(keepends=True)[:-1])
    journal.write_text(done, "utf-8")
    (run / "scores.json").unlink()
    took = hubscope("score", name, "--all")
    if journal.read_text("utf-8") != whole:
        sys.exit("it was judged again: was the code changed meanwhile?")
    return took


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LARGE)
