"""Reach: what connectors reach the world with, shared by all of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hubscope.keyed_cache import KeyedCache
from hubscope.llm.budget import Budget
from hubscope.settings import Settings
from retrieval.addresses import PublicGuard
from retrieval.http import Fetcher
from retrieval.limiter import Limiters
from retrieval.network import Network
from retrieval.pages import Pages, Robots

if TYPE_CHECKING:
    from hubscope.doctor import Check


@dataclass(frozen=True, slots=True)
class Reach:
    """The services of the settings and the public web, with one cache and one set of rates.

    Attributes:
        budget: of the run, for what services bill; None = nobody counts it.
    """

    settings: Settings
    network: Network
    pages: Pages
    budget: Budget | None = None

    @classmethod
    def of(cls, settings: Settings, budget: Budget | None = None) -> "Reach":
        """The reach that settings allow.

        Raises:
            InputError: the cache cannot be used, or an address of a service is none.
        """
        cache = KeyedCache(settings.home / "cache" / "web.sqlite")
        limiters = Limiters(settings.home / "cache" / "rates" / "hosts")
        network = Network.to(
            service_urls(settings), cache, offline=settings.offline, limiters=limiters
        )
        fetcher = Fetcher(PublicGuard())
        pages = Pages(fetcher, cache, Robots(fetcher), settings.offline, limiters=limiters)
        return cls(settings, network, pages, budget)

    def close(self) -> None:
        """Close the cache."""
        self.network.cache.close()


def service_urls(settings: Settings) -> list[str]:
    """Addresses of the services, as the settings have them."""
    return [
        settings.ncbi_url,
        settings.pubtator_url,
        settings.biorxiv_url,
        settings.crossref_url,
        settings.openalex_url,
        settings.serper_url,
    ]


def probe(settings: Settings) -> "list[Check]":
    """Doctor's lines: which keys are there, never what they are; to lack one is no fault."""
    from hubscope.doctor import Check

    told = {
        "HUBSCOPE_EMAIL": bool(settings.contact_email),
        "NCBI_API_KEY": bool(settings.ncbi_api_key.reveal()),
        "OPENALEX_API_KEY": bool(settings.openalex_api_key.reveal()),
    }
    keys = ", ".join(f"{name} {'set' if there else 'not set'}" for name, there in told.items())
    offline = "; offline: only what was asked before is answered" if settings.offline else ""
    missing = [name for name, there in told.items() if not there]
    searched = bool(settings.serper_api_key.reveal())
    return [
        Check(
            "literature services",
            ok=True,
            detail=f"searches {settings.literature}; {keys}{offline}",
            fix=f"export {missing[0]}=..." if missing else "",
        ),
        Check(
            "web search",
            ok=True,
            detail="SERPER_API_KEY set" if searched else "SERPER_API_KEY not set: no tier web",
            fix="" if searched else "export SERPER_API_KEY=...",
        ),
    ]
