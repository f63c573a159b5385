"""What follows from attestations: documents, shown names, claims, relations, degrees.

Pure functions over what each source attests. A concept is shown by the form that speaks for most:
a form counts once for each document that has it, at its largest `n` over the sources; ties by code
point. A concept that no document names is shown by the identity that made its key.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from graph.attestations import Attested, merge_documents
from graph.fields import known
from graph.model import Claim, Concept, Document, Evidence, Naming
from graph.names import identity
from graph.store import ConceptRecord, QuoteRecord, RelationRecord, shown_name
from graph.vocabulary import Origin, Polarity, relationship_type

Sources = Mapping[str, Attested]
Line = dict[str, Any]


def evidence_rows(sources: Sources) -> Iterator[tuple[str, Evidence]]:
    """(source, evidence) of every source."""
    return ((name, e) for name in sorted(sources) for e in sources[name].evidence.values())


def concepts(sources: Sources) -> dict[str, Concept]:
    """Every concept that a source names, mentions or claims."""
    return {key: c for attested in sources.values() for key, c in attested.concepts.items()}


def documents(sources: Sources) -> dict[str, Document]:
    """Every document, merged over the sources that contribute it."""
    found: dict[str, Document] = {}
    for attested in sources.values():
        for key, document in attested.documents.items():
            found[key] = merge_documents(document, found.get(key))
    return found


def claims(sources: Sources) -> dict[str, Claim]:
    """Every claim that some evidence attests."""
    return {evidence.claim.key: evidence.claim for _, evidence in evidence_rows(sources)}


def believed(sources: Sources) -> set[str]:
    """Keys of the claims that some evidence attests which is believed."""
    return {evidence.claim.key for _, evidence in evidence_rows(sources) if evidence.believed}


def denied(claim: Claim) -> str:
    """Key of the claim of the other polarity."""
    other = Polarity.NEGATIVE if claim.polarity is Polarity.POSITIVE else Polarity.POSITIVE
    return Claim(claim.head, claim.relation, claim.tail, other).key


class Support(NamedTuple):
    """What a relation rests on: sorted origins, the least hedge, the number of documents."""

    origin: tuple[str, ...]
    hedge: float
    documents: int


def support_of(attestations: Iterable[tuple[str, float, str]]) -> Support:
    """Sum up (origin, hedge, document) of at least one attestation."""
    given = list(attestations)
    if len(given) == 1:  # nearly always, and this is where writing a source spends its time
        return Support((str(given[0][0]),), float(given[0][1]), 1)
    origins, hedges, documents = zip(*given, strict=True)
    return Support(
        tuple(sorted({str(origin) for origin in origins})), float(min(hedges)), len(set(documents))
    )


class Shown(NamedTuple):
    """How a concept is shown."""

    name: str
    aliases: tuple[str, ...]
    identifiers: tuple[str, ...]


def shown(forms: Mapping[str, int], identifiers: Iterable[str], identity: str) -> Shown:
    """How a concept with these counted forms is shown; without a form, by its identity."""
    name = shown_name(forms) if forms else identity
    return Shown(name, tuple(sorted(forms)), tuple(sorted(set(identifiers))))


def makes_edge(evidence: Evidence) -> bool:
    """Whether a piece of evidence makes its claim's relation exist."""
    claim = evidence.claim
    return evidence.believed and known().makes_edge(claim.relation, claim.polarity, evidence.sign)


def counts(head: str, tail: str, origin: Iterable[str], *, with_vocabulary: bool = False) -> bool:
    """Whether a relation counts in degree: no self-loop, not of the vocabulary alone."""
    return head != tail and (with_vocabulary or any(one != Origin.VOCABULARY for one in origin))


def relations(sources: Sources) -> dict[str, RelationRecord]:
    """Every relation that an asserting piece of evidence makes, by key."""
    document_of = {key: c.document for a in sources.values() for key, c in a.chunks.items()}
    asserted: defaultdict[Claim, list[Evidence]] = defaultdict(list)
    for _, evidence in evidence_rows(sources):
        if makes_edge(evidence):
            asserted[evidence.claim].append(evidence)
    found = {}
    for claim, rows in asserted.items():
        support = support_of((row.origin, row.hedge, document_of[row.chunk]) for row in rows)
        found[claim.relation_key] = RelationRecord(
            key=claim.relation_key,
            relation=claim.relation,
            head=claim.head,
            tail=claim.tail,
            origin=support.origin,
            strength=known().relations[claim.relation].prior,
            hedge=support.hedge,
            support=support.documents,
        )
    return dict(sorted(found.items()))


def concept_records(sources: Sources, chosen: Mapping[str, str]) -> dict[str, ConceptRecord]:
    """Every concept as shown; `chosen` are the names that people gave, by key."""
    forms, identifiers = counted_forms(n for a in sources.values() for n in a.namings.values())
    degree = Counter(
        end
        for relation in relations(sources).values()
        if counts(relation.head, relation.tail, relation.origin)
        for end in (relation.head, relation.tail)
    )
    records = {}
    for key, concept in concepts(sources).items():
        how = shown(forms[key], identifiers[key], identity(concept.name))
        name = chosen.get(key, how.name)
        records[key] = ConceptRecord(
            key, name, concept.type, degree[key], how.aliases, how.identifiers
        )
    return records


