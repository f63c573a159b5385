"""Evidence: passages that were found, or the reason why none could be looked for."""

from dataclasses import dataclass
from enum import StrEnum


class TierName(StrEnum):
    """Tiers of evidence in the order they are asked."""

    GOLD = "gold"
    GRAPH = "graph"
    WEB = "web"
    LITERATURE = "literature"
    OBSERVED = "observed"


# Searched for a claim, outside of the graph.
SEARCHED = frozenset((TierName.WEB, TierName.LITERATURE))
# What they have is written into the graph as it is found.
FOUND = SEARCHED | {TierName.OBSERVED}


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrieved chunk with its cosine to the claim."""

    chunk: str
    text: str
    score: float
    document: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class TierAnswer:
    """What one tier said: passages at or above the floor, none, or an error (never both).

    `why` says why there are none: nothing there, too far away, or the error.
    """

    tier: TierName
    passages: tuple[Passage, ...] = ()
    error: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The first tier with a relevant passage, and what every asked tier said, in order.

    `tier` None with an error in `answers` = the claim cannot be judged (an error); without one =
    there is no evidence (UNVERIFIABLE, without a call).
    """

    tier: TierName | None
    passages: tuple[Passage, ...]
    answers: tuple[TierAnswer, ...]

    @property
    def errors(self) -> tuple[TierAnswer, ...]:
        """The tiers that failed."""
        return tuple(answer for answer in self.answers if answer.error is not None)
