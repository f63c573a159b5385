"""Tiers of evidence: the first one with a relevant passage is used alone; an error is not "empty".

Tiers say which chunks are candidates for a claim; how near they are is asked of the index, over
those candidates only. Claims are asked about in batches: one embedding call, one question a tier
to the store, one for the passages.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from graph.store import ChunkRecord, GraphStore
from hubscope.errors import HubscopeError, IntegrityError
from hubscope.llm.budget import OUT_OF_MONEY
from hubscope.settings import Settings
from retrieval.embeddings import Embedder, Vectors
from retrieval.evidence import Evidence, Passage, TierAnswer, TierName
from retrieval.index import Hit, VectorIndex
from retrieval.sentences import split


@dataclass(frozen=True, slots=True)
class TierRequest:
    """A claim to find evidence for.

    Attributes:
        item_key: of the item it answers, None where that is not known.
        concept_keys: of the concepts it is about.
        observed: what the tools of its agent gave before it was made.
    """

    item_key: str | None
    concept_keys: tuple[str, ...]
    text: str
    observed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidates:
    """Keys of the chunks that a tier has for one request, or why it could not look.

    `note` says what was left out on the way, `failed` what could not be looked up beside what was:
    where none of the chunks is relevant, that is the error, since the one that is may be there.
    """

    keys: tuple[str, ...] = ()
    error: str | None = None
    note: str = ""
    failed: str | None = None


class Tier(Protocol):
    """A place where evidence may be; found, empty and failed are three different things."""

    @property
    def name(self) -> TierName:
        """Which tier this is."""

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        """Candidates of each request, in order; every key is in the index when this returns.

        Raises:
            HubscopeError: nothing could be looked up for any of them.
        """


@dataclass(frozen=True, slots=True)
class GoldTier:
    """The item's own documents: their context and answer chunks, never a question or an option."""

    store: GraphStore
    name: TierName = TierName.GOLD

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        """Candidates of each request, in order; none without an item."""
        items = {request.item_key for request in requests if request.item_key is not None}
        chunks = self.store.gold_chunks(sorted(items))
        return [
            Candidates(tuple(chunks.get(request.item_key, ())) if request.item_key else ())
            for request in requests
        ]


@dataclass(frozen=True, slots=True)
class GraphTier:
    """Chunks that evidence the claims around the matched concepts."""

    store: GraphStore
    name: TierName = TierName.GRAPH

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        """Candidates of each request, in order; none without a matched concept."""
        concepts = {key for request in requests for key in request.concept_keys}
        chunks = self.store.neighbourhood_chunks(sorted(concepts))
        return [
            Candidates(
                tuple(sorted({key for at in request.concept_keys for key in chunks.get(at, ())}))
            )
            for request in requests
        ]


@dataclass(frozen=True, slots=True)
class Layer:
    """What one tier has for one claim: hits at any distance, best first, or an error.

    Attributes:
        why: why no hit is relevant, "" where one is or nobody has looked yet.
        failed: what could not be looked up; the error where no hit is relevant.
    """

    tier: TierName
    hits: tuple[Hit, ...] = ()
    error: str | None = None
    note: str = ""
    why: str = ""
    failed: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The tier that is used, and every layer that was asked, its hits under the floor left out.

    `tier` None and `failed` false = there is no evidence; `failed` = that cannot be known.
    """

    tier: TierName | None
    asked: tuple[Layer, ...]

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The hits of the tier that is used."""
        return self.asked[-1].hits if self.tier is not None else ()

    @property
    def failed(self) -> bool:
        """Whether no tier has evidence and at least one could not look."""
        return self.tier is None and any(layer.error is not None for layer in self.asked)


def first_relevant(layers: Iterable[Layer], floor: float) -> Decision:
    """Ask layers in order until one has a hit at or above the floor.

    Args:
        layers: in the order of asking; consumed no further than needed.
        floor: cosine, -1 to 1; a hit at the floor is relevant.

    Source: SCHEMA, evidence layers; methods/schema.md 6.3.

    >>> gold = Layer(TierName.GOLD, (Hit("b", 0.1),))
    >>> decision = first_relevant([gold, Layer(TierName.GRAPH, (Hit("a", 0.5),))], floor=0.3)
    >>> decision.tier, decision.hits
    (<TierName.GRAPH: 'graph'>, (Hit(key='a', score=0.5),))
    """
    asked: list[Layer] = []
    for layer in layers:
        relevant = tuple(hit for hit in layer.hits if hit.score >= floor)
        # Found is not empty, and looked for in a part of the places only is not empty either.
        error = layer.error if relevant else layer.error or layer.failed
        asked.append(replace(layer, hits=relevant, error=error, why=_why_none(layer, floor)))
        if relevant:
            return Decision(layer.tier, tuple(asked))
    return Decision(None, tuple(asked))


def _why_none(layer: Layer, floor: float) -> str:
    """Why a layer has no relevant hit, "" if it has one."""
    if layer.error is not None:
        return f"failed: {layer.error}"
    nearest = max((hit.score for hit in layer.hits), default=None)
    if nearest is not None and nearest >= floor:
        return ""
    failed = f"{layer.failed}; " if layer.failed else ""
    if nearest is None:
        note = layer.note if layer.note != layer.failed else ""
        return f"{failed}nothing there ({note})" if note else f"{failed}nothing there"
    return f"{failed}nearest {nearest:.2f}, under the floor of {floor:.2f}"


@dataclass(frozen=True, slots=True)
class Limits:
    """What counts as relevant, and how much of it reaches a judge."""

    floor: float
    passages: int = 3
    characters: int = 1500

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        """The limits that the user set."""
        return cls(settings.relevance_floor, settings.evidence_chunks, settings.evidence_characters)


