"""The judged sheet of matches: its target holds, it holds no text, and matching still finds it."""

import pytest

from perf.extraction_sources import DATA
from perf.match_sheets import READERS, VERDICTS, Row, claim_of, matches_today, recall, rows


def test_matches_of_claims_to_concepts_reach_their_target() -> None:
    verdicts = [row["one"] for row in rows()]
    assert len(verdicts) == 150
    assert verdicts.count("right") / len(verdicts) >= 0.9


def test_every_row_has_a_verdict_and_what_was_missed_and_no_text() -> None:
    for row in rows():
        assert {row[reader] for reader in READERS if reader in row} <= set(VERDICTS)
        missed = row["missed"]
        assert isinstance(missed, list)
        texts = [row["record"], row["source"], row["claim"], row["concept"], *missed]
        assert all(len(str(text)) < 80 for text in texts)


def test_recall_counts_what_is_named_and_what_is_missed() -> None:
    sheet: list[Row] = [{"named": 2, "missed": ["zinc"]}, {"named": 1, "missed": []}, {"row": 3}]
    assert recall(sheet) == (3, 4)
    found, named = recall(rows())
    assert found / named >= 0.9


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="shared data is not there")
def test_what_was_judged_right_is_still_matched() -> None:
    right = [row for row in rows() if row["one"] == "right"]
    kept = sum(
        any(one.name == row["concept"] for one in matches_today(claim_of(row))) for row in right
    )
    assert kept >= 0.95 * len(right)
