"""Serper: web search by Google's results, up to a day if one is given (a thin client)."""

from datetime import date

from hubscope.errors import UnavailableError
from hubscope.reading import clean_text
from hubscope.settings import Settings
from retrieval.connectors.connector import Found, Record
from retrieval.connectors.fields import Page, fragment_text, list_in, paged, text_of, year_of
from retrieval.network import Call, Network, Service, json_of
from retrieval.toll import Toll

NAME = "serper"
RATE = 5.0
# As many results as one search pays for.
_PAGE = 10
KEY = "SERPER_API_KEY"


class Serper:
    """Searches the web."""

    def __init__(self, settings: Settings, network: Network, toll: Toll | None = None) -> None:
        """Take the key from the settings.

        Args:
            settings: of the user.
            network: how it is reached.
            toll: pays for the searches; None = nobody counts what they cost.

        Raises:
            UnavailableError: there is none.
        """
        key = settings.serper_api_key
        if not key.reveal():
            raise no_key()
        self._network = network
        secret = {"X-API-KEY": key}
        self._service = Service(NAME, settings.serper_url, RATE, secret_headers=secret, toll=toll)

    def pages(self, query: str, limit: int, until: date | None = None) -> Found:
        """Pages by the engine's own order; `abstract` is what it shows of each.

        Raises:
            FetchError: no answer that could be read.
        """

        def ask(page: Page) -> tuple[list[Record], int | None]:
            body: dict[str, str | int] = {"q": clean_text(query), "num": _PAGE}
            if page.number > 1:
                body["page"] = page.number
            if until:
                body["tbs"] = f"cdr:1,cd_max:{until:%m/%d/%Y}"
            records = self._network.ask(self._service, Call("/search", body={**body}), _listed)
            # Every page is billed, whatever it holds: after one that is not full none is asked for.
            return records, None if len(records) == _PAGE else page.start + len(records)

        return paged(limit, ask, size=_PAGE)


def no_key() -> UnavailableError:
    """The error of a search without a key."""
    message = f"searching the web needs a key of serper.dev: set {KEY}, or leave out the tier web."
    return UnavailableError(message, reason="no_key", where=KEY)


def _listed(text: str) -> list[Record]:
    answer = json_of(NAME, text)
    # Where nothing fits, the list is left out; the query is there in every good answer.
    if "organic" not in answer and isinstance(answer.get("searchParameters"), dict):
        return []
    return [
        Record(
            source="web",
            id=url,
            title=fragment_text(text_of(one.get("title"))),
            abstract=fragment_text(text_of(one.get("snippet"))),
            year=year_of(one.get("date")),
            url=url,
        )
        for one in list_in(NAME, answer, "organic")
        if (url := text_of(one.get("link"))).startswith(("http://", "https://"))
    ]
