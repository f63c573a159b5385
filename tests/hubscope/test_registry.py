"""Registries: names are imported on first use; an unknown one is answered with the nearest."""

import sys
from importlib.metadata import EntryPoint

import pytest

from hubscope import registry
from hubscope.errors import InputError
from hubscope.registry import Registry

SHAPES: Registry[type] = Registry(
    "shape", {"fraction": "fractions:Fraction", "broken": "no_such_module:Thing"}
)


def test_a_name_is_imported_when_it_is_loaded() -> None:
    assert SHAPES.names() == ["fraction", "broken"]
    assert SHAPES.load("fraction") is sys.modules["fractions"].Fraction
    with pytest.raises(ModuleNotFoundError):
        SHAPES.load("broken")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"no shape named 'fractoin'\. Did you mean fraction"):
        SHAPES.target("fractoin")
    with pytest.raises(InputError, match="Known: fraction, broken"):
        SHAPES.target("zzz")


def test_another_package_adds_names_and_replaces_none(monkeypatch: pytest.MonkeyPatch) -> None:
    points = (
        EntryPoint("decimal", "decimal:Decimal", "hubscope.shapes"),
        EntryPoint("fraction", "decimal:Decimal", "hubscope.shapes"),
    )
    asked: list[str] = []

    def installed(*, group: str) -> tuple[EntryPoint, ...]:
        asked.append(group)
        return points

    monkeypatch.setattr(registry, "entry_points", installed)
    assert SHAPES.names() == ["fraction", "broken", "decimal"]
    assert SHAPES.load("decimal").__name__ == "Decimal"
    assert SHAPES.load("fraction").__name__ == "Fraction"
    assert set(asked) == {"hubscope.shapes"}
