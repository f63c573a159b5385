"""What an extractor is: trajectories in, the claims of each out; and the one by rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.agents.trajectory import Trajectory
from benchmarks.judging.claims import (
    AgentClaimText,
    count_too_long,
    count_unnamed,
    extract_claims,
)

RULES = "rules"


@dataclass(frozen=True, slots=True)
class Extraction:
    """The claims of a trajectory, and what gave none.

    Attributes:
        claims: one a normalised text, in the order in which they are first said.
        too_long: sentences that are too long to be read.
        unnamed: statements whose subject nothing names.
        failed: steps that a model failed on; their claims are not known.
    """

    claims: tuple[AgentClaimText, ...] = ()
    too_long: int = 0
    unnamed: int = 0
    failed: int = 0


class Extractor(Protocol):
    """Takes claims out of what agents wrote, never out of what their tools said."""

    @property
    def name(self) -> str:
        """As the user calls it: `rules`, `PROVIDER:NAME`."""
        ...

    @property
    def fingerprint(self) -> str:
        """What makes its claims what they are; `rules` for the rules, which are code."""
        ...

    def extract_many(
        self, trajectories: Sequence[Trajectory], *, include_reasoning: bool = False
    ) -> list[Extraction]:
        """One extraction for each trajectory, in order; thinking text only where asked for."""
        ...


class RulesExtractor:
    """Claims by rules (claims.py)."""

    name = RULES
    fingerprint = RULES

    def extract_many(
        self, trajectories: Sequence[Trajectory], *, include_reasoning: bool = False
    ) -> list[Extraction]:
        """One extraction for each trajectory, in order."""
        return [
            Extraction(
                tuple(extract_claims(one, include_reasoning)),
                count_too_long(one, include_reasoning),
                count_unnamed(one, include_reasoning),
            )
            for one in trajectories
        ]
