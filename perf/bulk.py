"""A first load through the server's own import against writing it, in one run.

One graph, 50,000 concepts and 250,000 relations with full provenance (`--huge`: four times that),
goes into an empty local graph in three ways, each on a server that was just started:

- *ingest*: `begin`, `write`, `commit` of the store, as every ingest writes what it has read;
- *import*: `import-graph --no-bulk` of its export: read, written, compared line by line;
- *bulk*: `import-graph --bulk` of its export: CSV files, the server's import, constraints and
  indexes, and the start of the server that it takes.

CPU seconds are of this process, of the server, and of every process that they start. Checking the
file, which both imports do, stands apart.
"""

import argparse
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psutil

from graph import bulk, server
from graph.checks import violations
from graph.export import export
from graph.importing import bring
from graph.memory_store import MemoryStore
from graph.model import Source
from graph.neo4j_store import Neo4jStore
from graph.portable import open_graph
from graph.store import GraphStore
from hubscope.settings import Settings, load_settings
from perf.graphs import HUGE, LARGE, SMALL, graph
from perf.report import row

LEAST_RATIO = 5.0
SOURCE = Source("measured", "table", "0" * 64)


def main() -> None:
    """Print the figures; exit 1 where bulk is not so much faster."""
    parser = argparse.ArgumentParser(description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--small", action="store_const", const=SMALL, dest="size")
    size.add_argument("--huge", action="store_const", const=HUGE, dest="size")
    part = graph(*(parser.parse_args().size or LARGE))

    def ingest(store: GraphStore) -> None:
        store.begin(SOURCE)
        store.write(SOURCE, part)
        store.commit(SOURCE)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.jsonl"
        oracle = MemoryStore()
        ingest(oracle)
        export(oracle, path)
        del oracle
        before = _own()
        file = open_graph(path)
        check = _own() - before
        with _fresh() as (settings, store):
            ingested = _cpu(settings, lambda: ingest(store))
        with _fresh() as (settings, store):
            imported = _cpu(settings, lambda: bring(store, file))
        with _fresh() as (settings, store):
            store.close()
            server.stop(settings)
            before = _own()
            bulk.load(settings, file)
            loaded = _own() - before
            store = Neo4jStore.connect(server.start(settings))
            sound = not violations(store)
            store.close()
    row("check of the file", check, None, "CPU s")
    row("ingest", ingested, None, "CPU s")
    row("import, written", imported, None, "CPU s")
    row("import, in bulk", loaded, None, "CPU s")
    row("ingest to bulk", ingested / loaded, None, "ratio")
    row("import to bulk", imported / loaded, None, "ratio")
    held = row("bulk to a fifth of import", LEAST_RATIO * loaded / imported, 1, "ratio")
    row("graph sound afterwards", float(sound), None, "1 = yes")
    sys.exit(0 if sound and held else 1)


@contextmanager
def _fresh() -> Iterator[tuple[Settings, Neo4jStore]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = replace(load_settings(), home=Path(folder), neo4j_uri=None)
        try:
            store = Neo4jStore.connect(server.start(settings))
            yield settings, store
            store.close()
        finally:
            server.stop(settings)


def _cpu(settings: Settings, work: Callable[[], object]) -> float:
    process = psutil.Process(server.status(settings).pid)

    def spent() -> float:
        times = process.cpu_times()
        return float(times.user + times.system) + _own()

    before = spent()
    work()
    return spent() - before


def _own() -> float:
    """CPU seconds of this process and of those that it started and that have ended."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    main()
