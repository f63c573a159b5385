"""The outward search itself: every seed in all services, then PubTator's view of what was found.

Services fail one by one: what failed is counted and said, what the others found is used. One that
failed several times in a row is left in peace for a while.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from hubscope.errors import InputError
from hubscope.keyed_cache import KeyedCache
from hubscope.llm.opening import in_parallel
from hubscope.settings import Settings
from ingest.expansion_memory import SearchMemory, SeedSearch
from ingest.expansion_seeds import Seed
from ingest.spool import Progress
from retrieval.connectors import CONNECTORS
from retrieval.connectors.connector import Failed
from retrieval.connectors.pubtator import PubTator
from retrieval.connectors.reach import Reach
from retrieval.embedding_cache import open_embedder
from retrieval.library import NOT_ASKED, PER_CONNECTOR, Library, Searched, open_library

RELATED = 2
_AT_ONCE = 8
_ANNOTATED_AT_ONCE = 100
_GIVEN_UP_AFTER = 3
_TRIED_AGAIN_EVERY = 20
_NO_LITERATURE = frozenset(("web", "folder"))


@dataclass(frozen=True, slots=True)
class Failure:
    """That a service could not be asked: how often, and what it said the first time."""

    service: str
    reason: str
    n: int
    message: str


class Failures:
    """Counts what failed; services that fail again and again are named."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._messages: dict[tuple[str, str], str] = {}
        self._in_a_row: Counter[str] = Counter()
        self._tried_again_at: dict[str, int] = {}
        self._lock = Lock()

    def note(self, failed: Sequence[Failed], answered: Sequence[str] = ()) -> None:
        """Count what failed in one search; who answered in it, if only once, has a clean slate."""
        with self._lock:
            for one in failed:
                self._counts[one.source, one.reason] += 1
                self._messages.setdefault((one.source, one.reason), one.message)
            self._in_a_row.update({one.source for one in failed})
            for name in answered:
                del self._in_a_row[name]
                self._tried_again_at.pop(name, None)

    def passed_over(self, names: Iterable[str]) -> frozenset[str]:
        """Those of the services that are not to be asked now.

        One that was given up is let through, to be tried again, once in 20 searches.
        """
        with self._lock:
            return frozenset(name for name in names if not self._has_turn(name))

    def _has_turn(self, name: str) -> bool:
        n = self._in_a_row[name]
        if n < _GIVEN_UP_AFTER:
            return True
        if n < self._tried_again_at.setdefault(name, _TRIED_AGAIN_EVERY):
            return False
        self._tried_again_at[name] = n + _TRIED_AGAIN_EVERY
        return True

    def counts(self) -> dict[str, int]:
        """How much failed, by service and reason."""
        return {f"{one.service} {one.reason}": one.n for one in self.listed()}

    def listed(self) -> tuple[Failure, ...]:
        """Everything that failed, by service and reason."""
        with self._lock:
            return tuple(
                Failure(service, reason, n, self._messages[service, reason])
                for (service, reason), n in sorted(self._counts.items())
            )


@dataclass(frozen=True, slots=True)
class Places:
    """Where to search outward; `search` begins one, for one benchmark."""

    library: Library
    memory: SearchMemory
    pubtator: PubTator

    def search(self) -> "OutwardSearch":
        """A search that counts its own failures."""
        return OutwardSearch(self.library, self.memory, self.pubtator)


@dataclass(slots=True)
class Found:
    """What the searches for a benchmark's seeds gave.

    Attributes:
        searches: by query, in the order of the seeds.
        known: how many of them were remembered; searched: how many were asked.
        reached: whether any service answered.
    """

    searches: dict[str, SeedSearch] = field(default_factory=dict)
    known: int = 0
    searched: int = 0
    reached: bool = False


