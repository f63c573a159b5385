"""GraphStore: the contract of a store, and the records it answers with.

Two stores keep it: `neo4j_store` on a server, `memory_store` in dictionaries (the oracle). What a
method promises is promised by both, and one conformance suite runs on both.

Writing a source: `begin` (state pending), `write` any number of times in any split, `commit`. All
of it is idempotent; a source that stayed pending is rolled forward by doing it again. Degrees,
shown names, identifiers and relations are right after every `write`, not only after `commit`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from graph.corrections import PEOPLE, Corrections
from graph.model import Concept, Contribution, Source
from graph.results import AgentClaim, FailureHub, RunResult
from graph.vocabulary import ChunkPart, ConceptType, Polarity, RelationType
from hubscope.errors import InputError


class SourceState(StrEnum):
    """A pending source is half written; the next run rolls it forward."""

    PENDING = "pending"
    COMMITTED = "committed"


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A source and how much it attests; counts are of what it contributes, shared or not."""

    name: str
    kind: str
    sha256: str
    state: SourceState
    items: int
    documents: int
    chunks: int
    concepts: int
    claims: int
    relations: int
    skipped: int


@dataclass(frozen=True, slots=True)
class ConceptRecord:
    """A concept as shown: its most frequent form, ties by code point; the other lists sorted."""

    key: str
    name: str
    type: ConceptType
    degree: int
    aliases: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationRecord:
    """An edge: origin sorted, hedge the least of its quotes, support = distinct documents."""

    key: str
    relation: RelationType
    head: str
    tail: str
    origin: tuple[str, ...]
    strength: str
    hedge: float
    support: int


@dataclass(frozen=True, slots=True)
class QuoteRecord:
    """One attestation of a claim with everything that leads back to it."""

    quote: str
    quoted: bool
    chunk: str
    document: str
    title: str
    pmid: str | None
    doi: str | None
    source: str
    extractor: str
    sign: int
    hedge: float
    confidence: float
    wording: str
    origin: str


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """A claim with its concepts and quotes (sorted by source, document, chunk, quote).

    One that is not believed was rejected, or says something of two concepts that are now one. A
    conflict is between two claims that are believed.
    """

    key: str
    relation: RelationType
    polarity: Polarity
    head: ConceptRecord
    tail: ConceptRecord
    quotes: tuple[QuoteRecord, ...]
    conflict: bool
    believed: bool = True

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources that attest it, sorted."""
        return tuple(sorted({quote.source for quote in self.quotes}))


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """A stored chunk with its document and the sources that contribute it, sorted."""

    key: str
    text: str
    part: ChunkPart
    document: str
    title: str
    pmid: str | None
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """A stored benchmark item; `answer`, `options`, `meta` are canonical JSON as in the model."""

    key: str
    source: str
    id: str
    question: str
    answer: str
    options: str
    kind: str
    meta: str


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Concepts around one, nearest first, then by degree and key; `total` before the cap."""

    centre: ConceptRecord
    concepts: tuple[ConceptRecord, ...]
    relations: tuple[RelationRecord, ...]
    total: int


@dataclass(frozen=True, slots=True)
class AgentClaimRecord:
    """What agents said about a concept, or in a trajectory."""

    run: str
    trajectory: str
    item: str | None
    claim: AgentClaim


@dataclass(frozen=True, slots=True)
class Deleted:
    """What a deletion removed."""

    documents: int
    chunks: int
    concepts: int
    claims: int
    relations: int
    items: int


