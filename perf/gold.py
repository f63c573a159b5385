"""Extraction against annotated corpora: concepts by span and type, relations by their pair.

    python -m perf.gold

Concepts: BC5CDR (chemicals, diseases; Li et al., 2016) and NCBI Disease (Dogan et al., 2014), the
sets for development. Relations: chemical-induced disease of BC5CDR by document, PGR's gene and
phenotype sentences, and the quotes of Conib's BEL statements, by unordered pair of concepts.
"""

import csv
import gzip
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from graph.vocabulary import Origin
from hubscope.files import Skipped
from ingest.items import Annotation, Paper, Section
from ingest.mined import Mined
from ingest.readers import READERS
from perf.extraction_sources import DATA, extractor

# The lexicon's types that each corpus annotates; finer ones of ours are the corpus's coarser one.
TYPES = {
    "Disease": {"Disease"},
    "Chemical": {"Drug", "MolecularEntity"},
}
CONCEPTS = {
    "BC5CDR development": ("bc5cdr/CDR_DevelopmentSet.PubTator.txt.gz", ("Chemical", "Disease")),
    "NCBI Disease development": ("ncbi_disease/NCBIdevelopset_corpus.txt.gz", ("Disease",)),
}
Span = tuple[int, int, int]


@dataclass(slots=True)
class Counts:
    """Hits, what was found, what there is to find."""

    hits: int = 0
    found: int = 0
    gold: int = 0

    def line(self, name: str) -> str:
        """Precision, recall and F1 with their denominators."""
        p = self.hits / self.found if self.found else None
        r = self.hits / self.gold if self.gold else None
        f = 2 * p * r / (p + r) if p and r else None
        shown = [f"{value:.3f}" if value is not None else "-" for value in (p, r, f)]
        return (
            f"| {name} | {shown[0]} ({self.hits}/{self.found})"
            f" | {shown[1]} ({self.hits}/{self.gold}) | {shown[2]} |"
        )


def main() -> None:
    """Print one table of concepts and one of relations."""
    if not DATA.is_dir():
        sys.exit(f"needs the shared data at {DATA}")
    print("| concepts | precision | recall | F1 |\n|---|---|---|---|")
    for name, (path, kinds) in CONCEPTS.items():
        for kind in kinds:
            for how, counts in _concepts(path, kind).items():
                print(counts.line(f"{name}, {kind}, {how}"))
    print("\n| relations | precision | recall | F1 |\n|---|---|---|---|")
    print(_bc5cdr().line("BC5CDR development, chemical-disease pairs of a document"))
    for name, counts in _pgr().items():
        print(counts.line(f"PGR, {name}"))
    print(_bel().line("Conib BEL, pairs of a quote"))


# --- concepts


def _papers(path: str) -> Iterator[Paper]:
    for record in READERS.load("pubtator").read(DATA / path, {}):
        if isinstance(record, Paper) and not isinstance(record, Skipped):
            yield record


def _concepts(path: str, kind: str) -> dict[str, Counts]:
    exact, overlap, documents = Counts(), Counts(), Counts()
    for paper in _papers(path):
        gold, ids = _gold(paper, kind)
        found, found_ids = _found(paper, TYPES[kind])
        exact.hits += len(gold & found)
        overlap.hits += sum(any(_touch(one, other) for other in gold) for one in found)
        for counts in (exact, overlap):
            counts.found += len(found)
            counts.gold += len(gold)
        known = {i for i in ids if i.startswith("MESH:") and _in_lexicon(i)}
        documents.hits += len(found_ids & known)
        documents.found += len(found_ids)
        documents.gold += len(known)
    return {
        "same span": exact,
        "spans that touch": overlap,
        "MeSH ids of a document, of those in the lexicon": documents,
    }


def _in_lexicon(identifier: str) -> bool:
    return extractor().lexicon.by_identifier([identifier]) is not None


def _gold(paper: Paper, kind: str) -> tuple[set[Span], set[str]]:
    spans, ids = set(), set()
    for annotation in paper.annotations:
        own = annotation.type.casefold()
        is_kind = own == kind.casefold() or (kind == "Disease" and own in _NCBI_KINDS)
        if is_kind and annotation.start is not None and annotation.section is not None:
            end = annotation.start + len(annotation.form)
            spans.add((annotation.section, annotation.start, end))
            ids |= {i if ":" in i else f"MESH:{i}" for i in annotation.identifiers}
    return spans, ids


