"""Web pages read as a person would: fetched safely, robots.txt kept to, remembered on disk."""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.json_values import JsonFault, JsonParser
from hubscope.keyed_cache import KeyedCache
from hubscope.keys import canonical_json, digest
from retrieval.addresses import BlockedError, target_of
from retrieval.decoding import without_unseen
from retrieval.http import AGENT, Fetcher, FetchError, Request
from retrieval.limiter import Limiters
from retrieval.page_text import page_text

_TEXT = frozenset(("text/plain",))
_ROBOTS_KEPT_S = 3600.0
_ROBOTS_CHARS = 500_000  # as much as RFC 9309 asks to be read
# What a site without a word of its own gets: a person does not read faster.
PAGES_A_SECOND = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the address it came from at last, its title, its text with a line a paragraph."""

    url: str
    title: str
    text: str


def read_page(fetcher: Fetcher, url: str, ask_leave: Callable[[str], None] | None = None) -> Page:
    """Fetch a page and read it; `ask_leave` as in `Fetcher.fetch`.

    Raises:
        FetchError: see its reasons; `empty_page`: it has no text.
    """
    response = fetcher.fetch(Request(url), ask_leave)
    text = response.text()
    if response.type == "text/plain":
        page = Page(response.url, "", without_unseen(text).strip())
    else:
        read = page_text(text)
        page = Page(response.url, read.title, read.text)
    if not page.text:
        shown = response.url.partition("?")[0]
        raise FetchError(f"{shown}: a page without text.", reason="empty_page", where=shown)
    return page


class Robots:
    """What sites allow: their robots.txt, asked for once an hour."""

    def __init__(self, fetcher: Fetcher, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._fetcher = fetcher
        self._clock = clock
        self._lock = threading.Lock()
        self._of: dict[str, tuple[float, RobotFileParser]] = {}

    def check(self, url: str) -> None:
        """Pass if the site lets us fetch a page.

        Raises:
            FetchError: `robots`: it does not; or its address may not be fetched at all.
        """
        try:
            target = target_of(url)
        except BlockedError as error:
            raise FetchError(str(error), reason=error.reason) from error
        site = f"{target.scheme}://{target.authority}"
        if not self._rules(site).can_fetch(AGENT, target.url):
            message = f"{target.shown}: the site asks programs not to read it (robots.txt)."
            raise FetchError(message, reason="robots", where=target.shown)

    def _rules(self, site: str) -> RobotFileParser:
        with self._lock:
            at, rules = self._of.get(site, (0.0, None))
        if rules is None or self._clock() - at > _ROBOTS_KEPT_S:
            rules = self._read(site)
            with self._lock:
                self._of[site] = (self._clock(), rules)
        return rules

    def _read(self, site: str) -> RobotFileParser:
        rules = RobotFileParser()
        try:
            text = self._fetcher.fetch(Request(f"{site}/robots.txt", types=_TEXT)).text()
        except FetchError as error:
            if error.reason.startswith("blocked"):
                raise
            # No such file = no rules. A site in trouble, or one whose rules cannot be had, is left
            # alone until it is well again.
            status = error.status or 0
            is_none = 400 <= status < 500 and status != 429
            is_none |= error.reason == "content_type"
            text = "" if is_none else "User-agent: *\nDisallow: /"
        rules.parse(text[:_ROBOTS_CHARS].splitlines())
        return rules


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages of the open web; safe to use from several threads.

    Attributes:
        offline: answer from the cache only.
        fresh_s: how old a remembered page may be; offline any age will do.
    """

    fetcher: Fetcher
    cache: KeyedCache
    robots: Robots
    offline: bool = False
    fresh_s: float = 30 * 86_400.0
    limiters: Limiters = field(default_factory=Limiters)

    def read(self, url: str) -> Page:
        """A page, from the cache where it is fresh.

        Raises:
            FetchError: as `read_page`; `robots`; `offline`.
        """
        shown = url[:200].partition("?")[0]
        key = digest(["page", url])
        kept = self.cache.get(key)
        if kept is not None and (self.offline or kept.age_s() < self.fresh_s):
            with contextlib.suppress(JsonFault, InputError):  # kept by another release
                return from_json(Page, JsonParser().parse(kept.text))
        if self.offline:
            message = f"{shown}: offline, and this page was not read before."
            raise FetchError(message, reason="offline", where=shown)
        self._ask_leave(url)
        page = read_page(self.fetcher, url, self._ask_leave)
        self.cache.put(key, canonical_json(to_json(page)), shown)
        return page

    def _ask_leave(self, url: str) -> None:
        """Return when a site may be asked for a page; a redirect's target is a site of its own."""
        self.robots.check(url)
        self.limiters.of(urlsplit(url).netloc.lower(), PAGES_A_SECOND).wait()
