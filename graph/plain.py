"""What Neo4j answers as plain JSON values of a bounded size, for a page, a terminal or a file."""

import math
from collections.abc import Mapping
from typing import Any

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

MOST_NUMBERS = 64  # an embedding is longer, and no reader wants to see one
MOST_VALUES = 1_000
LONGEST_TEXT = 20_000
_SHOWN_NUMBERS = 3


def plain(value: Any) -> Any:
    """A driver's value as JSON: nodes and relationships become objects, times ISO 8601 text.

    Lists of over 64 numbers become a short text that says how long they were; other long lists
    and texts are cut and say so. NaN and the infinities, which JSON lacks, become text.

    >>> plain([0.5] * 384)
    '[0.5, 0.5, 0.5, ... 384 numbers]'
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else _cut_text(value)
    if isinstance(value, Node | Relationship | Path):
        return _entity(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Point):
        return {"srid": value.srid, "coordinates": [float(number) for number in value]}
    if isinstance(value, list | tuple) and not isinstance(value, Duration):
        return _list(value)
    if isinstance(value, Date | DateTime | Time | Duration):
        return value.iso_format()
    if isinstance(value, bytes | bytearray):
        return f"{len(value):,} bytes"
    return _cut_text(str(value)) if len(str(value)) > LONGEST_TEXT else str(value)


def _entity(value: Node | Relationship | Path) -> dict[str, Any]:
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), "properties": plain(dict(value))}
    if isinstance(value, Relationship):
        return {"type": value.type, "properties": plain(dict(value))}
    return {
        "nodes": [plain(node) for node in value.nodes],
        "relationships": [plain(relationship) for relationship in value.relationships],
    }


def _list(values: list[Any] | tuple[Any, ...]) -> Any:
    numbers = all(isinstance(item, int | float) for item in values[: MOST_NUMBERS + 1])
    if len(values) > MOST_NUMBERS and numbers:
        shown = ", ".join(str(item) for item in values[:_SHOWN_NUMBERS])
        return f"[{shown}, ... {len(values):,} numbers]"
    if len(values) > MOST_VALUES:
        return [*map(plain, values[:MOST_VALUES]), f"... {len(values):,} values"]
    return [plain(item) for item in values]


def _cut_text(text: str) -> str:
    return f"{text[:LONGEST_TEXT]}... {len(text):,} characters"