_NCBI_KINDS = {"specificdisease", "diseaseclass", "modifier", "compositemention"}


def _found(paper: Paper, types: set[str]) -> tuple[set[Span], set[str]]:
    texts = [section.text for section in paper.sections]
    local = extractor().seeds.local(texts)
    spans, ids = set(), set()
    for number, text in enumerate(texts):
        for mention in extractor().seeds.find(text, local)[1]:
            if mention.entry.type in types:
                spans.add((number, mention.start, mention.end))
                ids |= {i for i in mention.entry.identifiers if i.startswith("MESH:")}
    return spans, ids


def _touch(one: Span, other: Span) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


# --- relations


def _bc5cdr() -> Counts:
    """Pairs (chemical, disease) that a document's CID relations name, against ours by MeSH id."""
    counts = Counts()
    for paper in _papers("bc5cdr/CDR_DevelopmentSet.PubTator.txt.gz"):
        gold = {frozenset((r.head, r.tail)) for r in paper.relations}
        names = {i for a in paper.annotations for i in a.identifiers}
        # The annotated names are given, so that the relations alone are measured.
        plain = replace(paper, relations=())
        part = extractor().contribution(plain, "gold", Origin.INTRINSIC).contribution
        given: dict[str, set[str]] = defaultdict(set)
        for naming in part.namings:
            given[naming.concept] |= set(naming.identifiers) & names
        pairs = {
            frozenset((head, tail))
            for e in part.evidence
            if e.claim.relation in {"causes", "promotes", "increases_risk_of", "side_effect_of"}
            and e.claim.polarity == "positive"
            for head in given[e.claim.head]
            for tail in given[e.claim.tail]
        }
        counts.hits += len(pairs & gold)
        counts.found += len(pairs)
        counts.gold += len(gold)
    return counts


def _pgr() -> dict[str, Counts]:
    """Sentences with one gene and one phenotype: is a relation of the two read?"""
    every = Counts()
    with gzip.open(DATA / "pgr_gene_phenotype" / "train.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            ends = [
                Annotation(row[name], kind, (), 0, int(row[f"{name}_START_POSITION"]))
                for name, kind in (("GENE", "Gene"), ("PHENOTYPE", "Disease"))
            ]
            is_found = _joins(row["SENTENCE"], ends)
            is_true = row["RELATION"] == "True"
            every.hits += is_found and is_true
            every.found += is_found
            every.gold += is_true
    return {"gene and phenotype of a sentence (silver)": every}


def _joins(sentence: str, ends: Iterable[Annotation]) -> bool:
    seeds = extractor().seeds
    local = seeds.local([sentence], list(ends))
    tokens, mentions = seeds.find(sentence, local, 0)
    annotated = [m.entry for m in mentions if m.step == "annotation"]
    found = extractor().statements(Mined(sentence, tokens, mentions))
    return len(annotated) > 1 and any(set(one.entries) == set(annotated[:2]) for one in found)


def _bel() -> Counts:
    """Quotes of BEL statements: are two names of the quote's statements joined by a relation?"""
    quotes: dict[str, set[frozenset[str]]] = defaultdict(set)
    for path in sorted((DATA / "conib_bel").glob("*.json")):
        for record in READERS.load("bel").read(path, {}):
            if isinstance(record, Paper):
                for relation in record.relations:
                    if relation.quote:
                        quotes[relation.quote].add(frozenset((relation.head, relation.tail)))
    counts = Counts()
    for quote, pairs in quotes.items():
        counts.gold += len(pairs)
        paper = Paper((Section(quote),), title="quote")
        part = extractor().contribution(paper, "gold", Origin.INTRINSIC).contribution
        names: dict[str, set[str]] = defaultdict(set)
        for naming in part.namings:
            names[naming.concept] |= {naming.form.casefold()}
        for concept in part.concepts:
            names[concept.key].add(concept.name.casefold())
        for evidence in part.evidence:
            ends = (names[evidence.claim.head], names[evidence.claim.tail])
            counts.found += 1
            counts.hits += any(_fits(ends, [n.casefold() for n in pair]) for pair in pairs)
    return counts


def _fits(ends: tuple[set[str], set[str]], pair: list[str]) -> bool:
    return len(pair) == 2 and (
        (pair[0] in ends[0] and pair[1] in ends[1]) or (pair[1] in ends[0] and pair[0] in ends[1])
    )


if __name__ == "__main__":
    main()
