"""Reading at 50,000 concepts and 250,000 relations: medians as multiples of `RETURN 1`, one run."""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from graph.model import Source
from graph.neo4j_reading import nearest
from graph.neo4j_store import Neo4jStore
from perf.bench import local_bench
from perf.graphs import LARGE, SMALL, graph
from perf.report import row

ONE = "RETURN 1"
LIMITS = {
    "top 100 hubs": 4.0,
    "1,000 degrees": 25.0,
    "two hops, 300 concepts": 8.0,
    "two hops, 300 concepts, all relations among them": 8.0,
}
ROUNDS = 60
WARM_UP = 20


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="10,000 + 20,000 instead")
    chosen = parser.parse_args()
    part = graph(*(SMALL if chosen.small else LARGE))
    with local_bench() as bench:
        source = Source("measured", "table", "0" * 64)
        bench.store.begin(source)
        bench.store.write(source, part)
        bench.store.commit(source)
        medians = measure(bench.store, [concept.key for concept in part.concepts])
    row(f"{ONE}, median", 1e3 * medians[ONE], None, "ms")
    found = ratios(medians)
    held = [row(f"{name} to {ONE}", found[name], LIMITS.get(name), "ratio") for name in found]
    sys.exit(0 if all(held) else 1)


def ratios(medians: Mapping[str, float]) -> dict[str, float]:
    """Each question's median as a multiple of `RETURN 1`."""
    return {name: taken / medians[ONE] for name, taken in medians.items() if name != ONE}


def measure(store: Neo4jStore, keys: Sequence[str]) -> dict[str, float]:
    """Median seconds of each question about concepts of these keys.

    Each is asked among the others, so that what else the machine does hits all alike.
    """
    draw = random.Random(1)  # noqa: S311  # which concepts are asked for, not a secret
    hub = store.hubs(top=1)[0].key
    questions: dict[str, Callable[[], object]] = {
        ONE: lambda: store.connection.read(ONE),
        "top 100 hubs": lambda: store.hubs(top=100),
        "1,000 degrees": lambda: store.concepts(draw.sample(keys, 1000)),
        "two hops, 300 concepts": lambda: store.connection.reading(
            lambda tx: nearest(tx, draw.choice(keys), hops=2, cap=300)
        ),
        "two hops, 300 concepts, all relations among them": lambda: store.neighbourhood(
            draw.choice(keys), hops=2
        ),
        "two hops of the first hub, the same": lambda: store.neighbourhood(hub, hops=2),
    }
    times: dict[str, list[float]] = {name: [] for name in questions}
    for n in range(WARM_UP + ROUNDS):
        for name, ask in questions.items():
            began = time.perf_counter()
            ask()
            if n >= WARM_UP:
                times[name].append(time.perf_counter() - began)
    return {name: statistics.median(taken) for name, taken in times.items()}


if __name__ == "__main__":
    main()
