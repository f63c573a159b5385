"""Every pattern gives a relation for its example and none for its counter-example."""

import pytest

from ingest.patterns import Pattern, load_patterns
from tests.ingest.extracting import read

ROWS = [
    pytest.param(row, id=f"{row.family}-{row.meaning}-{n}")
    for n, row in enumerate(load_patterns().rows)
]


@pytest.mark.parametrize("row", ROWS)
def test_the_example_gives_the_meaning(row: Pattern) -> None:
    assert [found.meaning for found in read(row.example)] == [row.meaning]


@pytest.mark.parametrize("row", ROWS)
def test_the_counter_example_gives_nothing(row: Pattern) -> None:
    assert read(row.counter) == []
