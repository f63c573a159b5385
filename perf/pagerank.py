"""PageRank of 50,000 concepts by 250,000 relations, export of the edges included, on a warm server.

Against a bare export: the same edges, grouped by head, read and thrown away. An export of one row
an edge is shown beside it; it is what a first attempt would send. Then with relations that a
vocabulary alone attests, which do not count: one of them, and the share of the graph of all data.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial

from graph.connection import rows
from graph.degree import pageranks
from perf.bench import Bench, local_bench
from perf.graphs import LARGE, SMALL, graph
from perf.report import row
from perf.write import write_alone

ROUNDS = 4
BARE = """
    MATCH (head:Concept)-[r]->(tail:Concept)
    WITH head.key AS head, collect(tail.key) AS tails
    RETURN collect([head, tails]) AS found
"""
ROWS = "MATCH (head:Concept)-[r]->(tail:Concept) RETURN head.key AS head, tail.key AS tail"
# Of 28,684 relations 3,762 (docs/topology.md).
VOCABULARY_SHARE = 0.13
UNCOUNT = """
    MATCH (head:Concept)-[r]->(tail:Concept) WHERE r.origin <> ['vocabulary']
    WITH head, r, tail ORDER BY r.key LIMIT $n
    SET r.origin = ['vocabulary'], head.degree = head.degree - 1, tail.degree = tail.degree - 1
"""


def main() -> None:
    """Print the figures; exit 1 where the limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="10,000 + 20,000 instead")
    chosen = parser.parse_args()
    size = SMALL if chosen.small else LARGE
    with local_bench() as bench:
        write_alone(bench, graph(*size))
        held = report("no relation of a vocabulary alone", *measure(bench))
        for n in (1, round(VOCABULARY_SHARE * size[1]) - 1):
            bench.store.connection.write(partial(rows, query=UNCOUNT, n=n))
            held &= report(f"{n} more relations of a vocabulary alone", *measure(bench))
    sys.exit(0 if held else 1)


def report(title: str, bare_s: float, rows_s: float, export_s: float, ranked_s: float) -> bool:
    """Print the figures of a graph; whether the limit holds."""
    print(title)
    held = [
        row("bare export of the edges", bare_s, None, "CPU s"),
        row("export of one row an edge", rows_s, None, "CPU s"),
        row("the store's export", export_s, None, "CPU s"),
        row("export and PageRank", ranked_s, None, "CPU s"),
        row("export and PageRank to bare export", ranked_s / bare_s, 2, "ratio"),
        row("export and PageRank to one row an edge", ranked_s / rows_s, 2, "ratio"),
    ]
    return all(held)


def measure(bench: Bench) -> list[float]:
    """CPU seconds of each export and of PageRank, the least of some rounds after one to warm up."""
    store = bench.store
    questions: list[Callable[[], object]] = [
        lambda: store.connection.read(BARE),
        lambda: store.connection.read(ROWS),
        store.edges,
        lambda: pageranks(store.edges()),
    ]
    rounds = [[bench.cpu(ask) for ask in questions] for _ in range(1 + ROUNDS)]
    return [min(taken) for taken in zip(*rounds[1:], strict=True)]


if __name__ == "__main__":
    main()
