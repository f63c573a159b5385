"""Sentences to show beside gold evidence: the likest ones of other documents of the same set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse

from benchmarks.judging.encoding import sentences
from benchmarks.judging.mix import Pair

# Of so many likest sentences those of other documents are taken.
_LIKEST = 24
# One table row as a stranger would fill the window.
_LONGEST = 320
_BLOCK = 512


@dataclass(frozen=True, slots=True)
class Stranger:
    """A sentence of another document; `likeness` is the cosine of weighed words, 0 to 1."""

    text: str
    likeness: float


def strangers(pairs: Sequence[Pair], most: int) -> list[list[Stranger]]:
    """For each pair the sentences of other documents that are likest to its claim, best first.

    Args:
        pairs: of one source and one split, so that no test sentence gets into training.
        most: how many at most.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer

    groups: dict[str, set[str]] = {}
    for pair in pairs:
        for text in sentences(pair.evidence):
            if 20 <= len(text) <= _LONGEST:
                groups.setdefault(text, set()).add(pair.group)
    if not groups:
        return [[] for _ in pairs]
    texts = list(groups)
    weigher = TfidfVectorizer(sublinear_tf=True, stop_words="english", dtype=np.float32)
    table = weigher.fit_transform(texts).T.tocsr()
    claims = weigher.transform([pair.claim for pair in pairs])
    found: list[list[Stranger]] = []
    for start in range(0, len(pairs), _BLOCK):
        scores = (claims[start : start + _BLOCK] @ table).tocsr()
        for row, pair in enumerate(pairs[start : start + _BLOCK]):
            found.append(_others(scores, row, texts, groups, pair)[:most])
    return found


def _others(
    scores: scipy.sparse.csr_matrix,
    row: int,
    texts: Sequence[str],
    groups: Mapping[str, set[str]],
    pair: Pair,
) -> list[Stranger]:
    begin, end = scores.indptr[row], scores.indptr[row + 1]
    values, places = scores.data[begin:end], scores.indices[begin:end]
    if len(values) > _LIKEST:
        top = np.argpartition(-values, _LIKEST)[:_LIKEST]
        values, places = values[top], places[top]
    order = np.lexsort((places, -values))
    return [
        Stranger(texts[places[at]], float(values[at]))
        for at in order
        if pair.group not in groups[texts[places[at]]]
    ]
