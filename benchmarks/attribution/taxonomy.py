"""Taxonomy of failures, and repair rates summed by kind (SCHEMA, counterfactual attribution)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.statistics import Interval, wilson
from hubscope.errors import InputError


class FailureKind(StrEnum):
    """How a trajectory failed."""

    WRONG_ANSWER = "wrong_answer"
    TOOL_LOOP = "tool_loop"
    NO_ANSWER = "no_answer"


class FailureClass(StrEnum):
    """What failed: a wrong answer has four classes, every other kind is its own."""

    MAPPING = "mapping_error"
    FACT = "fact_error"
    ALIGNMENT = "alignment_error"
    CONSTRAINT = "constraint_error"
    TOOL_LOOP = "tool_loop"
    NO_ANSWER = "no_answer"

    @property
    def kind(self) -> FailureKind:
        """The kind of failure that the class belongs to."""
        if self in (FailureClass.TOOL_LOOP, FailureClass.NO_ANSWER):
            return FailureKind(self)
        return FailureKind.WRONG_ANSWER


@dataclass(frozen=True, slots=True)
class Repairs:
    """Failures that an intervention turned into right answers."""

    repaired: int
    attempted: int

    @property
    def interval(self) -> Interval | None:
        """Wilson 95 % interval of the repair rate."""
        return wilson(self.repaired, self.attempted)


@dataclass(frozen=True, slots=True)
class RepairTable:
    """Repairs by class, summed by kind and over all."""

    by_class: dict[FailureClass, Repairs]
    by_kind: dict[FailureKind, Repairs]
    total: Repairs


def repair_table(counts: Mapping[FailureClass, tuple[int, int]]) -> RepairTable:
    """Sum repairs by kind of failure.

    Args:
        counts: class to (repaired, attempted).

    Raises:
        InputError: more repaired than attempted, or a negative count.
    """
    for failure, (repaired, attempted) in counts.items():
        if not 0 <= repaired <= attempted:
            raise InputError(
                f"{failure}: {repaired} repaired of {attempted} attempted", reason="bad_counts"
            )
    by_class = {failure: Repairs(*counts[failure]) for failure in FailureClass if failure in counts}
    by_kind = {
        kind: _sum([one for failure, one in by_class.items() if failure.kind is kind])
        for kind in FailureKind
        if any(failure.kind is kind for failure in by_class)
    }
    return RepairTable(by_class, by_kind, _sum(list(by_class.values())))


def _sum(repairs: list[Repairs]) -> Repairs:
    return Repairs(sum(r.repaired for r in repairs), sum(r.attempted for r in repairs))