class OutwardSearch:
    """Searches for seeds, and remembers.

    Args:
        library: the services to search in.
        memory: what was found before.
        pubtator: names concepts and relations of papers with a PubMed id.
    """

    def __init__(self, library: Library, memory: SearchMemory, pubtator: PubTator) -> None:
        self.library = library
        self.memory = memory
        self.failures = Failures()
        self._pubtator = pubtator

    @property
    def fingerprint(self) -> str:
        """What decides what is found, apart from the world."""
        return self.memory.fingerprint

    def known(self, seeds: Sequence[Seed]) -> dict[str, SeedSearch]:
        """Searches that are remembered, by query, in the order of the seeds."""
        searches = {seed.query: self.memory.search(seed.query) for seed in seeds}
        return {query: found for query, found in searches.items() if found is not None}

    def search(self, seeds: Sequence[Seed], progress: Progress | None = None) -> Found:
        """Search for the seeds that were not searched for before."""
        searches = self.known(seeds)
        new = [seed.query for seed in seeds if seed.query not in searches]
        found = Found(known=len(searches), searched=len(new))
        for done, (query, search, reached) in enumerate(in_parallel(self._ask, new, _AT_ONCE), 1):
            searches[query] = search
            found.reached |= reached
            if progress:
                progress("searching", done, len(new))
        found.searches = {one.query: searches[one.query] for one in seeds}
        return found

    def _ask(self, query: str) -> tuple[str, SeedSearch, bool]:
        without = self.failures.passed_over(self.library.services)
        searched = self.library.search(query, PER_CONNECTOR, related=RELATED, without=without)
        failed = [*searched.failed, *([searched.unranked] if searched.unranked else [])]
        self.failures.note(failed, searched.answered)
        search = _kept_of(searched)
        if not failed:
            self.memory.keep_search(query, search)
        return query, search, bool(searched.answered)

    def annotate(self, pmids: Sequence[str], progress: Progress | None = None) -> dict[str, str]:
        """PubTator's texts of papers by PubMed id; what it was asked before it is not asked again.

        Papers that it does not have, and those of calls that failed, are left out.
        """
        texts = {pmid: self.memory.annotated(pmid) for pmid in pmids}
        missing = [pmid for pmid, text in texts.items() if text is None]
        for start in range(0, len(missing), _ANNOTATED_AT_ONCE):
            batch = missing[start : start + _ANNOTATED_AT_ONCE]
            texts |= self._annotated(batch)
            if progress:
                progress("annotating", start + len(batch), len(missing))
        return {pmid: text for pmid, text in texts.items() if text}

    def known_annotated(self, pmids: Sequence[str]) -> dict[str, str]:
        """PubTator's texts that are remembered."""
        texts = {pmid: self.memory.annotated(pmid) for pmid in pmids}
        return {pmid: text for pmid, text in texts.items() if text}

    def _annotated(self, pmids: list[str]) -> dict[str, str | None]:
        pubtator = self._pubtator
        if self.failures.passed_over([pubtator.name]):
            message = f"{pubtator.name} did not answer before, and is not asked now."
            self.failures.note([Failed(pubtator.name, NOT_ASKED, message)])
            return {}
        documents = pubtator.annotated(pmids)
        if isinstance(documents, Failed):
            self.failures.note([documents])
            return {}
        self.failures.note([], [pubtator.name])
        texts: dict[str, str | None] = {}
        for pmid in pmids:
            texts[pmid] = documents[pmid].payload if pmid in documents else ""
            self.memory.keep_annotated(pmid, texts[pmid] or "")
        return texts


@contextmanager
def open_places(settings: Settings, names: Sequence[str]) -> Iterator["Places"]:
    """Where to search outward, as the settings have it, until the block ends.

    Args:
        settings: of the user.
        names: of connectors, see `check_services`.

    Raises:
        InputError, UnavailableError: a service or the encoder cannot be used.
    """
    check_services(names)
    reach = Reach.of(settings)
    cache = KeyedCache(settings.home / "cache" / "expansion.sqlite")
    try:
        listed = sorted(names, key=CONNECTORS.names().index)
        chosen = settings.using(literature=",".join(listed))
        library = open_library(chosen, reach, open_embedder(settings))
        pubtator = PubTator(settings, reach.network)
        yield Places(library, SearchMemory(cache, library.fingerprint, pubtator.place), pubtator)
    finally:
        cache.close()
        reach.close()


def check_services(names: Sequence[str]) -> None:
    """Pass if literature can be searched outward in all of these services.

    Raises:
        InputError: an unknown one, one twice, none, or one that is no service of literature.
    """
    if not names or len({*names}) < len(names):
        given = ",".join(names) or "nothing"
        raise InputError(f"{given}: name each service once.", reason="bad_connectors")
    for name in names:
        CONNECTORS.load(name)
        if name in _NO_LITERATURE:
            raise InputError(
                f"{name}: literature is searched in {', '.join(services())}; pages and papers on"
                " this disk are ingested as files.",
                reason="bad_connectors",
            )


def services() -> list[str]:
    """Names of the connectors that search literature."""
    return [name for name in CONNECTORS.names() if name not in _NO_LITERATURE]


def _kept_of(searched: Searched) -> SeedSearch:
    left_out = dict(searched.left_out or {})
    if searched.duplicates:
        left_out["duplicate"] = searched.duplicates
    return SeedSearch(searched.records, searched.retracted, left_out)
