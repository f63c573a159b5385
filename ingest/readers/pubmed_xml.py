"""PubMed XML: records of efetch, of the yearly baseline and of single downloads (NLM).

Titles and abstracts in English with the abstract's own headings; MeSH headings and chemicals name
concepts. Reference lists, authors and abstracts in other languages are left out.
"""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.markup import plain_text
from hubscope.xml_records import XmlRecord, xml_records
from ingest.article import labelled, paper_of, title_sections
from ingest.items import Annotation, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_RECORDS = ("PubmedArticle", "PubmedBookArticle", "MedlineCitation")
_ROOTS = frozenset((*_RECORDS, "PubmedArticleSet", "PubmedBookArticleSet", "MedlineCitationSet"))
# Articles, then chapters: where each keeps what is read.
_ARTICLE = ("Article", "MedlineCitation/Article", "BookDocument")
_IDS = {"doi": "doi", "pmc": "pmcid", "pubmed": "pmid"}
_CITATION = (".", "MedlineCitation", "BookDocument")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a citation, in file order.

    Raises:
        InputError: the file cannot be read, or is no XML that is safe to read.
    """
    for record in xml_records(path, _RECORDS):
        yield record if isinstance(record, Skipped) else _paper(record)


def recognises(sample: Sample) -> bool:
    """Whether the outermost element is one of PubMed's."""
    return sample.root in _ROOTS


def _paper(record: XmlRecord) -> Record:
    root = record.element
    article = _first(root, _ARTICLE)
    if article is None:
        return Skipped(record.where, "no_article", record.line)
    title = _title(article)
    return paper_of(
        (*title_sections(title), *_abstract(article)),
        title=title,
        identifiers=_identifiers(root, article),
        where=record.where,
        line=record.line,
        kinds=[plain_text(kind) for kind in article.iterfind(".//PublicationType")],
        links=[link.get("RefType", "") for link in root.iterfind(".//CommentsCorrections")],
        annotations=tuple(_headings(root)),
    )


def _first(root: Element, places: tuple[str, ...]) -> Element | None:
    return next((found for place in places if (found := root.find(place)) is not None), None)


def _title(article: Element) -> str:
    """The title; of a chapter without one, the book's. Brackets mark a translated one."""
    for place in ("ArticleTitle", "Book/BookTitle", "VernacularTitle"):
        text = plain_text(article.find(place))
        if text.startswith("[") and text.rstrip(".").endswith("]"):
            text = text.rstrip(".")[1:-1]
        if text:
            return text
    return ""


def _abstract(article: Element) -> Iterator[Section]:
    for part in article.iterfind("Abstract/AbstractText"):
        yield from labelled(part.get("Label", "").strip(), plain_text(part))


def _identifiers(root: Element, article: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    # A reference list has such ids, too: only those of the record itself are looked at.
    for place in ("PubmedData", "PubmedBookData", "BookDocument"):
        for one in root.iterfind(f"{place}/ArticleIdList/ArticleId"):
            kind = _IDS.get(one.get("IdType", ""))
            if kind:
                found.setdefault(kind, plain_text(one))
    for one in article.iterfind("ELocationID[@EIdType='doi']"):
        if one.get("ValidYN", "Y") == "Y":
            found.setdefault("doi", plain_text(one))
    pmid = next((p for at in _CITATION if (p := root.find(f"{at}/PMID")) is not None), None)
    return {**found, "pmid": plain_text(pmid)} if pmid is not None else found


def _headings(root: Element) -> Iterator[Annotation]:
    """MeSH headings, chemicals and supplementary concepts, each once."""
    seen: set[str] = set()
    for name in ("DescriptorName", "NameOfSubstance", "SupplMeshName"):
        for element in root.iterfind(f".//{name}"):
            form, id = plain_text(element), element.get("UI", "")
            if form and form not in seen:
                seen.add(form)
                yield Annotation(form, type="MeSH", identifiers=(f"MESH:{id}",) if id else ())


READER = Reader(
    "PubMed XML: citations with abstract and headings",
    read,
    recognises,
    origin=Origin.EXTRINSIC,
    of_papers=True,
)
