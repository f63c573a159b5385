"""Small worlds for property tests: few enough names that everything collides with everything."""

from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st

from graph.attestations import attested_concepts
from graph.corrections import PEOPLE, Corrections
from graph.model import (
    Chunk,
    Claim,
    Concept,
    Contribution,
    Document,
    Evidence,
    Gold,
    Item,
    Mention,
    Naming,
    Source,
)
from graph.results import AgentClaim, FailureHub, RunResult, ScoredTrajectory
from graph.vocabulary import (
    ChunkPart,
    ConceptType,
    MentionRole,
    Origin,
    Polarity,
    RelationType,
    Verdict,
)
from hubscope.errors import InputError

T = TypeVar("T")

SOURCES = [Source(name, "table", "0" * 64) for name in ("a", "b", "c")]
GENE, DISEASE = ConceptType("Gene"), ConceptType("Disease")
# Two names of one identity; one name of two types.
CONCEPTS = [
    Concept(GENE, "TNF-α"),
    Concept(GENE, "TNF alpha"),
    Concept(DISEASE, "TNF alpha"),
    Concept(GENE, "TP53"),
]
KEYS = sorted({concept.key for concept in CONCEPTS})
# Beyond the BMP, UTF-16 and code points sort differently: U+10000 is after U+FFFF.
TITLES = ["", "B", "a", "\uffff", "\U00010000"]
FORMS = ["TNF-α", "TNF alpha", "tnf", "\uffff", "\U00010000"]
DOCUMENTS = ["d1", "d2", "d3"]
CHUNKS = [
    Chunk(document, part, text)
    for document in DOCUMENTS
    for part, text in [(ChunkPart.CONTEXT, "one"), (ChunkPart.QUESTION, "two")]
]
RELATIONS = [RelationType("causes"), RelationType("affects")]  # the second one is signless


def few(strategy: st.SearchStrategy[T], most: int = 3) -> st.SearchStrategy[tuple[T, ...]]:
    """A short tuple, repeats allowed."""
    return st.lists(strategy, max_size=most).map(tuple)


documents = st.builds(
    Document,
    st.sampled_from(DOCUMENTS),
    st.sampled_from(TITLES),
    st.sampled_from([None, "10.1/a", "10.1/b"]),
    st.sampled_from([None, "1"]),
)
chunks = st.builds(
    lambda chunk, position, section: replace(chunk, position=position, section=section),
    st.sampled_from(CHUNKS),
    st.integers(0, 2),
    st.sampled_from(["", "METHODS", "RESULTS"]),
)
namings = st.builds(
    Naming,
    st.sampled_from(DOCUMENTS),
    st.sampled_from(KEYS),
    st.sampled_from(FORMS),
    st.integers(1, 3),
    few(st.sampled_from(["MESH:1", "HGNC:2"]), 2),
)
claims = st.builds(
    Claim,
    st.sampled_from(KEYS),
    st.sampled_from(RELATIONS),
    st.sampled_from(KEYS),
    st.sampled_from(Polarity),
)
evidence = st.builds(
    Evidence,
    claim=claims,
    chunk=st.sampled_from([chunk.key for chunk in CHUNKS]),
    quote=st.sampled_from(["one", "two"]),
    origin=st.sampled_from([Origin.INTRINSIC, Origin.CURATED, Origin.VOCABULARY]),
    extractor=st.sampled_from(["rules", "annotation"]),
    quoted=st.booleans(),
    sign=st.integers(-1, 1),
    hedge=st.sampled_from([0.0, 1 / 3, 1.0]),
    confidence=st.sampled_from([1.0, 0.5]),
    wording=st.sampled_from(["", "leads to"]),
)


def _corrections(
    identities: dict[str, Concept], names: dict[str, str], rejected: list[Claim]
) -> Corrections:
    """Corrections in which a circle is cut where it closes."""
    uncircled: dict[str, Concept] = {}
    for key, concept in identities.items():
        try:
            uncircled = dict(Corrections({**uncircled, key: concept}).identities)
        except InputError:
            continue
    return Corrections(uncircled, names, frozenset(claim.key for claim in rejected))


# What may be another concept, and a concept that no source writes.
corrections = st.builds(
    _corrections,
    st.dictionaries(
        st.sampled_from(KEYS), st.sampled_from([*CONCEPTS, Concept(DISEASE, "new")]), max_size=3
    ),
    st.dictionaries(st.sampled_from(KEYS), st.sampled_from(["chosen", "TP53"]), max_size=2),
    st.lists(claims, max_size=3),
)
layer_names = st.sampled_from([PEOPLE, "fusion 1", "fusion 2"])


