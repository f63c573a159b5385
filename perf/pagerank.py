"""PageRank of 50,000 concepts by 250,000 relations, export of the edges included, on a warm server.

Against a bare export: the same edges, grouped by head, read and thrown away. An export of one row
an edge is shown beside it; it is what a first attempt would send.
"""

import argparse
import sys
from collections.abc import Callable

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


def main() -> None:
    """Print the figures; exit 1 where the limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="10,000 + 20,000 instead")
    chosen = parser.parse_args()
    with local_bench() as bench:
        write_alone(bench, graph(*(SMALL if chosen.small else LARGE)))
        bare_s, rows_s, export_s, ranked_s = measure(bench)
    held = [
        row("bare export of the edges", bare_s, None, "CPU s"),
        row("export of one row an edge", rows_s, None, "CPU s"),
        row("the store's export", export_s, None, "CPU s"),
        row("export and PageRank", ranked_s, None, "CPU s"),
        row("export and PageRank to bare export", ranked_s / bare_s, 2, "ratio"),
        row("export and PageRank to one row an edge", ranked_s / rows_s, 2, "ratio"),
    ]
    sys.exit(0 if all(held) else 1)


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
