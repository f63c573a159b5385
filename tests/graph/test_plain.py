"""Answers of Neo4j as plain JSON of a bounded size."""

import json
from typing import Any

import pytest
from neo4j.spatial import CartesianPoint
from neo4j.time import Date, Duration

from graph.plain import plain


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (0.5, 0.5),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        ("text", "text"),
        ([1, "a", None], [1, "a", None]),
        ({"a": {"b": [1]}}, {"a": {"b": [1]}}),
        (Date(2026, 11, 30), "2026-11-30"),
        (Duration(months=1), "P1M"),
        (CartesianPoint((1.0, 2.0)), {"srid": 7203, "coordinates": [1.0, 2.0]}),
        (b"abc", "3 bytes"),
        ([1] * 64, [1] * 64),
        ([1] * 65, "[1, 1, 1, ... 65 numbers]"),
    ],
)
def test_every_kind_of_value_becomes_json(value: Any, expected: Any) -> None:
    assert plain(value) == expected
    json.dumps(plain(value), allow_nan=False)


def test_long_lists_and_texts_are_cut_and_say_so() -> None:
    assert plain(["a"] * 1_500)[-1] == "... 1,500 values"
    assert plain("x" * 30_000).endswith("... 30,000 characters")
    assert plain([[0.5] * 100]) == ["[0.5, 0.5, 0.5, ... 100 numbers]"]
