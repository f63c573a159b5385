"""Invariants asked of a live graph: what must always hold, recomputed and compared.

Everything derived (names, relations, degrees, keys) is derived again from the attestations; a
sound graph has no violation but `pending`, which says that a source was not finished.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from graph.connection import Connection, Row
from graph.corrections import combined
from graph.cypher import check, correct, read
from graph.derivation import Support
from graph.fields import known
from graph.neo4j_correcting import stored_corrections
from graph.neo4j_deriving import ask, asserted_support, names_of, relation_key
from graph.neo4j_reading import layers_in
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import Polarity, RelationType
from hubscope.keys import key_of

_PAGE_ROWS = 5_000
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that does not hold: the rule as a stable word, and where."""

    rule: str
    detail: str


def violations(store: Neo4jStore) -> list[Violation]:
    """Every rule that the graph breaks; at most 20 of each are spelled out, the rest counted.

    Rules: `key`, `unattested`, `quote`, `name`, `relation`, `degree`, `correction`, `pending`.
    """
    connection = store.connection
    return [
        *_listed("key", _wrong_keys(connection)),
        *_listed("unattested", _unattested(connection)),
        *_listed(
            "quote", _found(connection, check.MISQUOTED, "claim with a quote not in its chunk")
        ),
        *_listed("name", _wrong_names(connection)),
        *_listed("relation", _wrong_relations(connection)),
        *_listed(
            "degree", _found(connection, check.degrees(), "concept whose degree is not the count")
        ),
        *_listed("correction", _uncorrected(connection)),
        *_listed("pending", _found(connection, check.PENDING, "source half written: ingest again")),
    ]


def _listed(rule: str, details: Iterable[str]) -> list[Violation]:
    every = [Violation(rule, detail) for detail in details]
    if len(every) > _SHOWN:
        every[_SHOWN:] = [Violation(rule, f"and {len(every) - _SHOWN} more")]
    return every


def _found(connection: Connection, query: str, what: str) -> Iterator[str]:
    return (f"{what}: {row['key']}" for row in connection.read(query))


def _pages(connection: Connection, query: str) -> Iterator[list[Row]]:
    after = ""
    while page := connection.read(query, after=after, page=_PAGE_ROWS):
        yield page
        after = page[-1]["key"]


def _wrong_keys(connection: Connection) -> Iterator[str]:
    for label, query in check.KEYS.items():
        for page in _pages(connection, query):
            for row in page:
                if not row["fits"] or row["key"] != key_of(*row["parts"]):
                    yield f"{label} whose content does not make its key: {row['key']}"


def _unattested(connection: Connection) -> Iterator[str]:
    for what, query in check.UNATTESTED.items():
        yield from _found(connection, query, f"{what} that no source attests")


def _wrong_names(connection: Connection) -> Iterator[str]:
    for page in _pages(connection, check.CONCEPT_PAGE):
        keys = [row["key"] for row in page]
        derived = connection.reading(partial(names_of, concepts=keys))
        for row in page:
            how = derived[row["key"]]
            stored = (row["name"], tuple(row["aliases"]), tuple(row["identifiers"]))
            if stored != (how.name, how.aliases, how.identifiers):
                yield f"concept whose name does not follow from its forms: {row['key']}"


def _uncorrected(connection: Connection) -> Iterator[str]:
    """Where the graph does not fit the corrections that are set."""
    said = connection.reading(stored_corrections)
    if said != combined(connection.reading(layers_in)):
        yield "corrections are not what their layers say together: set one of them again"
    yield from _found(
        connection, correct.UNSETTLED, "correction half applied, the next writing goes on"
    )
    for query in correct.OUT_OF_PLACE:
        yield from _found(connection, query, "attestation at what its correction does not say")
    yield from _found(
        connection, correct.MISJUDGED, "claim whose evidence does not know whether it is believed"
    )


def _wrong_relations(connection: Connection) -> Iterator[str]:
    for relation in known().relations:
        yield from _found(
            connection, check.unclaimed_relations(relation), "relation that no claim asserts"
        )
    for page in _pages(connection, check.CLAIM_PAGE):
        keys = [row["key"] for row in page]
        claims = connection.reading(partial(ask, query=read.CLAIM_SUPPORT, keys=keys))
        by_relation: defaultdict[RelationType, list[Row]] = defaultdict(list)
        for claim in claims:
            if claim["polarity"] == Polarity.POSITIVE:
                by_relation[claim["relation"]].append(claim)
        for relation, group in by_relation.items():
            yield from _misfits(connection, relation, group)


def _misfits(connection: Connection, relation: RelationType, claims: list[Row]) -> Iterator[str]:
    keys = [relation_key(claim) for claim in claims]
    query = read.known_relations(relation)
    stored = {
        row["key"]: (
            row["head"],
            row["tail"],
            Support(tuple(row["origin"]), row["hedge"], row["support"]),
        )
        for row in connection.reading(partial(ask, query=query, keys=keys))
    }
    for key, claim in zip(keys, claims, strict=True):
        support = asserted_support(claim)
        wanted = None if support is None else (claim["head"], claim["tail"], support)
        if stored.get(key) != wanted:
            yield f"relation that does not fit its evidence: {key}"
