"""A local server in a throw-away home, and the CPU that a piece of work takes on it, warm.

Warm means: what the JVM spends on compiling our statements is left out, and each piece of work
starts with a collected heap on both sides, so that it pays for its own garbage and no other's.
"""

import gc
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from graph import java, server
from graph.neo4j_store import Neo4jStore
from hubscope.settings import load_settings

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Bench:
    """A store and the process of its server."""

    store: Neo4jStore
    pid: int

    def cpu(self, work: Callable[[], object]) -> float:
        """CPU seconds of server and client that a piece of work takes."""
        gc.collect()
        gc.freeze()  # what was built to be written is not the store's to collect
        collect = [str(java.runtime() / "bin" / "jcmd"), str(self.pid), "GC.run"]
        subprocess.run(collect, check=True, capture_output=True)
        before = self._spent()
        work()
        return self._spent() - before

    def resident_mb(self) -> float:
        """Memory of the server's process."""
        return float(psutil.Process(self.pid).memory_info().rss) / 1e6

    def _spent(self) -> float:
        times = psutil.Process(self.pid).cpu_times()
        return float(times.user + times.system) - compiling(self.pid) + time.process_time()


@contextmanager
def local_bench(*, heap: str | None = None, pagecache: str | None = None) -> Iterator[Bench]:
    """A local server in a throw-away home, with the usual memory or the given one."""
    with tempfile.TemporaryDirectory() as folder:
        own = replace(load_settings(), home=Path(folder), neo4j_uri=None)
        settings = own.using(neo4j_heap=heap, neo4j_pagecache=pagecache)
        try:
            store = Neo4jStore.connect(server.start(settings))
            yield Bench(store, server.status(settings).pid or 0)
            store.close()
        finally:
            server.stop(settings)


def compiling(pid: int) -> float:
    """CPU seconds that the compiler's threads of a JVM took."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        try:
            name, _, rest = (thread / "stat").read_text().partition("(")[2].rpartition(")")
        except OSError:  # it ended meanwhile
            continue
        if "Compiler" in name:
            user, system = rest.split()[11:13]
            total += int(user) + int(system)
    return total / _TICKS_A_SECOND
