"""What readers yield: items, papers, ready relations, and what was skipped with its reason."""

from dataclasses import dataclass, field
from typing import TypeAlias

from graph.vocabulary import ChunkPart, Polarity
from hubscope.files import Skipped
from hubscope.json_values import Json as Json


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document's text; `label` is the section's name as written, "" without one.

    `quotable` False = the text may be shown and judged on, but no relation is read from it.
    """

    text: str
    part: ChunkPart = ChunkPart.CONTEXT
    label: str = ""
    quotable: bool = True


@dataclass(frozen=True, slots=True)
class Annotation:
    """A concept that the source itself names.

    Attributes:
        form: as written; for a heading, the heading. Of a mention that names several concepts at
            once ("hepatic and renal failure") each has an annotation of its own, its form as the
            annotators spelled it out; where the text does not hold that form, no position.
        type: the source's own word for the type (mapped by seeds.py), "" if it has none.
        identifiers: such as "MESH:D014262", "NCBIGene:7157", sorted.
        section, start: which of the document's sections, and where in its text; None for a heading.
    """

    form: str
    type: str = ""
    identifiers: tuple[str, ...] = ()
    section: int | None = None
    start: int | None = None


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation that the source itself states, between two of its annotations.

    Attributes:
        head, tail: an identifier of an annotation of this paper, else a name.
        relation: the source's own word, kept as the claim's wording.
        means: what the word says: a relation of the closed list, an alias of one, or a meaning of
            `meanings.BY_TYPE`; "" = the word itself is one.
        quote: the source's own quote; "" lets the pipeline look for the sentence.
    """

    head: str
    relation: str
    tail: str
    polarity: Polarity = Polarity.POSITIVE
    sign: int = 0
    quote: str = ""
    head_type: str = ""
    tail_type: str = ""
    head_identifiers: tuple[str, ...] = ()
    tail_identifiers: tuple[str, ...] = ()
    confidence: float = 1.0
    means: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A document with what the source says about it.

    Attributes:
        notices: what its publisher has said of it since, see `retrieval.notices`.
        where: file:line for messages.
    """

    sections: tuple[Section, ...]
    title: str = ""
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    notices: tuple[str, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    relations: tuple[StatedRelation, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkItem:
    """A benchmark item.

    Attributes:
        answer: the gold answer as the file has it: an option's label, "yes", a list, false, 0.
        options: label to text in file order, empty for open and yes/no questions.
        kind: `choice`, `boolean`, `claim`, `open`.
        decision: for a yes/no question or a labelled claim, what gold says of the statement in
            `question`: POSITIVE, NEGATIVE, or None where it is undecided (maybe, NEI).
        papers: the item's own documents; their context and answer sections are gold evidence.
        meta: every other field of the record, kept as it came.
    """

    id: str
    question: str
    answer: Json
    options: tuple[tuple[str, str], ...] = ()
    kind: str = "open"
    decision: Polarity | None = None
    papers: tuple[Paper, ...] = ()
    meta: dict[str, Json] = field(default_factory=dict)
    where: str = ""


Record: TypeAlias = BenchmarkItem | Paper | Skipped
