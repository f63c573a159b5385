"""What can be counted about a claim beside evidence: overlap, negation, direction, numbers, names.

A text is analysed once (`analyse`), a pair costs some set operations (`pair_features`). None of
these numbers decides alone; the classifier of embedded.py weighs them with the embeddings.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from benchmarks.judging.words import Words, contraries, load_words, stem, tokens

# A negation this many words before a direction word takes the direction away.
_REACH = 4
_NUMBER_WORDS = {
    "zero": 0.0,
    "one": 1.0,
    "two": 2.0,
    "three": 3.0,
    "four": 4.0,
    "five": 5.0,
    "six": 6.0,
    "seven": 7.0,
    "eight": 8.0,
    "nine": 9.0,
    "ten": 10.0,
    "eleven": 11.0,
    "twelve": 12.0,
}


class Direction(IntEnum):
    """What a text says happens: less, no change (or a denied change), more."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(frozen=True, slots=True)
class Analysis:
    """A text taken apart.

    Attributes:
        folded: all words in lower case, in order, stop words too; numbers as written.
        stems: their stems.
        content: positions of the words that carry content; negations are apart.
        directions: position and direction of each direction word.
        numbers: values, whether as digits or as words.
        names: words with a capital inside a sentence or with a digit, folded.
        negations: positions of negating words.
    """

    folded: tuple[str, ...]
    stems: tuple[str, ...]
    content: tuple[int, ...]
    directions: tuple[tuple[int, Direction], ...]
    numbers: frozenset[float]
    names: frozenset[str]
    negations: tuple[int, ...]
    n_hedges: int

    @property
    def words(self) -> tuple[str, ...]:
        """Stems that carry content, in order, with repetition."""
        return tuple(self.stems[position] for position in self.content)


def analyse(text: str) -> Analysis:
    """Take a text apart; the cost is linear in its length."""
    lists = load_words()
    written = tokens(text)
    folded = tuple(word.lower() for word in written)
    stems = tuple(stem(word) for word in folded)
    negations = tuple(at for at, word in enumerate(folded) if word in lists.negation)
    return Analysis(
        folded=folded,
        stems=stems,
        content=tuple(
            at
            for at, word in enumerate(folded)
            if word not in lists.stop and word not in lists.negation
        ),
        directions=_directions(stems, negations, lists),
        numbers=frozenset(value for word in folded if (value := _number(word)) is not None),
        names=frozenset(word.lower() for at, word in enumerate(written) if _is_name(word, at)),
        negations=negations,
        n_hedges=sum(word in lists.hedge for word in stems),
    )


def _directions(
    stems: Sequence[str], negations: Sequence[int], lists: Words
) -> tuple[tuple[int, Direction], ...]:
    found = []
    for at, word in enumerate(stems):
        if word in lists.unchanged:
            found.append((at, Direction.NONE))
        elif word in lists.up or word in lists.down:
            denied = any(0 < at - negation <= _REACH for negation in negations)
            sign = Direction.UP if word in lists.up else Direction.DOWN
            found.append((at, Direction.NONE if denied else sign))
        elif word in ("differ", "difference", "differenc", "effect", "chang") and any(
            0 < at - negation <= _REACH for negation in negations
        ):
            found.append((at, Direction.NONE))
    return tuple(found)


def _number(word: str) -> float | None:
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    try:
        return float(word.replace(",", "")) if word[0].isdigit() else None
    except ValueError:
        return None


def _is_name(word: str, at: int) -> bool:
    capital = any(char.isupper() for char in (word if at else word[1:]))
    return capital or (any(char.isdigit() for char in word) and not word[0].isdigit())


FEATURES = (
    "coverage",
    "coverage_squared",
    "jaccard",
    "pairs_covered",
    "first_word_found",
    "last_word_found",
    "first_half_covered",
    "second_half_covered",
    "n_missing",
    "one_missing",
    "order_swapped",
    "negation_in_claim",
    "negation_in_evidence",
    "negation_differs",
    "negation_differs_near",
    "negation_both",
    "opposites",
    "opposites_beside_overlap",
    "claim_up",
    "claim_down",
    "claim_unchanged",
    "evidence_up",
    "evidence_down",
    "evidence_unchanged",
    "direction_agrees",
    "direction_opposes",
    "direction_lost",
    "near_direction_agrees",
    "near_direction_opposes",
    "near_direction_lost",
    "claim_numbers",
    "numbers_missing",
    "numbers_all_found",
    "numbers_replaced",
    "claim_names",
    "names_covered",
    "names_missing",
    "names_replaced",
    "hedge_in_claim",
    "hedge_in_evidence",
    "log_claim_length",
    "log_evidence_length",
    "length_ratio",
)


