"""What was found for claims of a run: documents outside every benchmark, kept in graph and index.

They are a source of their own, one a run and tier, so that every passage a judge saw can be traced
and deleted. A document here is another one than the same paper in a benchmark, whatever its DOI:
else what was found for one claim would become gold evidence of the items that the paper belongs to.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graph.citations import document_key
from graph.model import Chunk, Contribution, Source
from graph.model import Document as GraphDocument
from graph.store import GraphStore
from graph.vocabulary import ChunkPart
from hubscope.keys import digest, key_of
from retrieval.chunking import chunk
from retrieval.connectors.connector import Part
from retrieval.evidence import FOUND, TierName
from retrieval.index import Entry, VectorIndex

_LONGEST_TEXT = 400_000


@dataclass(frozen=True, slots=True)
class FoundText:
    """A document as it is remembered: what names it, and its text in parts."""

    source: str
    title: str
    url: str
    parts: tuple[Part, ...]
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None

    @property
    def key(self) -> str:
        """Key of the document in the graph."""
        same = document_key(
            doi=self.doi,
            pmid=self.pmid,
            pmcid=self.pmcid,
            title="" if self.source == TierName.WEB else self.title,
            content=[self.url] if self.source == TierName.WEB else [one.text for one in self.parts],
        )
        return key_of("live", same)


class Shelf:
    """Where a tier keeps what it found for a run.

    Args:
        store: the graph that documents are written to.
        index: of the graph's chunks; what is written is added to it.
        tier: that found them.
        run: whose claims they are for; the source is named after it.
        fingerprint: what decides what is found.
    """

    def __init__(
        self, store: GraphStore, index: VectorIndex, tier: TierName, run: str, fingerprint: str
    ) -> None:
        self._store = store
        self._index = index
        settings = digest(["live", tier, run, fingerprint])
        self._source = Source(source_name(tier, run), tier, settings)

    def keep(self, documents: Iterable[FoundText]) -> None:
        """Write documents with their chunks under the run's source, and index the chunks."""
        distinct = {one.key: one for one in documents}
        if not distinct:
            return
        chunks = {one.key: one for one in chunks_of(distinct.values())}
        self._store.begin(self._source)
        self._store.write(
            self._source,
            Contribution(
                documents=tuple(
                    GraphDocument(key, one.title or one.url, one.doi, one.pmid)
                    for key, one in distinct.items()
                ),
                chunks=tuple(chunks.values()),
            ),
        )
        self._store.commit(self._source)
        self._index.add(Entry(one.key, one.text) for one in chunks.values())


def source_name(tier: TierName, run: str) -> str:
    """Name of the source that holds what a tier found for a run."""
    return f"{tier} for run {run}"


def live_chunks(store: GraphStore) -> frozenset[str]:
    """Keys of the chunks that only live tiers contribute: evidence of the claims they were for."""
    live = {
        one.name
        for one in store.sources()
        if one.kind in FOUND and one.name.startswith(source_name(TierName(one.kind), ""))
    }
    if not live:
        return frozenset()
    return frozenset(one.key for one in store.chunks() if live.issuperset(one.sources))


def chunks_of(documents: Iterable[FoundText]) -> list[Chunk]:
    """Chunks of documents, in order; a title without a text is none."""
    return [one for document in documents for one in _chunks(document)]


def _chunks(document: FoundText) -> Iterator[Chunk]:
    position = 0
    room = _LONGEST_TEXT
    for part in document.parts:
        for window in chunk(part.text[:room]):
            yield Chunk(document.key, ChunkPart.CONTEXT, window.text, position, part.label)
            position += 1
        room = max(0, room - len(part.text))
