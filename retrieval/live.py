"""Live tiers: evidence that is searched for when a claim needs it, on the web and in literature.

What is found for a claim is kept in the graph (found.py). A claim that was searched for once is not
searched for again: what was found is remembered on disk.
"""

import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from graph.store import GraphStore
from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.json_values import JsonFault, JsonParser
from hubscope.keyed_cache import KeyedCache
from hubscope.keys import canonical_json, digest
from retrieval.connectors.connector import Connector, Document, Failed, Part, Record
from retrieval.decoding import without_unseen
from retrieval.evidence import TierName
from retrieval.found import FoundText, Shelf, chunks_of
from retrieval.index import VectorIndex
from retrieval.library import Library
from retrieval.tiers import Candidates, TierRequest

PAGES = 4
PAPERS = 5
_THREADS = 8
_MOST_WORDS = 14
_LONGEST_QUERY = 300
_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
# Words that a search does not need; a service that wants all words would find nothing with them.
_COMMON = frozenset(
    (
        "a", "an", "and", "are", "as", "at", "be", "been", "by", "can", "did", "do", "does", "for",
        "from", "had", "has", "have", "in", "is", "it", "its", "may", "not", "of", "on", "or",
        "such", "than", "that", "the", "their", "these", "this", "those", "to", "was", "were",
        "which", "while", "with", "would",
    )
)  # fmt: skip
# Full texts are worth the call where a search shows an abstract only, or nothing.
_FETCHED = frozenset(("pmc", "folder"))


@dataclass(frozen=True, slots=True)
class Search:
    """What a search for a claim gave: documents, why there are no more, and what failed.

    Attributes:
        error: set where something failed and there is no document: nothing can be said then.
        is_whole: nothing failed; only such a search is remembered.
        failed: what failed beside what was found, None where nothing did or nothing was found.
    """

    documents: tuple[FoundText, ...] = ()
    note: str = ""
    error: str | None = None
    is_whole: bool = True
    failed: str | None = None


class Searcher(Protocol):
    """Searches for the evidence of a claim."""

    @property
    def tier(self) -> TierName:
        """The tier it serves."""

    @property
    def fingerprint(self) -> str:
        """What decides what it finds, apart from the world."""

    def find(self, claim: str) -> Search:
        """Documents that may speak of a claim."""


@dataclass(frozen=True, slots=True)
class LiteratureSearcher:
    """Searches papers: abstracts, and full texts where a connector gives them."""

    library: Library
    tier: TierName = TierName.LITERATURE

    @property
    def fingerprint(self) -> str:
        """The connectors with what they look at, the order, and how many papers are taken."""
        return digest([2, self.library.fingerprint, PAPERS])

    def find(self, claim: str) -> Search:
        """The best papers for a claim, retracted ones left out."""
        searched = self.library.search(search_words(claim))
        found, failed = [], list(searched.failed)
        for record in searched.records[:PAPERS]:
            document = self._document(record)
            if isinstance(document, Failed):
                failed.append(document)
            elif document.parts:
                found.append(_found(document))
        left_out = [f"{n} {reason}" for reason, n in (searched.left_out or {}).items()]
        search = _searched(found, failed, left_out)
        if searched.unranked is None:
            return search
        # What is there is evidence; with the impacts the choice of papers may be another one.
        unranked = f"impact not known: {searched.unranked.source} {searched.unranked.reason}"
        note = "; ".join(filter(None, (search.note, unranked)))
        return replace(search, note=note, is_whole=False)

    def _document(self, record: Record) -> Document | Failed:
        shown = Document(record, (Part(record.abstract),) if record.abstract else ())
        if record.abstract and record.source not in _FETCHED:
            return shown
        return self.library.fetch(record.source, record.id)


