"""PubMed Central: full texts, where their licence lets them be given, through the E-utilities."""

from collections.abc import Iterator
from datetime import date

from graph.citations import pmcid_of
from hubscope.settings import Settings
from retrieval.connectors.connector import Document, Failed, Found, attempt, missing
from retrieval.connectors.entrez import Entrez, dated, searched
from retrieval.connectors.jats import Origin, articles
from retrieval.connectors.reach import Reach
from retrieval.network import Network

# Full texts are large: few of them fit into one answer.
_BATCH = 5
_ORIGIN = Origin("pmc", "pmc", "https://pmc.ncbi.nlm.nih.gov/articles/")


class PubMedCentral:
    """Full texts of PubMed Central; an article that may not be given has its abstract only."""

    name = "pmc"

    def __init__(self, settings: Settings, network: Network) -> None:
        self._entrez = Entrez(settings, network)

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Papers by relevance."""
        return attempt(self.name, lambda: self._search(query, limit, until))

    def fetch(self, id: str) -> Document | Failed:
        """A paper by its PubMed Central id."""
        pmcid = pmcid_of(id)
        if pmcid is None:
            return missing(self.name, id)
        found = attempt(self.name, lambda: list(self._documents([pmcid[3:]])))
        if isinstance(found, Failed):
            return found
        return next((one for one in found if one.record.id == pmcid), missing(self.name, id))

    def _search(self, query: str, limit: int, until: date | None) -> Found:
        asked = {"db": "pmc", "term": query, "retmax": str(limit), "sort": "relevance"}
        answer = self._entrez.ask("esearch", searched, **asked, **dated(until))
        found = self._documents(answer.ids)
        return Found(tuple(one.record for one in found), answer.total)

    def _documents(self, ids: list[str]) -> Iterator[Document]:
        for start in range(0, len(ids), _BATCH):
            batch = ",".join(ids[start : start + _BATCH])
            query = {"db": "pmc", "id": batch, "retmode": "xml"}
            yield from self._entrez.ask_text("efetch", _articles, **query)


def _articles(text: str) -> list[Document]:
    return list(articles(text, _ORIGIN))


def open_pmc(reach: Reach) -> PubMedCentral:
    """PubMed Central as the settings have it."""
    return PubMedCentral(reach.settings, reach.network)
