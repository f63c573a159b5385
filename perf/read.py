"""Reading at 50,000 concepts and 250,000 relations: medians as multiples of `RETURN 1`, one run."""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from graph.model import Contribution, Source
from graph.neo4j_reading import nearest
from graph.neo4j_store import Neo4jStore
from perf.bench import local_bench
from perf.graphs import LARGE, SMALL, graph
from perf.report import row

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
        held = measure(bench.store, part)
    sys.exit(0 if held else 1)


def measure(store: Neo4jStore, part: Contribution) -> bool:
    """Time each question among the others, so that what else the machine does hits all alike."""
    draw = random.Random(1)  # noqa: S311  # which concepts are asked for, not a secret
    keys = [concept.key for concept in part.concepts]
    hub = store.hubs(top=1)[0].key
    questions: dict[str, Callable[[], object]] = {
        "RETURN 1": lambda: store.connection.read("RETURN 1"),
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
    limits = {
        "top 100 hubs": 4.0,
        "1,000 degrees": 25.0,
        "two hops, 300 concepts": 8.0,
        "two hops, 300 concepts, all relations among them": 8.0,
    }
    times: dict[str, list[float]] = {name: [] for name in questions}
    for n in range(WARM_UP + ROUNDS):
        for name, ask in questions.items():
            began = time.perf_counter()
            ask()
            if n >= WARM_UP:
                times[name].append(time.perf_counter() - began)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    row("RETURN 1, median", 1e3 * medians["RETURN 1"], None, "ms")
    return all(
        [
            row(
                f"{name} to RETURN 1",
                medians[name] / medians["RETURN 1"],
                limits.get(name),
                "ratio",
            )
            for name, taken in medians.items()
            if name != "RETURN 1"
        ]
    )


if __name__ == "__main__":
    main()