@dataclass(frozen=True, slots=True)
class EvidenceFinder:
    """Finds the evidence of claims in tiers, by the index, within limits."""

    store: GraphStore
    index: VectorIndex
    embedder: Embedder
    tiers: tuple[Tier, ...]
    limits: Limits

    def gather(self, request: TierRequest) -> Evidence:
        """Evidence of one claim."""
        return self.gather_many([request])[0]

    def gather_many(self, requests: Sequence[TierRequest]) -> list[Evidence]:
        """Evidence of each claim, in order.

        Raises:
            HubscopeError: the passages themselves cannot be read; a tier that fails is recorded.
        """
        if not requests:
            return []
        vectors = self.embedder.embed([request.text for request in requests])
        layers: list[list[Layer]] = [[] for _ in requests]
        undecided = list(range(len(requests)))
        for tier in self.tiers:
            asked = [requests[at] for at in undecided]
            answers = self._ask(tier, asked, vectors[undecided])
            for at, layer in zip(undecided, answers, strict=True):
                layers[at].append(layer)
            undecided = [at for at in undecided if self._decide(layers[at]).tier is None]
            if not undecided:
                break
        return self._with_passages([self._decide(asked) for asked in layers])

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Whole texts of chunks by key."""
        return texts_of(self.store, keys)

    def _decide(self, layers: Iterable[Layer]) -> Decision:
        return first_relevant(layers, self.limits.floor)

    def _ask(self, tier: Tier, requests: list[TierRequest], vectors: Vectors) -> list[Layer]:
        """One layer a request; a tier that fails is a layer with an error.

        Raises:
            BudgetError, UnkeptError: a search cannot be paid for.
        """
        try:
            candidates = tier.candidates(requests)
        except OUT_OF_MONEY:
            raise
        except HubscopeError as error:
            candidates = [Candidates(error=str(error))] * len(requests)
        # Claims of one item or concept share their candidates: one product for all of them.
        sharing: defaultdict[Candidates, list[int]] = defaultdict(list)
        for at, found in enumerate(candidates):
            sharing[found].append(at)
        layers = [Layer(tier.name)] * len(requests)
        for found, places in sharing.items():
            for at, layer in zip(places, self._rank(tier, found, vectors[places]), strict=True):
                layers[at] = layer
        return layers

    def _rank(self, tier: Tier, found: Candidates, vectors: Vectors) -> list[Layer]:
        if found.error is not None or not found.keys:
            nothing = Layer(tier.name, error=found.error, note=found.note, failed=found.failed)
            return [nothing] * len(vectors)
        try:
            keys = sorted(set(found.keys))
            cosines = self.index.cosines(vectors, keys)
        except HubscopeError as error:
            return [Layer(tier.name, error=str(error))] * len(vectors)
        return [
            Layer(tier.name, self._best(keys, row), note=found.note, failed=found.failed)
            for row in cosines
        ]

    def _best(self, keys: Sequence[str], row: npt.NDArray[np.float64]) -> tuple[Hit, ...]:
        """The nearest of the keys, ties in their order: as many as may be shown."""
        order = np.argsort(-row, kind="stable")[: self.limits.passages]
        return tuple(Hit(keys[at], float(row[at])) for at in order)

    def _with_passages(self, decisions: list[Decision]) -> list[Evidence]:
        keys = {hit.key for decision in decisions for hit in decision.hits}
        chunks = self.store.chunk_records(sorted(keys)) if keys else {}
        return [_evidence(decision, chunks, self.limits) for decision in decisions]


def _evidence(decision: Decision, chunks: Mapping[str, ChunkRecord], limits: Limits) -> Evidence:
    passages = tuple(_passages(decision.hits, chunks, limits))
    answers = tuple(
        TierAnswer(layer.tier, passages if layer.hits else (), layer.error, layer.why)
        for layer in decision.asked
    )
    return Evidence(decision.tier, passages, answers)


def _passages(
    hits: Iterable[Hit], chunks: Mapping[str, ChunkRecord], limits: Limits
) -> Iterator[Passage]:
    """Passages of the nearest chunks, best first, until the characters are used up."""
    found = []
    for hit in hits:
        chunk = chunks.get(hit.key)
        if chunk is None:
            message = (
                f"chunk {hit.key} is indexed but not in the graph. Run `hubscope index build`."
            )
            raise IntegrityError(message, reason="index_out_of_step", where=hit.key)
        found.append((hit, chunk))
    texts = fitting([chunk.text for _, chunk in found], limits.characters)
    for (hit, chunk), text in zip(found, texts, strict=True):
        if text:
            yield Passage(hit.key, text, hit.score, chunk.document, ", ".join(chunk.sources))


def texts_of(store: GraphStore, keys: Iterable[str]) -> dict[str, str]:
    """Whole texts of chunks by key; those that are gone are left out."""
    return {key: one.text for key, one in store.chunk_records(sorted(keys)).items()}


def fitting(texts: Iterable[str], room: int) -> Iterator[str]:
    """What of each text is shown, best first, until the characters are used up; "" for nothing.

    >>> list(fitting(["One. Two.", "Three. Four is long.", "Five."], 16))
    ['One. Two.', 'Three.', '']
    """
    for rank, text in enumerate(texts):
        shown = beginning(text, room)
        # The nearest passage is shown even where not one sentence of it fits.
        shown = shown or (text[:room] if rank == 0 else "")
        room -= len(shown)
        yield shown


def beginning(text: str, room: int) -> str:
    """The first sentences of a text that fit into `room` characters, "" if not even one does.

    >>> beginning("One. Two is longer. Three.", 20)
    'One. Two is longer.'
    """
    if len(text) <= room:
        return text
    return text[: max((end for _, end in split(text) if end <= room), default=0)]
