"""All of the shared data folder in one graph, by the command line, killed three times on the way.

`python -m perf.all_data [--home FOLDER]` ingests every source of perf/data_folder.py, each by a
`hubscope ingest` of its own, into an empty home. At drawn points while it writes the client, the
server, and both are killed (SIGKILL); each time the same command is given again. Then `hubscope
sources check`, and the figures of docs/topology.md (perf/whole_graph.py). About half an hour.
`--figures` only prints the figures of a home that was filled so.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from graph import server
from hubscope.settings import Settings, load_settings
from ingest.spool import spool_file
from perf.data_folder import DATA, SOURCES, files, left_out
from perf.whole_graph import print_figures
from ui.connection import spool_folder

# Written for long enough that a kill falls into it.
_LONG = ("civic", "bel", "pubmed", "fulltext", "pubmedqa", "scifact_pairs", "check_covid", "medqa")
_LATEST_S = 2.0
_LOOK_S = 0.02
_TAIL = 4096


class Victim(StrEnum):
    """What is killed."""

    CLIENT = "client"
    SERVER = "server"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Strike:
    """A kill in some source, `after_s` seconds after its writing has begun."""

    victim: Victim
    after_s: float


def drawn_strikes(seed: int) -> dict[str, Strike]:
    """One strike a victim, each in another source that is written for long."""
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    struck = draw.sample(_LONG, len(Victim))
    return {
        name: Strike(victim, draw.uniform(0, _LATEST_S))
        for name, victim in zip(struck, Victim, strict=True)
    }


class Driver:
    """Runs `hubscope` with one home, and kills it or its server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def run(self, *words: str, strike: Strike | None = None) -> tuple[int, str, str]:
        """Exit code and output of a command, which may be struck; `words[-1]` is its source."""
        command = subprocess.Popen(
            [sys.executable, "-m", "ui.cli", *words],
            env=os.environ | {"HUBSCOPE_HOME": str(self.settings.home)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if strike is not None:
            self._strike(command, words[-1], strike)
        out, said = command.communicate()
        return command.returncode, out, said

    def ingest(self, paths: Sequence[Path], name: str, strike: Strike | None = None) -> bool:
        """Ingest one source and print what became of it; whether it is in the graph."""
        started = time.monotonic()
        words = ("ingest", *map(str, paths), "--json", "--source", name)
        code, out, said = self.run(*words, strike=strike)
        seconds = time.monotonic() - started
        if code:
            line = said.strip().splitlines()[-1:] or [""]
            print(
                f"| {name} | exit code {code} after {seconds:.0f} s: {line[0][:200]} |", flush=True
            )
            return False
        _print_ingested(json.loads(out)["sources"][0], seconds)
        return True

    def _strike(self, command: subprocess.Popen[str], source: str, strike: Strike) -> None:
        spool = spool_file(spool_folder(self.settings), source)
        while command.poll() is None and not _is_whole(spool):
            time.sleep(_LOOK_S)
        time.sleep(strike.after_s)
        if command.poll() is not None:
            print(f"| {source} | too late for the strike |")
            return
        if strike.victim is not Victim.SERVER:
            command.kill()
        if strike.victim is not Victim.CLIENT:
            state = server.local_home(self.settings).running()
            if state is not None:
                os.kill(state.pid, signal.SIGKILL)
        what = f"{strike.victim} killed {strike.after_s:.2f} s after writing began"
        print(f"| {source} | {what} |", flush=True)


def _is_whole(spool: Path) -> bool:
    """Whether a spool has its last line: from then on its source is written to the graph."""
    try:
        with spool.open("rb") as file:
            file.seek(max(0, spool.stat().st_size - _TAIL))
            return b'\n{"source":' in file.read()
    except OSError:
        return False


def _print_ingested(one: Mapping[str, Any], seconds: float) -> None:
    state = "unchanged" if one["unchanged"] else one["state"]
    reasons = Counter(one["reasons"]).most_common(4)
    before = ", ".join(one["rolled_forward"])
    cells = [
        *(one["source"], state, one["documents"], one["items"], one["concepts"]),
        *(one["relations"], one["claims"], ", ".join(f"{n:,} {why}" for why, n in reasons)),
        f"{seconds:.0f} s" + (f", finished {before} first" if before else ""),
    ]
    shown = (f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells)
    print(f"| {' | '.join(shown)} |", flush=True)


def ingest_all(driver: Driver, data: Path, seed: int) -> bool:
    """Ingest every source, struck on the way; whether all are in and every strike fell."""
    strikes = drawn_strikes(seed)
    print("| source | state | documents | items | concepts | relations | claims | left out | |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    n_struck, held = 0, True
    with tempfile.TemporaryDirectory() as unpacked:
        for source in SOURCES:
            paths = files(data, source.patterns, Path(unpacked))
            if source.name in strikes:
                n_struck += not driver.ingest(paths, source.name, strikes[source.name])
            held &= driver.ingest(paths, source.name)
    print(f"\n{n_struck} of {len(strikes)} strikes ended their command")
    return held and n_struck == len(strikes)


def print_left_out(data: Path) -> bool:
    """Print the files that are part of no source, by reason; whether each has one."""
    reasons: dict[str, list[str]] = {}
    for path, why in left_out(data):
        reasons.setdefault(why, []).append(str(path.relative_to(data)))
    print("\n| files in no source | of | why |\n|---|---|---|")
    for why, paths in sorted(reasons.items()):
        folders = ", ".join(sorted({path.split("/")[0] for path in paths}))
        print(f"| {len(paths)} | {folders} | {why or 'NOT LISTED'} |")
    return "" not in reasons


@contextmanager
def _home(chosen: Path | None) -> Iterator[Path]:
    if chosen is not None:
        yield chosen
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _filled(driver: Driver, data: Path, seed: int) -> bool:
    """Fill the empty home and check it."""
    if server.local_home(driver.settings).root.exists():
        sys.exit(f"{driver.settings.home} is not empty")
    held = ingest_all(driver, data, seed)
    code, out, _ = driver.run("sources", "check")
    print(f"\n`hubscope sources check`: {out.strip()}")
    return held and not code


def main() -> int:
    """Ingest, check, print; 1 where something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, help="an empty folder; without it a temporary one")
    parser.add_argument("--figures", action="store_true", help="of a home that is there")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    if not DATA.is_dir():
        print(f"skipped: no shared data at {DATA}")
        return 0
    with _home(given.home) as home:
        settings = replace(load_settings(), home=home, neo4j_uri=None)
        try:
            held = given.figures or _filled(Driver(settings), DATA, given.seed)
            held &= print_left_out(DATA)
            held &= print_figures(settings, given.seed)
        finally:
            server.stop(settings)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
