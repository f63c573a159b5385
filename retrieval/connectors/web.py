"""The web: searched by Serper, its pages fetched safely and read as a person would."""

from datetime import date

from hubscope.settings import Settings
from retrieval.connectors.connector import Document, Failed, Found, Part, Record, attempt
from retrieval.connectors.reach import Reach
from retrieval.connectors.serper import NAME, Serper, no_key
from retrieval.pages import Pages
from retrieval.toll import Toll


class Web:
    """Web search and web pages; an id is an address."""

    name = "web"

    def __init__(self, search: Serper | None, pages: Pages) -> None:
        self._search = search
        self._pages = pages

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Pages that fit, with what the search engine shows of them."""
        engine = self._search
        if engine is None:
            return Failed(self.name, "no_key", str(no_key()))
        return attempt(self.name, lambda: engine.pages(query, limit, until))

    def fetch(self, id: str) -> Document | Failed:
        """A page's text."""
        return attempt(self.name, lambda: self._fetch(id))

    def _fetch(self, url: str) -> Document:
        page = self._pages.read(url)
        record = Record(source=self.name, id=url, title=page.title, url=page.url)
        return Document(record, (Part(page.text),), "text", page.text)


def open_web(reach: Reach) -> Web:
    """The web as the settings have it; without a key pages can be read, but not searched."""
    settings, budget = reach.settings, reach.budget
    toll = Toll.of(NAME, budget) if budget else None
    has_key = bool(settings.serper_api_key.reveal())
    return Web(Serper(settings, reach.network, toll) if has_key else None, reach.pages)


def require_web_search(settings: Settings) -> None:
    """Pass if the web can be searched.

    Raises:
        UnavailableError: there is no key for it.
    """
    if not settings.serper_api_key.reveal():
        raise no_key()
