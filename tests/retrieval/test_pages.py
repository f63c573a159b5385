"""Pages: read as a person would, robots.txt kept to, remembered."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hubscope.keyed_cache import KeyedCache
from retrieval.http import Fetcher, FetchError, Limits
from retrieval.limiter import Limiters
from retrieval.pages import Pages, Robots
from tests.servers.loopback import Asked, TrustingGuard, say, serving

pytestmark = pytest.mark.loopback
SITE = "http://site.example.org"
ROBOTS = b"User-agent: *\nDisallow: /private\n\nUser-agent: hubscope\nDisallow: /not-you\n"


class Site:
    """A site with a few pages and a robots.txt, or with a fault in its place."""

    robots: tuple[int, bytes] = (200, ROBOTS)

    def __call__(self, asked: Asked, connection: socket.socket) -> None:
        if asked.path == "/robots.txt":
            say(connection, self.robots[1], status=self.robots[0], type="text/plain")
        elif asked.path == "/moved":
            say(connection, b"", status=302, headers=(("Location", "/not-you/page"),))
        elif asked.path == "/plain":
            say(connection, b"Just text.", type="text/plain")
        else:
            page = b"<title>Zinc</title><p>Zinc lowers fever.</p>"
            say(connection, page, type="text/html")


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def pages(site: Site, tmp_path: Path) -> Iterator[Pages]:
    with serving(site) as server:
        fetcher = Fetcher(TrustingGuard({"site.example.org": server.port}), Limits(3.0))
        limiters = Limiters(sleep=lambda seconds: None, clock=iter(range(10_000)).__next__)
        cache = KeyedCache(tmp_path / "pages.sqlite")
        yield Pages(fetcher, cache, Robots(fetcher), limiters=limiters)
        cache.close()


def test_a_page_is_read_with_its_title_and_remembered(pages: Pages, tmp_path: Path) -> None:
    page = pages.read(f"{SITE}/zinc")
    assert (page.title, page.text) == ("Zinc", "Zinc lowers fever.")
    assert pages.read(f"{SITE}/plain").text == "Just text."
    offline = Pages(pages.fetcher, pages.cache, pages.robots, offline=True)
    assert offline.read(f"{SITE}/zinc") == page
    with pytest.raises(FetchError) as refused:
        offline.read(f"{SITE}/iron")
    assert refused.value.reason == "offline"


def test_what_a_site_forbids_us_is_not_read(pages: Pages) -> None:
    assert pages.read(f"{SITE}/private").title == "Zinc"  # our own entry counts, not everyone's
    with pytest.raises(FetchError) as refused:
        pages.read(f"{SITE}/not-you/page")
    assert refused.value.reason == "robots"


@pytest.mark.parametrize(
    ("robots", "allowed"),
    [((404, b"no"), True), ((503, b"later"), False), ((429, b""), False), ((200, b"a\0b"), False)],
)
def test_no_robots_file_allows_and_a_site_in_trouble_is_left_alone(
    robots: tuple[int, bytes], allowed: bool, pages: Pages, site: Site
) -> None:
    site.robots = robots
    if allowed:
        assert pages.read(f"{SITE}/zinc").title == "Zinc"
    else:
        with pytest.raises(FetchError) as refused:
            pages.read(f"{SITE}/zinc")
        assert refused.value.reason == "robots"


def test_what_a_redirect_leads_to_is_asked_for_by_the_same_rules(pages: Pages) -> None:
    with pytest.raises(FetchError) as refused:
        pages.read(f"{SITE}/moved")
    assert refused.value.reason == "robots"


@pytest.mark.parametrize("url", ["file:///etc/hosts", "http://127.0.0.1/", "http://[::1", "x"])
def test_an_address_that_may_not_be_fetched_is_refused_before_anything(
    url: str, pages: Pages
) -> None:
    with pytest.raises(FetchError) as refused:
        pages.read(url)
    assert refused.value.reason.startswith("blocked")
