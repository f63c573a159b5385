"""A graph four times as large: CPU an element to write it, and what its reading costs.

    python -m perf.scale --heap 1g --pagecache 1g

Both sizes are written whole, with provenance, to one warm server, each into an empty database.
"""

import argparse
import sys
from dataclasses import dataclass

from graph.model import Source
from perf import read
from perf.bench import Bench, local_bench
from perf.graphs import HUGE, LARGE, SMALL, elements, graph
from perf.report import row

WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Figures:
    """CPU microseconds an element, and reading as multiples of `RETURN 1`."""

    element_us: float
    reading: dict[str, float]


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heap", default="1g", help="of the server; at most 2g")
    parser.add_argument("--pagecache", default="1g", help="of the server")
    parser.add_argument("--concepts", type=int, default=HUGE[0])
    parser.add_argument("--relations", type=int, default=HUGE[1])
    chosen = parser.parse_args()
    with local_bench(heap=chosen.heap, pagecache=chosen.pagecache) as bench:
        for _ in range(WARM_UP):
            _write(bench, *SMALL)
        large = measure(bench, *LARGE)
        huge = measure(bench, chosen.concepts, chosen.relations)
        resident_mb = bench.resident_mb()
    grown = huge.element_us / large.element_us
    held = [
        row("server, resident", resident_mb, None, "MB"),
        row("an element at the larger size", huge.element_us, None, "CPU us"),
        row("an element, larger to smaller", grown, 1.3, "ratio"),
        *(
            row(f"{name}, larger to smaller", huge.reading[name] / large.reading[name], 2, "ratio")
            for name in large.reading
        ),
    ]
    sys.exit(0 if all(held) else 1)


def measure(bench: Bench, n_concepts: int, n_relations: int) -> Figures:
    """Write a graph into the empty database and read it."""
    element_us = _write(bench, n_concepts, n_relations)
    keys = [concept.key for concept in graph(n_concepts, 1).concepts]
    reading = read.ratios(read.measure(bench.store, keys))
    for name, ratio in reading.items():
        row(f"{n_concepts:,} + {n_relations:,}: {name} to {read.ONE}", ratio, None, "ratio")
    return Figures(element_us, reading)


def _write(bench: Bench, n_concepts: int, n_relations: int) -> float:
    """CPU microseconds an element that writing a graph takes."""
    part, source = graph(n_concepts, n_relations), Source("measured", "table", "0" * 64)
    bench.store.clear()

    def ingest() -> None:
        bench.store.begin(source)
        bench.store.write(source, part)
        bench.store.commit(source)

    return 1e6 * bench.cpu(ingest) / elements(part)


if __name__ == "__main__":
    main()
