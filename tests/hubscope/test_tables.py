"""CSV, TSV and Parquet: cells as written, rows never shifted."""

import io
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from hubscope.errors import InputError
from hubscope.reading import Limits
from hubscope.records import Row
from hubscope.tables import delimited_rows, rows


def read(folder: Path, text: str, name: str = "a.csv") -> list[Any]:
    """Cells of a row, or (line, reason) of what was skipped."""
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return [
        list(record.fields.values()) if isinstance(record, Row) else (record.line, record.reason)
        for record in rows(path)
    ]


def refused(folder: Path, text: str, name: str = "a.csv") -> InputError:
    with pytest.raises(InputError) as caught:
        read(folder, text, name)
    return caught.value


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("1,2", ["1", "2"]),
        ('"1","2"', ["1", "2"]),
        ('"a,b",2', ["a,b", "2"]),
        ('"a ""b"" c",""', ['a "b" c', ""]),
        ('"a\nb\n\nc",2', ["a\nb\n\nc", "2"]),
        ('5" pipe,2', ['5" pipe', "2"]),
        ("007,NA", ["007", "NA"]),
        (" 1 , 2 ", [" 1 ", " 2 "]),
        ("a\x00b,\x07", ["ab", ""]),
    ],
)
def test_cells_are_read_as_written(tmp_path: Path, row: str, cells: list[str]) -> None:
    assert read(tmp_path, f"x,y\n{row}\nlast,one\n") == [cells, ["last", "one"]]
    assert read(tmp_path, f"x,y\r\n{row}".replace("\n", "\r\n")) == [cells]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1", "wrong_cell_count"),
        ("1,2,3", "wrong_cell_count"),
        ('"1" more,2', "text_after_quote"),
        ('"1,2"', "wrong_cell_count"),
    ],
)
def test_a_row_that_does_not_fit_is_skipped(tmp_path: Path, row: str, reason: str) -> None:
    assert read(tmp_path, f"x,y\n{row}\nlast,one\n") == [(2, reason), ["last", "one"]]


def test_an_unclosed_quote_is_refused_with_the_line_it_opens_on(tmp_path: Path) -> None:
    error = refused(tmp_path, 'x,y\n1,2\n3,"four\nfive,six\n')
    assert (error.reason, ":3:" in str(error)) == ("unclosed_quote", True)


def test_lines_are_counted_through_quoted_cells(tmp_path: Path) -> None:
    assert read(tmp_path, 'x,y\n"a\nb",2\n\n1\n') == [["a\nb", "2"], (5, "wrong_cell_count")]


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    error = refused(tmp_path, "x,y, x\n1,2,3\n")
    assert (error.reason, "'x'" in str(error)) == ("duplicate_column", True)


@pytest.mark.parametrize("size", [50, 5000])
def test_a_cell_over_the_limit_is_skipped_and_not_kept(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.csv"
    path.write_text('x,y\n1,"' + "yyyyyyyyy\n" * size + '"\n3,4\n')
    found = list(delimited_rows(path, Limits(field_chars=400, record_chars=1000)))
    assert [getattr(one, "reason", "") for one in found] == ["field_too_large", ""]


def test_in_tab_separated_files_quotes_are_mostly_plain(tmp_path: Path) -> None:
    text = 'x\ty\n"open\t1\n"whole ""x"""\t2\n"a\tb"\t3\n"a\nb"\t4\n"one" two\t5\n'
    assert read(tmp_path, text, "a.tsv") == [
        ['"open', "1"],
        ['whole "x"', "2"],
        ["a\tb", "3"],
        ["a\nb", "4"],
        ['"one" two', "5"],
    ]


@pytest.mark.parametrize("mark", [",", "\t", ";"])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a"])
def test_the_delimiter_is_known_by_content(tmp_path: Path, mark: str, name: str) -> None:
    assert read(tmp_path, f"x{mark}y\n1{mark}2\n", name) == [["1", "2"]]


cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), min_size=1)


@given(table=st.lists(st.lists(cells, min_size=2, max_size=2), min_size=1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@example(table=[["0", "\n\n0"]])
@example(table=[["0", "\n\n"], ["1", "a"]])
@pytest.mark.parametrize("mark", [",", "\t"])
def test_what_was_written_quoted_is_read(tmp_path: Path, mark: str, table: list[list[str]]) -> None:
    lines = [mark.join('"' + cell.replace('"', '""') + '"' for cell in row) for row in table]
    assert read(tmp_path, f"x{mark}y\n" + "\n".join(lines)) == table


def packed(table: dict[str, list[Any]]) -> bytes:
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(table), buffer)
    return buffer.getvalue()


def test_parquet_values_become_plain_ones(tmp_path: Path) -> None:
    path = tmp_path / "any name"
    table: dict[str, list[Any]] = {
        "n": [1, 2],
        "t": ["a\x00", None],
        "f": [float("nan"), 0.5],
        "l": [["x"], []],
    }
    path.write_bytes(packed(table))
    found = [record.fields for record in rows(path) if isinstance(record, Row)]
    assert found == [
        {"n": 1, "t": "a", "f": None, "l": ["x"]},
        {"n": 2, "t": None, "f": 0.5, "l": []},
    ]


def test_a_parquet_row_that_cannot_be_kept_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(packed({"f": [float("inf"), 1.0]}))
    assert [getattr(one, "reason", "") for one in rows(path)] == ["not_a_number", ""]


def test_two_parquet_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    columns = [pyarrow.array([1]), pyarrow.array([2])]
    parquet.write_table(pyarrow.Table.from_arrays(columns, names=["x", "x"]), path)
    with pytest.raises(InputError, match="'x'"):
        list(rows(path))


def test_a_cut_parquet_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(packed({"n": [1]})[:-9])
    with pytest.raises(InputError, match=r"a\.parquet") as caught:
        list(rows(path))
    assert caught.value.reason == "damaged_parquet"


def test_prose_is_no_table(tmp_path: Path) -> None:
    assert refused(tmp_path, "whatever", "a.xyz").reason == "unknown_format"
