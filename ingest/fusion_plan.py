"""The plan of a fusion: what would become one, what would not and why, degrees before and after.

Identity first: concepts of one type with one external identifier, or one entry of the lexicon.
Then near names: exact neighbours of the embedded names within a type, strictly above a threshold.
Vetoes, what registries and people know to be two, and alias evidence decide
(`ingest.fusion_rules`); nothing is written (`graph.fusion` applies).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from graph.derivation import counts
from graph.names import identity
from graph.store import ConceptRecord, GraphStore
from ingest.abbreviations import abbreviations
from ingest.fusion_candidates import Vectors, near_pairs
from ingest.fusion_rules import (
    Basis,
    Candidate,
    Canonical,
    Group,
    Pair,
    Parted,
    Rules,
    canonical,
    homonyms,
    joined,
    same_by_identity,
)
from ingest.fusion_vetoes import is_abbreviation
from ingest.lexicon import Lexicon
from retrieval.embeddings import Embedder

THRESHOLD = 0.88
Step = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Merge:
    """Concepts that would become one.

    Attributes:
        canonical: the concept that they become.
        members: the others, by name.
        similarity: the least cosine of the pairs that joined them.
        basis: why: identifier, lexicon, embedding.
        degree_after: degree of the canonical concept once all merges are applied.
    """

    canonical: Candidate
    members: tuple[Candidate, ...]
    similarity: float
    basis: tuple[Basis, ...]
    degree_after: int


@dataclass(frozen=True, slots=True)
class Vetoed:
    """Concepts that are near and stay two; `via` are the members of their groups that part them."""

    pair: tuple[Candidate, Candidate]
    reason: str
    similarity: float
    via: tuple[Candidate, Candidate] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a fusion would do; merges by degree after, vetoed pairs nearest first."""

    threshold: float
    concepts: int
    merges: tuple[Merge, ...]
    vetoed: tuple[Vetoed, ...]
    homonyms: tuple[tuple[Candidate, ...], ...]

    @property
    def identities(self) -> dict[str, str]:
        """Key of every member to key of what it becomes (see `graph.fusion.apply`)."""
        return {
            member.key: merge.canonical.key for merge in self.merges for member in merge.members
        }


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a plan rests on beside the graph.

    Attributes:
        embedder: vectors of names.
        lexicon: names and identifiers that are known to be one.
        apart: pairs of keys that people keep apart.
    """

    embedder: Embedder
    lexicon: Lexicon
    apart: frozenset[frozenset[str]] = frozenset()


@dataclass(slots=True)
class _Aliases:
    """Short forms that some source defines, as pairs of identities; read when first asked."""

    store: GraphStore
    names: Mapping[str, Sequence[str]]
    _pairs: set[tuple[str, str]] | None = field(default=None)

    def __call__(self, one: Candidate, other: Candidate) -> bool:
        if self._pairs is None:
            self._pairs = set(_defined(self.store))
        return any(
            (mine, theirs) in self._pairs or (theirs, mine) in self._pairs
            for mine in self._identities(one)
            for theirs in self._identities(other)
        )

    def _identities(self, candidate: Candidate) -> set[str]:
        return {identity(name) for name in (candidate.name, *self.names.get(candidate.key, ()))}


def _defined(store: GraphStore) -> Iterator[tuple[str, str]]:
    for chunk in store.chunks():
        if "(" in chunk.text:
            for short, long in abbreviations(chunk.text).items():
                yield identity(short), identity(long)


def plan(
    store: GraphStore,
    knowledge: Knowledge,
    *,
    threshold: float = THRESHOLD,
    rule: Canonical = Canonical.HUB,
    step: Step = lambda what, done, total: None,
) -> Plan:
    """Plan a fusion of the graph as it now is; the same graph gives the same plan.

    Args:
        store: the graph.
        knowledge: embeddings, lexicon, what people keep apart.
        threshold: cosine that a pair of names has to exceed, above 0.
        rule: how the concept is chosen that the others become.
        step: told (what, done, of how many).

    Raises:
        InputError: a vector of the embedder is not of unit length (`bad_vector`).
    """
    step("concepts", 0, None)
    names = _names(store)
    candidates = {c.key: c for c in _candidates(store, knowledge.lexicon)}
    step("names", 0, len(candidates))
    order = sorted(candidates.values(), key=lambda c: (c.type, c.key))
    vectors = knowledge.embedder.embed([candidate.name for candidate in order])
    pairs = [*_identical(order, vectors), *_near(order, vectors, threshold)]
    step("pairs", 0, len(pairs))
    rules = Rules(knowledge.apart, _Aliases(store, names))
    groups, parted = joined(candidates, pairs, rules)
    return Plan(
        threshold=threshold,
        concepts=len(candidates),
        merges=tuple(_merges(store, groups, candidates, rule)),
        vetoed=tuple(_vetoed(parted, candidates)),
        homonyms=tuple(homonyms(candidates.values())),
    )


def _names(store: GraphStore) -> dict[str, list[str]]:
    """Concept key to the forms that documents write of it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for form, key in store.forms():
        found[key].append(form)
    return found


