"""The library: several connectors searched as one, ranked, one record a paper."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date

from hubscope.keys import digest
from hubscope.settings import Settings
from retrieval.connectors import open_connectors
from retrieval.connectors.connector import Connector, Document, Failed, Found, Record
from retrieval.connectors.folder import Folder, folder_digest
from retrieval.connectors.openalex import OpenAlex
from retrieval.connectors.pubmed import PubMed
from retrieval.connectors.reach import Reach, service_urls
from retrieval.embeddings import Embedder
from retrieval.ranking import Ranked, distinct, rank

PER_CONNECTOR = 5
NOT_ASKED = "not_asked"


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found, best first; which connectors could not look; what was left out and why.

    Nothing found and nothing failed = there is nothing.

    Attributes:
        unranked: why journals' impacts, which decide the order too, could not be looked up.
        retracted: records that were left out as such.
        duplicates: how many records were of a paper that another record is of.
        answered: names of the services that found or knew something when asked, also where a
            second question to them failed.
    """

    ranked: tuple[Ranked, ...] = ()
    failed: tuple[Failed, ...] = ()
    left_out: Mapping[str, int] | None = None
    unranked: Failed | None = None
    retracted: tuple[Record, ...] = ()
    duplicates: int = 0
    answered: tuple[str, ...] = ()

    @property
    def records(self) -> tuple[Record, ...]:
        """The records, best first."""
        return tuple(one.record for one in self.ranked)


class Library:
    """Searches literature in several places at once.

    Args:
        connectors: where to search, in the order in which their records come.
        embedder: makes the semantic part of the score.
        impact: knows how much journals are cited; None leaves that part out.
        places: what else decides what is found: the services' addresses, the papers in a folder.
    """

    def __init__(
        self,
        connectors: Sequence[Connector],
        embedder: Embedder,
        impact: OpenAlex | None = None,
        places: Sequence[str] = (),
    ) -> None:
        self._connectors = {one.name: one for one in connectors}
        self._embedder = embedder
        self._impact = impact
        self._places = tuple(places)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the connectors, in order."""
        return tuple(self._connectors)

    @property
    def services(self) -> tuple[str, ...]:
        """Names of all that a search may ask: the connectors, and who knows impacts."""
        impact = (self._impact.name,) if self._impact is not None else ()
        return (*self.names, *(name for name in impact if name not in self.names))

    @property
    def fingerprint(self) -> str:
        """What decides what is found and in which order, apart from the world."""
        has_impact = self._impact is not None
        return digest([self.names, self._embedder.fingerprint, has_impact, self._places])

    def search(
        self,
        query: str,
        per_connector: int = PER_CONNECTOR,
        *,
        until: date | None = None,
        related: int = 0,
        without: frozenset[str] = frozenset(),
    ) -> Searched:
        """Records of all connectors, one a paper, by literature score; never raises for a service.

        A journal's impact that cannot be looked up counts as not known.

        Args:
            query: words, or a service's own syntax.
            per_connector: most records of each.
            until: nothing published after this day, where a service knows days.
            related: most papers more that PubMed holds to be near its first one.
            without: names of connectors that are not asked; each counts as failed.
        """
        answered: list[str] = []

        def ask(connector: Connector) -> list[Found | Failed]:
            if connector.name in without:
                return [_not_asked(connector.name)]
            found = connector.search(query, per_connector, until=until)
            if isinstance(found, Found):
                answered.append(connector.name)
            return [found, *_related(connector, found, related)]

        with ThreadPoolExecutor(len(self._connectors)) as pool:
            answers = [one for each in pool.map(ask, self._connectors.values()) for one in each]
        failed = [one for one in answers if isinstance(one, Failed)]
        shown = [record for one in answers if isinstance(one, Found) for record in one.records]
        records = distinct(shown)
        duplicates = len(shown) - len(records)
        unranked = None
        if self._impact is not None and any(one.issn for one in records):
            left_out = self._impact.name in without
            known = _not_asked(self._impact.name) if left_out else self._impact.with_impact(records)
            if isinstance(known, Failed):
                unranked = known
            else:
                records = known
                answered.append(self._impact.name)
        ranking = rank(query, records, self._embedder)
        return Searched(
            ranking.ranked,
            tuple(failed),
            ranking.left_out,
            unranked,
            ranking.retracted,
            duplicates,
            tuple(sorted({*answered})),
        )

    def fetch(self, source: str, id: str) -> Document | Failed:
        """A document by the connector and the id of its record."""
        connector = self._connectors.get(source)
        if connector is None:
            known = ", ".join(self._connectors)
            return Failed(source, "unknown_source", f"no source {source[:80]!r} here: {known}.")
        return connector.fetch(id)


def _not_asked(name: str) -> Failed:
    return Failed(name, NOT_ASKED, f"{name} did not answer before, and is not asked now.")


def _related(connector: Connector, found: Found | Failed, most: int) -> list[Found | Failed]:
    """What PubMed holds to be near the first paper that it found."""
    if not (most and isinstance(connector, PubMed) and isinstance(found, Found) and found.records):
        return []
    return [connector.related(found.records[0].id, most)]


def connector_names(text: str) -> list[str]:
    """The names in a list with commas."""
    return [name for part in text.split(",") if (name := part.strip())]


def open_library(settings: Settings, reach: Reach, embedder: Embedder) -> Library:
    """The connectors that the settings name, ranked with OpenAlex's impacts.

    Raises:
        InputError: an unknown connector.
    """
    names = connector_names(settings.literature)
    impact = OpenAlex(settings, reach.network)
    places = service_urls(settings)
    if Folder.name in names:
        places.append(folder_digest(settings.papers))
    return Library(open_connectors(reach, names), embedder, impact, places)