def as_if_written(part: Contribution, given: Corrections) -> Contribution:
    """A part as a source would have written it under corrections of identity."""
    return replace(
        part,
        concepts=tuple(given.identities.get(c.key, c) for c in part.concepts),
        namings=tuple(replace(n, concept=given.key(n.concept)) for n in part.namings),
        mentions=tuple(replace(m, concept=given.key(m.concept)) for m in part.mentions),
        evidence=tuple(_as_if_written(row, given) for row in part.evidence),
    )


def _as_if_written(row: Evidence, given: Corrections) -> Evidence:
    """Of equal rows of one source one stays, but two that corrections made equal both count."""
    claim = given.claim(row.claim)
    if claim == row.claim:
        return row
    told_apart = f"{row.extractor} {row.claim.key}"
    believed = given.believed(row.claim, claim)
    return replace(row, claim=claim, extractor=told_apart, believed=believed)


def items(source: Source) -> st.SearchStrategy[Item]:
    """Items of a source; one id always has one content."""
    return st.sampled_from(["1", "2"]).map(lambda id: Item(source.name, id, f"{id}?", '"yes"'))


def contributions(source: Source) -> st.SearchStrategy[Contribution]:
    """A part in which references may lead nowhere."""
    item_keys = st.sampled_from([Item(source.name, id, "", "").key for id in ("1", "2")])
    return st.builds(
        Contribution,
        concepts=few(st.sampled_from(CONCEPTS), 4),
        documents=few(documents),
        chunks=few(chunks),
        namings=few(namings, 5),
        items=few(items(source), 2),
        mentions=few(
            st.builds(Mention, item_keys, st.sampled_from(KEYS), st.sampled_from(MentionRole)), 2
        ),
        golds=few(st.builds(Gold, item_keys, st.sampled_from(DOCUMENTS)), 2),
        evidence=few(evidence, 5),
    )


def whole(part: Contribution, source: Source) -> Contribution:
    """The part with everything it refers to."""
    chunk_keys = {row.chunk for row in part.evidence}
    chunks = (*part.chunks, *(chunk for chunk in CHUNKS if chunk.key in chunk_keys))
    used = {chunk.document for chunk in chunks}
    used |= {naming.document for naming in part.namings} | {gold.document for gold in part.golds}
    items = {mention.item for mention in part.mentions} | {gold.item for gold in part.golds}
    known = [Item(source.name, id, f"{id}?", '"yes"') for id in ("1", "2")]
    concepts = attested_concepts(part)
    return replace(
        part,
        concepts=tuple(concept for concept in CONCEPTS if concept.key in concepts),
        documents=(*part.documents, *(Document(key) for key in sorted(used))),
        chunks=chunks,
        items=(*part.items, *(item for item in known if item.key in items)),
    )


def whole_contributions(source: Source) -> st.SearchStrategy[Contribution]:
    """A part that stands on its own."""
    return contributions(source).map(lambda part: whole(part, source))


agent_claims = st.builds(
    AgentClaim,
    key=st.sampled_from(["k1", "k2", "k3"]),
    text=st.sampled_from(["TNF causes it.", "It does not."]),
    step=st.integers(0, 2),
    concept=st.sampled_from([None, *KEYS]),
    concept_name=st.just("TNF"),
    verdict=st.sampled_from([None, *Verdict]),
    penalty=st.sampled_from([None, 0.0, 1.0]),
    weight=st.sampled_from([1.0, 2.5]),
    degree=st.sampled_from([None, 3]),
    tier=st.sampled_from([None, "gold"]),
    confidence=st.sampled_from([None, 0.5]),
    quote=st.just(""),
    reason=st.just(""),
    chunks=few(st.sampled_from([chunk.key for chunk in CHUNKS]), 2),
)


def _failure(key: str, rank: float) -> FailureHub:
    return FailureHub(key, "TNF", "Gene", 3, 5, 2.5, 2, 1, 0.5, 0.2, 0.8, rank)


runs = st.builds(
    RunResult,
    name=st.sampled_from(["r1", "r2"]),
    model=st.just("m"),
    judge=st.just("j"),
    degree_snapshot=st.just("s"),
    trajectories=st.lists(
        st.builds(
            ScoredTrajectory,
            key=st.sampled_from(["t1", "t2"]),
            id=st.sampled_from(["t1", "t2"]),
            item=st.sampled_from([None, "1"]),
            score=st.sampled_from([None, 0.5]),
            hs=st.sampled_from([None, 0.25]),
            hsw=st.sampled_from([None, 0.125]),
            claims=st.lists(agent_claims, max_size=3, unique_by=lambda claim: claim.key).map(tuple),
        ),
        max_size=2,
        unique_by=lambda trajectory: trajectory.key,
    ).map(tuple),
    failures=st.lists(
        st.builds(_failure, st.sampled_from(KEYS), st.sampled_from([1.0, 2.0])),
        max_size=3,
        unique_by=lambda hub: hub.concept,
    ).map(tuple),
    digest=st.sampled_from(["", "d1"]),
)
