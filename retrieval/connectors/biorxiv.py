"""bioRxiv and medRxiv: preprints. Their own API gives one by its DOI and searches nothing.

So a search asks Crossref for what the two servers registered there, and `fetch` asks the servers.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from urllib.parse import quote

from graph.citations import doi_of
from hubscope.json_values import Json
from hubscope.settings import Settings
from retrieval.connectors.connector import Document, Failed, Found, Part, Record, attempt, missing
from retrieval.connectors.crossref import Crossref
from retrieval.connectors.fields import (
    doi_in,
    fragment_text,
    is_retracted,
    list_in,
    text_of,
    year_of,
)
from retrieval.connectors.reach import Reach
from retrieval.network import Call, Network, Service, json_of

RATE = 2.0
# Of Cold Spring Harbor, and of openRxiv, who took the servers over.
_PREFIXES = "10.1101|10.64898"
# Of the preprints that Crossref finds about half are of the other server.
_WIDER = 3


class PreprintServer:
    """One of the two preprint servers."""

    def __init__(self, name: str, settings: Settings, network: Network) -> None:
        self.name = name
        self._network = network
        self._service = Service(name, settings.biorxiv_url, RATE)
        self._crossref = Crossref(settings, network)

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Preprints by Crossref's score."""
        filters = {"type": "posted-content", "prefix": _PREFIXES}
        if until:
            filters["until-posted-date"] = f"{until:%Y-%m-%d}"
        found = attempt(self.name, lambda: self._crossref.works(query, _WIDER * limit, filters))
        if isinstance(found, Failed):
            return found
        ours = (
            replace(one, source=self.name)
            for one in found.records
            if one.venue.lower() in (self.name, "")
        )
        return Found(tuple(ours)[:limit])

    def fetch(self, id: str) -> Document | Failed:
        """A preprint's newest version by its DOI."""
        doi = doi_of(id)
        if doi is None:
            return missing(self.name, id)
        call = Call(f"/details/{self.name}/{quote(doi, errors='replace')}/na/json")
        found = attempt(self.name, lambda: self._network.ask(self._service, call, self._versions))
        if isinstance(found, Failed):
            return found
        return found[-1] if found else missing(self.name, id)

    def _versions(self, text: str) -> list[Document]:
        answer = json_of(self.name, text)
        listed = list_in(self.name, answer, "collection")
        return [_document(self.name, one) for one in listed if doi_in(one.get("doi"))]


def _document(name: str, given: Mapping[str, Json]) -> Document:
    doi = doi_in(given.get("doi")) or ""
    title = fragment_text(text_of(given.get("title")))
    abstract = fragment_text(text_of(given.get("abstract")))
    kind = text_of(given.get("type")).lower()
    record = Record(
        source=name,
        id=doi,
        title=title,
        abstract=abstract,
        doi=doi,
        year=year_of(given.get("date")),
        venue={"biorxiv": "bioRxiv", "medrxiv": "medRxiv"}[name],
        url=f"https://doi.org/{doi}",
        retracted=is_retracted(title) or "withdraw" in kind or "retract" in kind,
    )
    return Document(record, (Part(abstract),) if abstract else ())


def open_biorxiv(reach: Reach) -> PreprintServer:
    """The server of biology."""
    return PreprintServer("biorxiv", reach.settings, reach.network)


def open_medrxiv(reach: Reach) -> PreprintServer:
    """The server of medicine."""
    return PreprintServer("medrxiv", reach.settings, reach.network)
