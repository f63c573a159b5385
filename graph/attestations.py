"""What one source attests, merged: the rules that make any split and any order the same.

Where a source says two things of one:

- a document's title, DOI, PMID and a chunk's section are the least non-empty one given, a chunk's
  position is the least;
- a naming's `n` is the largest given for its document and form, its identifiers are the union;
- of evidence rows with one claim, chunk, quote and extractor the one of least `evidence_key` stays;
- two items of one key must be equal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from graph.fields import known
from graph.model import (
    Chunk,
    Concept,
    Contribution,
    Document,
    Evidence,
    Gold,
    Item,
    Mention,
    Naming,
)
from hubscope.errors import IntegrityError
from hubscope.keys import key_of


@dataclass(slots=True)
class Attested:
    """Attestations by what makes them one thing; `add` merges more of them in."""

    concepts: dict[str, Concept] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    chunks: dict[str, Chunk] = field(default_factory=dict)
    namings: dict[tuple[str, str, str], Naming] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    mentions: set[Mention] = field(default_factory=set)
    golds: set[Gold] = field(default_factory=set)
    evidence: dict[tuple[str, str, str, str], Evidence] = field(default_factory=dict)

    def add(self, part: Contribution) -> None:
        """Merge a part in.

        Raises:
            IntegrityError: an item's key is there with other content; what came before it is in.
        """
        for document in part.documents:
            known = self.documents.get(document.key)
            self.documents[document.key] = merge_documents(document, known)
        for chunk in part.chunks:
            self.chunks[chunk.key] = merge_chunks(chunk, self.chunks.get(chunk.key))
        for naming in part.namings:
            name = (naming.document, naming.concept, naming.form)
            self.namings[name] = merge_namings(naming, self.namings.get(name))
        for item in part.items:
            if self.items.setdefault(item.key, item) != item:
                raise twice(item.id)
        self.mentions.update(part.mentions)
        self.golds.update(part.golds)
        for evidence in part.evidence:
            one = (evidence.claim.key, evidence.chunk, evidence.quote, evidence.extractor)
            self.evidence[one] = _merge_evidence(evidence, self.evidence.get(one))
        attested = attested_concepts(part)
        self.concepts.update((c.key, c) for c in part.concepts if c.key in attested)

    def copy(self) -> "Attested":
        """Another collection of the same (immutable) records."""
        return Attested(*(getattr(self, name).copy() for name in self.__slots__))


def attested_concepts(part: Contribution) -> set[str]:
    """Keys of the concepts that something in a part names, mentions or claims."""
    keys = {naming.concept for naming in part.namings}
    keys.update(mention.concept for mention in part.mentions)
    for evidence in part.evidence:
        keys.update((evidence.claim.head, evidence.claim.tail))
    return keys


def check_items(part: Contribution, source: str) -> None:
    """Refuse items of another source.

    Raises:
        IntegrityError: an item's source is not this one.
    """
    for item in part.items:
        if item.source != source:
            raise IntegrityError(
                f"item {item.id!r} says it is of source {item.source!r}, not {source!r}.",
                reason="foreign_item",
            )


def missing(kind: str, keys: Iterable[str]) -> IntegrityError:
    """The error of keys that refer to nothing."""
    return IntegrityError(
        f"no {kind} of key {min(keys)}: write it in the same part or before. Nothing was written.",
        reason="unknown_key",
    )


def check_words(part: Contribution) -> None:
    """Types and relations are words of the closed lists: they become Cypher text.

    Raises:
        IntegrityError: one of them is not.
    """
    words = known()
    types = {concept.type for concept in part.concepts} - words.bands.keys()
    relations = {row.claim.relation for row in part.evidence} - words.relations.keys()
    for word in sorted({*types, *relations}):
        raise IntegrityError(
            f"{word[:40]!r} is no type or relation of a known vocabulary. Nothing was written.",
            reason="unknown_word",
        )


def not_begun(source: str) -> IntegrityError:
    """The error of writing to a source that is not pending."""
    return IntegrityError(f"source {source!r} is not pending: begin it.", reason="not_begun")


def twice(item: str) -> IntegrityError:
    """The error of one item id with two contents."""
    return IntegrityError(
        f"item {item!r} is there with other content: delete the source first, or give each "
        "item its own id. Nothing was written.",
        reason="item_twice",
    )


def merge_documents(one: Document, other: Document | None) -> Document:
    """The least non-empty title, DOI and PMID of two."""
    if other is None or one == other:
        return one
    title, doi, pmid = (least(getattr(one, n), getattr(other, n)) for n in ("title", "doi", "pmid"))
    return Document(one.key, title or "", doi, pmid)


def least(one: str | None, other: str | None) -> str | None:
    """The lesser text by code point; the other one if one is empty; None if both are."""
    return min(filter(None, (one, other)), default=None)


def evidence_key(evidence: Evidence) -> str:
    """Key of everything that an evidence row says, as written; the lesser of two stays."""
    return evidence_key_of(
        (evidence.as_written or evidence.claim).key,
        evidence.chunk,
        evidence.quote,
        evidence.extractor,
        evidence.origin,
        evidence.wording,
        said=(evidence.quoted, evidence.sign, evidence.hedge, evidence.confidence),
    )


def evidence_key_of(*texts: str, said: tuple[bool, int, float, float]) -> str:
    """The same of claim key, chunk key, quote, extractor, origin and wording, in this order."""
    quoted, sign, hedge, confidence = said
    return key_of(*texts, f"{quoted:d}/{sign}/{hedge!r}/{confidence!r}")


def merge_chunks(one: Chunk, other: Chunk | None) -> Chunk:
    """The least position and section of two contributions of one chunk."""
    if other is None or one == other:
        return one
    section = least(one.section, other.section) or ""
    return replace(one, position=min(one.position, other.position), section=section)


def merge_namings(one: Naming, other: Naming | None) -> Naming:
    """The largest `n` and all identifiers of two namings with one form."""
    given = one.identifiers if other is None else (*one.identifiers, *other.identifiers)
    identifiers = tuple(sorted(set(given)))
    largest = one.n if other is None else max(one.n, other.n)
    if (largest, identifiers) == (one.n, one.identifiers):
        return one  # nearly always: a copy would cost more than the merge
    return replace(one, n=largest, identifiers=identifiers)


def _merge_evidence(one: Evidence, other: Evidence | None) -> Evidence:
    return one if other is None else min(one, other, key=evidence_key)
