"""Writing what a source attests: read what is there, merge by the rules, write the difference.

New things are created with everything that is derived of them, computed here from the part; what
was there is merged, and derived anew from what the graph then holds. So the first writing of a
source only creates, which is fast, and writing the same again only reads.

A part of any size becomes steps of bounded size, and steps are packed into transactions of bounded
size. After each transaction names, relations and degrees fit what is attested. A crash between two
leaves a pending source, and at worst concepts that nothing attests yet: writing again attests
them, deleting the source removes them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from neo4j import ManagedTransaction

from graph.attestations import (
    Attested,
    attested_concepts,
    check_items,
    evidence_key,
    merge_chunks,
    merge_documents,
    merge_namings,
    missing,
    not_begun,
    twice,
)
from graph.connection import Connection, Row, rows
from graph.cypher import read, write
from graph.derivation import counted_forms, makes_edge, shown, support_of
from graph.model import (
    Chunk,
    Claim,
    Concept,
    Contribution,
    Document,
    Evidence,
    Gold,
    Item,
    Mention,
    Naming,
    Source,
)
from graph.names import identity
from graph.neo4j_deriving import (
    add_degrees,
    ask,
    batched,
    derive_names,
    derive_relations,
    document_row,
    note_degree,
    put,
)
from graph.store import SourceState
from graph.vocabulary import LIFE_SCIENCE, ConceptType, RelationType
from hubscope.keys import key_of

# Rows of one transaction. The server holds a transaction in memory until it commits.
TRANSACTION_ROWS = 20_000

ClaimEvidence = tuple[Claim, list[Evidence]]
NamedConcept = tuple[Concept, list[Naming]]
Step = tuple[Callable[["_Writer", Any], None], Sequence[Any], int]


def write_part(connection: Connection, source: Source, part: Contribution) -> None:
    """Upsert a part of what a pending source contributes (see `GraphStore.write`)."""
    check_items(part, source.name)
    own = Attested()
    own.add(part)
    document_of = connection.reading(lambda tx: _check(tx, source, own, part))

    def run(tx: ManagedTransaction, steps: Sequence[Step]) -> None:
        writer = _Writer(tx, source, document_of)
        for step, batch, _ in steps:
            step(writer, batch)
        writer.derive()

    for steps in _packed(_steps(own)):
        connection.write(partial(run, steps=steps))


def _check(
    tx: ManagedTransaction, source: Source, own: Attested, part: Contribution
) -> dict[str, str]:
    """Refuse a part that refers to nothing; return the document of every chunk it refers to."""
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
        ("concept", read.KNOWN_CONCEPTS, attested_concepts(part) - own.concepts.keys()),
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
        yield _Writer.documents, documents, len(documents)
    for chunks in batched(by_key(own.chunks)):
        yield _Writer.chunks, chunks, len(chunks)
    of_concept: defaultdict[str, list[Naming]] = defaultdict(list)
    for _, naming in sorted(own.namings.items()):
        of_concept[naming.concept].append(naming)
    named = [(concept, of_concept.pop(concept.key, [])) for concept in by_key(own.concepts)]
    yield from _sized(_Writer.concepts, named)
    for namings in batched(n for key in sorted(of_concept) for n in of_concept[key]):
        yield _Writer.names, namings, len(namings)
    for items in batched(by_key(own.items)):
        yield _Writer.items, items, len(items)
    for mentions in batched(sorted(own.mentions, key=lambda m: (m.item, m.concept, m.role))):
        yield _Writer.mentions, mentions, len(mentions)
    for golds in batched(sorted(own.golds, key=lambda g: (g.item, g.document))):
        yield _Writer.golds, golds, len(golds)
    of_claim: defaultdict[str, list[Evidence]] = defaultdict(list)
    for evidence in own.evidence.values():
        of_claim[evidence.claim.key].append(evidence)
    claims = [(rows[0].claim, rows) for rows in of_claim.values()]
    # By head: one transaction then touches a hub's degree once, not once a batch.
    claims.sort(key=lambda claim: (claim[0].head, claim[0].key))
    yield from _sized(_Writer.claims, claims)


def by_key(records: Mapping[str, Any]) -> list[Any]:
    """Values in the order of their keys."""
    return [records[key] for key in sorted(records)]


def _sized(
    step: Callable[["_Writer", Any], None], groups: Sequence[tuple[Any, list[Any]]]
) -> Iterator[Step]:
    """Steps of whole groups, each of about a transaction's rows."""
    batch: list[tuple[Any, list[Any]]] = []
    weight = 0
    for group in groups:
        batch.append(group)
        weight += 1 + len(group[1])
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


