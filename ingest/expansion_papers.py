"""Papers of an outward search: which records are read, and what rules read in each.

A paper's text is PubTator's where PubTator has it, with its concepts and relations; else what the
search showed. The paper is the same document as anywhere else in the graph.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graph.citations import doi_of, pmid_of, title_identity
from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.json_values import Json, JsonFault, JsonParser
from ingest.article import TITLE, labelled, paper_of, title_sections
from ingest.batches import merge
from ingest.bioc import records_of
from ingest.expansion_memory import SeedSearch
from ingest.extraction import Extracted, Extractor
from ingest.items import BenchmarkItem, Paper
from retrieval.connectors.connector import Record
from retrieval.ranking import distinct

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = frozenset(("the", "of", "and", "with", "was", "were", "is", "are", "that", "for", "to"))
_FEWEST_WORDS = 12
_ENGLISH_SHARE = 0.06
_LATIN_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Papers:
    """Papers to read.

    Attributes:
        annotated: what PubTator says of them, by PubMed id.
    """

    records: Sequence[Record]
    annotated: Mapping[str, str]

    def __iter__(self) -> Iterator[Paper | Skipped]:
        """Each as it is read; one without any text is skipped."""
        for record in self.records:
            yield read_paper(record, self.annotated.get(record.pmid or ""))


@dataclass(slots=True)
class Own:
    """Names of the benchmark's own papers: they are in the graph, and attest nothing twice."""

    names: set[str] = field(default_factory=set)

    def add(self, item: BenchmarkItem | Paper) -> None:
        """Note the papers of a record; a question may be the title of its own paper."""
        if isinstance(item, BenchmarkItem):
            self.names |= _names(None, None, item.question)
        for paper in item.papers if isinstance(item, BenchmarkItem) else (item,):
            self.names |= _names(paper.doi, paper.pmid, paper.title)

    def holds(self, record: Record) -> bool:
        """Whether a record is of one of them."""
        return bool(self.names & _names(record.doi, record.pmid, record.title))


def _names(doi: str | None, pmid: str | None, title: str) -> set[str]:
    names = {
        ("doi", doi_of(doi or "")),
        ("pmid", (pmid_of(pmid or "") or "").lstrip("0")),
        ("title", title_identity(title)),
    }
    return {f"{kind} {name}" for kind, name in names if name}


def worth_reading(
    searches: Mapping[str, SeedSearch], own: Own
) -> tuple[list[Record], list[Skipped]]:
    """One record a paper of several searches, in their order, and what was left out of them.

    Left out are papers that another search found, too, and their preprints (`duplicate`), papers
    that any service says are withdrawn (`retracted`), the benchmark's own (`own_paper`), and those
    without an English abstract (`no_abstract`, `not_english`).
    """
    found = [
        record for search in searches.values() for record in (*search.retracted, *search.records)
    ]
    papers = _one_a_title(distinct(found))
    read, skipped = [], []
    for record in papers:
        reason = _unread(record, own)
        if reason is None:
            read.append(record)
        else:
            skipped.append(Skipped(name_of(record), reason))
    skipped += [
        Skipped(f"search {query!r}", reason)
        for query, search in searches.items()
        for reason, n in sorted(search.left_out.items())
        for _ in range(n)
        if reason != "retracted"  # counted above, each paper once
    ]
    skipped += [Skipped("several searches", "duplicate")] * (len(found) - len(papers))
    return read, skipped


def _one_a_title(records: list[Record]) -> list[Record]:
    """Of a preprint and its article the article: one finding is no evidence for itself.

    A title that several papers of PubMed have (a review and its update) unites none of them.
    """
    titled: dict[str, list[Record]] = {}
    for number, record in enumerate(records):
        titled.setdefault(title_identity(record.title) or str(number), []).append(record)
    return [one for group in titled.values() for one in _united(group)]


def _united(group: list[Record]) -> list[Record]:
    """The records of one title: one of them where at most one PubMed id is among them."""
    if len({one.pmid.lstrip("0") for one in group if one.pmid}) > 1:
        return group
    article = next((one for one in group if one.pmid), group[0])
    return [replace(article, retracted=any(one.retracted for one in group))]


def _unread(record: Record, own: Own) -> str | None:
    if record.retracted:
        return "retracted"
    if own.holds(record):
        return "own_paper"
    if not record.abstract:
        return "no_abstract"
    return None if is_english(record.abstract) else "not_english"


def name_of(record: Record) -> str:
    """How a record is called in messages: its PubMed id, DOI, else its title."""
    if record.pmid:
        return f"PMID {record.pmid}"
    return f"DOI {record.doi}" if record.doi else record.title[:80]


def is_english(text: str) -> bool:
    """Whether a text is English, by its letters and its commonest words; a few words may be.

    >>> is_english("The effect of aspirin on platelets was studied in 40 patients with stroke.")
    True
    >>> is_english("Se estudió el efecto de la aspirina sobre las plaquetas de 40 pacientes.")
    False
    """
    letters = [one for one in text if one.isalpha()]
    if letters and sum(map(str.isascii, letters)) < _LATIN_SHARE * len(letters):
        return False
    words = [word.lower() for word in _WORD.findall(text)]
    common = sum(word in _ENGLISH for word in words)
    return len(words) < _FEWEST_WORDS or common >= _ENGLISH_SHARE * len(words)


def read_paper(record: Record, annotated: str | None) -> Paper | Skipped:
    """The paper of a record.

    Args:
        record: as it was found.
        annotated: what PubTator says of it, None for nothing.
    """
    paper = _annotated(record, annotated) if annotated else None
    return paper or _plain(record)


def _plain(record: Record) -> Paper | Skipped:
    made = paper_of(
        (*title_sections(record.title), *labelled("", record.abstract)),
        title=record.title,
        identifiers=_identifiers(record),
        where=name_of(record),
        line=0,
    )
    assert not isinstance(made, BenchmarkItem)
    return made


def _annotated(record: Record, payload: str) -> Paper | None:
    """PubTator's paper; None where it has no abstract, or says nothing that can be read."""
    for document in _documents(payload):
        for made in records_of(document, name_of(record), 0):
            if isinstance(made, Paper) and any(one.label != TITLE for one in made.sections):
                ids = _identifiers(record)
                return replace(
                    made,
                    title=record.title or made.title,
                    doi=doi_of(ids.get("doi", "")) or made.doi,
                    pmid=record.pmid or made.pmid,
                    pmcid=record.pmcid or made.pmcid,
                )
    return None


def _documents(payload: str) -> Iterable[Mapping[str, Json]]:
    try:
        value = JsonParser().parse(payload)
    except JsonFault:
        return []
    listed = value.get("PubTator3") if isinstance(value, dict) else None
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _identifiers(record: Record) -> dict[str, str]:
    given = {"doi": record.doi, "pmid": record.pmid, "pmcid": record.pmcid}
    return {name: value for name, value in given.items() if value}


def extracted(extractor: Extractor, paper: Paper, source: str) -> Extracted:
    """What rules read in a paper, and what PubTator states of it."""
    by_rules = extractor.contribution(replace(paper, relations=()), source, Origin.EXTRINSIC)
    if not paper.relations:
        return by_rules
    stated = extractor.contribution(paper, source, Origin.EXTRINSIC)
    return Extracted(
        merge([by_rules.contribution, stated.contribution]),
        (*by_rules.skipped, *stated.skipped),
    )
