"""Relations that a source states itself: annotated pairs and ready triples, with their quote."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graph.vocabulary import BIOMEDICAL, OTHER, ChunkPart, Origin, Vocabulary
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.tokens import fold_name
from ingest.contribution import Attestation, Gathering, Placed, holder_of
from ingest.grading import hedge_density
from ingest.items import StatedRelation
from ingest.lexicon import DROPPED, Entry
from ingest.meanings import BY_TYPE, Meaning, stated
from ingest.mined import Mined
from ingest.seeds import Local, Seeds

# Extractors of evidence that a source states itself: annotated ends, names alone.
ANNOTATION, TRIPLES = "annotation", "triples"
_IDENTIFIER = re.compile(r"(?:MESH|NCBIGene|NCBITaxon|OMIM|CHEBI|HGNC|DOID|Cellosaurus):\S+")
_GENE_PRODUCTS = frozenset({"Gene", "RNA", "Protein"})
_MAY_NAME_GENES = _GENE_PRODUCTS | {"Complex", OTHER}


@dataclass(frozen=True, slots=True)
class ReadPaper:
    """A paper whose sections are read and cut into chunks; `where` is file:line for messages."""

    document: str
    where: str
    local: Local
    sections: Sequence[tuple[Mined, list[Placed]]]


def attest_stated(
    gathering: Gathering, seeds: Seeds, paper: ReadPaper, relation: StatedRelation
) -> Skipped | None:
    """Add the evidence of one stated relation, or say why it cannot be used."""
    try:
        head = _end(
            seeds, paper.local, relation.head, relation.head_identifiers, relation.head_type
        )
        tail = _end(
            seeds, paper.local, relation.tail, relation.tail_identifiers, relation.tail_type
        )
        _check_short_form(paper.local, relation.head, head)
        _check_short_form(paper.local, relation.tail, tail)
        meaning = _meaning(seeds.vocabulary, relation, head, tail)
    except InputError as error:
        return Skipped(paper.where, error.reason)
    general = seeds.lexicon.guards.general
    if any(fold_name(entry.name) in general for entry in (head, tail)):
        return Skipped(paper.where, "too_general")  # "proteins" would become a hub of everything
    if gathering.concept(head) == gathering.concept(tail):
        return Skipped(paper.where, "relation_to_itself")
    mentioned = {entry for mined, _ in paper.sections for entry in mined.entries}
    for name, entry in ((relation.head, head), (relation.tail, tail)):
        if entry not in mentioned:
            # An identifier is no form in which anybody writes a name.
            form = entry.name if name in entry.identifiers else name
            gathering.named(paper.document, entry, form)
    by = _attestation(gathering, paper, relation, head, tail)
    listing = seeds.vocabulary.relations[meaning.relation].listing
    origin = Origin.VOCABULARY if listing else None
    gathering.attest(head, meaning, tail, relation.polarity, by, origin)
    return None


def _check_short_form(local: Local, name: str, entry: Entry) -> None:
    """Refuse a gene whose name the document defines as short for something else.

    Whoever looked genes up by their names finds PCD in "primary ciliary dyskinesia (PCD)".
    """
    if entry.type in _GENE_PRODUCTS and name in dict(local.aliases):
        meant = local.names.by_name(name)
        if meant is not None and meant.type not in _MAY_NAME_GENES:
            raise InputError(
                f"{name} is short for {meant.name}", reason="short_form_of_something_else"
            )


def _meaning(vocabulary: Vocabulary, relation: StatedRelation, head: Entry, tail: Entry) -> Meaning:
    word = relation.means or relation.relation
    if word in BY_TYPE and vocabulary.text_rules == BIOMEDICAL:
        return stated(word, head=head.type, tail=tail.type, sign=relation.sign or 1)
    name, exchanged = vocabulary.relation(word)
    return Meaning(name, exchanged, relation.sign)


def _end(
    seeds: Seeds, local: Local, name: str, identifiers: tuple[str, ...], type_word: str
) -> Entry:
    """The concept at one end: an annotation's, else the lexicon's, else a new one."""
    for annotation, entry in local.annotated:
        if name in annotation.identifiers:
            return entry
    known = seeds.lexicon.by_identifier([name])
    if known is not None and known.type != DROPPED:
        return known
    if known is None and _IDENTIFIER.fullmatch(name):
        raise InputError(f"nothing says what {name} is called", reason="no_name_for_identifier")
    return seeds.resolve(name, identifiers, type_word)


def _attestation(
    gathering: Gathering, paper: ReadPaper, relation: StatedRelation, head: Entry, tail: Entry
) -> Attestation:
    """By the source's own quote, else the first sentence with both ends, else the statement."""
    is_annotated = any(
        {relation.head, relation.tail} & set(annotation.identifiers)
        for annotation, _ in paper.local.annotated
    )
    extractor = ANNOTATION if is_annotated else TRIPLES
    for mined, placed in paper.sections:
        for start, end in _places(mined, relation.quote, head, tail):
            holder = holder_of(placed, start, end)
            if holder is not None:
                quote = mined.text[start:end]
                hedge = hedge_density(quote)
                return Attestation(
                    holder, quote, extractor, relation.relation, relation.confidence, hedge
                )
    ends = [
        entry.name if is_annotated or _IDENTIFIER.fullmatch(name) else name
        for name, entry in ((relation.head, head), (relation.tail, tail))
    ]
    text = relation.quote or f"{ends[0]} {relation.relation} {ends[1]}"
    placed = gathering.add_chunks(paper.document, ChunkPart.STATEMENT, text)
    quote = text[placed[0].start : placed[0].end]
    return Attestation(
        placed[0].key,
        quote,
        extractor,
        relation.relation,
        relation.confidence,
        hedge_density(quote),
        quoted=False,
    )


def _places(mined: Mined, quote: str, head: Entry, tail: Entry) -> Iterator[tuple[int, int]]:
    if quote:
        at = mined.text.find(quote)
        if at >= 0:
            yield at, at + len(quote)
        return
    for sentence in mined.sentences():
        if {head, tail} <= sentence.entries:
            yield sentence.tokens[0].start, sentence.tokens[-1].end
