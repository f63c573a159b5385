"""The contract in dictionaries: small and obviously right, the oracle of every other store.

It keeps what each source attests and the layers of corrections, and derives everything else when
asked (`graph.corrections`, `graph.derivation`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import attrgetter
from typing import Any

from graph import derivation, fields
from graph.attestations import (
    Attested,
    attested_concepts,
    check_items,
    check_words,
    missing,
    not_begun,
)
from graph.canonical import layer_line, ordered
from graph.corrections import PEOPLE, Corrections, combined
from graph.derivation import counts, makes_edge
from graph.model import Concept, Contribution, Item, Source
from graph.names import identity
from graph.results import FailureHub, RunResult
from graph.store import (
    AgentClaimRecord,
    ChunkRecord,
    ClaimRecord,
    ConceptRecord,
    Deleted,
    ItemRecord,
    Neighbourhood,
    RelationRecord,
    SourceRecord,
    SourceState,
    agent_claim_order,
    layer_name,
    quote_order,
)
from graph.vocabulary import GOLD_PARTS, ConceptType, RelationType
from hubscope.errors import InputError
from hubscope.keys import key_of


@dataclass(slots=True)
class _Held:
    source: Source
    state: SourceState
    attested: Attested = field(default_factory=Attested)


class MemoryStore:
    """GraphStore in dictionaries (see `graph.store` for what each method promises)."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        self._runs: dict[str, RunResult] = {}
        self._layers: dict[str, Corrections] = {}
        self._corrections = Corrections()

    # -- writing ---------------------------------------------------------------------------------
    def begin(self, source: Source) -> None:
        """Make the source pending."""
        held = self._held.setdefault(source.name, _Held(source, SourceState.PENDING))
        held.source = source
        held.state = SourceState.PENDING

    def write(self, source: Source, part: Contribution) -> None:
        """Merge a part into what the source attests."""
        held = self._pending(source)
        check_items(part, source.name)
        check_words(part)
        attested = held.attested.copy()
        attested.add(part)
        known = derivation.concepts(self._written) | attested.concepts
        _check_references(attested, part, known.keys())
        # Whoever attests a concept that another source brought keeps it alive from now on.
        attested.concepts.update((key, known[key]) for key in attested_concepts(part))
        held.attested = attested

    def commit(self, source: Source) -> None:
        """Make the source committed."""
        held = self._pending(source)
        held.source = source
        held.state = SourceState.COMMITTED

    def delete_source(self, name: str) -> Deleted:
        """Forget what the source attests."""
        if name not in self._held:
            raise InputError(f"no source named {name!r}.", reason="unknown_source", where=name)
        before = self._sizes()
        del self._held[name]
        self._drop_dead_failures()
        after = self._sizes()
        return Deleted(**{kind: before[kind] - after[kind] for kind in before})

    def correct(self, corrections: Corrections, *, layer: str = PEOPLE) -> None:
        """Set a layer of corrections."""
        layers = {**self._layers, layer_name(layer): corrections}
        self._layers = {name: layers[name] for name in sorted(layers) if layers[name]}
        self._corrections = combined(self._layers)
        self._drop_dead_failures()

    def unused(self, corrections: Corrections) -> tuple[str, ...]:
        """Keys that nothing in the graph answers to."""
        written, live = derivation.concepts(self._written), derivation.concepts(self._sources)
        claims = {*derivation.claims(self._written), *derivation.claims(self._sources)}
        named = {key for key in corrections.names if self._corrections.key(key) not in live}
        idle = (corrections.identities.keys() - written.keys()) | (corrections.rejected - claims)
        return tuple(sorted(idle | named))

    def clear(self) -> None:
        """Forget everything."""
        self._held.clear()
        self._runs.clear()
        self._layers.clear()
        self._corrections = Corrections()

    # -- the graph as a whole --------------------------------------------------------------------
    def sources(self) -> list[SourceRecord]:
        """Every source, by name."""
        sources = self._sources
        return [_source_record(self._held[name], sources[name]) for name in sorted(self._held)]

    def stored(self, name: str) -> tuple[str, SourceState] | None:
        """The sha256 and state of a source."""
        held = self._held.get(name)
        return (held.source.sha256, held.state) if held else None

    def layers(self) -> dict[str, Corrections]:
        """The layers of corrections, by name."""
        return dict(self._layers)

    def corrections(self) -> Corrections:
        """All layers combined."""
        return self._corrections

    def degrees(self, *, with_vocabulary: bool = False) -> dict[str, int]:
        """Number of counted relations of every concept."""
        count = Counter(end for edge in self.edges(with_vocabulary=with_vocabulary) for end in edge)
        return {key: count[key] for key in sorted(derivation.concepts(self._sources))}

    def edges(self, *, with_vocabulary: bool = False) -> list[tuple[str, str]]:
        """(head, tail) of every counted relation."""
        return sorted(
            (relation.head, relation.tail)
            for relation in derivation.relations(self._sources).values()
            if counts(
                relation.head, relation.tail, relation.origin, with_vocabulary=with_vocabulary
            )
        )

    def canonical(self) -> Iterator[str]:
        """The graph as lines in canonical order."""
        lines = [
            *map(_source_line, self._held.values()),
            *(layer_line(name, layer) for name, layer in self._layers.items()),
            *self._written_lines(),
            *derivation.canonical_lines(self._sources, self._corrections.names),
        ]
        return iter(ordered(lines))

    # -- concepts and claims ---------------------------------------------------------------------
    def concepts(self, keys: Sequence[str]) -> dict[str, ConceptRecord]:
        """Those of the keys that exist."""
        records = self._records()
        return {key: records[key] for key in keys if key in records}

    def identified(self, keys: Sequence[str]) -> dict[str, Concept]:
        """Those of the keys that exist, named by their identity."""
        own = derivation.concepts(self._sources)
        return {key: Concept(own[key].type, identity(own[key].name)) for key in keys if key in own}

    def naming_documents(self, keys: Sequence[str]) -> dict[str, int]:
        """How many documents name each concept."""
        named = {
            (n.concept, n.document) for a in self._sources.values() for n in a.namings.values()
        }
        number = Counter(concept for concept, _ in named)
        live = derivation.concepts(self._sources)
        return {key: number[key] for key in keys if key in live}

    def relations_at(self, keys: Sequence[str]) -> list[RelationRecord]:
        """Relations with one of these concepts at an end."""
        wanted = set(keys)
        found = derivation.relations(self._sources).values()
        return [relation for relation in found if {relation.head, relation.tail} & wanted]

    def forms(self) -> Iterator[tuple[str, str]]:
        """(form, concept key), sorted."""
        pairs = {(n.form, n.concept) for a in self._sources.values() for n in a.namings.values()}
        return iter(sorted(pairs))

    def written(self, names: Sequence[str]) -> dict[str, list[Concept]]:
        """Concepts as written, by name."""
        wanted = {name: identity(name) for name in names}
        own = derivation.concepts(self._written)
        found: defaultdict[str, set[str]] = defaultdict(set)
        for key, concept in own.items():
            found[identity(concept.name)].add(key)
        for attested in self._written.values():
            for naming in attested.namings.values():
                found[identity(naming.form)].add(naming.concept)
        return {
            name: [Concept(own[key].type, identity(own[key].name)) for key in sorted(found[same])]
            for name, same in wanted.items()
        }

    def find(self, name: str) -> list[ConceptRecord]:
        """Concepts with a form, or a name, of this identity."""
        wanted = identity(name)
        named = [*self.forms(), *((name, key) for key, name in self._corrections.names.items())]
        keys = {key for form, key in named if identity(form) == wanted}
        own = {key_of(type, wanted) for type in fields.known().bands}
        keys.update(map(self._corrections.key, own))
        return sorted(self.concepts(sorted(keys)).values(), key=_by_degree)

    def hubs(self, *, top: int, type: ConceptType | None = None) -> list[ConceptRecord]:
        """The concepts of highest degree."""
        records = self._records().values()
        return sorted((c for c in records if type in (None, c.type)), key=_by_degree)[:top]

    def neighbourhood(
        self, key: str, *, hops: int = 1, cap: int = 300, opened: Sequence[str] = ()
    ) -> Neighbourhood:
        """Concepts within `hops` relations."""
        records = self._records()
        if key not in records:
            raise InputError(f"no concept of key {key!r}.", reason="unknown_concept", where=key)
        relations = derivation.relations(self._sources).values()
        distance = _distances(key, hops, opened, relations)
        nearest = sorted(distance, key=lambda k: (distance[k], *_by_degree(records[k])))[1:]
        shown = {key, *nearest[:cap]}
        return Neighbourhood(
            centre=records[key],
            concepts=tuple(records[other] for other in nearest[:cap]),
            relations=tuple(r for r in relations if r.head in shown and r.tail in shown),
            total=len(nearest),
        )

    def claims(
        self,
        *,
        about: str | None = None,
        relation: RelationType | None = None,
        source: str | None = None,
        limit: int | None = None,
    ) -> Iterator[ClaimRecord]:
        """Claims with their quotes, by key."""
        records = self._records()
        quotes = derivation.quotes(self._sources)
        claims = derivation.claims(self._sources)
        believed = derivation.believed(self._sources)
        found = (
            ClaimRecord(
                key=key,
                relation=claim.relation,
                polarity=claim.polarity,
                head=records[claim.head],
                tail=records[claim.tail],
                quotes=tuple(sorted(quotes[key], key=quote_order)),
                conflict=key in believed and derivation.denied(claim) in believed,
                believed=key in believed,
            )
            for key, claim in sorted(claims.items())
            if about in (None, claim.head, claim.tail)
            and relation in (None, claim.relation)
            and (source is None or any(quote.source == source for quote in quotes[key]))
        )
        return islice(found, limit)

    # -- evidence --------------------------------------------------------------------------------
    def chunks(self) -> Iterator[ChunkRecord]:
        """Every chunk, by key."""
        documents = derivation.documents(self._sources)
        sources: defaultdict[str, list[str]] = defaultdict(list)
        found = {}
        for name, attested in sorted(self._sources.items()):
            for chunk in attested.chunks.values():
                found[chunk.key] = chunk
                sources[chunk.key].append(name)
        for key, chunk in sorted(found.items()):
            document = documents[chunk.document]
            yield ChunkRecord(
                key=key,
                text=chunk.text,
                part=chunk.part,
                document=document.key,
                title=document.title,
                pmid=document.pmid,
                sources=tuple(sources[key]),
            )

    def chunk_records(self, keys: Sequence[str]) -> dict[str, ChunkRecord]:
        """Those of the keys that exist."""
        records = {chunk.key: chunk for chunk in self.chunks()}
        return {key: records[key] for key in keys if key in records}

    def gold_chunks(self, item_keys: Sequence[str]) -> dict[str, list[str]]:
        """Item key to context and answer chunks of its documents."""
        of_document: defaultdict[str, list[str]] = defaultdict(list)
        for chunk in self.chunks():
            if chunk.part in GOLD_PARTS:
                of_document[chunk.document].append(chunk.key)
        golds = self._grouped(lambda a: ((g.item, g.document) for g in a.golds), item_keys)
        return {
            item: sorted(key for document in documents for key in of_document[document])
            for item, documents in golds.items()
        }

    def neighbourhood_chunks(self, concept_keys: Sequence[str]) -> dict[str, list[str]]:
        """Concept key to chunks that evidence a claim at it."""
        concepts = derivation.concepts(self._sources)
        chunks: dict[str, set[str]] = {key: set() for key in concept_keys if key in concepts}
        for _, evidence in derivation.evidence_rows(self._sources):
            for end in (evidence.claim.head, evidence.claim.tail):
                if end in chunks and evidence.believed:
                    chunks[end].add(evidence.chunk)
        return {key: sorted(found) for key, found in chunks.items()}

    # -- items -----------------------------------------------------------------------------------
    def items(self, source: str | None = None) -> Iterator[ItemRecord]:
        """Items, by source and id."""
        items = [item for a in self._sources.values() for item in a.items.values()]
        found = [item for item in items if source in (None, item.source)]
        return map(_item_record, sorted(found, key=lambda item: (item.source, item.id)))

    def item_concepts(self, item_keys: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
        """Item key to sorted (role, concept key)."""
        return self._grouped(
            lambda a: ((m.item, (str(m.role), m.concept)) for m in a.mentions), item_keys
        )

    # -- results ---------------------------------------------------------------------------------
    def write_run(self, result: RunResult) -> None:
        """Replace the copy of a run."""
        self._runs[result.name] = self._with_live_failures(result)

    def delete_run(self, name: str) -> bool:
        """Forget the copy of a run."""
        return self._runs.pop(name, None) is not None

    def run_digest(self, name: str) -> str:
        """The digest that the copy of a run was written with."""
        return self._runs[name].digest if name in self._runs else ""

    def run_names(self) -> list[str]:
        """Runs, sorted."""
        return sorted(self._runs)

    def failure_hubs(self, run: str, *, top: int) -> list[FailureHub]:
        """A run's failure hubs, worst first."""
        failures = self._runs[run].failures if run in self._runs else ()
        now = [
            replace(hub, concept=self._corrections.key(hub.concept))
            for hub in sorted(failures, key=attrgetter("concept"))
        ]
        return sorted(now, key=lambda hub: (-hub.rank_score, hub.concept))[:top]

    def agent_claims(self, concept: str, *, limit: int = 200) -> list[AgentClaimRecord]:
        """What agents said about a concept."""
        found = [
            AgentClaimRecord(run.name, trajectory.id, trajectory.item, claim)
            for run in self._runs.values()
            for trajectory in run.trajectories
            for claim in trajectory.claims
            if claim.concept is not None and self._corrections.key(claim.concept) == concept
        ]
        return sorted(found, key=agent_claim_order)[:limit]

    def close(self) -> None:
        """Nothing to let go of."""

    # -- what they rest on -----------------------------------------------------------------------
    @property
    def _written(self) -> dict[str, Attested]:
        return {name: held.attested for name, held in self._held.items()}

    @property
    def _sources(self) -> dict[str, Attested]:
        """What sources attest, at the concepts and claims that it stands for."""
        return {name: self._corrections.correct(a) for name, a in self._written.items()}

    def _records(self) -> dict[str, ConceptRecord]:
        return derivation.concept_records(self._sources, self._corrections.names)

    def _taken_in(self) -> Iterator[tuple[str, Concept]]:
        """(key now, concept as written) of what corrections make another concept."""
        for key, concept in derivation.concepts(self._written).items():
            if (now := self._corrections.key(key)) != key:
                yield now, concept

    def _written_lines(self) -> Iterator[derivation.Line]:
        for now, concept in self._taken_in():
            same = identity(concept.name)
            yield {"kind": "written", "key": concept.key, "concept": now} | {
                "type": concept.type,
                "identity": same,
            }

    def _pending(self, source: Source) -> _Held:
        held = self._held.get(source.name)
        if held is None or held.state is not SourceState.PENDING:
            raise not_begun(source.name)
        return held

    def _grouped(
        self, pairs: Callable[[Attested], Iterable[tuple[str, Any]]], item_keys: Sequence[str]
    ) -> dict[str, list[Any]]:
        existing = {key for attested in self._sources.values() for key in attested.items}
        found: dict[str, set[Any]] = {key: set() for key in item_keys if key in existing}
        for attested in self._sources.values():
            for item, value in pairs(attested):
                if item in found:
                    found[item].add(value)
        return {item: sorted(values) for item, values in found.items()}

    def _sizes(self) -> dict[str, int]:
        sources = self._sources
        return {
            "documents": len(derivation.documents(sources)),
            "chunks": len({key for a in sources.values() for key in a.chunks}),
            "concepts": len(derivation.concepts(sources)),
            "claims": len(derivation.claims(sources)),
            "relations": len(derivation.relations(sources)),
            "items": sum(len(a.items) for a in sources.values()),
        }

    def _with_live_failures(self, result: RunResult) -> RunResult:
        """A failure hub stands at a concept: without the concept it goes."""
        live, key = derivation.concepts(self._sources), self._corrections.key
        kept = tuple(f for f in result.failures if key(f.concept) in live)
        return replace(result, failures=kept)

    def _drop_dead_failures(self) -> None:
        # A run whose copy is no longer whole must be copied again when it is scored again.
        self._runs = {
            run: replace(self._with_live_failures(result), digest="")
            for run, result in self._runs.items()
        }


def _check_references(own: Attested, part: Contribution, concepts: Set[str]) -> None:
    """Documents, chunks and items must be the source's own; concepts may be anyone's."""
    documents = {chunk.document for chunk in part.chunks}
    documents |= {naming.document for naming in part.namings}
    documents |= {gold.document for gold in part.golds}
    items = {mention.item for mention in part.mentions} | {gold.item for gold in part.golds}
    for kind, used, known in (
        ("document", documents, own.documents.keys()),
        ("item", items, own.items.keys()),
        ("concept", attested_concepts(part), concepts),
        ("chunk", {evidence.chunk for evidence in part.evidence}, own.chunks.keys()),
    ):
        if unknown := used - known:
            raise missing(kind, unknown)


def _distances(
    start: str, hops: int, opened: Sequence[str], relations: Iterable[RelationRecord]
) -> dict[str, int]:
    near: defaultdict[str, set[str]] = defaultdict(set)
    for relation in relations:
        near[relation.head].add(relation.tail)
        near[relation.tail].add(relation.head)
    distance = {start: 0}
    frontier = {start}
    for hop in range(1, hops + 1):
        frontier = {other for key in frontier for other in near[key]} - distance.keys()
        distance.update(dict.fromkeys(frontier, hop))
    for step, key in enumerate(opened, hops + 1):
        if key in distance:
            distance.update(dict.fromkeys(near[key] - distance.keys(), step))
    return distance


def _by_degree(concept: ConceptRecord) -> tuple[int, str]:
    return (-concept.degree, concept.key)


def _source_record(held: _Held, attested: Attested) -> SourceRecord:
    source = held.source
    evidence = attested.evidence.values()
    return SourceRecord(
        name=source.name,
        kind=source.kind,
        sha256=source.sha256,
        state=held.state,
        items=len(attested.items),
        documents=len(attested.documents),
        chunks=len(attested.chunks),
        concepts=len(attested.concepts),
        claims=len({row.claim.key for row in evidence}),
        relations=len({row.claim.relation_key for row in evidence if makes_edge(row)}),
        skipped=source.skipped,
    )


def _source_line(held: _Held) -> derivation.Line:
    source = held.source
    return {
        "kind": "source",
        "key": source.key,
        "name": source.name,
        "source_kind": source.kind,
        "sha256": source.sha256,
        "state": held.state,
        "skipped": source.skipped,
    }


def _item_record(item: Item) -> ItemRecord:
    return ItemRecord(
        key=item.key,
        source=item.source,
        id=item.id,
        question=item.question,
        answer=item.answer,
        options=item.options,
        kind=item.kind,
        meta=item.meta,
    )
