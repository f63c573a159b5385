"""Rules over PubMedQA: items a second after the build, CPU seconds of 1,000, in proportion to 20,000.

    python -m perf.rules            rules and the memory store; proportion by items read again
    python -m perf.rules --store    and a Neo4j server of its own, without embedding
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from graph.model import Contribution, Source
from graph.vocabulary import Origin
from ingest.items import BenchmarkItem
from perf.extraction_sources import DATA, extractor, records
from perf.report import finish, row

PER_SECOND, SECONDS, GROWTH = 200.0, 60.0, 1.15
MANY = 20


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    started = time.process_time()
    extractor()
    row("build of the lexicon", time.process_time() - started, None, "CPU s")
    items = [one for one in records("pubmedqa") if isinstance(one, BenchmarkItem)]
    once, parts = _timed(items)
    row("1,000 items, rules alone", once, SECONDS / 2, "CPU s")
    row("CPU time an item at 200 a second to ours", once / len(items) * PER_SECOND, 1.0, "ratio")
    row("items a second", len(items) / once, None, "items")
    many, _ = _timed([replace(one, id=f"{one.id}-{n}") for n in range(MANY) for one in items])
    row("CPU time an item, 20,000 items to 1,000", many / MANY / once, GROWTH, "ratio")
    if "--store" in sys.argv:
        stored = _stored(parts)
        row("1,000 items into a server", stored, SECONDS / 2, "CPU s")
        row("1,000 items, rules and store", once + stored, SECONDS, "CPU s")
    finish()


def _timed(items: Sequence[BenchmarkItem]) -> tuple[float, list[Contribution]]:
    started = time.process_time()
    parts = [extractor().contribution(one, "pubmedqa", Origin.INTRINSIC).contribution for one in items]
    return time.process_time() - started, parts if len(items) <= 1000 else []


def _stored(parts: Sequence[Contribution]) -> float:
    """CPU seconds of client and server while the parts are written."""
    from perf.server import own_server  # noqa: PLC0415 - only where a server is asked for

    with tempfile.TemporaryDirectory() as folder, own_server(Path(folder)) as (store, cpu):
        source = Source("pubmedqa", "pubmedqa", "0" * 64)
        before = cpu() + time.process_time()
        store.begin(source)
        for part in parts:
            store.write(source, part)
        store.commit(source)
        return cpu() + time.process_time() - before


if __name__ == "__main__":
    main()
