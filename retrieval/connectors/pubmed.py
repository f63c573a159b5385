"""PubMed: citations with their abstracts, through the E-utilities of the NCBI."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from graph.citations import pmid_of
from hubscope.settings import Settings
from retrieval.connectors.connector import (
    Document,
    Failed,
    Found,
    Part,
    Record,
    attempt,
    missing,
)
from retrieval.connectors.entrez import BATCH, Entrez, dated, searched
from retrieval.connectors.fields import (
    doi_in,
    fragment_text,
    is_retracted,
    issns_in,
    year_of,
)
from retrieval.connectors.reach import Reach
from retrieval.network import Network, unreadable

# What makes a query more than words: fields, operators, phrases, wild cards.
_SYNTAX = re.compile(r"[\[\]\"*()]|\b(?:AND|OR|NOT)\b")
_WORD = re.compile(r"[^\W_]+(?:[-'/.][^\W_]+)*")


class PubMed:
    """Abstracts of PubMed.

    A question in plain words that no paper has all of is asked again for papers with most of them.
    """

    name = "pubmed"

    def __init__(self, settings: Settings, network: Network) -> None:
        self._entrez = Entrez(settings, network)

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Papers by relevance, with abstracts."""
        return attempt(self.name, lambda: self._search(query, limit, until))

    def fetch(self, id: str) -> Document | Failed:
        """An abstract by its PubMed id."""
        pmid = pmid_of(id)
        if pmid is None:
            return missing(self.name, id)
        return attempt(self.name, lambda: self._fetch(pmid)) or missing(self.name, id)

    def related(self, pmid: str, limit: int = 2) -> Found | Failed:
        """Papers that PubMed holds to be about the same, nearest first."""
        return attempt(self.name, lambda: self._related(pmid, limit))

    def _search(self, query: str, limit: int, until: date | None) -> Found:
        asked = {
            "db": "pubmed",
            "term": query,
            "retmax": str(limit),
            "sort": "relevance",
            **dated(until),
        }
        answer = self._entrez.ask("esearch", searched, **asked)
        words = _WORD.findall(query)
        if not answer.ids and len(words) > 1 and not _SYNTAX.search(query):
            asked["term"] = " OR ".join(words)
            answer = self._entrez.ask("esearch", searched, **asked)
        return Found(tuple(self._records(answer.ids)), answer.total)

    def _records(self, ids: list[str]) -> Iterator[Record]:
        """Records of ids, in their order; one that PubMed does not give is left out."""
        for start in range(0, len(ids), BATCH):
            batch = ids[start : start + BATCH]
            query = {"db": "pubmed", "id": ",".join(batch), "retmode": "xml"}
            found = {
                record.id: record for record in self._entrez.ask("efetch", _by_record, **query)
            }
            yield from (found[id] for id in batch if id in found)

    def _fetch(self, pmid: str) -> Document | None:
        query = {"db": "pubmed", "id": pmid, "retmode": "xml"}
        found = self._entrez.ask("efetch", _by_record, **query)
        # The same call: the network remembers its answer, and gives it as text now.
        text = self._entrez.ask_text("efetch", str, **query) if found else ""
        for record, parts in found.items():
            if record.id == pmid:
                return Document(record, parts, "pubmed_xml", text)
        return None

    def _related(self, pmid: str, limit: int) -> Found:
        query = {"dbfrom": "pubmed", "db": "pubmed", "id": pmid, "linkname": "pubmed_pubmed"}
        linked = self._entrez.ask("elink", lambda answer: list(_linked(answer)), **query)
        ids = [id for id in linked if id != pmid]
        return Found(tuple(self._records(ids[:limit])), len(ids))


