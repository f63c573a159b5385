"""Evidence enhancement: sentences beside the gold ones that a majority of models holds supporting.

Gold sets are sufficient, not exhaustive. A negative pair from which only the gold sentences were
taken may still hold evidence, and would teach a verifier to overlook it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from benchmarks.ablation.pairs import Shown
from benchmarks.judging.judge import Judge, JudgeInput
from graph.vocabulary import Verdict
from retrieval.embeddings import Embedder

# A sentence with less of the claim's words is not asked about: models cost more than they find.
_FEWEST_SHARED = 0.5
_SHARED = 0.7
_NEAR = 0.75


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that may carry a claim's label as the gold ones do."""

    claim: str
    sentence: str
    verdict: Verdict


# Says for each candidate whether the sentence is evidence for the verdict.
Marker = Callable[[Sequence[Candidate]], list[bool]]


def enhanced(shown: Sequence[Shown], markers: Sequence[Marker]) -> tuple[list[Shown], int]:
    """The claims with the sentences added to their gold sets that most markers mark.

    Args:
        shown: claims; those without gold sentences stay as they are.
        markers: the cheapest first.

    Returns:
        The claims in order, and how many sentences were added.
    """
    asked = [
        (row, place, Candidate(one.claim, text, one.verdict))
        for row, one in enumerate(shown)
        if one.gold
        for place, text in enumerate(one.sentences)
        if place not in one.gold and shared_words(one.claim, text) >= _FEWEST_SHARED
    ]
    marked = _majority([candidate for _, _, candidate in asked], markers)
    added: dict[int, list[int]] = {}
    for (row, place, _), yes in zip(asked, marked, strict=True):
        if yes:
            added.setdefault(row, []).append(place)
    result = [
        replace(one, gold=tuple(sorted({*one.gold, *added.get(row, ())})))
        for row, one in enumerate(shown)
    ]
    return result, sum(map(len, added.values()))


def _majority(candidates: Sequence[Candidate], markers: Sequence[Marker]) -> list[bool]:
    """What more than half of the markers mark; a marker is not asked what is settled already."""
    needed = len(markers) // 2 + 1
    votes = [0] * len(candidates)
    for number, marker in enumerate(markers):
        left = len(markers) - number
        open_ones = [at for at, had in enumerate(votes) if had < needed <= had + left]
        for at, yes in zip(open_ones, marker([candidates[at] for at in open_ones]), strict=True):
            votes[at] += yes
    return [had >= needed for had in votes]


def by_words(candidates: Sequence[Candidate]) -> list[bool]:
    """The sentence holds most of the claim's words."""
    return [shared_words(one.claim, one.sentence) >= _SHARED for one in candidates]


def by_cosine(embedder: Embedder) -> Marker:
    """The sentence is near to the claim."""

    def mark(candidates: Sequence[Candidate]) -> list[bool]:
        texts = list(
            dict.fromkeys(text for one in candidates for text in (one.claim, one.sentence))
        )
        vectors = dict(zip(texts, embedder.embed(texts), strict=True))
        return [bool(vectors[one.claim] @ vectors[one.sentence] >= _NEAR) for one in candidates]

    return mark


def by_judge(judge: Judge) -> Marker:
    """A judge gives the sentence alone the same verdict."""

    def mark(candidates: Sequence[Candidate]) -> list[bool]:
        asked = [JudgeInput(one.claim, (one.sentence,)) for one in candidates]
        answers = judge.judge_many(asked)
        return [
            answer.verdict is one.verdict for answer, one in zip(answers, candidates, strict=True)
        ]

    return mark


def shared_words(claim: str, sentence: str) -> float:
    """Share of the claim's words of four letters and more, and numbers, that the sentence has."""
    words, others = (set(_WORD.findall(text.lower())) for text in (claim, sentence))
    return len(words & others) / len(words) if words else 0.0


_WORD = re.compile(r"\w{4,}|\d+")
