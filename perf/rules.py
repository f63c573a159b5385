"""Rules over PubMedQA and their store: CPU of 1,000 items, and in proportion to 20,000.

    python -m perf.rules [--rules-only]

20,000 items are the 1,000 read twenty times under other ids.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from graph.model import Contribution, Source
from graph.vocabulary import Origin
from ingest.batches import BATCH_ELEMENTS, batches
from ingest.items import BenchmarkItem
from perf.bench import local_bench
from perf.extraction_sources import DATA, extractor, records
from perf.report import row

ALL, STORE, A_SECOND, GROWTH = 60.0, 30.0, 200.0, 1.15
MANY = 20


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    started = time.process_time()
    extractor()
    row("build of the lexicon", time.process_time() - started, None, "CPU s")
    items = [one for one in records("pubmedqa") if isinstance(one, BenchmarkItem)]
    rules, parts = _timed(items)
    row(f"{len(items)} PubMedQA items, rules", rules, None, "CPU s")
    held = row("time of an item to a 200th of a second", A_SECOND * rules / len(items), 1, "ratio")
    many = sum(_timed([replace(one, id=f"{one.id}-{n}") for one in items])[0] for n in range(MANY))
    held &= row("time of an item, 20,000 to 1,000", many / MANY / rules, GROWTH, "ratio")
    if "--rules-only" not in sys.argv:
        store = _stored(parts)
        held &= row("the same items into a server", store, STORE, "CPU s")
        held &= row("rules and store", rules + store, ALL, "CPU s")
    sys.exit(0 if held else 1)


def _timed(items: Sequence[BenchmarkItem]) -> tuple[float, list[Contribution]]:
    started = time.process_time()
    found = [extractor().contribution(one, "pubmedqa", Origin.INTRINSIC) for one in items]
    return time.process_time() - started, [one.contribution for one in found]


def _stored(parts: Sequence[Contribution]) -> float:
    """CPU seconds of client and server for one source, batched as the pipeline batches."""
    source = Source("pubmedqa", "pubmedqa", "0" * 64)
    with local_bench() as bench:

        def work() -> None:
            bench.store.begin(source)
            for part in batches(iter(parts), BATCH_ELEMENTS):
                bench.store.write(source, part)
            bench.store.commit(source)

        return bench.cpu(work)


if __name__ == "__main__":
    main()
