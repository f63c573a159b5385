"""What outward searches found, on disk for good: no seed is searched for twice, by no benchmark.

Only a search that every service answered is kept; one that failed in part is asked again.
"""

from dataclasses import dataclass, field
from typing import TypeVar

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.json_values import JsonFault, JsonParser
from hubscope.keyed_cache import KeyedCache
from hubscope.keys import canonical_json, digest
from retrieval.connectors.connector import Record

VERSION = 1
_YIELD = "\x1fyield"  # no query holds this sign

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeedSearch:
    """What a search for a seed gave.

    Attributes:
        records: worth reading, best first.
        retracted: papers that were withdrawn: no other record of them counts.
        left_out: how many records were left out, by reason.
    """

    records: tuple[Record, ...] = ()
    retracted: tuple[Record, ...] = ()
    left_out: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Yield:
    """What searching for seeds comes to.

    Attributes:
        papers: that can be read, a seed.
        chunks: that a model is asked about, a paper; None = no model was asked.
        characters: of such a chunk.
    """

    papers: float
    chunks: float | None = None
    characters: float | None = None


class SearchMemory:
    """Searches, annotated abstracts and yields, by what decides them.

    Args:
        cache: where they are kept.
        searching: fingerprint of where is searched and how.
        annotating: where annotations come from.
    """

    def __init__(self, cache: KeyedCache, searching: str, annotating: str) -> None:
        self._cache = cache
        self._searching = digest(["searches", VERSION, searching])
        self._annotating = digest(["annotations", VERSION, annotating])

    @property
    def fingerprint(self) -> str:
        """What decides what is found, apart from the world."""
        return digest([self._searching, self._annotating])

    def search(self, query: str) -> SeedSearch | None:
        """What a search gave; None where there was none."""
        return self._kept(SeedSearch, self._searching, query)

    def keep_search(self, query: str, found: SeedSearch) -> None:
        """Remember a search."""
        self._keep(found, self._searching, query)

    def annotated(self, pmid: str) -> str | None:
        """PubTator's own text about a paper, "" if it has none; None where it was not asked."""
        return self._kept(str, self._annotating, pmid)

    def keep_annotated(self, pmid: str, payload: str) -> None:
        """Remember what PubTator says of a paper."""
        self._keep(payload, self._annotating, pmid)

    def usual_yield(self) -> Yield | None:
        """What a benchmark's searches came to, the last time."""
        return self._kept(Yield, self._searching, _YIELD)

    def keep_yield(self, found: Yield) -> None:
        """Remember what a benchmark's searches came to."""
        self._keep(found, self._searching, _YIELD)

    def _kept(self, kind: type[T], among: str, of: str) -> T | None:
        kept = self._cache.get(digest([among, of]))
        if kept is None:
            return None
        try:
            return from_json(kind, JsonParser().parse(kept.text))
        except (JsonFault, InputError):  # kept by another release
            return None

    def _keep(self, value: object, among: str, of: str) -> None:
        self._cache.put(digest([among, of]), canonical_json(to_json(value)), of[:80])
