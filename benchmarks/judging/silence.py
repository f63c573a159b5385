"""Evidence that is near a claim and does not refute it: what retrieval hands a judge most often.

Labelled sets are made of evidence that was chosen because it decides. A judge that knows nothing
else takes whatever differs from a claim for a contradiction. Abstracts give what is missing,
without anyone's label: a statement of an abstract beside

- the rest of its own abstract, which says the same, or more, or nothing of it, and does not
  contradict it (`own`: not REFUTED);
- the nearest passages of other abstracts, which are about something else (`another`:
  UNVERIFIABLE).
"""

import gzip
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from benchmarks.judging.claims import claims_of
from benchmarks.judging.encoding import Floats, sentences
from benchmarks.judging.mix import split_of
from retrieval.chunking import chunk

CLAIMS_A_DOCUMENT = 4
# Passages of other abstracts nearest to a claim, of which one or a few are taken.
_NEAREST = 6
# Another abstract with a sentence this near says the same.
_SAME = 0.85
# Words of a passage; one that retrieval hands over is cut like this.
_SIZES = (40, 90, 180)
_WORDS = (4, 30)
_TITLE = re.compile(r"^(\d+)\|t\|(.*)$")
_ABSTRACT = re.compile(r"^(\d+)\|a\|(.*)$")


class Nearness(StrEnum):
    """Where a passage comes from."""

    OWN = "own"
    ANOTHER = "another"


@dataclass(frozen=True, slots=True)
class Abstract:
    """A document of the literature; its identifier decides its split."""

    source: str
    id: str
    sentences: tuple[str, ...]

    @property
    def split(self) -> str:
        """train, dev or test."""
        return split_of(self.id)


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim that an abstract makes, with the place of the sentence that makes it."""

    abstract: Abstract
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A statement beside passages as sentences, the nearest first."""

    statement: Statement
    passages: tuple[tuple[str, ...], ...]
    nearness: Nearness


def read_abstracts(data: Path) -> list[Abstract]:
    """Abstracts of chemicals and diseases (BC5CDR), and of the questions of PubMedQA.

    PubMedQA's published test questions are left out: agents are scored on them.

    Args:
        data: the folder that holds `bc5cdr` and `pubmedqa`.
    """
    return [*_pubtator(data / "bc5cdr" / "CDR_TrainingSet.PubTator.txt.gz"), *_pubmedqa(data)]


def _pubtator(path: Path) -> Iterator[Abstract]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        heading = ""
        for line in file:
            if title := _TITLE.match(line):
                heading = title[2].strip()
            elif text := _ABSTRACT.match(line):
                yield Abstract("bc5cdr", text[1], (heading, *sentences(text[2].strip())))


def _pubmedqa(data: Path) -> Iterator[Abstract]:
    folder = data / "pubmedqa"
    tested = json.loads((folder / "test_ground_truth.json").read_text("utf-8"))
    for id, item in json.loads((folder / "ori_pqal.json").read_text("utf-8")).items():
        if id not in tested:
            texts = [*item["CONTEXTS"], item["LONG_ANSWER"]]
            parts = tuple(part for text in texts for part in sentences(text.strip()))
            yield Abstract("pubmedqa", id, parts)


def statements(abstracts: Sequence[Abstract], rng: random.Random) -> list[Statement]:
    """A few claims of each abstract, cut from its sentences as from an agent's words."""
    made = []
    for one in abstracts:
        stated = [
            Statement(one, claim.text, place)
            for place, sentence in enumerate(one.sentences)
            for claim in claims_of(sentence)
            if not claim.note and _WORDS[0] <= len(claim.text.split()) <= _WORDS[1]
        ]
        made += rng.sample(stated, min(CLAIMS_A_DOCUMENT, len(stated)))
    return made


def retrieved(
    stated: Sequence[Statement],
    abstracts: Sequence[Abstract],
    vectors: Mapping[str, Floats],
    rng: random.Random,
    passages: int = 1,
) -> list[Retrieved]:
    """Each statement beside its own abstract without its sentence, and beside other abstracts.

    Args:
        stated: statements of some abstracts.
        abstracts: where passages come from; those of one split, so that splits share nothing.
        vectors: unit vectors of every statement and sentence.
        rng: chooses the passages' length, and which of the nearest are taken.
        passages: how many of each, the nearest first.
    """
    pool = [(one, part) for one in abstracts for part in _passages(one.sentences, rng)]
    means = np.array([_mean(part, vectors) for _, part in pool])
    made = []
    for one in stated:
        rest = tuple(text for at, text in enumerate(one.abstract.sentences) if at != one.place)
        if rest:
            near = sorted(_passages(rest, rng), key=lambda part: -_nearness(one, part, vectors))
            made.append(Retrieved(one, tuple(near[:passages]), Nearness.OWN))
        order = np.argsort(-(means @ vectors[one.text]), kind="stable")[:40]
        others = [
            pool[row][1]
            for row in order
            if pool[row][0].id != one.abstract.id and _nearness(one, pool[row][1], vectors) < _SAME
        ][: max(_NEAREST, passages)]
        if len(others) >= passages:
            chosen = sorted(rng.sample(range(len(others)), passages))
            made.append(Retrieved(one, tuple(others[at] for at in chosen), Nearness.ANOTHER))
    return made


def _passages(parts: Sequence[str], rng: random.Random) -> list[tuple[str, ...]]:
    windows = chunk(" ".join(parts), size=rng.choice(_SIZES), overlap=0)
    whole = set(parts)
    cut = [tuple(text for text in sentences(one.text) if text in whole) for one in windows]
    return [part for part in cut if part]


def _mean(part: Sequence[str], vectors: Mapping[str, Floats]) -> Floats:
    mean: Floats = np.mean([vectors[text] for text in part], axis=0)
    return mean


def _nearness(one: Statement, part: Sequence[str], vectors: Mapping[str, Floats]) -> float:
    return max(float(vectors[one.text] @ vectors[text]) for text in part)
