"""What holds for every format: ids, duplicates, answers, empty files, the choice of reader."""

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from hubscope.errors import InputError
from hubscope.files import Skipped
from ingest.items import BenchmarkItem, Paper
from ingest.readers import READERS, guess, read_source

ZINC = {"id": "q1", "question": "Does zinc inhibit ACE?", "answer": "yes"}
IRON = {"id": "q2", "question": "Is iron a metal?", "answer": "yes"}


def lay(folder: Path, records: Iterable[dict[str, Any]], name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def items(*paths: Path) -> list[BenchmarkItem]:
    return [record for record in read_source(paths) if isinstance(record, BenchmarkItem)]


def skipped(*paths: Path) -> list[tuple[int | None, str]]:
    found = [record for record in read_source(paths) if isinstance(record, Skipped)]
    return [(one.line, one.reason) for one in found]


def refused(*paths: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        list(read_source(paths))
    return caught.value


def test_an_id_that_is_missing_is_made_from_the_content_in_any_order(tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [
        {"question": "a?", "answer": "x"},
        {"question": "b?", "answer": "x", "id": None},
        {"question": "c?", "answer": "x", "id": " "},
    ]
    orders = [
        {item.question: item.id for item in items(lay(tmp_path, order))}
        for order in itertools.permutations(records)
    ]
    assert all(order == orders[0] for order in orders)
    assert len(set(orders[0].values())) == 3


def test_one_item_in_two_files_of_a_source_is_one_item(tmp_path: Path) -> None:
    first, second = lay(tmp_path, [ZINC]), lay(tmp_path, [ZINC, IRON], "b.jsonl")
    assert [item.id for item in items(first, second)] == ["q1", "q2"]
    assert skipped(first, second) == [(1, "duplicate_identical")]
    assert [item.id for item in items(first, lay(tmp_path, [ZINC], "c.jsonl"))] == ["q1"]
    assert [item.id for item in items(first, first)] == ["q1"]


def test_one_id_with_two_contents_is_refused_with_both_places(tmp_path: Path) -> None:
    other = lay(tmp_path, [{**IRON, "id": "q1"}], "b.jsonl")
    error = refused(lay(tmp_path, [ZINC]), other)
    assert error.reason == "duplicate_id"
    assert "a.jsonl:1 and " in str(error)
    assert "b.jsonl:1: " in str(error)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"question": ""}, "missing_question"),
        ({"question": ["x"]}, "missing_question"),
        ({"question": "\u200b \u2060"}, "missing_question"),
        ({"answer": None}, "missing_answer"),
        ({"answer": " "}, "missing_answer"),
        ({"answer": []}, "missing_answer"),
        ({"answer": ["", None]}, "missing_answer"),
        ({"answer": {}}, "missing_answer"),
        ({"options": ["zinc", " ZINC"], "answer": "A"}, "options_not_distinct"),
        ({"options": ["zinc", ""], "answer": "A"}, "options_not_distinct"),
        ({"options": {"label": ["A", "A"], "text": ["a", "b"]}}, "options_not_distinct"),
        ({"options": ["zinc", "iron"], "answer": "C"}, "answer_not_an_option"),
        ({"options": ["zinc", "iron"], "answer": 2}, "answer_not_an_option"),
        ({"options": ["zinc", "iron"], "answer": ["A", "D"]}, "answer_not_an_option"),
        ({"options": ["zinc", "iron"], "answer": True}, "answer_not_an_option"),
    ],
)
def test_an_item_that_cannot_be_scored_is_skipped(
    tmp_path: Path, record: dict[str, Any], reason: str
) -> None:
    path = lay(tmp_path, [{**ZINC, **record}, IRON])
    assert skipped(path) == [(1, reason)]
    assert [item.id for item in items(path)] == ["q2"]


@pytest.mark.parametrize("answer", [False, 0, 0.0, "0", "no", ["zinc"], ["zinc", "iron"]])
def test_an_answer_is_kept_as_it_is(tmp_path: Path, answer: Any) -> None:
    (item,) = items(lay(tmp_path, [{**ZINC, "answer": answer}]))
    assert (item.answer, type(item.answer)) == (answer, type(answer))


