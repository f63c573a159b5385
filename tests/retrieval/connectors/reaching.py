"""Connectors of a test: all services on one loopback server, no waiting, rates of a fake clock."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from hubscope.settings import Secret, Settings
from retrieval.connectors.reach import Reach
from retrieval.http import Fetcher
from retrieval.limiter import Limiters
from retrieval.pages import Robots
from tests.servers.literature import Services, Site
from tests.servers.loopback import Loopback, TrustingGuard, serving

KEYS = {
    "ncbi_api_key": Secret("canary-ncbi-key-1"),
    "openalex_api_key": Secret("canary-openalex-1"),
    "serper_api_key": Secret("canary-serper-key"),
}
SERVICES = ("ncbi", "pubtator", "biorxiv", "crossref", "openalex", "serper")
SITE = "papers.example.org"


def settings_for(home: Path, server: Loopback | None, **chosen: object) -> Settings:
    """Settings whose services are all at one server."""
    base = server.base if server else "http://127.0.0.1:9"
    urls = {f"{name}_url": f"{base}/{name}" for name in SERVICES}
    email = "somebody@example.org"
    settings = Settings(home=home, cache=home / "cache", contact_email=email)
    return settings.using(**{**urls, **KEYS, **chosen})


def reach_for(settings: Settings, site: Loopback | None = None) -> Reach:
    """A reach that waits for nothing; the pages of SITE are those of a server."""
    reach = Reach.of(settings)
    ticks = count(0.0, 1000.0)
    limiters = Limiters(clock=lambda: next(ticks), sleep=lambda seconds: None)
    guard = TrustingGuard({SITE: site.port} if site else {})
    fetcher = Fetcher(guard)
    return replace(
        reach,
        network=replace(reach.network, limiters=limiters, sleep=lambda seconds: None),
        pages=replace(reach.pages, fetcher=fetcher, robots=Robots(fetcher), limiters=limiters),
    )


@contextlib.contextmanager
def reaching(home: Path, **chosen: object) -> Iterator[tuple[Reach, Services]]:
    """A reach to services of its own, and the services."""
    services = Services()
    with serving(services) as server, serving(Site()) as site:
        reach = reach_for(settings_for(home, server, **chosen), site)
        yield reach, services
        reach.close()
