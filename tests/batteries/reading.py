"""Reads a battery of cases and compares numbers as tests/data/cases says they are written."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent.parent / "data"


def cases(battery: str) -> list[Any]:
    """Every case of a battery, those given and our own, as a pytest parameter with its id."""
    files = (DATA / folder / f"{battery}.jsonl" for folder in ("cases", "cases_own"))
    # Not `splitlines`: a case may hold a line separator that only JSON does not take for one.
    lines = [
        line for file in files if file.exists() for line in file.read_text("utf-8").split("\n")
    ]
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, filter(None, lines))]


def made(value: Any) -> Any:
    """A value as it stands, or the text that a recipe makes."""
    if not isinstance(value, dict) or "recipe" not in value:
        return value
    if value["recipe"] == "repeat":
        return value.get("prefix", "") + value["unit"] * value["times"] + value.get("suffix", "")
    if value["recipe"] == "code_points":
        return "".join(map(chr, value["points"]))
    if value["recipe"] == "numbered_words":
        return " ".join(f"w{i}" for i in range(1, value["times"] + 1))
    return value["text"]


def number(text: str | float | None) -> float | None:
    """`"a/b"`, a decimal string or a number; None stays None."""
    return None if text is None else float(Fraction(str(text)))


def same_number(found: float | None, expected: str | float | None) -> bool:
    """Equal within 1e-9, or both None."""
    wanted = number(expected)
    if found is None or wanted is None:
        return found is wanted
    return abs(found - wanted) <= 1e-9
