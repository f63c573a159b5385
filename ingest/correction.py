"""A correction by a person, and the words in which it is told."""

from dataclasses import dataclass, field
from enum import StrEnum

from graph.model import Claim, Concept
from graph.vocabulary import ConceptType, Polarity, RelationType


class Kind(StrEnum):
    """What a correction does."""

    RETYPE = "retype"
    RENAME = "rename"
    MERGE = "merge"
    KEEP_APART = "keep_apart"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Reference:
    """A concept as a person names it: its type, and its own name or a form of it."""

    type: ConceptType
    name: str

    @property
    def key(self) -> str:
        """Key of the concept of this very name."""
        return Concept(self.type, self.name).key

    def __str__(self) -> str:
        return f"{self.type} {self.name!r}"


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction.

    Attributes:
        concept: what is corrected; of a rejected claim, its head.
        other: what it is merged into or kept apart from; of a rejected claim, its tail.
        to: the new type, or the new name.
        relation, polarity: of a rejected claim.
        reason, by: why, and who says so; "" where nobody said.
        where: file:line of the block; "" before it is in a file.
    """

    kind: Kind
    concept: Reference
    other: Reference | None = None
    to: str = ""
    relation: RelationType | None = None
    polarity: Polarity = Polarity.POSITIVE
    reason: str = ""
    by: str = ""
    where: str = field(default="", compare=False)

    def __str__(self) -> str:
        match self.kind:
            case Kind.RETYPE:
                return f"retype {self.concept} to {self.to}"
            case Kind.RENAME:
                return f"rename {self.concept} to {self.to!r}"
            case Kind.MERGE:
                return f"merge {self.concept} into {self.other}"
            case Kind.KEEP_APART:
                return f"keep {self.concept} apart from {self.other}"
            case Kind.REJECT:
                denied = " (denied)" if self.polarity is Polarity.NEGATIVE else ""
                return f"reject {self.concept} {self.relation} {self.other}{denied}"

    def claim(self, head: str, tail: str) -> Claim:
        """The rejected claim between two concept keys."""
        assert self.relation is not None
        return Claim(head, self.relation, tail, self.polarity)
