"""Writing: CPU of server and client for a graph, against bare CREATE, on one warm server.

Three ways to write one graph of concepts and relations:

- *bare*: nothing but `CREATE`, with the same constraints, ends matched by key, no check, no degree;
- *alone*: the store's own statements for concepts and relations, with degrees, without provenance;
- *full*: `begin`, `write`, `commit` of the store: names, documents, chunks, claims, evidence too,
  against bare CREATE of all of these.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from functools import partial

from neo4j import ManagedTransaction

from graph.connection import Row
from graph.cypher import write as text
from graph.model import Concept, Contribution, Evidence, Source
from graph.names import identity
from graph.neo4j_deriving import add_degrees, batched, put, put_all
from graph.neo4j_writing import TRANSACTION_ROWS, by_rarer_end
from graph.vocabulary import RelationType
from perf import bare
from perf.bench import Bench, local_bench
from perf.graphs import LARGE, SMALL, elements, graph
from perf.report import row

ROUNDS = 4
# A claim with one piece of evidence weighs two rows and makes five nodes and relationships.
ALONE_AT_ONCE = TRANSACTION_ROWS // 2 * 5


@dataclass(frozen=True, slots=True)
class Figures:
    """CPU seconds for one size."""

    bare: float
    alone: float
    bare_full: float
    full: float
    again: float
    unchanged: float


def main() -> None:
    """Print the figures; exit 1 where a limit is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of the small size; half: large")
    parser.add_argument("--small-only", action="store_true")
    chosen = parser.parse_args()
    with local_bench() as bench:
        part = graph(*SMALL)
        for _ in range(2):  # a cold JVM takes five times as long
            measure(bench, part)
        small = least(measure(bench, part) for _ in range(chosen.rounds))
        held = report("10,000 + 20,000", small, part, again_limit=0.40)
        if not chosen.small_only:
            part = graph(*LARGE)
            large = least(measure(bench, part) for _ in range(chosen.rounds // 2))
            held &= report("50,000 + 250,000", large, part, again_limit=0.25)
            held &= compare(small, graph(*SMALL), large, part)
    sys.exit(0 if held else 1)


def measure(bench: Bench, part: Contribution) -> Figures:
    """Write one graph in every way, each time into an empty database."""
    store, connection = bench.store, bench.store.connection
    source = Source("measured", "table", "0" * 64)

    def create_alone() -> None:
        bare.create_concepts(connection, part)
        bare.create_relations(connection, part)

    def create_all() -> None:
        create_alone()
        bare.create_provenance(connection, source, part)

    def ingest() -> None:
        store.begin(source)
        store.write(source, part)
        store.commit(source)

    def emptied(work: Callable[[], None]) -> float:
        store.clear()
        return bench.cpu(work)

    return Figures(
        bare=emptied(create_alone),
        alone=emptied(partial(write_alone, bench, part)),
        bare_full=emptied(create_all),
        full=emptied(ingest),
        again=bench.cpu(ingest),
        unchanged=bench.cpu(lambda: store.stored(source.name)),
    )


def write_alone(bench: Bench, part: Contribution) -> None:
    """Concepts and relations by the store's own statements, degrees too, without provenance."""
    connection = bench.store.connection
    by_type: defaultdict[str, list[Row]] = defaultdict(list)
    for concept in sorted(part.concepts, key=lambda concept: concept.key):
        by_type[text.create_concepts(concept.type)].append(_concept_row(concept))
    for query, given in by_type.items():
        for batch in batched(given):
            connection.write(partial(put, query=query, given=batch, expected=0, source=""))
    place = by_rarer_end(evidence.claim for evidence in part.evidence)
    ordered = sorted(part.evidence, key=lambda evidence: place(evidence.claim))
    for group in batched(ordered, ALONE_AT_ONCE):
        connection.write(partial(_relations, evidence=group))


def _relations(tx: ManagedTransaction, evidence: Sequence[Evidence]) -> None:
    degrees: Counter[str] = Counter()
    by_type: defaultdict[RelationType, list[Row]] = defaultdict(list)
    for one in evidence:
        claim = one.claim
        degrees[claim.head] += 1
        degrees[claim.tail] += 1
        by_type[claim.relation].append(
            {
                "key": claim.relation_key,
                "head": claim.head,
                "tail": claim.tail,
                "origin": [one.origin.value],
                "strength": "strong",
                "hedge": one.hedge,
                "support": 1,
            }
        )
    for relation, given in by_type.items():
        put_all(tx, text.create_relations(relation), given)
    add_degrees(tx, degrees)


def _concept_row(concept: Concept) -> Row:
    return {
        "key": concept.key,
        "identity": identity(concept.name),
        "name": concept.name,
        "aliases": [concept.name],
        "identifiers": [],
        "names": [],
    }


def least(runs: Iterable[Figures]) -> Figures:
    """The least of each figure over rounds: what other work on the machine adds is left out."""
    every = [astuple(run) for run in runs]
    return Figures(*(min(column) for column in zip(*every, strict=True)))


def report(size: str, found: Figures, part: Contribution, *, again_limit: float) -> bool:
    """Print the figures of one size."""
    n_alone = len(part.concepts) + len(part.evidence)
    return all(
        [
            row(f"{size}: bare CREATE of them", found.bare, None, "CPU s"),
            row(f"{size}: concepts and relations alone", found.alone, None, "CPU s"),
            row(f"{size}: the same, an element", 1e6 * found.alone / n_alone, None, "CPU us"),
            row(f"{size}: bare CREATE with provenance", found.bare_full, None, "CPU s"),
            row(f"{size}: full provenance", found.full, None, "CPU s"),
            row(f"{size}: the same, an element", 1e6 * found.full / elements(part), None, "CPU us"),
            row(f"{size}: alone to bare", found.alone / found.bare, 1.4, "ratio"),
            row(f"{size}: full to bare", found.full / found.bare_full, 1.4, "ratio"),
            row(f"{size}: full to alone", found.full / found.alone, 3, "ratio"),
            row(f"{size}: again to first", found.again / found.full, again_limit, "ratio"),
            row(f"{size}: unchanged to first", found.unchanged / found.full, 0.02, "ratio"),
        ]
    )


def compare(small: Figures, part: Contribution, large: Figures, larger: Contribution) -> bool:
    """Print what an element costs at the large size against the small one.

    A relation costs more than a concept, and the large graph has five a concept, the small one two:
    alone, an element costs more there even by bare CREATE, and what larger indexes cost both pay.
    So each growth is printed beside that of the bare CREATE of the same elements, too.
    """
    alone = (len(part.concepts) + len(part.evidence)) / (
        len(larger.concepts) + len(larger.evidence)
    )
    full = elements(part) / elements(larger)
    growths = {
        "alone": (alone * large.alone / small.alone, alone * large.bare / small.bare),
        "full": (full * large.full / small.full, full * large.bare_full / small.bare_full),
    }
    return all(
        [
            row(f"an element, large to small, {name}{what}", ratio, limit, "ratio")
            for name, (ours, bare_one) in growths.items()
            for what, ratio, limit in (
                ("", ours, 1.3),
                (", bare", bare_one, None),
                (", beside bare", ours / bare_one, 1.3),
            )
        ]
    )


if __name__ == "__main__":
    main()
