"""Columns of free tables: which one holds which field, by the user's word or by a known name."""

import re
from collections.abc import Mapping

from hubscope.records import Json

Aliases = Mapping[str, tuple[str, ...]]


def field_values(
    record: Mapping[str, Json], aliases: Aliases, columns: Mapping[str, str]
) -> tuple[dict[str, Json], dict[str, Json]]:
    """Values by field, and what is left by its own name.

    Args:
        record: one row, column to value.
        aliases: field to the names it goes by, best first; case and separators do not count.
        columns: field to column, as the user said; beats every alias.

    >>> field_values({"Gold": "yes", "n": 1}, {"answer": ("answer", "gold")}, {})
    ({'answer': 'yes'}, {'n': 1})
    """
    folded = {_fold(name): name for name in reversed(list(record))}
    known: dict[str, Json] = {}
    used: set[str] = set()
    for field, names in aliases.items():
        if field in columns:
            name: str | None = columns[field]
        else:
            known_as = (folded.get(_fold(alias)) for alias in names)
            taken = used | set(columns.values())
            name = next((found for found in known_as if found and found not in taken), None)
        if name is not None and name in record:
            known[field] = record[name]
            used.add(name)
    return known, {name: value for name, value in record.items() if name not in used}


def _fold(name: str) -> str:
    return re.sub(r"[\s_.-]+", " ", name).strip().casefold()
