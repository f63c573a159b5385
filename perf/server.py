"""The local server: CPU from start to first answer, time to stop, size of an empty store.

Runs a server of its own in a throw-away home; the JVM's cache is trained before, if it is not yet.
"""

import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import psutil

from graph import server
from hubscope.settings import Settings, load_settings
from perf.report import row

STARTS = 3


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    with tempfile.TemporaryDirectory() as folder:
        settings = replace(load_settings(), home=Path(folder), neo4j_uri=None)
        try:
            server.start(settings)
            server.stop(settings)
            store_mb = _size(server.local_home(settings).data) / 1e6
            runs = [_once(settings) for _ in range(STARTS)]
        finally:
            server.stop(settings)
    help_s = min(_help() for _ in range(STARTS))
    held = [
        row("hubscope --help", help_s, 0.4, "s"),
        row("start to first answer, server", min(run[0] for run in runs), 10, "CPU s"),
        row("start to first answer, caller", min(run[1] for run in runs), None, "CPU s"),
        row("stop", min(run[2] for run in runs), 2, "s"),
        row("empty store", store_mb, 20, "MB"),
    ]
    sys.exit(0 if all(held) else 1)


def _help() -> float:
    """Wall seconds of the overview."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "ui.cli", "--help"], capture_output=True, check=True)
    return time.perf_counter() - started


def _once(settings: Settings) -> tuple[float, float, float]:
    """CPU seconds of the server and of this process until an answer, and seconds of the stop."""
    began = time.process_time()
    server.start(settings)
    pid = server.status(settings).pid  # asks the database for its counts: the first queries
    own = time.process_time() - began
    spent = psutil.Process(pid).cpu_times()
    asked = time.monotonic()
    server.stop(settings)
    return spent.user + spent.system, own, time.monotonic() - asked


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