class _Writer:
    """One write transaction; `derive` ends it."""

    def __init__(
        self, tx: ManagedTransaction, source: Source, document_of: Mapping[str, str]
    ) -> None:
        self._tx = tx
        self._whose = {"source": source.name, "source_key": source.key}
        self._document_of = document_of
        self._renamed: set[str] = set()
        self._reclaimed: set[str] = set()
        self._degrees: Counter[str] = Counter()

    def derive(self) -> None:
        """Make what is derived of things that were there before fit again."""
        derive_names(self._tx, self._renamed)
        derive_relations(self._tx, self._reclaimed, self._degrees)
        add_degrees(self._tx, self._degrees)

    def documents(self, documents: Sequence[Document]) -> None:
        """Upsert documents."""
        keys = [document.key for document in documents]
        known = {row["key"]: row for row in self._ask(read.KNOWN_DOCUMENTS, keys)}
        created, attested, changed = [], [], []
        for document in documents:
            if document.key not in known:
                created.append(document_row(document))
                continue
            shown, given = known[document.key], known[document.key]["own"]
            own = merge_documents(document, _document(document.key, given))
            if own != _document(document.key, given):
                attested.append(document_row(own))
            merged = merge_documents(document, _document(document.key, shown))
            if merged != _document(document.key, shown):
                changed.append(document_row(merged))
        self._put(write.CREATE_DOCUMENTS, created)
        self._put(write.ATTEST_DOCUMENTS, attested)
        self._put(write.SET_DOCUMENTS, changed)

    def chunks(self, chunks: Sequence[Chunk]) -> None:
        """Upsert chunks."""
        known = {row["key"]: row["own"] for row in self._ask(read.KNOWN_CHUNKS, _keys(chunks))}
        created, attested = [], []
        for chunk in chunks:
            if chunk.key not in known:
                created.append(_chunk_row(chunk))
                continue
            given = known[chunk.key]
            own = merge_chunks(chunk, replace(chunk, **given) if given else None)
            if given is None or given != {"position": own.position, "section": own.section}:
                attested.append(_chunk_row(own))
        self._put(write.CREATE_CHUNKS, created)
        self._put(write.ATTEST_CHUNKS, attested)

    def concepts(self, named: Sequence[NamedConcept]) -> None:
        """Upsert concepts with the names that the source's documents give them."""
        known = {row["key"] for row in self._ask(read.KNOWN_CONCEPTS, [c.key for c, _ in named])}
        created: defaultdict[ConceptType, list[NamedConcept]] = defaultdict(list)
        namings = []
        for concept, names in named:
            if concept.key in known:
                namings.extend(names)
            else:
                created[concept.type].append((concept, names))
        for type, concepts in sorted(created.items()):
            for batch in batched(concepts):
                given = _concept_rows(batch)
                n_names = sum(len(names) for _, names in batch)
                self._put(write.create_concepts(type), given, expected=n_names)
        for names in batched(namings):
            self.names(names)

    def names(self, namings: Sequence[Naming]) -> None:
        """Upsert names of concepts that were there before."""
        asked = [_name_row(naming) | {"concept": naming.concept} for naming in namings]
        known = {
            (row["document"], row["concept"], row["form"]): row
            for row in rows(self._tx, read.KNOWN_NAMES, rows=asked, **self._whose)[0]["found"]
        }
        created: list[Row] = []
        changed: list[Row] = []
        for naming in namings:
            before = known.get((naming.document, naming.concept, naming.form))
            own = naming
            if before is not None:
                stored = (before["n"], tuple(before["identifiers"]))
                if stored == (naming.n, naming.identifiers):
                    continue
                given = replace(naming, n=stored[0], identifiers=stored[1])
                own = merge_namings(naming, given)
                if own == given:
                    continue
            (created if before is None else changed).append(
                _name_row(own) | {"concept": own.concept}
            )
            self._renamed.add(own.concept)
        self._put(write.CREATE_NAMES, created)
        self._put(write.SET_NAMES, changed)

    def items(self, items: Sequence[Item]) -> None:
        """Create items; one that is there must be the same."""
        known = {row["key"]: row for row in self._ask(read.KNOWN_ITEMS, _keys(items))}
        created = []
        for item in items:
            row = _item_row(item)
            if known.get(item.key, row) != row:
                raise twice(item.id)
            if item.key not in known:
                created.append(row)
        self._put(write.CREATE_ITEMS, created)

    def mentions(self, mentions: Sequence[Mention]) -> None:
        """Upsert mentions of concepts in items."""
        given = [{"item": m.item, "concept": m.concept, "role": m.role} for m in mentions]
        self._put(write.MERGE_MENTIONS, given)

    def golds(self, golds: Sequence[Gold]) -> None:
        """Upsert which documents belong to items."""
        self._put(
            write.MERGE_GOLDS, [{"item": gold.item, "document": gold.document} for gold in golds]
        )

    def claims(self, claims: Sequence[ClaimEvidence]) -> None:
        """Upsert claims with the source's evidence, and the relations that follow."""
        known = {
            row["key"]: set(row["evidence"])
            for row in self._ask(read.KNOWN_CLAIMS, [claim.key for claim, _ in claims])
        }
        related: defaultdict[RelationType, list[Row]] = defaultdict(list)
        bare: list[Row] = []
        merged: list[Row] = []
        for claim, evidence in claims:
            given = [_evidence_row(row) for row in evidence]
            if claim.key in known:
                new = [row for row in given if row["key"] not in known[claim.key]]
                merged.extend(row | {"claim": claim.key} for row in new)
            elif asserted := [row for row in evidence if makes_edge(row)]:
                related[claim.relation].append(self._related(claim, asserted, given))
            else:
                bare.append(_claim_row(claim, given))
        for relation, created in sorted(related.items()):
            self._create_claims(write.create_claims_with_relations(relation), created)
        self._create_claims(write.CREATE_CLAIMS, bare)
        for batch in batched(merged):
            self._put(write.MERGE_EVIDENCE, batch)
        self._reclaimed.update(row["claim"] for row in merged)

    def _related(self, claim: Claim, asserted: Sequence[Evidence], given: list[Row]) -> Row:
        support = support_of(
            (row.origin, row.hedge, self._document_of[row.chunk]) for row in asserted
        )
        note_degree(self._degrees, claim.head, claim.tail, support.origin, sign=+1)
        return _claim_row(claim, given) | {
            "relation_key": claim.relation_key,
            "origin": list(support.origin),
            "strength": LIFE_SCIENCE.relations[claim.relation].prior,
            "hedge": support.hedge,
            "support": support.documents,
        }

    def _create_claims(self, query: str, claims: Sequence[Row]) -> None:
        for batch in batched(claims):
            self._put(query, batch, expected=sum(len(claim["evidence"]) for claim in batch))

    def _ask(self, query: str, keys: Iterable[str]) -> list[Row]:
        return ask(self._tx, query, keys, **self._whose)

    def _put(self, query: str, given: Sequence[Row], *, expected: int | None = None) -> None:
        put(self._tx, query, given, expected=expected, **self._whose)


