"""Reading the graph: rows of the server made into records. Long answers come page by page."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any

from neo4j import ManagedTransaction

from graph.canonical import Line, layer_line, ordered
from graph.connection import Connection, Row, rows
from graph.corrections import Corrections, from_json
from graph.cypher import correct, read
from graph.cypher.canonical import Group, groups
from graph.derivation import denied
from graph.fields import known
from graph.model import Claim, Concept
from graph.names import identity
from graph.neo4j_deriving import ask
from graph.neo4j_rows import form_key
from graph.store import (
    ChunkRecord,
    ClaimRecord,
    ConceptRecord,
    ItemRecord,
    Neighbourhood,
    QuoteRecord,
    RelationRecord,
    SourceRecord,
    SourceState,
    quote_order,
)
from graph.vocabulary import (
    GOLD_PARTS,
    ChunkPart,
    ConceptType,
    Polarity,
    RelationType,
    relation_of,
)
from hubscope.errors import InputError
from hubscope.keys import key_of

PAGE_ROWS = 1_000


# -- the graph as a whole ------------------------------------------------------------------------
def sources(connection: Connection) -> list[SourceRecord]:
    """Every source, by name; what a committed one contributes was counted when it was committed."""
    found = [row["source"] for row in connection.read(read.SOURCES)]
    records = []
    for row in sorted(found, key=lambda row: row["name"]):
        counts = row if "concepts" in row else source_counts(connection, row["key"])
        records.append(
            SourceRecord(
                name=row["name"],
                kind=row["kind"],
                sha256=row["sha256"],
                state=SourceState(row["state"]),
                items=counts["items"],
                documents=counts["documents"],
                chunks=counts["chunks"],
                concepts=counts["concepts"],
                claims=counts["claims"],
                relations=counts["relations"],
                skipped=row["skipped"],
            )
        )
    return records


def source_counts(connection: Connection, key: str) -> dict[str, int]:
    """What a source contributes, counted."""
    signless = [name for name, word in known().relations.items() if word.signless]
    counts: dict[str, int] = {}
    for query in (read.COUNT_SOURCE, read.SOURCE_CONCEPTS, read.SOURCE_CLAIMS):
        counts |= connection.read(query, key=key, signless=signless)[0]
    return counts


def stored(connection: Connection, name: str) -> tuple[str, SourceState] | None:
    """The sha256 and the state of a source."""
    found = connection.read(read.SOURCE, key=key_of("source", name))
    return (found[0]["sha256"], SourceState(found[0]["state"])) if found else None


def edges(connection: Connection, *, with_vocabulary: bool) -> list[tuple[str, str]]:
    """(head, tail) of every counted relation, sorted."""
    found = connection.reading(partial(_edges, with_vocabulary=with_vocabulary))
    return [(head, tail) for head, tails in sorted(found) for tail in sorted(tails)]


def _edges(tx: ManagedTransaction, with_vocabulary: bool) -> list[tuple[str, list[str]]]:
    """Each head with the tails of its counted relations."""
    found: list[tuple[str, list[str]]] = rows(tx, read.edges())[0]["found"]
    if with_vocabulary:
        return [(head, [tail for tail in tails if tail != head]) for head, tails in found]
    number = sum(len(tails) for _, tails in found)
    if rows(tx, read.RELATION_ENDS)[0]["n"] == 2 * number:
        return found
    uncounted = _uncounted(tx, found)
    return [(head, _without(tails, uncounted.get(head, ()))) for head, tails in found]


def _uncounted(
    tx: ManagedTransaction, found: Sequence[tuple[str, Sequence[str]]]
) -> dict[str, list[str]]:
    """By head, the tails of relations that do not count.

    Looking into relations costs three times as much as listing their ends, so only those of heads
    are looked into that have more ends than degree.
    """
    degree = dict(rows(tx, read.ALL_DEGREES)[0]["found"])
    incoming = Counter(chain.from_iterable(tails for _, tails in found))
    in_doubt = [head for head, tails in found if incoming[head] + len(tails) > degree[head]]
    return dict(rows(tx, read.uncounted_edges(), keys=in_doubt)[0]["found"])


def _without(tails: list[str], uncounted: Sequence[str]) -> list[str]:
    """The tails, each left out as often as it is not counted."""
    return list((Counter(tails) - Counter(uncounted)).elements()) if uncounted else tails


def degrees(connection: Connection, *, with_vocabulary: bool) -> dict[str, int]:
    """Degree of every concept, by key."""
    degree = dict(sorted(connection.read(read.ALL_DEGREES)[0]["found"]))
    if with_vocabulary:
        degree = dict.fromkeys(degree, 0)
        for head, tail in edges(connection, with_vocabulary=True):
            degree[head] += 1
            degree[tail] += 1
    return degree


def canonical(connection: Connection) -> Iterator[str]:
    """The graph without results as lines, page by page: memory holds one page."""
    yield from ordered(layer_line(name, layer) for name, layer in layers(connection).items())
    for group in groups():
        after = ""
        while found := connection.read(group.keys, after=after, page=PAGE_ROWS):
            keys = [row["key"] for row in found]
            page = connection.reading(partial(_lines, group=group, keys=keys))
            yield from ordered(page)
            after = keys[-1]


def _lines(tx: ManagedTransaction, group: Group, keys: list[str]) -> list[Line]:
    found = [row["line"] for query in group.lines for row in rows(tx, query, keys=keys)]
    for line in found:
        if line.get("as_written", "") is None:
            del line["as_written"]
    return found


def layers(connection: Connection) -> dict[str, Corrections]:
    """The layers of corrections as they were set, by name."""
    return connection.reading(layers_in)


def layers_in(tx: ManagedTransaction) -> dict[str, Corrections]:
    """The layers of corrections, inside a transaction."""
    found = rows(tx, correct.LAYERS)
    return {row["name"]: from_json(**json.loads(row["content"])) for row in found}


# -- concepts and claims -------------------------------------------------------------------------
def concepts(connection: Connection, keys: Sequence[str]) -> dict[str, ConceptRecord]:
    """Those of the keys that exist, in the order asked."""
    found = connection.reading(lambda tx: ask(tx, read.CONCEPTS, set(keys)))
    records = {row["key"]: concept_record(row) for row in found}
    return {key: records[key] for key in keys if key in records}


def identified(connection: Connection, keys: Sequence[str]) -> dict[str, Concept]:
    """Those of the keys that exist, in the order asked, named by their identity."""
    found = connection.reading(lambda tx: ask(tx, read.IDENTITIES, set(keys)))
    own = {row["key"]: Concept(ConceptType(row["type"]), row["identity"]) for row in found}
    return {key: own[key] for key in keys if key in own}


def naming_documents(connection: Connection, keys: Sequence[str]) -> dict[str, int]:
    """How many documents name each of those of the keys that exist, in the order asked."""
    found = connection.reading(lambda tx: ask(tx, read.NAMING_DOCUMENTS, set(keys)))
    number = {row["key"]: row["n"] for row in found}
    return {key: number[key] for key in keys if key in number}


def relations_at(connection: Connection, keys: Sequence[str]) -> list[RelationRecord]:
    """Every relation that has one of these concepts at an end, by key."""
    found = connection.reading(lambda tx: ask(tx, read.relations_at(), set(keys)))
    records = {record.key: record for record in (relation_record(**row) for row in found)}
    return [records[key] for key in sorted(records)]


def forms(connection: Connection) -> Iterator[tuple[str, str]]:
    """(form, concept key) of every distinct pair, sorted."""
    return iter(sorted((row["form"], row["key"]) for row in connection.read(read.FORMS)))


def find(connection: Connection, name: str) -> list[ConceptRecord]:
    """Concepts with a form, or an own name, of this identity."""
    own = [key_of(type, identity(name)) for type in known().bands]
    found = connection.read(read.FIND, form_key=form_key(name), keys=own)
    return [concept_record(row["concept"]) for row in found]


def hubs(connection: Connection, top: int, type: ConceptType | None) -> list[ConceptRecord]:
    """The concepts of highest degree."""
    checked = known().type(type) if type is not None else None
    found = connection.read(read.hubs(checked), top=top)
    return [concept_record(row["concept"]) for row in found]


def neighbourhood(
    connection: Connection, key: str, *, hops: int, cap: int, opened: Sequence[str]
) -> Neighbourhood:
    """Concepts within some relations, the nearest and best connected first."""
    return connection.reading(partial(_neighbourhood, key=key, hops=hops, cap=cap, opened=opened))


def _neighbourhood(
    tx: ManagedTransaction, key: str, hops: int, cap: int, opened: Sequence[str]
) -> Neighbourhood:
    concepts, total = nearest(tx, key, hops=hops, cap=cap, opened=opened)
    among = [key, *(concept.key for concept in concepts)]
    found = rows(tx, read.relations_among(), keys=among, centre=key)[0]
    if not found["centre"]:
        raise InputError(f"no concept of key {key!r}.", reason="unknown_concept", where=key)
    relations = [relation_record(head, *row) for head, ends in found["related"] for row in ends]
    return Neighbourhood(
        centre=concept_record(found["centre"][0]),
        concepts=tuple(concepts),
        relations=tuple(sorted(relations, key=attrgetter("key"))),
        total=total,
    )


def nearest(
    tx: ManagedTransaction, key: str, *, hops: int, cap: int, opened: Sequence[str] = ()
) -> tuple[list[ConceptRecord], int]:
    """At most `cap` concepts within some relations of one, and how many there are in all."""
    seen, frontier, total = [key], [key], 0
    concepts: list[ConceptRecord] = []
    steps: list[str | None] = [
        *[None] * hops,
        *opened,
    ]  # None = outward from all that the last step reached
    for step, one in enumerate(steps, 1):
        if one is not None and one not in seen:
            continue
        start = frontier if one is None else [one]
        left, last = cap - len(concepts), step == len(steps)
        query = read.neighbours(ranked=left > 0)
        found = rows(tx, query, keys=start, seen=seen, cap=left, last=last)[0]
        total += found["total"]
        concepts.extend(map(concept_record, found["nearest"]))
        frontier = found["keys"]
        seen = seen + frontier
    return concepts, total


def claims(
    connection: Connection,
    *,
    about: str | None,
    relation: RelationType | None,
    source: str | None,
    limit: int | None,
) -> Iterator[ClaimRecord]:
    """Claims with their quotes, by key."""
    query = read.claims(
        about=about is not None, relation=relation is not None, source=source is not None
    )
    after, left = "", limit
    while left is None or left > 0:
        page = PAGE_ROWS if left is None else min(PAGE_ROWS, left)
        found = connection.read(
            query, about=about, relation=relation, source=source, after=after, page=page
        )
        opposite = {_denied(row): row["key"] for row in found}
        others = connection.reading(partial(ask, query=read.BELIEVED_CLAIMS, keys=opposite))
        conflicting = {opposite[row["key"]] for row in others}
        for row in found:
            yield claim_record(row, conflict=row["believed"] and row["key"] in conflicting)
        if len(found) < page:
            return
        after = found[-1]["key"]
        left = None if left is None else left - len(found)


# -- evidence ------------------------------------------------------------------------------------
def chunks(connection: Connection) -> Iterator[ChunkRecord]:
    """Every chunk, by key."""
    after = ""
    while found := connection.read(read.CHUNKS, after=after, page=PAGE_ROWS)[0]["found"]:
        found.sort(key=itemgetter("key"))
        yield from map(chunk_record, found)
        after = found[-1]["key"]


def chunk_records(connection: Connection, keys: Sequence[str]) -> dict[str, ChunkRecord]:
    """Those of the keys that exist, in the order asked."""
    found = connection.reading(lambda tx: ask(tx, read.CHUNK_RECORDS, set(keys)))
    records = {row["key"]: chunk_record(row) for row in found}
    return {key: records[key] for key in keys if key in records}


def gold_chunks(connection: Connection, keys: Sequence[str]) -> dict[str, list[str]]:
    """Item key to context and answer chunks of its documents."""
    parts = list(GOLD_PARTS)
    found = connection.reading(lambda tx: ask(tx, read.GOLD_CHUNKS, set(keys), parts=parts))
    return {row["key"]: row["chunks"] for row in found}


def neighbourhood_chunks(connection: Connection, keys: Sequence[str]) -> dict[str, list[str]]:
    """Concept key to chunks that evidence a claim at it."""
    found = connection.reading(lambda tx: ask(tx, read.NEIGHBOURHOOD_CHUNKS, set(keys)))
    return {row["key"]: row["chunks"] for row in found}


# -- items ---------------------------------------------------------------------------------------
def items(connection: Connection, source: str | None) -> Iterator[ItemRecord]:
    """Items, by source and id."""
    found = [row["item"] for row in connection.read(read.ITEMS, source=source)]
    found.sort(key=lambda item: (item["source"], item["id"]))
    return (ItemRecord(**item) for item in found)


def item_concepts(connection: Connection, keys: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Item key to sorted (role, concept key)."""
    found = connection.reading(lambda tx: ask(tx, read.ITEM_CONCEPTS, set(keys)))
    return {row["key"]: sorted((role, key) for role, key in row["concepts"]) for row in found}