def test_what_is_no_field_is_kept_as_it_came(tmp_path: Path) -> None:
    extra = {"meta": {"a": {"b": [1, "z", {"c": None}]}}, "tags": [1, "a", None], "ok": True}
    (item,) = items(lay(tmp_path, [{**ZINC, **extra}]))
    assert item.meta == extra


def test_the_second_of_two_files_may_not_be_empty(tmp_path: Path) -> None:
    error = refused(lay(tmp_path, [ZINC]), lay(tmp_path, [], "b.jsonl"))
    assert (error.reason, "b.jsonl" in str(error)) == ("empty_file", True)


def test_a_file_without_a_usable_record_is_refused_with_the_commonest_reasons(
    tmp_path: Path,
) -> None:
    error = refused(lay(tmp_path, [{"text": "x"}, {"text": "y"}]))
    assert error.reason == "no_valid_items"
    assert "2 missing_question" in str(error)
    assert "--map" in str(error)


def test_fields_are_named_by_the_user(tmp_path: Path) -> None:
    path = lay(tmp_path, [{"number": 7, "text": "Is iron a metal?", "key": "yes", "id": "other"}])
    mapping = {"id": "number", "question": "text", "answer": "key"}
    (item,) = read_source([path], mapping=mapping)
    assert isinstance(item, BenchmarkItem)
    assert (item.id, item.question, item.answer) == ("7", "Is iron a metal?", "yes")
    assert item.meta == {"id": "other"}


def test_mapped_columns_choose_the_reader(tmp_path: Path) -> None:
    path = lay(tmp_path, [{"x": "zinc", "y": "inhibits", "z": "ACE"}])
    (paper,) = read_source([path], mapping={"head": "x", "relation": "y", "tail": "z"})
    assert isinstance(paper, Paper)


@pytest.mark.parametrize(
    ("mapping", "reason"),
    [({"quest": "a"}, "unknown_field"), ({"question": "none"}, "missing_column")],
)
def test_a_wrong_mapping_is_refused(tmp_path: Path, mapping: dict[str, str], reason: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,question,answer\n1,a?,b\n")
    with pytest.raises(InputError) as caught:
        list(read_source([path], "table", mapping))
    assert caught.value.reason == reason


@pytest.mark.parametrize("field", ["id", "context"])
def test_a_column_that_no_record_has_is_refused(tmp_path: Path, field: str) -> None:
    records: list[dict[str, Any]] = [
        {"question": "a?", "answer": "b"},
        {"question": "c?", "answer": "d", "number": 7},
    ]
    assert len(list(read_source([lay(tmp_path, records)], "table", {field: "number"}))) == 2
    with pytest.raises(InputError, match=rf"no record .* {field} \(named 'count'\)") as caught:
        list(read_source([lay(tmp_path, records)], "table", {field: "count"}))
    assert caught.value.reason == "missing_column"


def test_a_format_with_fixed_fields_takes_no_mapping(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="fixed columns"):
        list(read_source([lay(tmp_path, [ZINC])], "pubmedqa", {"id": "x"}))


def test_an_unknown_reader_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pubmedqa"):
        list(read_source([lay(tmp_path, [ZINC])], "pubmed_qa"))


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    triple = {"head": "zinc", "relation": "inhibits", "tail": "ACE"}
    assert guess(lay(tmp_path, [triple], "items.csv")) == "triples"
    assert guess(lay(tmp_path, [ZINC], "no ending")) == "table"


@pytest.mark.parametrize(
    "text",
    [
        "whatever",
        "Zinc, it is said, inhibits ACE.\nSo they say.\n",
        "no, no, no",
        'so, "never closed',
        "<article>, <title>",
        "%PDF-1.7, page one",
    ],
)
def test_prose_is_of_no_format(tmp_path: Path, text: str) -> None:
    (tmp_path / "prose.txt").write_text(text)
    error = refused(tmp_path / "prose.txt")
    assert error.reason == "unknown_format"
    assert all(name in str(error) for name in READERS.names())
