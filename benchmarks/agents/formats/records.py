"""Records of a JSON file in any of its three shapes: JSON Lines, an array, or one object."""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agents.formats.fields import parse_json
from benchmarks.agents.formats.format import Head, Json
from benchmarks.agents.trajectory import Problem
from hubscope.errors import InputError

_HEAD_CHARACTERS = 1 << 20
_HEAD_LINES = 20


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON value and where it stands, `file:line` or `file#position`."""

    where: str
    value: Json


def read_text(path: Path, limit: int = -1) -> str:
    """Text of a file, gzip undone.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            zipped = file.read(2) == b"\x1f\x8b"
        opener = gzip.open if zipped else open
        with opener(path, "rt", encoding="utf-8-sig", errors="replace") as file:
            text: str = file.read(limit)
            return text
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read: {error}", where=str(path)) from error


def read_head(path: Path) -> Head:
    """The beginning of a file, for guessing its format."""
    text = read_text(path, _HEAD_CHARACTERS)
    for shape in (_first_of_lines, _first_of_text):
        record = shape(text)
        if record is not None:
            return Head(text, record)
    return Head(text)


def json_records(path: Path) -> Iterator[Record | Problem]:
    """Yield a file's records in file order; a line that is not JSON is a Problem.

    Raises:
        InputError: the file cannot be read.
    """
    text = read_text(path)
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _parse(text) if len(lines) > 1 and _parse(lines[0][1]) is None else None
    if whole is not None:
        yield from _spread(str(path), whole)
    elif len(lines) == 1 and isinstance(only := _parse(lines[0][1]), list):
        yield from _spread(str(path), only)
    else:
        yield from _from_lines(path, lines)


def _from_lines(path: Path, lines: list[tuple[int, str]]) -> Iterator[Record | Problem]:
    for number, line in lines:
        where = f"{path}:{number}"
        try:
            yield Record(where, parse_json(line))
        except ValueError:
            yield Problem(where, "invalid_json")


def _spread(where: str, value: Json) -> Iterator[Record]:
    if isinstance(value, list) and not _is_message_list(value):
        for position, element in enumerate(value, 1):
            yield Record(f"{where}#{position}", element)
    else:
        yield Record(where, value)


def _is_message_list(value: list[Json]) -> bool:
    return bool(value) and all(isinstance(each, dict) and "role" in each for each in value)


def _parse(text: str) -> Json:
    try:
        return parse_json(text)
    except ValueError:
        return None


def _first_of_lines(text: str) -> Json:
    for line in text.split("\n")[:_HEAD_LINES]:
        value = _parse(line)
        if isinstance(value, dict | list):
            return _first(value)
    return None


def _first_of_text(text: str) -> Json:
    return _first(_parse(text))


def _first(value: Json) -> Json:
    if isinstance(value, list) and value and not _is_message_list(value):
        return value[0]
    return value