def pair_features(claim: Analysis, evidence: Analysis) -> list[float]:
    """Numbers about one claim beside one piece of evidence, in the order of FEATURES."""
    claim_words, evidence_words = claim.words, evidence.words
    known = frozenset(evidence_words)
    found = [word in known for word in claim_words]
    coverage = _mean(found)
    values = [
        *_overlap(claim_words, evidence_words, found),
        *_negations(claim, evidence, coverage),
        *_opposites(claim_words, evidence_words, coverage),
        *_direction_features(claim, evidence),
        *_number_features(claim, evidence),
        *_name_features(claim, evidence),
        float(claim.n_hedges > 0),
        float(evidence.n_hedges > 0),
        math.log1p(len(claim_words)),
        math.log1p(len(evidence_words)),
        min(3.0, len(claim_words) / max(1, len(evidence_words))),
    ]
    return [float(value) for value in values]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _overlap(
    claim: Sequence[str], evidence: Sequence[str], found: Sequence[bool]
) -> tuple[float, ...]:
    coverage, half = _mean(found), len(found) // 2
    union = len(set(claim) | set(evidence))
    neighbours = set(pairwise(evidence))
    pairs = [pair in neighbours for pair in pairwise(claim)]
    missing = found.count(False)
    return (
        coverage,
        coverage**2,
        len(set(claim) & set(evidence)) / max(1, union),
        _mean(pairs),
        found[0] if found else 0.0,
        found[-1] if found else 0.0,
        _mean(found[:half]),
        _mean(found[half:]),
        min(5, missing),
        missing == 1,
        _swapped_order(claim, evidence),
    )


def _swapped_order(claim: Sequence[str], evidence: Sequence[str]) -> float:
    """Share of shared word pairs that stand in the other order in the evidence."""
    first = {word: at for at, word in reversed(list(enumerate(evidence)))}
    places = [first[word] for word in dict.fromkeys(claim) if word in first]
    n_pairs = len(places) * (len(places) - 1) // 2
    swapped = sum(left > right for at, left in enumerate(places) for right in places[at + 1 :])
    return swapped / n_pairs if n_pairs else 0.0


def _negations(claim: Analysis, evidence: Analysis, coverage: float) -> tuple[float, ...]:
    shared = set(claim.words) & set(evidence.words)
    in_claim, in_evidence = bool(claim.negations), bool(evidence.negations)
    near = any(_touches(evidence, at, shared) for at in evidence.negations)
    return (
        in_claim,
        in_evidence,
        in_claim != in_evidence,
        coverage * (in_claim != near),
        in_claim and in_evidence,
    )


def _touches(text: Analysis, at: int, words: set[str]) -> bool:
    return any(word in words for word in text.stems[max(0, at - 2) : at + _REACH + 1])


def _opposites(
    claim: Sequence[str], evidence: Sequence[str], coverage: float
) -> tuple[float, float]:
    other = set(evidence) - set(claim)
    clash = any(not other.isdisjoint(contraries(word)) for word in set(claim) - set(evidence))
    return clash, clash * coverage


def _direction_features(claim: Analysis, evidence: Analysis) -> tuple[float, ...]:
    said = {direction for _, direction in claim.directions}
    shown = {direction for _, direction in evidence.directions}
    near = _direction_of_same_thing(claim, evidence)
    return (
        Direction.UP in said,
        Direction.DOWN in said,
        Direction.NONE in said,
        Direction.UP in shown,
        Direction.DOWN in shown,
        Direction.NONE in shown,
        *_compare(said, shown),
        *_compare(said, near),
    )


def _compare(said: set[Direction], shown: set[Direction]) -> tuple[bool, bool, bool]:
    both = bool(said) and bool(shown)
    return both and bool(said & shown), both and not said & shown, bool(said) and not shown


def _direction_of_same_thing(claim: Analysis, evidence: Analysis) -> set[Direction]:
    """Direction in the evidence nearest to what the claim's direction is about.

    That is the shared content words within reach of the claim's direction word; the evidence's
    direction word with the smallest mean distance to them is taken.
    """
    nearest: set[Direction] = set()
    for at, _ in claim.directions:
        about = {claim.stems[place] for place in claim.content if 0 < abs(place - at) <= 3}
        places = [place for place in evidence.content if evidence.stems[place] in about]
        if places and evidence.directions:
            nearest.add(
                min(
                    evidence.directions,
                    key=lambda item: (min(abs(item[0] - place) for place in places), item[0]),
                )[1]
            )
    return nearest


def _number_features(claim: Analysis, evidence: Analysis) -> tuple[float, ...]:
    missing = claim.numbers - evidence.numbers
    others = evidence.numbers - claim.numbers
    return (
        bool(claim.numbers),
        bool(missing),
        bool(claim.numbers) and not missing,
        bool(missing) and bool(others),
    )


def _name_features(claim: Analysis, evidence: Analysis) -> tuple[float, ...]:
    missing = claim.names - evidence.names - frozenset(evidence.stems)
    others = evidence.names - claim.names
    return (
        bool(claim.names),
        1 - len(missing) / len(claim.names) if claim.names else 1.0,
        min(3, len(missing)),
        bool(missing) and bool(others),
    )
