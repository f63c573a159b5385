"""JATS as services give it: the record, the abstract and the sections of each article."""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from hubscope.markup import plain_text
from retrieval.connectors.connector import Document, Part, Record
from retrieval.connectors.fields import doi_in, is_retracted, issns_in, pmid_in, year_of
from retrieval.jats_text import is_formal, running_text
from retrieval.network import unreadable

FORMAT = "jats"
_TEXTS = ("p", "list", "disp-quote", "boxed-text", "statement", "def-list")
# Abstracts that advertise the paper or are pictures.
_TEASERS = frozenset(("toc", "teaser", "graphical", "video", "precis", "web-summary", "key-image"))


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose answer it is: connector, its kind of id, and where its papers are read."""

    source: str
    id_type: str
    page: str = ""


def articles(text: str, origin: Origin) -> Iterator[Document]:
    """Articles of an answer, in order.

    Raises:
        FetchError: `unreadable`: no XML, cut off, or with entities of its own.
    """
    try:
        root = fromstring(text.encode())
    except (ParseError, ValueError) as error:
        raise unreadable(origin.source, "XML that cannot be read") from error
    except DefusedXmlException as error:
        raise unreadable(origin.source, "XML that declares things of its own") from error
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2]
    for article in [root] if root.tag == "article" else root.iter("article"):
        if (document := _document(article, origin)) is not None:
            yield document


def _document(article: Element, origin: Origin) -> Document | None:
    meta = article.find("front/article-meta")
    if meta is None:
        return None
    payload = tostring(article, encoding="unicode")
    ids = {one.get("pub-id-type", ""): plain_text(one) for one in meta.iterfind("article-id")}
    pmcid = ids.get("pmcid") or ids.get("pmc") or ids.get("pmcaid") or ""
    pmcid = f"PMC{pmcid}" if pmcid.isdigit() else pmcid
    title = running_text(meta.find("title-group/article-title"))
    abstract = tuple(_abstract(meta))
    body = article.find("body")
    sections = tuple(_sections(body, ())) if body is not None else ()
    journal = article.find("front/journal-meta")
    links = [one.get("related-article-type", "") for one in article.iter("related-article")]
    id = {"pmc": pmcid, "doi": ids.get("doi", "")}[origin.id_type]
    record = Record(
        source=origin.source,
        id=id,
        title=title,
        abstract="\n".join(part.text for part in abstract),
        doi=doi_in(ids.get("doi")),
        pmid=pmid_in(ids.get("pmid")),
        pmcid=pmcid or None,
        year=next(
            (year for one in meta.iterfind("pub-date") if (year := year_of(plain_text(one)))), None
        ),
        venue=plain_text(journal.find(".//journal-title")) if journal is not None else "",
        issn=issns_in(plain_text(one) for one in journal.iterfind("issn"))
        if journal is not None
        else (),
        url=f"{origin.page}{id}" if origin.page and id else "",
        retracted=is_retracted(title, [article.get("article-type", "")], links),
    )
    return Document(record, (*abstract, *sections), FORMAT, payload)


def _abstract(meta: Element) -> Iterator[Part]:
    for abstract in meta.iterfind("abstract"):
        if abstract.get("abstract-type", "") in _TEASERS:
            continue
        if own := _paragraphs(abstract):
            yield Part(own)
        for part in abstract.iter("sec"):
            if text := _paragraphs(part):
                yield Part(text, _heading(part))


def _sections(parent: Element, path: tuple[str, ...]) -> Iterator[Part]:
    """What stands in a body or section directly, then its parts, depth first."""
    if own := _paragraphs(parent):
        yield Part(own, " / ".join(path))
    for part in parent.iterfind("sec"):
        title = _heading(part)
        if not is_formal(title, part.get("sec-type", "")):
            yield from _sections(part, (*path, title) if title else path)


def _paragraphs(parent: Element) -> str:
    texts = (running_text(child) for child in parent if child.tag in _TEXTS)
    return "\n".join(text for text in texts if text)


def _heading(part: Element) -> str:
    return running_text(part.find("title")).rstrip(":. ")
