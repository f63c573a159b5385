"""What the graph holds: frozen records, each with the key that makes it the same thing everywhere.

A source contributes *attestations*, never finished nodes: which document names a concept in which
form, which chunk evidences which claim. Shown names, identifiers, degrees and relations between
concepts are derived from the attestations that survive, so that order and deletion leave no trace.
"""

from dataclasses import dataclass, field

from graph.names import identity
from graph.values import text
from graph.vocabulary import ChunkPart, ConceptType, MentionRole, Origin, Polarity, RelationType
from hubscope.errors import InputError
from hubscope.keys import key_of


@dataclass(frozen=True, slots=True)
class Concept:
    """A typed concept; `name` is the name whose identity makes the key, not the shown one.

    Raises:
        InputError: the name has no identity: it is empty, or only neutral signs (`empty_name`).
    """

    type: ConceptType
    name: str
    key: str = field(init=False)

    def __post_init__(self) -> None:
        same = identity(self.name)
        if not same:
            raise InputError("a concept needs a name", reason="empty_name")
        object.__setattr__(self, "key", key_of(self.type, same))


@dataclass(frozen=True, slots=True)
class Document:
    """A paper, an abstract, or an item's own text. Identity: DOI, PMID, title, else content."""

    key: str
    title: str = ""
    doi: str | None = None
    pmid: str | None = None

    def __post_init__(self) -> None:
        _clean(self, "title", "doi", "pmid")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document's text; equal text in two documents is two chunks."""

    document: str
    part: ChunkPart
    text: str
    position: int = 0
    section: str = ""
    key: str = field(init=False)

    def __post_init__(self) -> None:
        _clean(self, "text", "section")
        object.__setattr__(self, "key", key_of(self.document, self.part, self.text))


@dataclass(frozen=True, slots=True)
class Naming:
    """A document names a concept in one written form, `n` times.

    Attributes:
        as_written: key that the source gave, where corrections make it another; a reader leaves it.
    """

    document: str
    concept: str
    form: str
    n: int = 1
    identifiers: tuple[str, ...] = ()
    as_written: str = ""

    def __post_init__(self) -> None:
        _clean(self, "form")


@dataclass(frozen=True, slots=True)
class Item:
    """A benchmark item; its key is made from the source's name and the item's own id.

    Attributes:
        answer: canonical JSON of the gold answer (a label, a list, true, 0 ...).
        options: canonical JSON of label to text, "" without options.
        meta: canonical JSON of everything else the file said.
    """

    source: str
    id: str
    question: str
    answer: str
    options: str = ""
    kind: str = ""
    meta: str = ""
    key: str = field(init=False)

    def __post_init__(self) -> None:
        _clean(self, "source", "id", "question", "answer", "options", "kind", "meta")
        object.__setattr__(self, "key", key_of("item", self.source, self.id))


@dataclass(frozen=True, slots=True)
class Mention:
    """An item mentions a concept in its stem, its answer, a distractor or its context.

    Attributes:
        as_written: as in `Naming`.
    """

    item: str
    concept: str
    role: MentionRole
    as_written: str = ""


@dataclass(frozen=True, slots=True)
class Gold:
    """A document belongs to an item: its context and answer chunks are the item's gold evidence."""

    item: str
    document: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What is asserted (or denied) about two concepts; an edge exists only through its claim."""

    head: str
    relation: RelationType
    tail: str
    polarity: Polarity = Polarity.POSITIVE
    key: str = field(init=False)
    relation_key: str = field(init=False)

    def __post_init__(self) -> None:
        relation_key = key_of(self.head, self.relation, self.tail)
        object.__setattr__(self, "relation_key", relation_key)
        key = key_of(self.head, self.relation, self.tail, self.polarity)
        object.__setattr__(self, "key", key)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One chunk attests one claim, as one extractor of one source read it.

    Attributes:
        quote: exact text of the chunk if `quoted`, else the statement itself.
        sign: +1 or -1, what happens (raised, lowered); 0 where the relation has no sign.
        hedge: hedge density of the quote, 0 to 1.
        extractor: name of the rule family, `annotation`, `triples`, or a model.
        wording: the source's own word for the relation.
        confidence: 0 to 1, as the extractor states it.
        as_written: the claim that the source made, where corrections make it another.
        believed: False where corrections say so; it then makes no relation.
    """

    claim: Claim
    chunk: str
    quote: str
    origin: Origin
    extractor: str
    quoted: bool = True
    sign: int = 0
    hedge: float = 0.0
    confidence: float = 1.0
    wording: str = ""
    as_written: Claim | None = None
    believed: bool = True

    def __post_init__(self) -> None:
        _clean(self, "quote", "extractor", "wording")


@dataclass(frozen=True, slots=True)
class Contribution:
    """A part of what a source contributes.

    Each document, chunk and item it refers to is in it or came from this source before; each
    concept is in it or in the graph. A concept that nothing in it names, mentions or claims is not
    stored: nothing is in the graph without provenance.
    """

    concepts: tuple[Concept, ...] = ()
    documents: tuple[Document, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    namings: tuple[Naming, ...] = ()
    items: tuple[Item, ...] = ()
    mentions: tuple[Mention, ...] = ()
    golds: tuple[Gold, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """What was ingested in one go. `sha256` is of its content, format and extraction settings."""

    name: str
    kind: str
    sha256: str
    skipped: int = 0
    key: str = field(init=False)

    def __post_init__(self) -> None:
        _clean(self, "name", "kind", "sha256")
        object.__setattr__(self, "key", key_of("source", self.name))


def _clean(record: object, *names: str) -> None:
    """Make text storable before keys are made of it, so that a key always fits what is stored."""
    for name in names:
        value = getattr(record, name)
        if value is not None:
            object.__setattr__(record, name, text(value))
