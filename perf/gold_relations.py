"""Relations that rules read, against three corpora, by unordered pair of concepts.

BC5CDR: chemical-induced disease, by document, the annotated names given. PGR (Sousa et al., 2019):
sentences with a gene and a phenotype, silver. Conib: BEL statements with the sentences they were
curated from (Hoyt et al., 2018). Only BEL has several relations: there the relation has to be right
where relations are counted one by one; elsewhere that line says how often pairs read so are right.
"""

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from graph.model import Contribution
from graph.vocabulary import Origin, Polarity
from ingest.items import Annotation, Paper, Section, StatedRelation
from ingest.mined import Mined
from ingest.noun_groups import Argument
from ingest.readers import READERS
from perf.extraction_sources import DATA, extractor
from perf.gold_counts import Counts

ANY, TOGETHER = "any relation", "named in one document"
_INDUCES = ("causes", "promotes", "increases_risk_of", "side_effect_of")
Pair = frozenset[str]


def bc5cdr(papers: Iterable[Paper]) -> dict[str, Counts]:
    """Pairs (chemical, disease) that documents' CID relations name, against ours by MeSH id.

    Beside them what the simplest system does: all that one document names is related.
    """
    counts = {what: Counts() for what in (ANY, *_INDUCES, TOGETHER)}
    for paper in papers:
        gold = {frozenset((relation.head, relation.tail)) for relation in paper.relations}
        names = {i for annotation in paper.annotations for i in annotation.identifiers}
        part = _contribution(replace(paper, relations=()))
        given: dict[str, set[str]] = defaultdict(set)
        for naming in part.namings:
            given[naming.concept] |= set(naming.identifiers) & names
        found: dict[str, set[Pair]] = {what: set() for what in counts}
        found[TOGETHER] = _named_together(paper)
        for head, relation, tail in _asserted(part):
            if relation in _INDUCES:
                pairs = {frozenset((a, b)) for a in given[head] for b in given[tail]}
                found[relation] |= pairs
                found[ANY] |= pairs
        for what, pairs in found.items():
            counts[what].add(pairs & gold, pairs, gold)
    return counts


def _named_together(paper: Paper) -> set[Pair]:
    ids: dict[str, set[str]] = defaultdict(set)
    for annotation in paper.annotations:
        ids[annotation.type].update(annotation.identifiers)
    return {frozenset((one, other)) for one in ids["Chemical"] for other in ids["Disease"]}


@dataclass(frozen=True, slots=True)
class PgrRow:
    """A sentence with the place of a gene and of a phenotype, and whether they are related."""

    sentence: str
    ends: tuple[Annotation, Annotation]
    is_true: bool


def pgr_rows() -> Iterator[PgrRow]:
    """PGR's training sentences."""
    with gzip.open(DATA / "pgr_gene_phenotype" / "train.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            gene, phenotype = (
                Annotation(row[name], kind, (), 0, int(row[f"{name}_START_POSITION"]))
                for name, kind in (("GENE", "Gene"), ("PHENOTYPE", "Disease"))
            )
            yield PgrRow(row["SENTENCE"], (gene, phenotype), row["RELATION"] == "True")


def pgr(rows: Iterable[PgrRow]) -> dict[str, Counts]:
    """Sentences whose gene and phenotype are related, against what is read of the two."""
    counts: dict[str, Counts] = {ANY: Counts()}
    true = 0
    for row in rows:
        true += row.is_true
        read = _read_between(row)
        for what in {*read, ANY} if read else ():
            one = counts.setdefault(what, Counts())
            one.found += 1
            one.hits += row.is_true
    for one in counts.values():
        one.gold = true
    return _sorted(counts)


def _read_between(row: PgrRow) -> set[str]:
    """The relations that are read between the two annotated names of a sentence.

    An end may hold more than the name ("HNF1A variant", "liver neoplasm").
    """
    seeds = extractor().seeds
    local = seeds.local([row.sentence], row.ends)
    tokens, mentions = seeds.find(row.sentence, local, 0)
    found = extractor().statements(Mined(row.sentence, tokens, mentions))
    gene, phenotype = row.ends
    return {
        str(extractor().meaning(one).relation)
        for one in found
        for head, tail in ((one.head, one.tail), (one.tail, one.head))
        if one.polarity == Polarity.POSITIVE and _holds(head, gene) and _holds(tail, phenotype)
    }


def _holds(end: Argument, name: Annotation) -> bool:
    start = name.start or 0
    return end.start <= start and start + len(name.form) <= end.end


def bel_quotes() -> dict[str, list[StatedRelation]]:
    """Statements of the BEL graphs by the text that each was curated from."""
    quotes: dict[str, list[StatedRelation]] = defaultdict(list)
    for path in sorted((DATA / "conib_bel").glob("*.json")):
        for record in READERS.load("bel").read(path, {}):
            for relation in record.relations if isinstance(record, Paper) else ():
                if relation.quote:
                    quotes[relation.quote].append(relation)
    return quotes


def bel(quotes: Mapping[str, Iterable[StatedRelation]]) -> dict[str, Counts]:
    """Statements of quotes, as the graph takes them in, against what is read in the quote.

    Two concepts are the same with one key, or with one form in common.
    """
    counts: dict[str, Counts] = {ANY: Counts()}
    for quote, statements in quotes.items():
        gold = _contribution(Paper((), title="quote", relations=tuple(statements)))
        ours = _contribution(Paper((Section(quote),), title="quote"))
        known, named = _names(gold), _names(ours)
        wanted, found = _typed(gold), _typed(ours)
        for what in wanted.keys() | found.keys():
            pairs, ends = found.get(what, set()), wanted.get(what, set())
            hits = [one for one in pairs if any(_same(one, named, end, known) for end in ends)]
            counts.setdefault(what, Counts()).add(hits, pairs, ends)
    return _sorted(counts)


def _typed(part: Contribution) -> dict[str, set[Pair]]:
    """Pairs of concept keys by relation, and of any."""
    pairs: dict[str, set[Pair]] = defaultdict(set)
    for head, relation, tail in _asserted(part):
        for what in (relation, ANY):
            pairs[what].add(frozenset((head, tail)))
    return pairs


def _names(part: Contribution) -> dict[str, set[str]]:
    """Key, name and forms of each concept, by key."""
    names = {one.key: {one.key, one.name.casefold()} for one in part.concepts}
    for naming in part.namings:
        names[naming.concept].add(naming.form.casefold())
    return names


def _same(
    one: Pair, named: Mapping[str, set[str]], other: Pair, known: Mapping[str, set[str]]
) -> bool:
    """Whether each concept of a pair is one of the other."""
    return (
        len(one) == len(other)
        and all(any(named[a] & known[b] for b in other) for a in one)
        and all(any(named[a] & known[b] for a in one) for b in other)
    )


def _contribution(paper: Paper) -> Contribution:
    return extractor().contribution(paper, "gold", Origin.INTRINSIC).contribution


def _asserted(part: Contribution) -> Iterator[tuple[str, str, str]]:
    """(head, relation, tail) of what is not denied."""
    for evidence in part.evidence:
        claim = evidence.claim
        if claim.polarity == Polarity.POSITIVE:
            yield claim.head, str(claim.relation), claim.tail


def _sorted(counts: Mapping[str, Counts]) -> dict[str, Counts]:
    """Any relation first, then what is most to be found."""
    order = sorted(counts, key=lambda what: (what != ANY, -counts[what].gold, what))
    return {what: counts[what] for what in order}
