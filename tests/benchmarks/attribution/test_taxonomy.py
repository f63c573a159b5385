"""Taxonomy of failures: the published repair table adds up, by kind and over all."""

import pytest

from benchmarks.attribution.taxonomy import FailureClass, FailureKind, Repairs, repair_table
from hubscope.errors import InputError

# Published check values: methods sheet of SCHEMA, counterfactual attribution.
PUBLISHED = {
    FailureClass.MAPPING: (33, 68),
    FailureClass.FACT: (13, 36),
    FailureClass.ALIGNMENT: (4, 4),
    FailureClass.CONSTRAINT: (2, 2),
    FailureClass.TOOL_LOOP: (12, 29),
    FailureClass.NO_ANSWER: (1, 2),
}


def test_the_published_classes_add_up_to_the_published_kinds_and_total() -> None:
    found = repair_table(PUBLISHED)
    assert found.by_kind == {
        FailureKind.WRONG_ANSWER: Repairs(52, 110),
        FailureKind.TOOL_LOOP: Repairs(12, 29),
        FailureKind.NO_ANSWER: Repairs(1, 2),
    }
    assert found.total == Repairs(65, 141)


def test_a_kind_that_nobody_attempted_is_not_there() -> None:
    found = repair_table({FailureClass.TOOL_LOOP: (0, 0)})
    assert list(found.by_kind) == [FailureKind.TOOL_LOOP]
    assert found.total.interval is None


@pytest.mark.parametrize("counts", [(3, 2), (-1, 2)])
def test_impossible_counts_are_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(InputError):
        repair_table({FailureClass.FACT: counts})
