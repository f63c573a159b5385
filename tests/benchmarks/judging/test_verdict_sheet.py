"""The sheet of verdicts judged by hand: whole, without text, and its figures add up."""

from collections import Counter

from perf.verdict_sheets import EACH, ORDER, READERS, RUNS, Row, figures, rows


def test_the_sheet_is_twenty_of_each_verdict_and_holds_no_text() -> None:
    sheet = rows()
    assert Counter(row["drawn"] for row in sheet) == dict.fromkeys(ORDER, EACH)
    assert {str(row["run"]) for row in sheet} <= set(RUNS)
    for row in sheet:
        assert {row[reader] for reader in READERS if reader in row} <= set(ORDER)
        assert all(len(str(value)) < 40 for value in row.values())


def testfigures_of_all_claims_weigh_each_verdict_by_its_share() -> None:
    sheet: list[Row] = [
        {"drawn": "SUPPORTED", "judge": "SUPPORTED", "of": 90, "one": "SUPPORTED"},
        {"drawn": "REFUTED", "judge": "REFUTED", "of": 10, "one": "UNVERIFIABLE"},
    ]
    assert figures("one", sheet, weighted=False)["agreement"][0] == 0.5
    weighed = figures("one", sheet, weighted=True)
    assert weighed["agreement"][0] == 0.9
    assert (weighed["HS by the judge"][0], weighed["HS by the reader"][0]) == (0.1, 0.05)
