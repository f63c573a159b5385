"""Graphs to measure with: concepts with a few hubs among them, relations, and their provenance."""

import random
from collections.abc import Iterator
from itertools import islice

from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming
from graph.vocabulary import ChunkPart, ConceptType, Origin, RelationType

SMALL = (10_000, 20_000)
LARGE = (50_000, 250_000)
HUGE = (200_000, 1_000_000)

_TYPES = ("Gene", "Protein", "Drug", "Disease", "Pathway", "CellType", "TissueRegion", "Complex")
_RELATIONS = (
    "activates",
    "inhibits",
    "upregulates",
    "binds",
    "causes",
    "treats",
    "affects",
    "associated_with",
    "expressed_in",
    "converts_to",
)
# Every chunk says it, so that every quote stands in its chunk.
_SENTENCE = "It reports what was found and how."
_CLAIMS_A_CHUNK = 10
_CHUNKS_A_DOCUMENT = 4


def graph(n_concepts: int, n_relations: int, seed: int = 1) -> Contribution:
    """A graph with full provenance: ten claims a chunk, four chunks a document, a name a concept.

    A concept's chance to be an end falls with its rank to the power 0.6, so that a few are hubs.
    """
    draw = random.Random(seed)  # noqa: S311  # a graph, not a secret
    concepts = tuple(
        Concept(ConceptType(_TYPES[n % len(_TYPES)]), f"concept {n} of graph {seed}")
        for n in range(n_concepts)
    )
    claims = list(islice(_claims(concepts, draw), n_relations))
    n_chunks = -(-n_relations // _CLAIMS_A_CHUNK)
    n_documents = -(-n_chunks // _CHUNKS_A_DOCUMENT)
    documents = tuple(
        Document(f"document-{seed}-{n}", f"On the matter of {n}", pmid=str(n))
        for n in range(n_documents)
    )
    chunks = tuple(
        Chunk(
            documents[n // _CHUNKS_A_DOCUMENT].key,
            ChunkPart.CONTEXT,
            f"Chunk {n} of graph {seed}. " + f"{_SENTENCE} " * 20,
            position=n % _CHUNKS_A_DOCUMENT,
        )
        for n in range(n_chunks)
    )
    return Contribution(
        concepts=concepts,
        documents=documents,
        chunks=chunks,
        namings=tuple(
            Naming(documents[n % n_documents].key, concept.key, concept.name, 1 + n % 3)
            for n, concept in enumerate(concepts)
        ),
        evidence=tuple(
            Evidence(
                claim=claim,
                chunk=chunks[n // _CLAIMS_A_CHUNK].key,
                quote=_SENTENCE,
                origin=Origin.INTRINSIC,
                extractor="rules",
                hedge=(n % 4) / 3,
                wording=claim.relation,
            )
            for n, claim in enumerate(claims)
        ),
    )


def elements(part: Contribution) -> int:
    """Nodes and relationships of such a graph in Neo4j, its source's node left out."""
    nodes = len(part.concepts) + len(part.documents) + len(part.chunks) + len(part.evidence)
    provenance = len(part.documents) + len(part.chunks) + len(part.namings) + 3 * len(part.evidence)
    return nodes + provenance + len(part.evidence)


def _claims(concepts: tuple[Concept, ...], draw: random.Random) -> Iterator[Claim]:
    seen: set[str] = set()
    n = len(concepts)
    while True:
        head = concepts[int(n * draw.random() ** 2.5)]
        tail = concepts[int(n * draw.random() ** 2.5)]
        claim = Claim(head.key, RelationType(draw.choice(_RELATIONS)), tail.key)
        if head is not tail and claim.key not in seen:
            seen.add(claim.key)
            yield claim
