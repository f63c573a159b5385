"""The judged sheets: their targets hold, they hold no text, and what was right is still read."""

import pytest

from hubscope.json_values import Json
from perf.extraction_sources import DATA
from perf.sheets import VERDICTS, Row, drawn_relations, rows
from tests.ingest.extracting import lexicon

SPAN_RIGHT, TYPE_RIGHT = {"right", "type"}, {"right", "span"}


@pytest.mark.parametrize(
    ("reader", "sheet", "fine", "target", "at_least"),
    [
        ("one", "relations", {"right"}, 0.85, 100),
        ("one", "mentions", SPAN_RIGHT, 0.92, 150),
        ("one", "mentions", TYPE_RIGHT, 0.88, 150),
        ("two", "relations", {"right"}, 0.85, 100),
        ("two", "mentions", SPAN_RIGHT, 0.92, 150),
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


@pytest.mark.parametrize("reader", ["one", "two"])
def test_no_source_is_below_four_fifths(reader: str) -> None:
    judged = rows("relations") + rows("pictures")
    for source in {row["source"] for row in judged}:
        own = [row[reader] == "right" for row in judged if row["source"] == source]
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
    today = {_said(row) for row in drawn_relations(source)}
    own = [row for row in rows("relations") if row["source"] == source and row["one"] == "right"]
    kept = [row for row in own if _said(row) in today]
    assert len(kept) >= 0.9 * len(own)


def _said(row: Row) -> tuple[Json, ...]:
    """What a row states, in the lexicon's own names: a synonym that became known is no change."""
    known = {part: lexicon().by_name(str(row[part])) for part in ("head", "tail")}
    names = [str(row[part]) if entry is None else entry.name for part, entry in known.items()]
    return (row["sentence"], *names, row["relation"], row["polarity"], row["sign"])
