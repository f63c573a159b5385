"""The judged sheets: their targets hold, they hold no text, and what was right is still read."""

import pytest

from perf.extraction_sources import DATA
from perf.sheets import VERDICTS, drawn_relations, rows

# The second reader is stricter about where a mention ends, and about what a picture shows.
MISSED = pytest.mark.xfail(strict=True, raises=AssertionError, reason="the second reader's figure")
SPAN_RIGHT, TYPE_RIGHT = {"right", "type"}, {"right", "span"}


@pytest.mark.parametrize(
    ("reader", "sheet", "fine", "target", "at_least"),
    [
        ("one", "relations", {"right"}, 0.85, 100),
        ("one", "mentions", SPAN_RIGHT, 0.92, 150),
        ("one", "mentions", TYPE_RIGHT, 0.88, 150),
        ("two", "relations", {"right"}, 0.85, 100),
        pytest.param("two", "mentions", SPAN_RIGHT, 0.92, 150, marks=MISSED),
        ("two", "mentions", TYPE_RIGHT, 0.88, 150),
    ],
)
def test_the_judged_rate_reaches_its_target(
    reader: str, sheet: str, fine: set[str], target: float, at_least: int
) -> None:
    verdicts = [row[reader] for row in rows(sheet)]
    if len(verdicts) < at_least or not set(verdicts) <= set(VERDICTS[sheet]):
        pytest.fail("a sheet is not whole")
    assert sum(verdict in fine for verdict in verdicts) / len(verdicts) >= target


@pytest.mark.parametrize("reader", ["one", pytest.param("two", marks=MISSED)])
def test_no_source_is_below_four_fifths(reader: str) -> None:
    for source in {row["source"] for row in rows("relations")}:
        own = [row[reader] == "right" for row in rows("relations") if row["source"] == source]
        assert sum(own) / len(own) >= 0.8


def test_a_row_holds_names_and_a_hash_and_no_sentence() -> None:
    for sheet in VERDICTS:
        for row in rows(sheet):
            assert len(str(row["sentence"])) == 16
            assert all(len(str(value)) < 80 for value in row.values())


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="shared data is not there")
@pytest.mark.parametrize("source", ["scifact", "mmlu", "ncbi_plain"])
def test_what_was_judged_right_is_still_read(source: str) -> None:
    fields = ("sentence", "head", "relation", "tail", "polarity", "sign")
    today = {tuple(row[name] for name in fields) for row in drawn_relations(source)}
    own = [row for row in rows("relations") if row["source"] == source and row["one"] == "right"]
    kept = [row for row in own if tuple(row[name] for name in fields) in today]
    assert len(kept) >= 0.9 * len(own)
