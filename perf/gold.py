"""Extraction against annotated corpora: concepts by span and type, relations by pair and type.

    python -m perf.gold

Concepts: BC5CDR (chemicals, diseases; Li et al., 2016) and NCBI Disease (Dogan et al., 2014), the
sets for development. Relations: gold_relations.py.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.items import Paper
from ingest.readers import READERS
from perf import gold_relations
from perf.extraction_sources import DATA, extractor
from perf.gold_counts import Counts, table

# The lexicon's types that each corpus annotates; finer ones of ours are the corpus's coarser one.
TYPES = {
    "Disease": {"Disease"},
    "Chemical": {"Drug", "MolecularEntity"},
}
BC5CDR = "bc5cdr/CDR_DevelopmentSet.PubTator.txt.gz"
NCBI = "ncbi_disease/NCBIdevelopset_corpus.txt.gz"
CONCEPTS = {
    "BC5CDR development": (BC5CDR, ("Chemical", "Disease")),
    "NCBI Disease development": (NCBI, ("Disease",)),
}
Span = tuple[int, int, int]


def main() -> None:
    """Print one table of concepts and one of relations."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    print(table("concepts", all_concepts()))
    print("\n" + table("relations", all_relations()))


def all_concepts() -> dict[str, Counts]:
    """Each corpus, kind of concept and way to compare."""
    return {
        f"{name}, {kind}, {how}": counts
        for name, (path, kinds) in CONCEPTS.items()
        for kind in kinds
        for how, counts in concepts(papers(path), kind).items()
    }


def all_relations() -> dict[str, Counts]:
    """Each corpus, whatever the relation and by the relation that was read."""
    corpora = {
        "BC5CDR development": gold_relations.bc5cdr(papers(BC5CDR)),
        "PGR training": gold_relations.pgr(gold_relations.pgr_rows()),
        "Conib BEL": gold_relations.bel(gold_relations.bel_quotes()),
    }
    return {
        f"{corpus}, {what}": counts
        for corpus, found in corpora.items()
        for what, counts in found.items()
    }


def papers(path: str) -> Iterator[Paper]:
    """Annotated abstracts of a file in PubTator's format."""
    for record in READERS.load("pubtator").read(DATA / path, {}):
        if isinstance(record, Paper):
            yield record


def concepts(annotated: Iterable[Paper], kind: str) -> dict[str, Counts]:
    """Concepts of a kind that are found in the texts alone, by how they are compared."""
    exact, overlap, documents = Counts(), Counts(), Counts()
    for paper in annotated:
        gold, found = _gold(paper, kind), _found(paper, TYPES[kind])
        exact.add(found.spans & gold.spans, found.spans, gold.spans)
        touching = {one for one in found.spans if any(_touch(one, other) for other in gold.spans)}
        overlap.add(touching, found.spans, gold.spans)
        known = {i for i in gold.ids if i.startswith("MESH:") and _in_lexicon(i)}
        documents.add(found.ids & known, found.ids, known)
    return {
        "same span": exact,
        "spans that touch": overlap,
        "MeSH ids of a document, of those in the lexicon": documents,
    }


@dataclass(frozen=True, slots=True)
class Named:
    """What a paper names of one kind: (section, start, end), and MeSH identifiers."""

    spans: set[Span]
    ids: set[str]


def _in_lexicon(identifier: str) -> bool:
    return extractor().lexicon.by_identifier([identifier]) is not None


def _gold(paper: Paper, kind: str) -> Named:
    spans, ids = set(), set()
    for annotation in paper.annotations:
        own = annotation.type.casefold()
        is_kind = own == kind.casefold() or (kind == "Disease" and own in _NCBI_KINDS)
        if is_kind and annotation.start is not None and annotation.section is not None:
            end = annotation.start + len(annotation.form)
            spans.add((annotation.section, annotation.start, end))
            ids |= {i if ":" in i else f"MESH:{i}" for i in annotation.identifiers}
    return Named(spans, ids)


_NCBI_KINDS = {"specificdisease", "diseaseclass", "modifier", "compositemention"}


def _found(paper: Paper, types: set[str]) -> Named:
    texts = [section.text for section in paper.sections]
    local = extractor().seeds.local(texts)
    spans, ids = set(), set()
    for number, text in enumerate(texts):
        for mention in extractor().seeds.find(text, local)[1]:
            if mention.entry.type in types:
                spans.add((number, mention.start, mention.end))
                ids |= {i for i in mention.entry.identifiers if i.startswith("MESH:")}
    return Named(spans, ids)


def _touch(one: Span, other: Span) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


if __name__ == "__main__":
    main()