# -- records -------------------------------------------------------------------------------------
def concept_record(row: Mapping[str, Any]) -> ConceptRecord:
    """A concept from its properties."""
    return ConceptRecord(
        key=row["key"],
        name=row["name"],
        type=ConceptType(row["type"]),
        degree=row["degree"],
        aliases=tuple(row["aliases"]),
        identifiers=tuple(row["identifiers"]),
    )


def relation_record(
    head: str, type: str, tail: str, origin: Sequence[str], hedge: float, support: int
) -> RelationRecord:
    """A relation from a row of `read.relations_among`."""
    relation = relation_of(type)
    key = key_of(head, relation, tail)
    strength = known().relations[relation].prior
    return RelationRecord(key, relation, head, tail, tuple(origin), strength, hedge, support)


def claim_record(row: Row, *, conflict: bool) -> ClaimRecord:
    """A claim from a row of `read.claims`."""
    quotes = [_quote_record(quote) for quote in row["quotes"]]
    return ClaimRecord(
        key=row["key"],
        relation=RelationType(row["relation"]),
        polarity=Polarity(row["polarity"]),
        head=concept_record(row["head"]),
        tail=concept_record(row["tail"]),
        quotes=tuple(sorted(quotes, key=quote_order)),
        conflict=conflict,
        believed=row["believed"],
    )


def chunk_record(row: Row) -> ChunkRecord:
    """A chunk from its properties and the places where sources have it."""
    _, document, title, pmid = row["places"][0]
    return ChunkRecord(
        key=row["key"],
        text=row["text"],
        part=ChunkPart(row["part"]),
        document=document,
        title=title,
        pmid=pmid,
        sources=tuple(sorted({place[0] for place in row["places"]})),
    )


def _denied(row: Row) -> str:
    """Key of the claim that says the contrary."""
    polarity = Polarity(row["polarity"])
    head, tail = row["head"]["key"], row["tail"]["key"]
    return denied(Claim(head, RelationType(row["relation"]), tail, polarity))


def _quote_record(row: Mapping[str, Any]) -> QuoteRecord:
    return QuoteRecord(
        quote=row["quote"],
        quoted=row["quoted"],
        chunk=row["chunk"],
        document=row["document"],
        title=row["title"],
        pmid=row["pmid"],
        doi=row["doi"],
        source=row["source"],
        extractor=row["extractor"],
        sign=row["sign"],
        hedge=float(row["hedge"]),
        confidence=float(row["confidence"]),
        wording=row["wording"],
        origin=row["origin"],
    )
