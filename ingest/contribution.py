"""Gathers what one record contributes: documents, chunks, namings, mentions, evidence."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graph import citations
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
)
from graph.vocabulary import ChunkPart, MentionRole, Origin, Polarity
from hubscope.errors import InputError
from ingest.items import Paper
from ingest.lexicon import Entry
from ingest.meanings import Meaning
from retrieval.chunking import chunk


@dataclass(frozen=True, slots=True)
class Placed:
    """A chunk with the characters of its section that it holds."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Attestation:
    """How a claim is attested: where, by which words, how surely."""

    chunk: str
    quote: str
    extractor: str
    wording: str
    confidence: float
    hedge: float
    quoted: bool = True


def document_key(paper: Paper) -> str:
    """Key of a paper (graph.citations); one without texts is known by what it states."""
    texts = [section.text for section in paper.sections]
    if not any(texts):
        texts = [f"{r.head}\x1f{r.relation}\x1f{r.tail}" for r in paper.relations]
    return citations.document_key(
        doi=paper.doi, pmid=paper.pmid, pmcid=paper.pmcid, title=paper.title, content=texts
    )


def holder_of(placed: Sequence[Placed], start: int, end: int) -> str | None:
    """Key of the first chunk that holds characters `start` up to `end` whole, None if none does."""
    return next((p.key for p in placed if p.start <= start and end <= p.end), None)


@dataclass(slots=True)
class Gathering:
    """Collects rows under construction; `done` gives them in an order of their own.

    `general` = what is read is about the whole world, and only known names make a relation.
    """

    origin: Origin
    general: bool = False
    concepts: dict[str, Concept] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    chunks: dict[str, Chunk] = field(default_factory=dict)
    forms: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    identifiers: dict[str, set[str]] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    mentions: set[Mention] = field(default_factory=set)
    golds: set[Gold] = field(default_factory=set)
    evidence: dict[Evidence, None] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    def concept(self, entry: Entry) -> str:
        """Key of an entry's concept."""
        one = Concept(entry.type, entry.name)
        self.concepts.setdefault(one.key, one)
        self.identifiers.setdefault(one.key, set()).update(entry.identifiers)
        return one.key

    def named(self, document: str, entry: Entry, form: str, n: int = 1) -> str:
        """Note that a document names a concept; its key."""
        key = self.concept(entry)
        self.forms[document, key, " ".join(form.split())] += n
        return key

    def add_chunks(
        self, document: str, part: ChunkPart, text: str, label: str = ""
    ) -> list[Placed]:
        """Cut a section into chunks; positions count within the part of the document."""
        placed = []
        for window in chunk(text):
            position = sum(c.document == document and c.part is part for c in self.chunks.values())
            one = Chunk(document, part, window.text, position, label)
            one = self.chunks.setdefault(one.key, one)
            placed.append(Placed(one.key, window.start, window.end))
        return placed

    def attest(
        self,
        head: Entry,
        meaning: Meaning,
        tail: Entry,
        polarity: Polarity,
        by: Attestation,
        origin: Origin | None = None,
    ) -> None:
        """Add evidence for a claim; one concept with itself is no relation.

        Args:
            origin: of this relation, where it is not that of what is read.
        """
        first, second = self.concept(head), self.concept(tail)
        if first == second:
            return
        if meaning.exchanged:
            first, second = second, first
        claim = Claim(first, meaning.relation, second, polarity)
        row = Evidence(
            claim,
            by.chunk,
            by.quote,
            origin or self.origin,
            by.extractor,
            quoted=by.quoted,
            sign=meaning.sign,
            hedge=by.hedge,
            confidence=by.confidence,
            wording=by.wording,
        )
        self.evidence[row] = None

    def mention(self, item: str, keys: Iterable[str], role: MentionRole) -> None:
        """Note which concepts an item mentions in a role."""
        self.mentions |= {Mention(item, key, role) for key in keys}

    def done(self) -> Contribution:
        """Everything, sorted."""
        namings = [
            Naming(document, key, form, n, tuple(sorted(self.identifiers[key])))
            for (document, key, form), n in sorted(self.forms.items())
        ]
        named = {naming.concept for naming in namings}
        for row in self.evidence:
            if not {row.claim.head, row.claim.tail} <= named:
                raise InputError("a claim's concept has no name in its document")
        return Contribution(
            concepts=tuple(self.concepts[key] for key in sorted(named)),
            documents=tuple(self.documents.values()),
            chunks=tuple(self.chunks.values()),
            namings=tuple(namings),
            items=tuple(self.items),
            mentions=tuple(sorted(self.mentions, key=lambda m: (m.item, m.concept, m.role))),
            golds=tuple(sorted(self.golds, key=lambda g: (g.item, g.document))),
            evidence=tuple(self.evidence),
        )
