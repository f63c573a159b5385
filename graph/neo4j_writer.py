"""One write transaction of a source: each kind of thing is read, merged, created or set.

New things are created with everything that is derived of them; what was there is merged, and
`derive` makes what follows from it fit again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from neo4j import ManagedTransaction

from graph.attestations import (
    merge_chunks,
    merge_documents,
    merge_namings,
    twice,
)
from graph.connection import Row, rows
from graph.corrections import Corrections
from graph.cypher import correct, read, write
from graph.derivation import makes_edge, support_of
from graph.fields import known
from graph.model import (
    Chunk,
    Claim,
    Document,
    Evidence,
    Gold,
    Item,
    Mention,
    Naming,
    Source,
)
from graph.neo4j_deriving import (
    add_degrees,
    ask,
    batched,
    derive_names,
    derive_relations,
    document_row,
    note_degree,
    put,
    put_all,
)
from graph.neo4j_rows import (
    NamedConcept,
    chunk_row,
    claim_row,
    concept_rows,
    corrected_evidence_row,
    evidence_row,
    item_row,
    mention_row,
    name_row,
)
from graph.vocabulary import ConceptType, RelationType

ClaimEvidence = tuple[Claim, list[Evidence]]


class Writer:
    """One write transaction; `derive` ends it."""

    def __init__(
        self,
        tx: ManagedTransaction,
        source: Source,
        document_of: Mapping[str, str],
        corrections: Corrections | None,
    ) -> None:
        """Begin; `corrections` is None in a graph that has none, where less is to be asked."""
        self._tx = tx
        self._corrected = corrections is not None
        self._chosen = corrections.names if corrections is not None else {}
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
            stored, given = known[document.key], known[document.key]["own"]
            own = merge_documents(document, _document(document.key, given))
            if own != _document(document.key, given):
                attested.append(document_row(own))
            merged = merge_documents(document, _document(document.key, stored))
            if merged != _document(document.key, stored):
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
                created.append(chunk_row(chunk))
                continue
            given = known[chunk.key]
            own = merge_chunks(chunk, replace(chunk, **given) if given else None)
            if given is None or given != {"position": own.position, "section": own.section}:
                attested.append(chunk_row(own))
        self._put_all(write.CREATE_CHUNKS, created)
        self._put_all(write.ATTEST_CHUNKS, attested)

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
                given = concept_rows(batch, self._chosen)
                n_names = sum(len(names) for _, names in batch)
                self._put(write.create_concepts(type), given, expected=n_names)
        for names in batched(namings):
            self.names(names)

    def names(self, namings: Sequence[Naming]) -> None:
        """Upsert names of concepts that were there before."""
        asked = [name_row(naming) | {"concept": naming.concept} for naming in namings]
        known = {
            (row["document"], row["as_written"], row["form"]): row
            for row in rows(self._tx, read.KNOWN_NAMES, rows=asked, **self._whose)[0]["found"]
        }
        created: list[Row] = []
        changed: list[Row] = []
        for naming in namings:
            written = naming.as_written or naming.concept
            before = known.get((naming.document, written, naming.form))
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
                name_row(own) | {"concept": own.concept}
            )
            self._renamed.add(own.concept)
        self._put(write.CREATE_NAMES, created)
        self._put(write.SET_NAMES, changed)

    def items(self, items: Sequence[Item]) -> None:
        """Create items; one that is there must be the same."""
        known = {row["key"]: row for row in self._ask(read.KNOWN_ITEMS, _keys(items))}
        created = []
        for item in items:
            row = item_row(item)
            if known.get(item.key, row) != row:
                raise twice(item.id)
            if item.key not in known:
                created.append(row)
        self._put_all(write.CREATE_ITEMS, created)

    def mentions(self, mentions: Sequence[Mention]) -> None:
        """Upsert mentions of concepts in items."""
        if self._corrected:
            self._put(correct.MERGE_MENTIONS, [mention_row(mention) for mention in mentions])
            return
        given = [mention_row(mention) for mention in mentions]
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
        to_row = corrected_evidence_row if self._corrected else evidence_row
        for claim, evidence in claims:
            given = [to_row(row) for row in evidence]
            if claim.key in known:
                new = [row for row in given if row["key"] not in known[claim.key]]
                merged.extend(row | {"to": claim.key} for row in new)
            elif asserted := [row for row in evidence if makes_edge(row)]:
                related[claim.relation].append(self._related(claim, asserted, given))
            else:
                bare.append(claim_row(claim, given))
        for relation, created in sorted(related.items()):
            query = write.create_claims_with_relations(relation, corrected=self._corrected)
            self._create_claims(query, created)
        self._create_claims(write.create_claims(corrected=self._corrected), bare)
        merge = correct.MERGE_EVIDENCE if self._corrected else write.MERGE_EVIDENCE
        self._put_all(merge, merged)
        self._reclaimed.update(row["to"] for row in merged)

    def _related(self, claim: Claim, asserted: Sequence[Evidence], given: list[Row]) -> Row:
        support = support_of(
            (row.origin, row.hedge, self._document_of[row.chunk]) for row in asserted
        )
        note_degree(self._degrees, claim.head, claim.tail, support.origin, sign=+1)
        row = claim_row(claim, given)
        row["relation_key"] = claim.relation_key
        row["origin"] = list(support.origin)
        row["strength"] = known().relations[claim.relation].prior
        row["hedge"] = support.hedge
        row["support"] = support.documents
        return row

    def _create_claims(self, query: str, claims: Sequence[Row]) -> None:
        for batch in batched(claims):
            self._put(query, batch, expected=sum(len(claim["evidence"]) for claim in batch))

    def _ask(self, query: str, keys: Iterable[str]) -> list[Row]:
        return ask(self._tx, query, keys, **self._whose)

    def _put_all(self, query: str, given: Sequence[Row]) -> None:
        put_all(self._tx, query, given, **self._whose)

    def _put(self, query: str, given: Sequence[Row], *, expected: int | None = None) -> None:
        put(self._tx, query, given, expected=expected, **self._whose)


def _keys(records: Iterable[Chunk] | Iterable[Item]) -> list[str]:
    return [record.key for record in records]


def _document(key: str, row: Mapping[str, Any] | None) -> Document | None:
    return Document(key, row["title"], row["doi"], row["pmid"]) if row is not None else None
