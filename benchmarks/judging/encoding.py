"""Claims beside evidence as arrays: what the classifier reads, in training and in judging."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.judging.features import FEATURES, Analysis, analyse, pair_features
from retrieval.sentences import split

Floats = npt.NDArray[np.float32]

# Sentences of a passage that are read closely: the verdict must not depend on a passage's length.
FOCUS = 3
MAX_CLAIM_WORDS = 24
MAX_EVIDENCE_WORDS = 72
PADDING, UNKNOWN = 0, 1

_COSINES = ("cosine_best", "cosine_focus", "cosine_top", "cosine_second", "several_sentences")
SCALARS = (
    *(f"best_{name}" for name in FEATURES),
    *(f"focus_{name}" for name in FEATURES),
    *_COSINES,
)


@dataclass(frozen=True, slots=True)
class Encoded:
    """A batch of pairs.

    Attributes:
        scalars: float32, (pairs, len(SCALARS)).
        claim, best, focus: float32, (pairs, dimension): the claim, the sentence nearest to it, and
            the unit mean of the sentences read closely.
        claim_words, evidence_words: int32, (pairs, words), rows of the word table; 0 fills up.
        same: bool, (pairs, claim words, evidence words): both have one stem.
        quotes: the sentence nearest to each claim.
    """

    scalars: Floats
    claim: Floats
    best: Floats
    focus: Floats
    claim_words: npt.NDArray[np.int32]
    evidence_words: npt.NDArray[np.int32]
    same: npt.NDArray[np.bool_]
    quotes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.quotes)


class Encoder:
    """Turns pairs into arrays. Each distinct text is analysed once in the life of an encoder."""

    def __init__(self, vocabulary: Mapping[str, int], vectors: Mapping[str, Floats]) -> None:
        """Keep what texts and words stand for.

        Args:
            vocabulary: word to row of the word table.
            vectors: text to its unit vector, for every claim and sentence to come.
        """
        self._vocabulary = vocabulary
        self._vectors = vectors
        self._analyses: dict[str, Analysis] = {}

    def encode(self, pairs: Sequence[tuple[str, Sequence[str]]]) -> Encoded:
        """Arrays of (claim, sentences of one piece of evidence); no evidence may be empty."""
        rows = [self._row(claim, evidence) for claim, evidence in pairs]
        return Encoded(
            scalars=np.array([row.scalars for row in rows], np.float32),
            claim=np.array([self._vectors[claim] for claim, _ in pairs], np.float32),
            best=np.array([self._vectors[row.quote] for row in rows], np.float32),
            focus=np.array([row.focus for row in rows], np.float32),
            claim_words=_padded([row.claim_words for row in rows], MAX_CLAIM_WORDS),
            evidence_words=_padded([row.evidence_words for row in rows], MAX_EVIDENCE_WORDS),
            same=np.array([row.same for row in rows], np.bool_),
            quotes=tuple(row.quote for row in rows),
        )

    def _row(self, claim: str, evidence: Sequence[str]) -> "_Row":
        subject = self._analysed(claim)
        cosines = [float(self._vectors[claim] @ self._vectors[text]) for text in evidence]
        fit = [
            cosine + 0.5 * _coverage(subject, self._analysed(text))
            for cosine, text in zip(cosines, evidence, strict=True)
        ]
        ranked = sorted(range(len(evidence)), key=lambda at: (-fit[at], at))
        best, near = ranked[0], [evidence[at] for at in sorted(ranked[:FOCUS])]
        focus = _unit(np.sum([self._vectors[text] for text in near], axis=0))
        wide = self._analysed(" ".join(near))
        top = sorted(cosines, reverse=True)
        claim_places, evidence_places = _read_words(subject), _read_words(wide)
        return _Row(
            scalars=[
                *pair_features(subject, self._analysed(evidence[best])),
                *pair_features(subject, wide),
                cosines[best],
                float(self._vectors[claim] @ focus),
                top[0],
                top[1] if len(top) > 1 else 0.0,
                float(len(evidence) > 1),
            ],
            quote=evidence[best],
            focus=focus,
            claim_words=self._ids(subject, claim_places[:MAX_CLAIM_WORDS]),
            evidence_words=self._ids(wide, evidence_places[:MAX_EVIDENCE_WORDS]),
            same=_same_stems(subject, claim_places, wide, evidence_places),
        )

    def _ids(self, text: Analysis, places: Sequence[int]) -> list[int]:
        return [self._vocabulary.get(text.folded[place], UNKNOWN) for place in places]

    def _analysed(self, text: str) -> Analysis:
        if text not in self._analyses:
            self._analyses[text] = analyse(text)
        return self._analyses[text]


@dataclass(frozen=True, slots=True)
class _Row:
    scalars: list[float]
    quote: str
    focus: Floats
    claim_words: list[int]
    evidence_words: list[int]
    same: npt.NDArray[np.bool_]


def sentences(passage: str) -> list[str]:
    """The sentences of a passage; a passage without any is one.

    >>> sentences("It fell. It rose.")
    ['It fell.', 'It rose.']
    """
    return [passage[start:end] for start, end in split(passage)] or [passage]


def _coverage(claim: Analysis, sentence: Analysis) -> float:
    words = set(claim.words)
    return len(words & set(sentence.words)) / len(words) if words else 0.0


def _read_words(text: Analysis) -> list[int]:
    return sorted({*text.content, *text.negations})


def _same_stems(
    claim: Analysis, claim_places: Sequence[int], evidence: Analysis, places: Sequence[int]
) -> npt.NDArray[np.bool_]:
    same = np.zeros((MAX_CLAIM_WORDS, MAX_EVIDENCE_WORDS), np.bool_)
    at: dict[str, list[int]] = {}
    for column, place in enumerate(places[:MAX_EVIDENCE_WORDS]):
        at.setdefault(evidence.stems[place], []).append(column)
    for row, place in enumerate(claim_places[:MAX_CLAIM_WORDS]):
        same[row, at.get(claim.stems[place], [])] = True
    return same


def _padded(rows: Sequence[Sequence[int]], width: int) -> npt.NDArray[np.int32]:
    table = np.full((len(rows), width), PADDING, np.int32)
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return table


def _unit(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 0 else vector
