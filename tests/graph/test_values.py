"""What Neo4j can store, made so."""

from typing import Any

import pytest

from graph.values import properties, storable, text


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (None, None),
        (True, True),
        (2**63 - 1, 2**63 - 1),
        (2**63, "9223372036854775808"),
        (-(2**63), -(2**63)),
        ([], []),
        (("a", "b"), ["a", "b"]),
        ([1, 2.5], "[1,2.5]"),
        ([1, True], "[1,true]"),
        ([[1], [2]], "[[1],[2]]"),
        (["a", None], '["a",null]'),
        ({"b": {2}, "a": None}, '{"a":null,"b":[2]}'),
        ({"b", "a"}, ["a", "b"]),
        ("a\x00\ud83d", "a\ufffd"),
        (["\x00"], [""]),
    ],
)
def test_value_is_made_storable(given: Any, stored: Any) -> None:
    found = storable(given)
    assert (found, type(found)) == (stored, type(stored))


def test_ordinary_text_is_left_alone() -> None:
    for name in ("TNF-α", "𝛼", "a\tb\n", "\ufeff"):
        assert text(name) is name


def test_properties_keep_their_names() -> None:
    assert properties({"n": 1, "list": (1, "a")}) == {"n": 1, "list": '[1,"a"]'}
