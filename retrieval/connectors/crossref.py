"""Crossref: what publishers registered of a paper; abstracts where they gave them."""

from collections.abc import Iterator, Mapping
from datetime import date
from urllib.parse import quote

from graph.citations import doi_of
from hubscope.json_values import Json
from hubscope.settings import Settings
from retrieval.connectors.connector import Document, Failed, Found, Part, Record, attempt, missing
from retrieval.connectors.fields import (
    Page,
    doi_in,
    first_text,
    fragment_text,
    is_retracted,
    issns_in,
    list_in,
    map_of,
    maps_of,
    paged,
    text_of,
    year_of,
)
from retrieval.connectors.reach import Reach
from retrieval.http import FetchError
from retrieval.network import Call, Network, Service, json_of, unreadable

# Callers who say who they are get the better-behaved pool of servers and more requests.
RATE, RATE_WITH_EMAIL = 5.0, 10.0
_PAGE = 100
_RETRACTING = frozenset(("retraction", "withdrawal", "removal"))


class Crossref:
    """Crossref's works."""

    name = "crossref"

    def __init__(self, settings: Settings, network: Network) -> None:
        self._network = network
        self.service = service_of(settings)

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Works by Crossref's own score."""
        filters = {"until-pub-date": f"{until:%Y-%m-%d}"} if until else {}
        return attempt(self.name, lambda: self.works(query, limit, filters))

    def fetch(self, id: str) -> Document | Failed:
        """What is registered under a DOI."""
        doi = doi_of(id)
        if doi is None:
            return missing(self.name, id)
        found = attempt(self.name, lambda: self._work(doi))
        return found if found is not None else missing(self.name, id)

    def works(self, query: str, limit: int, filters: Mapping[str, str]) -> Found:
        """Works that fit a query and filters, each `name:value`; several of one name by a bar.

        Raises:
            FetchError: no answer that could be read.
        """
        listed = [f"{name}:{one}" for name, text in filters.items() for one in text.split("|")]

        def ask(page: Page) -> tuple[list[Record], int | None]:
            asked = {"query.bibliographic": query, "rows": str(page.size)}
            if page.number > 1:
                asked["offset"] = str(page.start)
            if listed:
                asked["filter"] = ",".join(listed)
            return self._network.ask(self.service, Call("/works", asked), _listed)

        return paged(limit, ask, size=_PAGE)

    def _work(self, doi: str) -> Document | None:
        call = Call(f"/works/{quote(doi, safe='', errors='replace')}")
        try:
            return self._network.ask(self.service, call, _read)
        except FetchError as error:
            if error.status == 404:
                return None
            raise


def service_of(settings: Settings) -> Service:
    """Crossref, as the settings have it."""
    email = settings.contact_email
    return Service(
        Crossref.name,
        settings.crossref_url,
        RATE_WITH_EMAIL if email else RATE,
        query={"mailto": email} if email else {},
    )


def record_of(work: Mapping[str, Json]) -> Record | None:
    """The record of a work, None for one without DOI or title."""
    doi, title = doi_in(work.get("DOI")), fragment_text(first_text(work.get("title")))
    if doi is None or not title:
        return None
    institutions = maps_of(work.get("institution"))
    venue = first_text(work.get("container-title")) or text_of(
        institutions[0].get("name") if institutions else None
    )
    issn = work.get("ISSN")
    return Record(
        source=Crossref.name,
        id=doi,
        title=title,
        abstract=_abstract(work),
        doi=doi,
        year=next(_years(work), None),
        venue=fragment_text(venue),
        issn=issns_in(issn) if isinstance(issn, list) else (),
        url=f"https://doi.org/{doi}",
        retracted=is_retracted(title) or _is_withdrawn(work),
    )


def _listed(text: str) -> tuple[list[Record], int | None]:
    message = _message(text)
    records = [
        record for one in list_in(Crossref.name, message, "items") if (record := record_of(one))
    ]
    total = message.get("total-results")
    return records, total if isinstance(total, int) else None


def _read(text: str) -> Document | None:
    record = record_of(_message(text))
    if record is None:
        raise unreadable(Crossref.name, "a work without DOI or title")
    return Document(record, (Part(record.abstract),) if record.abstract else ())


def _message(text: str) -> dict[str, Json]:
    answer = json_of(Crossref.name, text)
    message = answer.get("message")
    if not isinstance(message, dict):
        raise unreadable(Crossref.name, f"an error: {text_of(answer.get('status'))[:200]}")
    return message


def _abstract(work: Mapping[str, Json]) -> str:
    abstract = work.get("abstract")
    text = fragment_text(abstract) if isinstance(abstract, str) else ""
    return text.removeprefix("Abstract ").removeprefix("ABSTRACT ")


def _years(work: Mapping[str, Json]) -> Iterator[int]:
    for name in ("issued", "published", "published-online", "published-print", "posted"):
        parts = map_of(work.get(name)).get("date-parts")
        first = parts[0] if isinstance(parts, list) and parts else None
        if isinstance(first, list) and first and (year := year_of(first[0])) is not None:
            yield year


def _is_withdrawn(work: Mapping[str, Json]) -> bool:
    """Whether a notice says so: Crossref lists notices about a work under the work."""
    return any(
        text_of(one.get("type")).lower() in _RETRACTING for one in maps_of(work.get("updated-by"))
    )


def open_crossref(reach: Reach) -> Crossref:
    """Crossref as the settings have it."""
    return Crossref(reach.settings, reach.network)
