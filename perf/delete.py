"""Deleting one of 200 sources: CPU by what it attested, on a warm server.

Of 200 sources one attests ten times as much as the others, which share their concepts with it.
Deleting it is compared with deleting ten of the others, and deleting ten out of 200 with deleting
ten out of 20: neither the size of a source nor what others attest may change what a claim costs.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.model import Contribution, Source
from graph.store import GraphStore
from perf.bench import Bench, local_bench
from perf.graphs import graph
from perf.report import row

SOURCES = 200
AT_ONCE = 10
ROUNDS = 3
# 200 sources and one as large as ten of them.
CONCEPTS, CLAIMS_A_SOURCE = 20_000, 200


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=CLAIMS_A_SOURCE, help="of one source")
    chosen = parser.parse_args()
    whole = graph(CONCEPTS, chosen.claims * (SOURCES + AT_ONCE))
    parts = list(_parts(whole, chosen.claims, SOURCES))
    large = _part(whole, chosen.claims * SOURCES, chosen.claims * AT_ONCE)
    with local_bench() as bench:
        few = measure(bench, parts[: 2 * AT_ONCE], large)
        many = measure(bench, parts, large)
    n = AT_ONCE * chosen.claims
    held = [
        row(f"ten of 20 sources, each of their {n:,} claims", 1e6 * few[0] / n, None, "CPU us"),
        row(f"ten of {SOURCES} sources, the same", 1e6 * many[0] / n, None, "CPU us"),
        row(f"one source with {n:,} claims, the same", 1e6 * many[1] / n, None, "CPU us"),
        row(f"one of {SOURCES} sources to writing it", many[0] / many[2], None, "ratio"),
        row(f"ten of {SOURCES} sources to ten of 20", many[0] / few[0], 1.5, "ratio"),
        row("one large source to ten that attest as much", many[1] / many[0], 1.5, "ratio"),
    ]
    sys.exit(0 if all(held) else 1)


def measure(
    bench: Bench, parts: Sequence[Contribution], large: Contribution
) -> tuple[float, float, float]:
    """CPU seconds to delete ten sources, to delete a large one, and to write the ten again."""
    store = bench.store
    store.clear()
    names = [f"source {n}" for n in range(len(parts))]
    _write(store, zip(names, parts, strict=True))
    some, of_some = names[:AT_ONCE], parts[:AT_ONCE]
    taken = []
    for _ in range(1 + ROUNDS):
        _write(store, [("large", large)])
        one = bench.cpu(lambda: store.delete_source("large"))
        ten = bench.cpu(lambda: [store.delete_source(name) for name in some])
        again = bench.cpu(lambda: _write(store, zip(some, of_some, strict=True)))
        taken.append((ten, one, again))
    tens, ones, rewrites = zip(*taken[1:], strict=True)
    return min(tens), min(ones), min(rewrites)


def _write(store: GraphStore, named: Iterable[tuple[str, Contribution]]) -> None:
    for name, part in named:
        source = Source(name, "table", "0" * 64)
        store.begin(source)
        store.write(source, part)
        store.commit(source)


def _parts(whole: Contribution, n_claims: int, n_sources: int) -> Iterable[Contribution]:
    return (_part(whole, n_claims * n, n_claims) for n in range(n_sources))


def _part(whole: Contribution, first: int, n_claims: int) -> Contribution:
    """Some claims of a graph with what they refer to."""
    evidence = whole.evidence[first : first + n_claims]
    used = {one.chunk for one in evidence}
    chunks = tuple(chunk for chunk in whole.chunks if chunk.key in used)
    documents = {chunk.document for chunk in chunks}
    namings = tuple(naming for naming in whole.namings if naming.document in documents)
    ends = {end for one in evidence for end in (one.claim.head, one.claim.tail)}
    ends.update(naming.concept for naming in namings)
    return replace(
        whole,
        concepts=tuple(concept for concept in whole.concepts if concept.key in ends),
        documents=tuple(one for one in whole.documents if one.key in documents),
        chunks=chunks,
        namings=namings,
        evidence=evidence,
    )


if __name__ == "__main__":
    main()