def articles(answer: Any) -> Iterator[tuple[Record, tuple[Part, ...]]]:
    """Records of an efetch answer with the parts of their abstracts, in order.

    Raises:
        FetchError: `unreadable`: it is no set of articles.
    """
    if not isinstance(answer, Mapping):
        raise unreadable("ncbi", "no set of articles")
    for one in answer.get("PubmedArticle", ()):
        citation = one.get("MedlineCitation")
        if citation:
            yield _record(citation, citation.get("Article", {}), one.get("PubmedData", {}))
    for one in answer.get("PubmedBookArticle", ()):
        document = one.get("BookDocument")
        if document:
            yield _record(document, document, one.get("PubmedBookData", {}))


def _by_record(answer: Any) -> dict[Record, tuple[Part, ...]]:
    return dict(articles(answer))


def _record(
    citation: Mapping[str, Any], article: Mapping[str, Any], data: Mapping[str, Any]
) -> tuple[Record, tuple[Part, ...]]:
    pmid = str(citation["PMID"])
    title = _title(article)
    parts = tuple(_abstract(article))
    journal = article.get("Journal", {})
    medline = citation.get("MedlineJournalInfo", {})
    ids = _identifiers(
        article, (*data.get("ArticleIdList", ()), *citation.get("ArticleIdList", ()))
    )
    kinds = [fragment_text(str(kind)) for kind in article.get("PublicationTypeList", ())]
    if isinstance(article.get("PublicationType"), list):
        kinds += [str(kind) for kind in article["PublicationType"]]
    links = [_attribute(link, "RefType") for link in citation.get("CommentsCorrectionsList", ())]
    record = Record(
        source=PubMed.name,
        id=pmid,
        title=title,
        abstract="\n".join(part.text for part in parts),
        doi=doi_in(ids.get("doi")),
        pmid=pmid,
        pmcid=ids.get("pmc"),
        year=_year(journal, article),
        venue=fragment_text(
            str(journal.get("Title") or article.get("Book", {}).get("BookTitle", ""))
        ),
        issn=issns_in((str(journal.get("ISSN", "")), str(medline.get("ISSNLinking", "")))),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        retracted=is_retracted(title, kinds, links),
    )
    return record, parts


def _title(article: Mapping[str, Any]) -> str:
    """The title; brackets mark a translated one."""
    texts = (article.get(name, "") for name in ("ArticleTitle", "VernacularTitle"))
    title = next((text for one in texts if (text := fragment_text(str(one)))), "")
    if title.startswith("[") and title.rstrip(".").endswith("]"):
        return title.rstrip(".")[1:-1]
    return title


def _abstract(article: Mapping[str, Any]) -> Iterator[Part]:
    found = article.get("Abstract") or {}
    texts = found.get("AbstractText", ())
    for part in [texts] if isinstance(texts, str) else texts:
        if text := fragment_text(str(part)):
            yield Part(text, _attribute(part, "Label"))


def _identifiers(article: Mapping[str, Any], listed: tuple[Any, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in listed:
        found.setdefault(_attribute(one, "IdType"), str(one))
    for one in article.get("ELocationID", ()):
        if _attribute(one, "EIdType") == "doi" and _attribute(one, "ValidYN") != "N":
            found.setdefault("doi", str(one))
    return found


def _year(journal: Mapping[str, Any], article: Mapping[str, Any]) -> int | None:
    issue = journal.get("JournalIssue", {}).get("PubDate", {}) or article.get("Book", {}).get(
        "PubDate", {}
    )
    stated = str(issue.get("Year") or issue.get("MedlineDate") or "")
    for one in [stated, *(str(day.get("Year", "")) for day in article.get("ArticleDate", ()))]:
        if (year := year_of(one)) is not None:
            return year
    return None


def _attribute(element: Any, name: str) -> str:
    return str(getattr(element, "attributes", {}).get(name, ""))


def _linked(answer: Any) -> Iterator[str]:
    for links in answer if isinstance(answer, list) else ():
        for database in links.get("LinkSetDb", ()):
            if str(database.get("LinkName", "")) == "pubmed_pubmed":
                yield from (str(link["Id"]) for link in database.get("Link", ()))


def open_pubmed(reach: Reach) -> PubMed:
    """PubMed as the settings have it."""
    return PubMed(reach.settings, reach.network)