class GraphStore(Protocol):
    """A concept graph with provenance. Keys are those of `graph.model`.

    Raises (any method):
        UnavailableError: the server is gone or refuses the login.
    """

    # -- writing ---------------------------------------------------------------------------------
    def begin(self, source: Source) -> None:
        """Make the source pending; one of that name keeps what it has (see `delete_source`)."""

    def write(self, source: Source, part: Contribution) -> None:
        """Upsert a part of what the source contributes; idempotent, in any split and order.

        Raises:
            IntegrityError: the source is not pending, a key refers to nothing (see `Contribution`),
                or an item is there with other content; nothing was written.
        """

    def commit(self, source: Source) -> None:
        """Make the source committed; `source.skipped` is stored with it."""

    def delete_source(self, name: str) -> Deleted:
        """Remove exactly what only this source attested.

        Raises:
            InputError: no source of that name.
        """

    def correct(self, corrections: Corrections, *, layer: str = PEOPLE) -> None:
        """Set a layer of corrections (an empty one takes it back) and make the graph fit.

        Afterwards everything but what was written is as if every source had been written under
        all layers combined; sources written or deleted later respect them. Idempotent; killed at
        any point it can be done again, and the next writing finishes what was begun.
        What fits nothing (`unused`) is kept, and counts when a source brings what it speaks of.

        Raises:
            InputError: a layer without a name.
        """

    def clear(self) -> None:
        """Remove everything, results and corrections too; the schema stays."""

    # -- the graph as a whole --------------------------------------------------------------------
    def sources(self) -> list[SourceRecord]:
        """Every source, by name."""

    def stored(self, name: str) -> tuple[str, SourceState] | None:
        """The sha256 and the state of a source; None if there is none of that name."""

    def layers(self) -> dict[str, Corrections]:
        """The layers of corrections as they were set, by name; an empty one is no layer."""

    def unused(self, corrections: Corrections) -> tuple[str, ...]:
        """Keys of corrected concepts and claims that nothing in the graph answers to, sorted.

        A concept that no source wrote, a named one that is not there, a rejected claim that nobody
        makes. Reads only.
        """

    def corrections(self) -> Corrections:
        """All layers combined (`graph.corrections.combined`): what the graph is under."""

    def degrees(self, *, with_vocabulary: bool = False) -> dict[str, int]:
        """Degree of every concept, key to number of relations (self-loops left out)."""

    def edges(self, *, with_vocabulary: bool = False) -> list[tuple[str, str]]:
        """(head, tail) keys of every counted relation, self-loops left out, sorted."""

    def canonical(self) -> Iterator[str]:
        """The graph without results as lines in the order of `graph.canonical`.

        Equal graphs give equal lines; memory holds a page of them, not the graph.
        """

    # -- concepts and claims ---------------------------------------------------------------------
    def concepts(self, keys: Sequence[str]) -> dict[str, ConceptRecord]:
        """Those of the keys that exist."""

    def identified(self, keys: Sequence[str]) -> dict[str, Concept]:
        """Those of the keys that exist as the model has them: named by their identity."""

    def naming_documents(self, keys: Sequence[str]) -> dict[str, int]:
        """How many documents name each of those of the keys that exist."""

    def relations_at(self, keys: Sequence[str]) -> list[RelationRecord]:
        """Every relation that has one of these concepts at an end, by key."""

    def forms(self) -> Iterator[tuple[str, str]]:
        """(form as written, concept key) of every distinct pair, sorted."""

    def find(self, name: str) -> list[ConceptRecord]:
        """Concepts with a form or a name of this identity, by degree descending, then key.

        A concept's names are its own, those of what corrections made it, and the one shown.
        """

    def written(self, names: Sequence[str]) -> dict[str, list[Concept]]:
        """By name: concepts that a source writes with a form or own name of its identity, by key.

        They are those of the sources, named by their identity, whatever corrections say.
        """

    def hubs(self, *, top: int, type: ConceptType | None = None) -> list[ConceptRecord]:
        """The concepts of highest degree, ties by key."""

    def neighbourhood(
        self, key: str, *, hops: int = 1, cap: int = 300, opened: Sequence[str] = ()
    ) -> Neighbourhood:
        """Concepts within `hops` relations and all relations among those shown.

        Args:
            key: the concept in the centre.
            hops: how far to go.
            cap: how many concepts are shown at most.
            opened: concepts whose own neighbours are shown too, in this order, each where it has
                been reached by then; what they lead to comes last.

        Raises:
            InputError: no such concept.
        """

    def claims(
        self,
        *,
        about: str | None = None,
        relation: RelationType | None = None,
        source: str | None = None,
        limit: int | None = None,
    ) -> Iterator[ClaimRecord]:
        """Claims with their quotes, by key; `about` is a concept key at either end."""

    # -- evidence --------------------------------------------------------------------------------
    def chunks(self) -> Iterator[ChunkRecord]:
        """Every chunk, by key."""

    def chunk_records(self, keys: Sequence[str]) -> dict[str, ChunkRecord]:
        """Those of the keys that exist."""

    def gold_chunks(self, item_keys: Sequence[str]) -> dict[str, list[str]]:
        """Item key to sorted keys of the context and answer chunks of its own documents."""

    def neighbourhood_chunks(self, concept_keys: Sequence[str]) -> dict[str, list[str]]:
        """Concept key to sorted keys of chunks that evidence a claim at it.

        The claim may be of either polarity, but is believed.
        """

    # -- items -----------------------------------------------------------------------------------
    def items(self, source: str | None = None) -> Iterator[ItemRecord]:
        """Items, by source and id."""

    def item_concepts(self, item_keys: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
        """Item key to sorted (role, concept key)."""

    # -- results ---------------------------------------------------------------------------------
    def write_run(self, result: RunResult) -> None:
        """Replace the graph's copy of a run."""

    def delete_run(self, name: str) -> bool:
        """Remove the copy of a run; False if there is none."""

    def run_digest(self, name: str) -> str:
        """The digest that the copy of a run was written with.

        "" = there is no copy or half of one, or a source was deleted or the graph corrected since,
        and with it what the copy may have been linked to.
        """

    def run_names(self) -> list[str]:
        """Runs that the graph holds a copy of, sorted."""

    def failure_hubs(self, run: str, *, top: int) -> list[FailureHub]:
        """A run's failure hubs by rank score descending, ties by concept key.

        `concept` is what corrections make of the concept that the run failed at.
        """

    def agent_claims(self, concept: str, *, limit: int = 200) -> list[AgentClaimRecord]:
        """What agents said about a concept, or one that it took in, by run, trajectory, step."""

    def close(self) -> None:
        """Let go of the server."""


def layer_name(layer: str) -> str:
    """The name of a layer of corrections.

    Raises:
        InputError: it is empty.
    """
    if not layer:
        raise InputError("a layer of corrections needs a name", reason="empty_name")
    return layer


def quote_order(quote: QuoteRecord) -> tuple[object, ...]:
    """How the quotes of a claim are sorted; corrections may bring together two that differ late."""
    place = (quote.source, quote.document, quote.chunk, quote.quote, quote.extractor)
    said = (quote.sign, quote.hedge, quote.confidence, quote.wording, quote.origin, quote.quoted)
    return (*place, *said)


def agent_claim_order(record: AgentClaimRecord) -> tuple[str, str, int, str, str]:
    """How what agents said is sorted."""
    claim = record.claim
    return (record.run, record.trajectory, claim.step, claim.text, claim.key)


def relation_origins(quotes: Iterable[QuoteRecord]) -> tuple[str, ...]:
    """Sorted distinct origins of attestations."""
    return tuple(sorted({quote.origin for quote in quotes}))


def shown_name(forms: Mapping[str, int]) -> str:
    """The most frequent form; ties by code point.

    >>> shown_name({"TP53": 2, "p53": 2, "P53": 1})
    'TP53'
    """
    return min(forms, key=lambda form: (-forms[form], form))