def _keys(records: Iterable[Chunk] | Iterable[Item]) -> list[str]:
    return [record.key for record in records]


def _document(key: str, row: Mapping[str, Any] | None) -> Document | None:
    return Document(key, row["title"], row["doi"], row["pmid"]) if row is not None else None


def _chunk_row(chunk: Chunk) -> Row:
    return {
        "key": chunk.key,
        "document": chunk.document,
        "part": chunk.part.value,
        "text": chunk.text,
        "position": chunk.position,
        "section": chunk.section,
    }


def _concept_rows(named: Sequence[NamedConcept]) -> list[Row]:
    forms, identifiers = counted_forms(naming for _, names in named for naming in names)
    found = []
    for concept, names in named:
        same = _identity(concept.name)
        how = shown(forms[concept.key], identifiers[concept.key], same)
        found.append(
            {
                "key": concept.key,
                "identity": same,
                "name": how.name,
                "aliases": list(how.aliases),
                "identifiers": list(how.identifiers),
                "names": [_name_row(naming) for naming in names],
            }
        )
    return found


def _name_row(naming: Naming) -> Row:
    return {
        "document": naming.document,
        "form": naming.form,
        "form_key": form_key(naming.form),
        "n": naming.n,
        "identifiers": list(naming.identifiers),
    }


@lru_cache(maxsize=100_000)
def form_key(form: str) -> str:
    """Key of a form's identity: what `find` looks up (a long text cannot be indexed)."""
    return key_of("form", _identity(form))


_identity = lru_cache(maxsize=100_000)(identity)


def _item_row(item: Item) -> Row:
    return {
        "key": item.key,
        "source": item.source,
        "id": item.id,
        "question": item.question,
        "answer": item.answer,
        "options": item.options,
        "kind": item.kind,
        "meta": item.meta,
    }


def _claim_row(claim: Claim, evidence: list[Row]) -> Row:
    return {
        "key": claim.key,
        "head": claim.head,
        "relation": claim.relation,
        "tail": claim.tail,
        "polarity": claim.polarity.value,  # the driver is slow with what is not quite a str
        "evidence": evidence,
    }


def _evidence_row(evidence: Evidence) -> Row:
    return {
        "key": evidence_key(evidence),
        "chunk": evidence.chunk,
        "quote": evidence.quote,
        "quoted": evidence.quoted,
        "sign": evidence.sign,
        "hedge": evidence.hedge,
        "confidence": evidence.confidence,
        "extractor": evidence.extractor,
        "wording": evidence.wording,
        "origin": evidence.origin.value,
    }
