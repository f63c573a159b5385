"""Training pairs with the ablation objective (method sheet REAL): shown with evidence, and without.

Every labelled claim is shown with its gold sentences among others. The positive pair asks for its
label and its gold sentences. The negative pair shows the same sentences without the gold ones and
asks for UNVERIFIABLE and no citation. Gold sets are sufficient, not exhaustive: enhancement
(enhancement.py) adds what else supports before anything is taken away.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.ablation.likeness import repeats
from graph.vocabulary import Verdict

# Share of the positive pairs that are shown without company: judges often get bare evidence.
_ALONE = 0.4


class Arm(StrEnum):
    """What a verifier is trained with, for comparison."""

    STANDARD = "standard"
    WITHOUT_ABLATION = "without-ablation"
    WITHOUT_ENHANCEMENT = "without-enhancement"
    FULL = "full"

    @property
    def ablates(self) -> bool:
        """It has negative pairs."""
        return self in (Arm.WITHOUT_ENHANCEMENT, Arm.FULL)

    @property
    def enhances(self) -> bool:
        """Its gold sets are enhanced."""
        return self in (Arm.WITHOUT_ABLATION, Arm.FULL)


@dataclass(frozen=True, slots=True)
class Shown:
    """A labelled claim with the sentences it is shown with.

    Attributes:
        source: the set it is from.
        gold: places of its evidence among `sentences`; none for UNVERIFIABLE.
        kind: how it was made.
    """

    source: str
    claim: str
    sentences: tuple[str, ...]
    verdict: Verdict
    gold: tuple[int, ...]
    kind: str = "given"


@dataclass(frozen=True, slots=True)
class TrainingPair:
    """What a verifier reads and what it is to answer; `kind` says how the pair was made."""

    source: str
    claim: str
    sentences: tuple[str, ...]
    verdict: Verdict
    cited: tuple[int, ...]
    kind: str


def training_pairs(
    shown: Sequence[Shown], arm: Arm, seed: int, negatives: Mapping[str, float] | None = None
) -> list[TrainingPair]:
    """Positive pairs of every claim, and negative ones where the arm ablates.

    Args:
        shown: claims as shown, enhanced already where the arm enhances.
        arm: decides whether there are negative pairs.
        seed: of the draws below; the positive pairs are the same in every arm.
        negatives: share of a source's claims that get a negative pair; None = all of them.
    """
    made: list[TrainingPair] = []
    for number, one in enumerate(shown):
        rng = random.Random(f"{seed} {number}")  # noqa: S311  # reproducible, no secret
        made.append(_positive(one, rng))
        share = 1.0 if negatives is None else negatives.get(one.source, 1.0)
        if arm.ablates and rng.random() < share:
            made.extend(_negative(one))
    return made


def _positive(one: Shown, rng: random.Random) -> TrainingPair:
    if one.gold and rng.random() < _ALONE:
        sentences = tuple(one.sentences[place] for place in one.gold)
        cited = tuple(range(len(one.gold)))
        return TrainingPair(one.source, one.claim, sentences, one.verdict, cited, one.kind)
    return TrainingPair(one.source, one.claim, one.sentences, one.verdict, one.gold, one.kind)


def _negative(one: Shown) -> Iterator[TrainingPair]:
    """The claim without its gold sentences and what repeats them; nothing where nothing is left."""
    gold = [one.sentences[place] for place in one.gold]
    others = [text for place, text in enumerate(one.sentences) if place not in one.gold]
    alike = set(repeats(gold, others))
    rest = tuple(text for at, text in enumerate(others) if at not in alike)
    if gold and rest:
        yield TrainingPair(one.source, one.claim, rest, Verdict.UNVERIFIABLE, (), "ablated")