def counted_forms(
    namings: Iterable[Naming],
) -> tuple[defaultdict[str, Counter[str]], defaultdict[str, set[str]]]:
    """Concept key to its forms with their counts, and to its identifiers."""
    largest: dict[tuple[str, str, str], int] = {}
    identifiers: defaultdict[str, set[str]] = defaultdict(set)
    for naming in namings:
        one = (naming.concept, naming.form, naming.document)
        largest[one] = max(naming.n, largest.get(one, 0))
        identifiers[naming.concept].update(naming.identifiers)
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (concept, form, _), n in largest.items():
        forms[concept][form] += n
    return forms, identifiers


def quotes(sources: Sources) -> dict[str, list[QuoteRecord]]:
    """Claim key to its attestations; what corrections made equal is one."""
    found: defaultdict[str, dict[QuoteRecord, None]] = defaultdict(dict)
    document = documents(sources)
    document_of = {key: c.document for a in sources.values() for key, c in a.chunks.items()}
    for source, row in evidence_rows(sources):
        of = document[document_of[row.chunk]]
        quote = QuoteRecord(
            quote=row.quote,
            quoted=row.quoted,
            chunk=row.chunk,
            document=of.key,
            title=of.title,
            pmid=of.pmid,
            doi=of.doi,
            source=source,
            extractor=row.extractor,
            sign=row.sign,
            hedge=float(row.hedge),
            confidence=float(row.confidence),
            wording=row.wording,
            origin=row.origin,
        )
        found[row.claim.key][quote] = None
    return {key: list(of_claim) for key, of_claim in found.items()}


def canonical_lines(sources: Sources, chosen: Mapping[str, str]) -> Iterator[Line]:
    """What the graph holds of concepts, documents, claims and who attests them, one map each.

    What corrections moved stands where they put it, and says where it was written.
    """
    for name in sorted(sources):
        yield from _attested_lines(name, sources[name])
    own = concepts(sources)
    for record in concept_records(sources, chosen).values():
        yield {
            "kind": "concept",
            "key": record.key,
            "type": record.type,
            "identity": identity(own[record.key].name),
            "name": record.name,
            "degree": record.degree,
            "aliases": record.aliases,
            "identifiers": record.identifiers,
        }
    for document in documents(sources).values():
        yield {"kind": "document", "key": document.key} | _document_line(document)
    for key, chunk in {k: c for a in sources.values() for k, c in a.chunks.items()}.items():
        yield {"kind": "chunk", "key": key, "part": chunk.part, "text": chunk.text}
    for claim in claims(sources).values():
        yield {
            "kind": "claim",
            "key": claim.key,
            "head": claim.head,
            "relation": claim.relation,
            "tail": claim.tail,
            "polarity": claim.polarity,
        }
    for relation in relations(sources).values():
        yield {
            "kind": "relation",
            "key": relation.key,
            "type": relationship_type(relation.relation),
            "head": relation.head,
            "tail": relation.tail,
            "origin": relation.origin,
            "strength": relation.strength,
            "hedge": relation.hedge,
            "support": relation.support,
        }


def _attested_lines(source: str, attested: Attested) -> Iterator[Line]:
    for document in attested.documents.values():
        line = {"kind": "from", "source": source, "document": document.key}
        yield line | _document_line(document)
    for chunk in attested.chunks.values():
        yield {
            "kind": "part_of",
            "source": source,
            "chunk": chunk.key,
            "document": chunk.document,
            "position": chunk.position,
            "section": chunk.section,
        }
    for naming in attested.namings.values():
        yield _moved_from(naming.as_written) | {
            "kind": "names",
            "source": source,
            "document": naming.document,
            "concept": naming.concept,
            "form": naming.form,
            "n": naming.n,
            "identifiers": naming.identifiers,
        }
    for item in attested.items.values():
        yield {
            "kind": "item",
            "key": item.key,
            "source": source,
            "id": item.id,
            "question": item.question,
            "answer": item.answer,
            "options": item.options,
            "item_kind": item.kind,
            "meta": item.meta,
        }
    for mention in attested.mentions:
        yield _moved_from(mention.as_written) | {
            "kind": "mentions",
            "item": mention.item,
            "concept": mention.concept,
            "role": mention.role,
        }
    for gold in attested.golds:
        yield {"kind": "gold", "item": gold.item, "document": gold.document}
    for row in attested.evidence.values():
        written = row.as_written
        yield _moved_from([written.head, written.tail] if written else "") | {
            "kind": "evidence",
            "source": source,
            "claim": row.claim.key,
            "chunk": row.chunk,
            "quote": row.quote,
            "quoted": row.quoted,
            "sign": row.sign,
            "hedge": float(row.hedge),
            "confidence": float(row.confidence),
            "extractor": row.extractor,
            "wording": row.wording,
            "origin": row.origin,
        }


def _moved_from(written: str | list[str]) -> Line:
    return {"as_written": written} if written else {}


def _document_line(document: Document) -> Line:
    return {"title": document.title, "doi": document.doi, "pmid": document.pmid}
