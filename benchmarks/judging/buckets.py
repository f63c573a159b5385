"""Buckets: claims about one concept, grouped by what they call it (SCHEMA, method 6.2).

Claims that match a node of the graph are grouped by that node. The others are grouped here, so that
a run can say what its agents speak of and the graph lacks.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.judging.phrases import noun_phrases
from graph.names import identity
from graph.vetoes import veto
from retrieval.embeddings import Embedder

BUCKET_COSINE = 0.85


def bucket_names(
    claims: Sequence[str], embedder: Embedder, common: frozenset[str] = frozenset()
) -> list[str]:
    """For each claim the name of its bucket, "" where it names nothing.

    Args:
        claims: claims of one trajectory that match no concept of the graph.
        embedder: makes vectors of names.
        common: lower-case words that name nothing by themselves.
    """
    subjects = [_subject(claim, common) for claim in claims]
    names = sorted({name for name in subjects if name})
    vectors = dict(zip(names, embedder.embed(names), strict=True)) if names else {}
    bucket_of = buckets(names, vectors)
    return [bucket_of.get(name, "") for name in subjects]


def _subject(claim: str, common: frozenset[str]) -> str:
    """The first phrase that names something: what a claim is about mostly comes first."""
    phrases = (phrase for phrase in noun_phrases(claim) if phrase.casefold() not in common)
    return next(phrases, "")


def buckets(names: Iterable[str], vectors: Mapping[str, npt.NDArray[np.float32]]) -> dict[str, str]:
    """Name to the first name, by code point, of its bucket; the order of names does not matter.

    One bucket = one identity, or a chain of cosines of at least 0.85 that no veto forbids.

    Args:
        names: names of concepts that claims are about.
        vectors: name to its vector, float32, (dimension,), unit length; a name without one is
            bucketed by identity alone.
    """
    ordered = sorted(set(names))
    parent = {name: name for name in ordered}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    def join(one: str, other: str) -> None:
        first, second = sorted((root(one), root(other)))
        parent[second] = first

    by_identity: dict[str, str] = {}
    for name in ordered:
        join(by_identity.setdefault(identity(name), name), name)
    for one, other in _close_pairs(ordered, vectors):
        if veto(one, other) is None:
            join(one, other)
    return {name: root(name) for name in ordered}


def _close_pairs(
    names: Sequence[str], vectors: Mapping[str, npt.NDArray[np.float32]]
) -> Iterable[tuple[str, str]]:
    known = [name for name in names if name in vectors]
    if not known:
        return
    matrix = np.stack([vectors[name] for name in known])
    for at, name in enumerate(known):
        cosines = matrix[at + 1 :] @ matrix[at]
        for offset in np.flatnonzero(cosines >= BUCKET_COSINE):
            yield name, known[at + 1 + int(offset)]