@dataclass(frozen=True, slots=True)
class WebSearcher:
    """Searches the web and reads the first pages; what the search engine shows is no evidence."""

    web: Connector
    tier: TierName = TierName.WEB
    place: str = ""

    @property
    def fingerprint(self) -> str:
        """Where is searched, and how many pages are read."""
        return digest([2, self.web.name, self.place, PAGES])

    def find(self, claim: str) -> Search:
        """The first pages that can be read."""
        found = self.web.search(" ".join(claim.split())[:_LONGEST_QUERY], PAGES)
        if isinstance(found, Failed):
            return _searched([], [found], [])
        documents, failed = [], []
        for record in found.records:
            document = self.web.fetch(record.id)
            if isinstance(document, Failed):
                failed.append(document)
            else:
                documents.append(_found(document))
        # A page that nobody may read is no failure of the search, where others could be read.
        return replace(_searched(documents, failed, []), failed=None)


def _searched(documents: list[FoundText], failed: Iterable[Failed], left_out: list[str]) -> Search:
    faults = [f"failed: {one.source} {one.reason}" for one in failed]
    faults = list(dict.fromkeys(faults))
    note = "; ".join([*faults, *left_out])
    if faults and not documents:
        return Search(error=note, is_whole=False)
    return Search(tuple(documents), note, is_whole=not faults, failed="; ".join(faults) or None)


def _found(document: Document) -> FoundText:
    record = document.record
    return FoundText(
        record.source,
        _titled(record),
        record.url,
        tuple(Part(without_unseen(one.text), without_unseen(one.label)) for one in document.parts),
        record.doi,
        record.pmid,
        record.pmcid,
    )


def _titled(record: Record) -> str:
    """The title; a web page's with its address, which is all that names the page in the graph."""
    title = " ".join(without_unseen(record.title).split())
    if record.source != TierName.WEB or not title:
        return title
    return f"{title} <{record.url}>"


class LiveTier:
    """A tier that searches for each claim, and keeps what it finds.

    Args:
        searcher: where it looks.
        store: the graph that what is found is written to.
        index: of the graph's chunks; what is written is added to it.
        memory: what was found for which claim.
        run: name of the run that asks; its source is named after it.
    """

    def __init__(
        self,
        searcher: Searcher,
        store: GraphStore,
        index: VectorIndex,
        memory: KeyedCache,
        *,
        run: str,
    ) -> None:
        self._searcher = searcher
        self._memory = memory
        self._shelf = Shelf(store, index, searcher.tier, run, searcher.fingerprint)

    @property
    def name(self) -> TierName:
        """Which tier this is."""
        return self._searcher.tier

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        """Chunks of what was found for each claim; all of them are in graph and index afterwards.

        Raises:
            HubscopeError: what was found cannot be written.
        """
        claims = list(dict.fromkeys(" ".join(request.text.split()) for request in requests))
        with ThreadPoolExecutor(_THREADS) as pool:
            found = dict(zip(claims, pool.map(self._search, claims), strict=True))
        chunks = {claim: chunks_of(search.documents) for claim, search in found.items()}
        self._shelf.keep(one for search in found.values() for one in search.documents)
        answers = {
            claim: Candidates(
                tuple(dict.fromkeys(one.key for one in chunks[claim])),
                search.error,
                search.note,
                search.failed,
            )
            for claim, search in found.items()
        }
        return [answers[" ".join(request.text.split())] for request in requests]

    def _search(self, claim: str) -> Search:
        key = digest(["search", self.name, self._searcher.fingerprint, claim])
        kept = self._memory.get(key)
        if kept is not None and (known := _remembered(kept.text)) is not None:
            return known
        search = self._searcher.find(claim)
        if search.is_whole:
            self._memory.put(key, canonical_json(to_json(search)), f"{self.name}: {claim[:80]}")
        return search


def search_words(claim: str) -> str:
    """The words of a claim that a search of papers needs, in order.

    >>> search_words("It is the loss of TP53 that promotes glioma in mice.")
    'loss TP53 promotes glioma mice'
    """
    words = [word for word in _WORD.findall(claim) if word.lower() not in _COMMON]
    return " ".join(words[:_MOST_WORDS])[:_LONGEST_QUERY]


def _remembered(text: str) -> Search | None:
    try:
        return from_json(Search, JsonParser().parse(text))
    except (JsonFault, InputError):  # kept by another release
        return None
