"""Output: tables for people, comma-separated values that no spreadsheet runs."""

import csv
import io

import pytest

from ui.output import csv_text, safe, table

FORMULAS = ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_begins_like_a_formula(text: str) -> None:
    written = csv_text(["name", text], [{"name": text, text: 1}])
    header, row = csv.reader(io.StringIO(written, newline=""))
    assert header[1] == "'" + text
    assert row == ["'" + text, "1"]


def test_numbers_and_missing_values_stay_what_they_are() -> None:
    rows = [{"a": -1.5, "b": None, "c": True, "d": ["x", 1], "e": "a,b\nc"}]
    read = list(csv.DictReader(io.StringIO(csv_text("abcde", rows), newline="")))
    assert read == [{"a": "-1.5", "b": "", "c": "True", "d": '["x", 1]', "e": "a,b\nc"}]


def test_control_characters_are_made_visible() -> None:
    assert safe("a\x1b[31m\u202eb") == "a�[31m�b"
    assert table(["x"], [["\x07"]]).splitlines()[1] == "�"
