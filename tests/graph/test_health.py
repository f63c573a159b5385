"""Graph health: figures, what is undefined, and the warnings."""

import pytest

from graph.health import coverage_warning, health


def test_figures_of_a_small_graph() -> None:
    # Components {a, b, c} and {d, e}; f alone. Degrees sorted 0 1 1 1 1 2: Gini by the formula,
    # (-5*0 - 3*1 - 1*1 + 1*1 + 3*1 + 5*2) / (6 * 6) = 10/36.
    found = health(
        {"a": 1, "b": 2, "c": 1, "d": 1, "e": 1, "f": 0}, [("a", "b"), ("b", "c"), ("d", "e")]
    )
    assert (found.concepts, found.relations) == (6, 3)
    assert found.isolated == pytest.approx(1 / 6)
    assert found.largest == pytest.approx(3 / 5)
    assert found.gini == pytest.approx(10 / 36)
    assert found.warnings == ()
    assert "6 concepts, 3 relations, 17% without a relation" in found.line


def test_equal_degrees_have_gini_zero() -> None:
    assert health({"a": 1, "b": 1}, [("a", "b")]).gini == 0.0


def test_an_empty_graph_has_no_figures_and_says_why() -> None:
    found = health({}, [])
    assert (found.isolated, found.largest, found.gini) == (None, None, None)
    assert found.undefined == "there is no concept"
    assert "there is no concept" in found.line
    assert found.warnings


def test_a_graph_without_relations_has_no_component() -> None:
    found = health({"a": 0, "b": 0}, [])
    assert (found.isolated, found.largest, found.gini) == (1.0, None, None)
    assert found.undefined
    assert found.warnings


def test_islands_are_warned_of_below_half() -> None:
    pairs = [("a", "b"), ("c", "d"), ("e", "f")]
    degrees = dict.fromkeys("abcdef", 1)
    assert "33%" in health(degrees, pairs).warnings[0]
    assert health(dict.fromkeys("abcd", 1), pairs[:2]).warnings == ()


def test_coverage_is_warned_of_below_half() -> None:
    assert coverage_warning([3, None, 0]) is not None
    assert coverage_warning([3, None]) is None
    assert coverage_warning([]) is None
