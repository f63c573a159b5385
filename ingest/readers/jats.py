"""JATS: full papers of PubMed Central and of publishers as XML (NISO Z39.96, NLM DTD before it).

Read are title, abstracts, the sections of the body, and captions as sections of their own. Left out
are references, tables, formulas set apart, authors, licences, acknowledgements and the like, peer
review, translations.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.markup import plain_text
from hubscope.xml_records import XmlRecord, xml_records
from ingest.article import CAPTION, PARAGRAPH, asserted_path, labelled, paper_of, title_sections
from ingest.items import Record, Section
from ingest.readers.reader import Columns, Reader, Sample
from retrieval.jats_text import is_formal, running_text

_ROOTS = frozenset(("article", "articles", "pmc-articleset", "OAI-PMH"))
# Kinds of abstract that only advertise the paper or are pictures.
_TEASERS = frozenset(("toc", "teaser", "graphical", "video", "precis", "web-summary", "key-image"))
_IDS = {"pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid", "doi": "doi"}
_FRONT = re.compile(r"<(?:[\w.-]+:)?(?:front|article-meta)[\s/>]")
_PARTS = ("p", "list", "disp-quote", "boxed-text", "statement", "def-list", "verse-group")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper an article, in file order.

    Raises:
        InputError: the file cannot be read, or is no XML that is safe to read.
    """
    for record in xml_records(path, ("article",)):
        yield record if isinstance(record, Skipped) else _paper(record)


def recognises(sample: Sample) -> bool:
    """Whether the outermost element is an article, or a set with articles in it."""
    return sample.root in _ROOTS and _FRONT.search(sample.head) is not None


def _paper(record: XmlRecord) -> Record:
    article = record.element
    meta = article.find("front/article-meta")
    if meta is None:
        return Skipped(record.where, "no_article", record.line)
    title = running_text(meta.find("title-group/article-title"))
    sections = [*title_sections(title), *_abstracts(meta)]
    body = article.find("body")
    if body is not None:
        sections += [*_sections(body, ()), *_captions(body)]
    return paper_of(
        sections,
        title=title,
        identifiers=_identifiers(meta),
        where=record.where,
        line=record.line,
        kinds=[article.get("article-type", "")],
        links=[one.get("related-article-type", "") for one in article.iter("related-article")],
    )


def _identifiers(meta: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in meta.iterfind("article-id"):
        kind = _IDS.get(one.get("pub-id-type", ""))
        if kind:
            found.setdefault(kind, plain_text(one))
    return found


def _abstracts(meta: Element) -> Iterator[Section]:
    for abstract in meta.iterfind("abstract"):
        kind = abstract.get("abstract-type", "")
        if kind not in _TEASERS:
            yield from _abstract(abstract, _title(abstract) if kind else "")


def _abstract(abstract: Element, name: str) -> Iterator[Section]:
    own = _paragraphs(abstract)
    # A heading may stand in bold type within the paragraph instead of in a part of its own.
    for text in own if not name else []:
        yield from labelled("", text)
    if name and own:
        yield from labelled(name, PARAGRAPH.join(own))
    for part in abstract.iterfind("sec"):
        texts = [text for sec in part.iter("sec") for text in _paragraphs(sec)]
        yield from labelled(_title(part) or name, PARAGRAPH.join(texts))


def _sections(parent: Element, path: tuple[str, ...]) -> Iterator[Section]:
    """A body or section: what stands in it directly, then its parts, depth first."""
    if own := _paragraphs(parent):
        yield Section(PARAGRAPH.join(own), label=" / ".join(path), quotable=asserted_path(path))
    for part in parent.iterfind("sec"):
        title = _title(part) or part.get("sec-type", "").partition("|")[0]
        if not is_formal(title, part.get("sec-type", "")):
            yield from _sections(part, (*path, title) if title else path)


def _paragraphs(parent: Element) -> list[str]:
    texts = (running_text(child) for child in parent if child.tag in _PARTS)
    return [text for text in texts if text and not text.startswith(("DOI:", "doi:"))]


def _title(part: Element) -> str:
    return running_text(part.find("title")).rstrip(":. ")


def _captions(body: Element) -> Iterator[Section]:
    for float_ in body.iter():
        if float_.tag not in ("fig", "table-wrap"):
            continue
        if text := running_text(float_.find("caption")):
            yield Section(text, label=CAPTION, quotable=False)


READER = Reader(
    "JATS: full papers as XML", read, recognises, origin=Origin.EXTRINSIC, of_papers=True
)
