"""What follows from attestations, derived anew inside a transaction: names, relations, degrees.

The rules are those of `graph.derivation`; here they meet what the server holds.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeVar

from neo4j import ManagedTransaction

from graph.connection import Row, rows
from graph.cypher import read, write
from graph.derivation import Shown, Support, counts, shown, support_of
from graph.fields import known
from graph.model import Document
from graph.vocabulary import Polarity, RelationType
from hubscope.errors import IntegrityError
from hubscope.keys import key_of

T = TypeVar("T")
BATCH_ROWS = 5_000
# The server plans a statement anew as the graph grows, a seventh of its time while a source is
# written. Those that write seek by key in a graph of any size (tests/graph/test_plans.py); those
# that ask do not all: in a graph of a few nodes some are planned with scans.
KEEP_PLAN = "CYPHER replan=skip "


def batched(things: Iterable[T], size: int = BATCH_ROWS) -> Iterator[list[T]]:
    """Lists of at most `size`, in order."""
    iterator = iter(things)
    while batch := list(islice(iterator, size)):
        yield batch


def ask(tx: ManagedTransaction, query: str, keys: Iterable[str], **parameters: Any) -> list[Row]:
    """What a query over keys finds, asked in batches, keys sorted."""
    found: list[Row] = []
    for batch in batched(sorted(keys)):
        found.extend(rows(tx, query, keys=batch, **parameters)[0]["found"])
    return found


def put(
    tx: ManagedTransaction,
    query: str,
    given: Sequence[Row],
    *,
    expected: int | None = None,
    **parameters: Any,
) -> None:
    """Run a writing statement over rows that fit one batch, and count what it wrote.

    Raises:
        IntegrityError: an end of something is missing.
    """
    if not given:
        return
    written = rows(tx, KEEP_PLAN + query, rows=given, **parameters)[0]["written"]
    wanted = len(given) if expected is None else expected
    if written != wanted:
        raise IntegrityError(
            f"{wanted - written} of {wanted} rows refer to nothing in the graph. "
            "Nothing was written.",
            reason="unknown_key",
        )


def put_all(tx: ManagedTransaction, query: str, given: Iterable[Row], **parameters: Any) -> None:
    """Run a writing statement over any number of rows."""
    for batch in batched(given):
        put(tx, query, batch, **parameters)


def names_of(tx: ManagedTransaction, concepts: Iterable[str]) -> dict[str, Shown]:
    """How concepts are shown by the names that they now have."""
    found = {}
    for row in ask(tx, read.NAMED_FORMS, concepts):
        forms = {form["form"]: form["n"] for form in row["forms"] if form["form"] is not None}
        # A list a form of a list a document of the identifiers that each source gives.
        given = chain.from_iterable(form["given"] for form in row["forms"])
        identifiers = chain.from_iterable(chain.from_iterable(given))
        how = shown(forms, identifiers, row["identity"])
        found[row["key"]] = how._replace(name=row["chosen"]) if row["chosen"] else how
    return found


def derive_names(tx: ManagedTransaction, concepts: Iterable[str]) -> None:
    """Set shown name, aliases and identifiers of concepts from the names they now have."""
    changed = [
        {
            "key": key,
            "name": how.name,
            "aliases": list(how.aliases),
            "identifiers": list(how.identifiers),
        }
        for key, how in names_of(tx, concepts).items()
    ]
    put_all(tx, write.SET_SHOWN_NAMES, changed)


def derive_relations(
    tx: ManagedTransaction, claims: Iterable[str], degrees: Counter[str]
) -> tuple[list[Row], int]:
    """Make the relations of claims fit the evidence they now have; note changes of degree.

    Returns:
        The claims (`key, head, tail`) that no evidence attests any more, and how many relations
        were deleted.
    """
    found = ask(tx, read.CLAIM_SUPPORT, claims)
    by_relation: defaultdict[RelationType, list[Row]] = defaultdict(list)
    for row in found:
        if row["polarity"] == Polarity.POSITIVE:
            by_relation[row["relation"]].append(row)
    deleted = sum(
        _derive_relations_of(tx, relation, by_relation[relation], degrees)
        for relation in sorted(by_relation)
    )
    return [row for row in found if not row["evidence"]], deleted


def add_degrees(tx: ManagedTransaction, degrees: Counter[str]) -> None:
    """Apply noted changes of degree."""
    more = [{"key": key, "more": n} for key, n in sorted(degrees.items()) if n]
    put_all(tx, write.ADD_DEGREES, more)


def note_degree(
    degrees: Counter[str], head: str, tail: str, origin: Iterable[str], *, sign: int
) -> None:
    """Note a relation that came (+1) or went (-1), if it counts."""
    if counts(head, tail, origin):
        degrees[head] += sign
        degrees[tail] += sign


def relation_key(claim: Row) -> str:
    """Key of the relation that a claim (`head, relation, tail`) asserts, as in `graph.model`."""
    return key_of(claim["head"], claim["relation"], claim["tail"])


def relation_row(claim: Row, key: str, support: Support) -> Row:
    """A row of `create_relations` and `set_relations`."""
    return {
        "key": key,
        "head": claim["head"],
        "tail": claim["tail"],
        "origin": list(support.origin),
        "strength": known().relations[claim["relation"]].prior,
        "hedge": support.hedge,
        "support": support.documents,
    }


def document_row(document: Document) -> Row:
    """A row of the statements that write documents."""
    return {
        "key": document.key,
        "title": document.title,
        "doi": document.doi,
        "pmid": document.pmid,
    }


def _derive_relations_of(
    tx: ManagedTransaction, relation: RelationType, claims: list[Row], degrees: Counter[str]
) -> int:
    keyed = {relation_key(claim): claim for claim in claims}
    known = {row["key"]: row for row in ask(tx, read.known_relations(relation), keyed)}
    created: list[Row] = []
    changed: list[Row] = []
    deleted: list[Row] = []
    for key, claim in keyed.items():
        support, before = asserted_support(claim), known.get(key)
        if before is not None:
            note_degree(degrees, claim["head"], claim["tail"], before["origin"], sign=-1)
        if support is not None:
            note_degree(degrees, claim["head"], claim["tail"], support.origin, sign=+1)
            (created if before is None else changed).append(relation_row(claim, key, support))
        elif before is not None:
            deleted.append({"key": key})
    put_all(tx, write.create_relations(relation), created)
    put_all(tx, write.set_relations(relation), changed)
    put_all(tx, write.delete_relations(relation), deleted)
    return len(deleted)


def asserted_support(claim: Row) -> Support | None:
    """What the relation of a claim (a row of `CLAIM_SUPPORT`) rests on; None if on nothing."""
    asserted = [
        (origin, hedge, document)
        for origin, hedge, sign, document, disbelieved in claim["evidence"]
        if not disbelieved
        and known().makes_edge(claim["relation"], Polarity(claim["polarity"]), sign)
    ]
    return support_of(asserted) if asserted else None
