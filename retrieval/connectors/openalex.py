"""OpenAlex: works with abstracts, and how much the papers of a journal are cited."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from urllib.parse import quote

from graph.citations import doi_of
from hubscope.json_values import Json
from hubscope.settings import Settings
from retrieval.connectors.connector import Document, Failed, Found, Part, Record, attempt, missing
from retrieval.connectors.fields import (
    Page,
    doi_in,
    fragment_text,
    is_retracted,
    issns_in,
    list_in,
    map_of,
    paged,
    pmid_in,
    text_of,
    year_of,
)
from retrieval.connectors.reach import Reach
from retrieval.http import FetchError
from retrieval.network import DAY_S, Call, Network, Service, json_of, unreadable

RATE = 10.0
_PAGE = 200
_JOURNALS = 50  # values that one filter takes
_LONGEST_ABSTRACT = 20_000  # words
_WORK = (
    "id,doi,display_name,publication_year,primary_location,ids,is_retracted,abstract_inverted_index"
)


class OpenAlex:
    """OpenAlex's works and sources."""

    name = "openalex"

    def __init__(self, settings: Settings, network: Network) -> None:
        self._network = network
        key, email = settings.openalex_api_key, settings.contact_email
        self._service = Service(
            self.name,
            settings.openalex_url,
            RATE,
            query={"mailto": email} if email else {},
            secret_query={"api_key": key} if key.reveal() else {},
        )

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Works by relevance."""

        def ask(page: Page) -> tuple[list[Record], int | None]:
            asked = {"search": query, "per-page": str(page.size), "select": _WORK}
            if page.number > 1:
                asked["page"] = str(page.number)
            if until:
                asked["filter"] = f"to_publication_date:{until:%Y-%m-%d}"
            return self._network.ask(self._service, Call("/works", asked), _listed)

        return attempt(self.name, lambda: paged(limit, ask, size=_PAGE))

    def fetch(self, id: str) -> Document | Failed:
        """A work by its DOI or its own id."""
        doi = doi_of(id)
        place = f"https://doi.org/{doi}" if doi else id.rpartition("/")[2]
        if not doi and not (place[:1] == "W" and place[1:].isdigit()):
            return missing(self.name, id)
        call = Call(f"/works/{quote(place, safe=':/', errors='replace')}", {"select": _WORK})
        found = attempt(self.name, lambda: self._work(call))
        return found if found is not None else missing(self.name, id)

    def with_impact(self, records: Iterable[Record]) -> list[Record] | Failed:
        """Records with the two-year mean citedness of their journals, where OpenAlex knows it."""
        listed = list(records)
        issns = sorted({issn for one in listed if one.impact is None for issn in one.issn})
        impacts = attempt(self.name, lambda: self._impacts(issns))
        if isinstance(impacts, Failed):
            return impacts
        return [
            one
            if one.impact is not None
            else replace(one, impact=next(filter(None, map(impacts.get, one.issn)), None))
            for one in listed
        ]

    def _impacts(self, issns: list[str]) -> dict[str, float]:
        impacts: dict[str, float] = {}
        for start in range(0, len(issns), _JOURNALS):
            asked = {
                "filter": f"issn:{'|'.join(issns[start : start + _JOURNALS])}",
                "per-page": str(_PAGE),
                "select": "id,issn_l,issn,summary_stats",
            }
            call = Call("/sources", asked, fresh_s=90 * DAY_S)
            impacts |= self._network.ask(self._service, call, _citedness)
        return impacts

    def _work(self, call: Call) -> Document | None:
        try:
            return self._network.ask(self._service, call, _read)
        except FetchError as error:
            if error.status == 404:
                return None
            raise


def _listed(text: str) -> tuple[list[Record], int | None]:
    answer = json_of(OpenAlex.name, text)
    listed = list_in(OpenAlex.name, answer, "results")
    total = map_of(answer.get("meta")).get("count")
    records = [record for one in listed if (record := _record(one)) is not None]
    return records, total if isinstance(total, int) else None


def _read(text: str) -> Document:
    record = _record(json_of(OpenAlex.name, text))
    if record is None:
        raise unreadable(OpenAlex.name, "a work without id or title")
    return Document(record, (Part(record.abstract),) if record.abstract else ())


def _record(work: Mapping[str, Json]) -> Record | None:
    id = text_of(work.get("id")).rpartition("/")[2]
    title = fragment_text(text_of(work.get("display_name")) or text_of(work.get("title")))
    if not id or not title:
        return None
    ids = map_of(work.get("ids"))
    journal = map_of(map_of(work.get("primary_location")).get("source"))
    issn = journal.get("issn")
    doi = doi_in(work.get("doi"))
    return Record(
        source=OpenAlex.name,
        id=id,
        title=title,
        abstract=_abstract(work.get("abstract_inverted_index")),
        doi=doi,
        pmid=pmid_in(ids.get("pmid")),
        year=year_of(work.get("publication_year")),
        venue=text_of(journal.get("display_name")),
        issn=issns_in([journal.get("issn_l"), *(issn if isinstance(issn, list) else ())]),
        url=f"https://doi.org/{doi}" if doi else f"https://openalex.org/{id}",
        retracted=work.get("is_retracted") is True or is_retracted(title),
    )


def _abstract(index: Json) -> str:
    """The abstract that an index of its words makes; "" where places are wrong or far apart."""
    places: dict[int, str] = {}
    for word, at in map_of(index).items():
        for place in at if isinstance(at, list) else ():
            if isinstance(place, int) and 0 <= place < _LONGEST_ABSTRACT:
                places[place] = word
    return fragment_text(" ".join(places[place] for place in sorted(places)))


def _citedness(text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in list_in(OpenAlex.name, json_of(OpenAlex.name, text), "results"):
        impact = map_of(one.get("summary_stats")).get("2yr_mean_citedness")
        issn = one.get("issn")
        if isinstance(impact, int | float) and impact >= 0:
            for name in issns_in([one.get("issn_l"), *(issn if isinstance(issn, list) else ())]):
                found[name] = float(impact)
    return found


def open_openalex(reach: Reach) -> OpenAlex:
    """OpenAlex as the settings have it."""
    return OpenAlex(reach.settings, reach.network)
