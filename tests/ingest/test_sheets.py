"""The judged sheets: their targets hold, they hold no text, and what was right is still read."""

import pytest

from perf.extraction_sources import DATA
from perf.sheets import VERDICTS, drawn_relations, rows


@pytest.mark.parametrize(
    ("sheet", "fine", "target", "at_least"),
    [
        ("relations", {"right"}, 0.85, 100),
        ("mentions", {"right", "type"}, 0.92, 150),
        ("mentions", {"right", "span"}, 0.88, 150),
    ],
)
def test_the_judged_rate_reaches_its_target(
    sheet: str, fine: set[str], target: float, at_least: int
) -> None:
    verdicts = [row["one"] for row in rows(sheet)]
    assert len(verdicts) >= at_least
    assert set(verdicts) <= set(VERDICTS[sheet])
    assert sum(verdict in fine for verdict in verdicts) / len(verdicts) >= target


def test_no_source_is_below_four_fifths() -> None:
    for source in {row["source"] for row in rows("relations")}:
        own = [row["one"] == "right" for row in rows("relations") if row["source"] == source]
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
