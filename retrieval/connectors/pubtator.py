"""PubTator 3: abstracts with typed, identified concepts and relations between them (NCBI).

What `fetch` gives as payload is read by the reader `bioc_json`: concepts and relations without a
model. A search gives no abstracts of its own: they come from the export of the papers found.
"""

import json
from collections.abc import Mapping
from datetime import date

from graph.citations import pmcid_of, pmid_of
from hubscope.json_values import Json
from hubscope.settings import Settings
from retrieval.connectors.connector import Document, Failed, Found, Part, Record, attempt, missing
from retrieval.connectors.fields import (
    Page,
    doi_in,
    is_retracted,
    list_in,
    map_of,
    maps_of,
    paged,
    pmid_in,
    text_of,
    year_of,
)
from retrieval.connectors.reach import Reach
from retrieval.network import Call, Network, Service, json_of

FORMAT = "bioc_json"
RATE = 3.0
_PAGE = 10  # records on a page of a search, whatever is asked for
_EXPORTED = 100


class PubTator:
    """PubTator 3's search and export."""

    name = "pubtator"

    def __init__(self, settings: Settings, network: Network) -> None:
        self._network = network
        self._service = Service(self.name, settings.pubtator_url, RATE)

    @property
    def place(self) -> str:
        """Where it is asked."""
        return self._service.base

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Papers by the service's own score; what is newer than `until` is left out by year."""
        return attempt(self.name, lambda: self._search(query, limit, until))

    def fetch(self, id: str) -> Document | Failed:
        """An annotated abstract by its PubMed id."""
        pmid = pmid_of(id)
        if pmid is None:
            return missing(self.name, id)
        found = self.annotated([pmid])
        return found if isinstance(found, Failed) else found.get(pmid, missing(self.name, id))

    def annotated(self, pmids: list[str]) -> dict[str, Document] | Failed:
        """Annotated abstracts of many papers, a hundred a call; those that it has."""
        return attempt(self.name, lambda: self._annotated(pmids))

    def _search(self, query: str, limit: int, until: date | None) -> Found:
        def ask(page: Page) -> tuple[list[Record], int | None]:
            call = Call("/search/", {"text": query, "page": str(page.number)})
            return self._network.ask(self._service, call, _listed)

        found = paged(limit, ask, size=_PAGE)
        documents = self._annotated([one.id for one in found.records])
        records = [_completed(one, documents.get(one.id)) for one in found.records]
        kept = (one for one in records if not (until and one.year and one.year > until.year))
        return Found(tuple(kept), found.total)

    def _annotated(self, pmids: list[str]) -> dict[str, Document]:
        documents: dict[str, Document] = {}
        for start in range(0, len(pmids), _EXPORTED):
            listed = ",".join(pmids[start : start + _EXPORTED])
            call = Call("/publications/export/biocjson", {"pmids": listed})
            for document in self._network.ask(self._service, call, _exported):
                documents[document.record.id] = document
        return documents


def _listed(text: str) -> tuple[list[Record], int | None]:
    answer = json_of(PubTator.name, text)
    records = [
        Record(
            source=PubTator.name,
            id=pmid,
            title=text_of(one.get("title")),
            doi=doi_in(one.get("doi")),
            pmid=pmid,
            pmcid=pmcid_of(text_of(one.get("pmcid"))) if one.get("pmcid") else None,
            year=year_of(one.get("date") or one.get("meta_date_publication")),
            venue=text_of(one.get("journal")),
            url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
            retracted=is_retracted(text_of(one.get("title"))),
        )
        for one in list_in(PubTator.name, answer, "results")
        if (pmid := pmid_in(one.get("pmid")))
    ]
    total = answer.get("count")
    return records, total if isinstance(total, int) else None


def _exported(text: str) -> list[Document]:
    answer = json_of(PubTator.name, text)
    if "passages" in answer:  # one document, bare
        answer = {"PubTator3": [answer]}
    listed = list_in(PubTator.name, answer, "PubTator3")
    return [document for one in listed if (document := _document(one)) is not None]


def _document(given: Mapping[str, Json]) -> Document | None:
    pmid = pmid_in(given.get("pmid")) or pmid_in(text_of(given.get("id")))
    passages = maps_of(given.get("passages"))
    if pmid is None or not passages:
        return None
    infons = map_of(passages[0].get("infons"))
    title, parts = "", []
    for passage in passages:
        kind = text_of(map_of(passage.get("infons")).get("type")).lower()
        text = text_of(passage.get("text"))
        if kind in ("title", "front") and not title:
            title = text
        elif text:
            parts.append(Part(text, "" if kind == "abstract" else kind))
    record = Record(
        source=PubTator.name,
        id=pmid,
        title=title,
        abstract="\n".join(part.text for part in parts if not part.label),
        doi=doi_in(infons.get("article-id_doi")),
        pmid=pmid,
        pmcid=_pmcid(given, infons),
        year=year_of(infons.get("year") or given.get("date")),
        venue=text_of(given.get("journal")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        retracted=is_retracted(title),
    )
    payload = json.dumps({"PubTator3": [given]}, ensure_ascii=False)
    return Document(record, tuple(parts), FORMAT, payload)


def _pmcid(given: Mapping[str, Json], infons: Mapping[str, Json]) -> str | None:
    for value in (given.get("pmcid"), infons.get("article-id_pmc")):
        if text := text_of(value):
            return pmcid_of(text)
    return None


def _completed(record: Record, document: Document | None) -> Record:
    """A record of a search with the abstract of its export."""
    if document is None:
        return record
    known = document.record
    return Record(
        source=record.source,
        id=record.id,
        title=record.title or known.title,
        abstract=known.abstract,
        doi=record.doi or known.doi,
        pmid=record.pmid,
        pmcid=record.pmcid or known.pmcid,
        year=record.year or known.year,
        venue=record.venue or known.venue,
        url=record.url,
        retracted=record.retracted or known.retracted,
    )


def open_pubtator(reach: Reach) -> PubTator:
    """PubTator 3 as the settings have it."""
    return PubTator(reach.settings, reach.network)