def _candidates(store: GraphStore, lexicon: Lexicon) -> Iterator[Candidate]:
    keys = sorted(store.degrees())
    records, own = store.concepts(keys), store.identified(keys)
    documents = store.naming_documents(keys)
    for key, record in records.items():
        name = own_name(record, own[key].name, lexicon)
        bare = Candidate(key, record.type, name, record.degree, documents[key], record.identifiers)
        yield replace(bare, entry=entry_of(bare, lexicon))


def own_name(record: ConceptRecord, same: str, lexicon: Lexicon) -> str:
    """The name that makes a concept what it is, as somebody writes it.

    Args:
        record: the concept as shown.
        same: the identity of its own name.
        lexicon: writes the names that no document writes.
    """
    written = next((n for n in (record.name, *record.aliases) if identity(n) == same), None)
    if written is not None:
        return written
    entry = lexicon.by_identifier(record.identifiers)
    if entry is not None and identity(entry.name) == same:
        return entry.name
    # The identity has no gaps between words, but an abbreviation in its place would say nothing.
    spelled = [name for name in record.aliases if not is_abbreviation(name)]
    return max(spelled, key=len, default=same)


def entry_of(candidate: Candidate, lexicon: Lexicon) -> str:
    """What the lexicon calls a concept, "" if it knows none of this name and type."""
    entry = lexicon.by_name(candidate.name)
    return entry.name if entry is not None and entry.type == candidate.type else ""


def _identical(order: Sequence[Candidate], vectors: Vectors) -> Iterator[Pair]:
    """Pairs that are one by identity, with the cosine that their names happen to have."""
    row = {candidate.key: at for at, candidate in enumerate(order)}
    for pair in same_by_identity(order):
        one, other = (vectors[row[key]].astype(np.float64) for key in (pair.one, pair.other))
        yield replace(pair, similarity=float(one @ other))


def _near(order: Sequence[Candidate], vectors: Vectors, threshold: float) -> Iterator[Pair]:
    """Pairs of one type above the threshold; `order` is sorted by type."""
    for first, last in _runs([candidate.type for candidate in order]):
        for one, other, cosine in near_pairs(vectors[first:last], threshold):
            yield Pair(order[first + one].key, order[first + other].key, cosine)


def _runs(values: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where equal values begin and end, of a sorted list."""
    first = 0
    for at in range(1, len(values) + 1):
        if at == len(values) or values[at] != values[first]:
            yield first, at
            first = at


def _merges(
    store: GraphStore,
    groups: Sequence[Group],
    candidates: Mapping[str, Candidate],
    rule: Canonical,
) -> list[Merge]:
    chosen = [canonical((candidates[key] for key in group.members), rule) for group in groups]
    becomes = {
        key: into.key for group, into in zip(groups, chosen, strict=True) for key in group.members
    }
    degree = degrees_after(store, becomes)
    merges = [
        Merge(
            canonical=into,
            members=tuple(
                sorted(
                    (candidates[key] for key in group.members if key != into.key),
                    key=lambda c: (c.name, c.key),
                )
            ),
            similarity=group.similarity,
            basis=group.basis,
            degree_after=degree[into.key],
        )
        for group, into in zip(groups, chosen, strict=True)
    ]
    return sorted(merges, key=lambda m: (-m.degree_after, m.canonical.name, m.canonical.key))


def degrees_after(store: GraphStore, becomes: Mapping[str, str]) -> Counter[str]:
    """Degree of every concept that others become, once all have become it.

    Args:
        store: the graph.
        becomes: key of every member, the canonical one too, to the key of the canonical one.
    """
    relations = {
        (becomes.get(r.head, r.head), r.relation, becomes.get(r.tail, r.tail))
        for r in store.relations_at(sorted(becomes))
        if counts(becomes.get(r.head, r.head), becomes.get(r.tail, r.tail), r.origin)
    }
    return Counter(end for head, _, tail in relations for end in (head, tail))


def _vetoed(parted: Iterable[Parted], candidates: Mapping[str, Candidate]) -> Iterator[Vetoed]:
    for one in parted:
        pair = candidates[one.pair.one], candidates[one.pair.other]
        proposed = one.between == (one.pair.one, one.pair.other)
        via = None if proposed else (candidates[one.between[0]], candidates[one.between[1]])
        yield Vetoed(pair, one.reason, one.pair.similarity, via)
