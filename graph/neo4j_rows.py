"""Records as rows of the writing statements (`graph.cypher.write`): plain strings, lists, numbers.

The driver is several times slower with tuples and with enumerations, so neither is in a row.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from graph.attestations import evidence_key
from graph.connection import Row
from graph.derivation import counted_forms, shown
from graph.model import Chunk, Claim, Concept, Evidence, Item, Mention, Naming
from graph.names import identity
from hubscope.keys import key_of

NamedConcept = tuple[Concept, list[Naming]]


def chunk_row(chunk: Chunk) -> Row:
    """A row of the statements that write chunks."""
    return {
        "key": chunk.key,
        "document": chunk.document,
        "part": chunk.part.value,
        "text": chunk.text,
        "position": chunk.position,
        "section": chunk.section,
    }


def concept_rows(named: Sequence[NamedConcept], chosen: Mapping[str, str]) -> list[Row]:
    """Rows of `create_concepts`, with what names, given and `chosen`, make of each concept."""
    forms, identifiers = counted_forms(naming for _, names in named for naming in names)
    found = []
    for concept, names in named:
        same = _identity(concept.name)
        how = shown(forms[concept.key], identifiers[concept.key], same)
        row = {
            "key": concept.key,
            "identity": same,
            "name": how.name,
            "aliases": list(how.aliases),
            "identifiers": list(how.identifiers),
            "names": [name_row(naming) for naming in names],
        }
        if concept.key in chosen:
            row["name"] = row["chosen"] = chosen[concept.key]
        found.append(row)
    return found


def name_row(naming: Naming) -> Row:
    """A row of the statements that write names, the concept left out."""
    row = {
        "document": naming.document,
        "form": naming.form,
        "form_key": form_key(naming.form),
        "n": naming.n,
        "identifiers": list(naming.identifiers),
    }
    if naming.as_written:
        row["as_written"] = naming.as_written
    return row


@lru_cache(maxsize=100_000)
def form_key(form: str) -> str:
    """Key of a form's identity: what `find` looks up (a long text cannot be indexed)."""
    return key_of("form", _identity(form))


_identity = lru_cache(maxsize=100_000)(identity)


def item_row(item: Item) -> Row:
    """A row of `CREATE_ITEMS`: the item's properties."""
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


def mention_row(mention: Mention) -> Row:
    """A row of the statements that write mentions."""
    row = {"item": mention.item, "concept": mention.concept, "role": mention.role}
    if mention.as_written:
        row["as_written"] = mention.as_written
    return row


def claim_row(claim: Claim, evidence: list[Row]) -> Row:
    """A row of the statements that create claims, the relation's own left out."""
    return {
        "key": claim.key,
        "head": claim.head,
        "relation": claim.relation,
        "tail": claim.tail,
        "polarity": claim.polarity.value,  # the driver is slow with what is not quite a str
        "evidence": evidence,
    }


def written_in(written: Claim, claim: Claim) -> Row:
    """What evidence at a claim says of the claim that was written, if it is another."""
    if written.key == claim.key:
        return {"claim": None, "head": None, "tail": None}
    return {"claim": written.key, "head": written.head, "tail": written.tail}


def corrected_evidence_row(evidence: Evidence) -> Row:
    """A row of evidence that corrections may have moved, or made unbelieved."""
    written = written_in(evidence.as_written or evidence.claim, evidence.claim)
    return evidence_row(evidence) | written | {"disbelieved": None if evidence.believed else True}


def evidence_row(evidence: Evidence) -> Row:
    """A row of evidence within a claim's row."""
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
