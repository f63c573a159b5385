"""Writing what a source attests: read what is there, merge by the rules, write the difference.

New things are created with everything that is derived of them, computed here from the part; what
was there is merged, and derived anew from what the graph then holds. So the first writing of a
source only creates, which is fast, and writing the same again only reads.

A part of any size becomes steps of bounded size, and steps are packed into transactions of bounded
size. After each transaction names, relations and degrees fit what is attested. A crash between two
leaves a pending source, and at worst concepts that nothing attests yet: writing again attests
them, deleting the source removes them.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from neo4j import ManagedTransaction

from graph.attestations import (
    Attested,
    attested_concepts,
    check_items,
    check_words,
    missing,
    not_begun,
)
from graph.connection import Connection, rows
from graph.corrections import Corrections
from graph.cypher import correct, read
from graph.model import (
    Claim,
    Contribution,
    Evidence,
    Naming,
    Source,
)
from graph.neo4j_correcting import corrections_for, note_written
from graph.neo4j_deriving import (
    ask,
    batched,
)
from graph.neo4j_writer import Writer
from graph.store import SourceState

# Rows of one transaction. The server holds a transaction in memory until it commits: 10,000 take
# some 70 MB there, and fewer or more cost the same CPU a row.
TRANSACTION_ROWS = 10_000

Step = tuple[Callable[[Writer, Any], None], Sequence[Any], int]


def write_part(connection: Connection, source: Source, part: Contribution) -> None:
    """Upsert a part of what a pending source contributes (see `GraphStore.write`)."""
    check_items(part, source.name)
    check_words(part)
    with _uncollected():
        own = Attested()
        own.add(part)
        corrections = corrections_for(connection, own)
        document_of = connection.reading(
            partial(_check, source=source, own=own, part=part, corrected=corrections is not None)
        )
        if corrections is not None:
            note_written(connection, own.concepts, corrections)
            own = corrections.correct(own)
        run = partial(_run, source=source, document_of=document_of, corrections=corrections)
        for steps in _packed(_steps(own)):
            connection.write(partial(run, steps=steps))


def _run(
    tx: ManagedTransaction,
    source: Source,
    document_of: Mapping[str, str],
    corrections: Corrections | None,
    steps: Sequence[Step],
) -> None:
    writer = Writer(tx, source, document_of, corrections)
    for step, batch, _ in steps:
        step(writer, batch)
    writer.derive()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Pause the search for reference cycles.

    Rows are made by the hundred thousand and hold no cycle; searching them takes a fifth of the
    client's time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _check(
    tx: ManagedTransaction,
    source: Source,
    own: Attested,
    part: Contribution,
    *,
    corrected: bool,
) -> dict[str, str]:
    """Refuse a part that refers to nothing; return the document of every chunk it refers to."""
    known_concepts = correct.WRITTEN_CONCEPTS if corrected else read.KNOWN_CONCEPTS
    require_pending(tx, source)
    documents = {chunk.document for chunk in own.chunks.values()}
    documents.update(naming.document for naming in part.namings)
    documents.update(gold.document for gold in part.golds)
    items = {mention.item for mention in part.mentions} | {gold.item for gold in part.golds}
    chunks = {evidence.chunk for evidence in part.evidence} - own.chunks.keys()
    whose = {"source": source.name, "source_key": source.key}
    for kind, query, used in (
        ("document", read.OWN_DOCUMENTS, documents - own.documents.keys()),
        ("item", read.OWN_ITEMS, items - own.items.keys()),
        ("concept", known_concepts, attested_concepts(part) - own.concepts.keys()),
    ):
        if unknown := used - {row["key"] for row in ask(tx, query, used, **whose)}:
            raise missing(kind, unknown)
    elsewhere = {row["key"]: row["document"] for row in ask(tx, read.OWN_CHUNKS, chunks, **whose)}
    if unknown := chunks - elsewhere.keys():
        raise missing("chunk", unknown)
    return elsewhere | {key: chunk.document for key, chunk in own.chunks.items()}


def require_pending(tx: ManagedTransaction, source: Source) -> None:
    """Refuse to write to a source that was not begun.

    Raises:
        IntegrityError: it is not there, or is committed.
    """
    found = rows(tx, read.SOURCE, key=source.key)
    if not found or found[0]["state"] != SourceState.PENDING:
        raise not_begun(source.name)


def _steps(own: Attested) -> Iterator[Step]:
    """Steps in the order of what refers to what, rows sorted by key within a kind."""
    for documents in batched(by_key(own.documents)):
        yield Writer.documents, documents, len(documents)
    yield from _sized(Writer.chunks, by_key(own.chunks), lambda chunk: _weight(chunk.text))
    of_concept: defaultdict[str, list[Naming]] = defaultdict(list)
    for _, naming in sorted(own.namings.items()):
        of_concept[naming.concept].append(naming)
    named = [(concept, of_concept.pop(concept.key, [])) for concept in by_key(own.concepts)]
    yield from _sized(Writer.concepts, named, lambda group: 1 + len(group[1]))
    for namings in batched(n for key in sorted(of_concept) for n in of_concept[key]):
        yield Writer.names, namings, len(namings)
    yield from _sized(
        Writer.items, by_key(own.items), lambda item: _weight(item.question + item.meta)
    )
    for mentions in batched(sorted(own.mentions, key=lambda m: (m.item, m.concept, m.role))):
        yield Writer.mentions, mentions, len(mentions)
    for golds in batched(sorted(own.golds, key=lambda g: (g.item, g.document))):
        yield Writer.golds, golds, len(golds)
    of_claim: defaultdict[str, list[Evidence]] = defaultdict(list)
    for evidence in own.evidence.values():
        of_claim[evidence.claim.key].append(evidence)
    claims = [(rows[0].claim, rows) for rows in of_claim.values()]
    place = by_rarer_end(claim for claim, _ in claims)
    claims.sort(key=lambda claim: place(claim[0]))
    yield from _sized(
        Writer.claims, claims, lambda group: 1 + sum(_weight(row.quote) for row in group[1])
    )


def by_rarer_end(claims: Iterable[Claim]) -> Callable[[Claim], tuple[int, str, str]]:
    """Order of claims in which few transactions touch one concept's degree.

    Claims stand together by the end that fewer of them have: a hub is in every transaction anyway.
    """
    n = Counter(end for claim in claims for end in (claim.head, claim.tail))
    return lambda claim: (
        *min((n[claim.head], claim.head), (n[claim.tail], claim.tail)),
        claim.key,
    )


def by_key(records: Mapping[str, Any]) -> list[Any]:
    """Values in the order of their keys."""
    return [records[key] for key in sorted(records)]


def _weight(text: str) -> int:
    """A row weighs one, and one more for each thousand characters of its text."""
    return 1 + len(text) // 1_000


def _sized(
    step: Callable[[Writer, Any], None], things: Iterable[Any], weigh: Callable[[Any], int]
) -> Iterator[Step]:
    """Steps of whole things, each of about a transaction's rows."""
    batch: list[Any] = []
    weight = 0
    for thing in things:
        batch.append(thing)
        weight += weigh(thing)
        if weight >= TRANSACTION_ROWS:
            yield step, batch, weight
            batch, weight = [], 0
    if batch:
        yield step, batch, weight


def _packed(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """Consecutive steps that fit one transaction."""
    group: list[Step] = []
    weight = 0
    for step in steps:
        if group and weight + step[2] > TRANSACTION_ROWS:
            yield group
            group, weight = [], 0
        group.append(step)
        weight += step[2]
    if group:
        yield group
