"""JSON records of every shape, faults with their lines, memory of one record."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import Limits, clean_text
from hubscope.records import Row, json_records


def read(folder: Path, text: str, name: str = "a.json") -> list[Any]:
    """Fields, or (line, reason) of what was skipped."""
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return [
        record.fields if isinstance(record, Row) else (record.line, record.reason)
        for record in json_records(path)
    ]


ONE, TWO = {"id": 1}, {"id": 2}


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 1}\n{"id": 2}\n',
        '{"id": 1}\r\n\r\n{"id": 2}',
        '[{"id": 1}, {"id": 2}]',
        '[\n{"id": 1},\n{"id": 2}\n]\n',
        json.dumps([ONE, TWO], indent=2),
        '{"data": [{"id": 1}, {"id": 2}], "version": 3}',
        '{"version": 3, "data": [{"id": 1}, {"id": 2}]}',
        json.dumps({"questions": [ONE, TWO]}, indent=1),
    ],
)
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a"])
def test_the_shape_is_known_by_content(tmp_path: Path, text: str, name: str) -> None:
    assert read(tmp_path, text, name) == [ONE, TWO]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_dictionary_of_records_gives_its_keys(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"7": ONE, "8": TWO}, indent=indent))
    rows = list(json_records(path))
    assert [(row.key, row.fields) for row in rows if isinstance(row, Row)] == [
        ("7", ONE),
        ("8", TWO),
    ]


def test_one_record_alone_is_a_record_however_it_is_broken_into_lines(tmp_path: Path) -> None:
    record = {"id": "q", "options": [{"letter": "A"}], "meta": {"a": 1}}
    assert read(tmp_path, json.dumps(record)) == [record]
    assert read(tmp_path, json.dumps(record, indent=1)) == [record]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"id": 2', "invalid_json"),
        ("nothing", "invalid_json"),
        ('{"id": 2} {"id": 3}', "invalid_json"),
        ("{'id': 2}", "invalid_json"),
        ("[1, 2]", "not_an_object"),
        ("null", "not_an_object"),
        ('{"id": NaN}', "not_a_number"),
        ('{"a": [{"id": -Infinity}]}', "not_a_number"),
        ('{"id": 1e999}', "not_a_number"),
        ('{"id": 2, "id": 2}', "duplicate_key"),
        ('{"a": {"id": 2, "id": 3}}', "duplicate_key"),
        ('{"a": ' + "[" * 120 + "]" * 120 + "}", "too_deep"),
        ('{"a": ' + "[" * 99_999 + "]" * 99_999 + "}", "too_deep"),
    ],
)
def test_a_bad_line_is_one_skipped_record(tmp_path: Path, text: str, reason: str) -> None:
    assert read(tmp_path, f'{{"id": 1}}\n{text}\n{{"id": 2}}\n') == [ONE, (2, reason), TWO]


def test_a_bad_first_line_does_not_hide_the_others(tmp_path: Path) -> None:
    assert read(tmp_path, '{"id":\n{"id": 2}\n') == [(1, "invalid_json"), TWO]


def test_an_element_that_can_be_passed_over_is(tmp_path: Path) -> None:
    text = '[{"id": 1},\n{"id": NaN},\n{"id": 2, "id": 2},\n3,\n{"id": 2}]'
    assert read(tmp_path, text) == [
        ONE,
        (2, "not_a_number"),
        (3, "duplicate_key"),
        (4, "not_an_object"),
        TWO,
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[{"id": 1},\n{"id" 2}]', 2),
        ('[{"id": 1},\n{"id": 2}', 2),
        ('[{"id": 1},\n]', 2),
        ('[{"id": 1}\n{"id": 2}]', 2),
        ('{"7": {"id": 1},\n"8": {"id": }}', 2),
        ('{"7": {"id": 1}', 1),
        ('[{"id": 1},\n{"a": ' + "[" * 99_999 + "]" * 99_999 + "}]", 2),
    ],
)
def test_a_broken_document_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert caught.value.reason in ("invalid_json", "too_deep")
    assert f"a.json:{line}:" in str(caught.value)


def test_integers_beyond_64_bits_keep_their_digits(tmp_path: Path) -> None:
    text = '{"a": 9223372036854775807, "b": 9223372036854775808, "c": -9223372036854775808}'
    (record,) = read(tmp_path, text)
    assert record == {"a": 2**63 - 1, "b": "9223372036854775808", "c": -(2**63)}
    (long,) = read(tmp_path, '{"a": ' + "9" * 5000 + "}")
    assert long["a"] == "9" * 5000


def test_text_and_names_are_cleaned(tmp_path: Path) -> None:
    assert read(tmp_path, '{"a\\u0000": "x\\ud83d\\u0001", "b": "\\ud83e\\uddec"}') == [
        {"a": "x\ufffd", "b": "🧬"}
    ]
    # Cleaning may not make two fields one.
    assert read(tmp_path, '{"a\\u0000": 1, "a": 2}\n{"id": 1}') == [(1, "duplicate_key"), ONE]


def test_a_record_longer_than_a_window_is_read_whole(tmp_path: Path) -> None:
    long = "x" * 3_500_000
    assert read(tmp_path, f'[{{"id": "{long}"}}, {{"id": 1}}]') == [{"id": long}, ONE]
    assert read(tmp_path, f'{{"7": {{"id": "{long}"}}, "8": {{"id": 1}}}}') == [{"id": long}, ONE]


def test_a_number_cut_by_the_end_of_a_window_is_read_whole(tmp_path: Path) -> None:
    for shift in range(12):
        pad = "x" * ((1 << 20) - 20 - shift)
        record = {"pad": pad, "n": 123456, "m": -1.5e-7}
        assert read(tmp_path, json.dumps(record, indent=0)) == [record]


def test_a_field_over_the_limit_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"id": "xxxxx"}, {"id": "y"}]')
    found = list(json_records(path, Limits(field_chars=4)))
    assert [type(record) for record in found] == [Skipped, Row]


@pytest.mark.parametrize("form", ["lines", "array", "mapping"])
def test_memory_holds_one_record_of_a_large_file(tmp_path: Path, form: str) -> None:
    record = json.dumps({"id": 1, "text": "x" * 5000})
    opening, between, closing = {
        "lines": ("", "\n", ""),
        "array": ("[", ",", "]"),
        "mapping": ('{"0": ', ', "1": ', "}"),
    }[form]
    path = tmp_path / "a.json"
    with path.open("w") as file:
        file.write(opening + record)
        for _ in range(5000):
            file.write(between + record)
        file.write(closing)
    tracemalloc.start()
    n = sum(1 for _ in json_records(path, Limits(record_chars=1_000_000)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert n == 5001
    assert peak < 12 << 20  # the file has 25 MB


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
records = st.lists(st.dictionaries(st.text(), values, min_size=1, max_size=4), min_size=2)


@pytest.mark.slow
@given(wanted=records, indent=st.sampled_from([None, 1]), ascii_only=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_what_was_written_is_read(
    tmp_path: Path, wanted: list[dict[str, Any]], indent: int | None, ascii_only: bool
) -> None:
    wanted = json.loads(json.dumps(wanted), object_hook=_cleaned)
    array = json.dumps(wanted, indent=indent, ensure_ascii=ascii_only)
    lines = "\n".join(json.dumps(record, ensure_ascii=ascii_only) for record in wanted)
    assert read(tmp_path, array) == wanted
    assert read(tmp_path, lines) == wanted


def _cleaned(value: Any) -> Any:
    if isinstance(value, dict):
        return {clean_text(name): _cleaned(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_cleaned(part) for part in value]
    return clean_text(value) if isinstance(value, str) else value
