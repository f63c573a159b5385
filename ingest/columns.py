"""Columns of free tables: which one holds which field, by the user's word or by a known name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import kind_of, rows

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


def mapped_rows(
    path: Path, aliases: Aliases, columns: Mapping[str, str], *, required: Sequence[str]
) -> Iterator[Row | Skipped]:
    """Rows of a table whose columns are what is needed, and what the user said.

    Args:
        path: the file.
        aliases: as for `field_values`.
        columns: as for `field_values`.
        required: fields that there must be a column for.

    Raises:
        InputError: the file cannot be read, `columns` names a field that there is not
            (`unknown_field`) or a column that no record has, or a table has no column for a
            required field (`missing_column`).
    """
    unseen: dict[str, str] | None = None
    for row in rows(path):
        if isinstance(row, Row):
            if unseen is None:
                _check_columns(path, row.fields, aliases, columns, required)
                unseen = dict(columns)
            unseen = {name: column for name, column in unseen.items() if column not in row.fields}
        yield row
    if unseen:
        raise _missing(path, unseen)


def _check_columns(
    path: Path,
    record: Mapping[str, Json],
    aliases: Aliases,
    columns: Mapping[str, str],
    required: Sequence[str],
) -> None:
    """Refuse a table whose header cannot be what is needed; JSON records may differ each."""
    unknown = sorted(columns.keys() - aliases.keys())
    if unknown:
        raise InputError(
            f"--map: no field named {unknown[0]!r}. Known: {', '.join(aliases)}.",
            reason="unknown_field",
        )
    known, _ = field_values(record, aliases, columns)
    missing = [name for name in dict.fromkeys([*required, *columns]) if name not in known]
    if missing and kind_of(path) != "json":
        needed = " and ".join(_said(name, columns) for name in missing)
        raise InputError(
            f"{path}:1: no column for {needed}. Found: {', '.join(map(repr, record))}. "
            f"Name them: --map {missing[0]}=COLUMN.",
            reason="missing_column",
            where=f"{path}:1",
        )


def _missing(path: Path, columns: Mapping[str, str]) -> InputError:
    """The error of fields whose columns no record has."""
    named = " and ".join(_said(name, columns) for name in columns)
    return InputError(
        f"{path}: no record has a column for {named}.", reason="missing_column", where=str(path)
    )


def _said(name: str, columns: Mapping[str, str]) -> str:
    return f"{name} (named {columns[name]!r})" if name in columns else name


def _fold(name: str) -> str:
    return re.sub(r"[\s_.-]+", " ", name).strip().casefold()
