"""Records of a JSON file of trajectories, in any shape that exporters write."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from benchmarks.agents.formats.format import Head
from benchmarks.agents.trajectory import Problem
from hubscope import records
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import text_chunks
from hubscope.records import Json, JsonParser, Row

_HEAD_RECORDS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON value and where it stands, `file:line`."""

    where: str
    value: Json


def json_records(path: Path) -> Iterator[Record | Problem]:
    """Yield a file's records in file order; a bad line is a Problem.

    Records are lines, elements of an array, or values of an object of objects (whose keys are
    their ids where they have none). A file of messages is one record, the list of them; so is a
    file that holds one object.

    Raises:
        InputError: the file cannot be read, or a document (not a line) is not JSON.
    """
    rows = records.json_records(path)
    first = next(rows, None)
    if first is None:
        return
    if isinstance(first, Row) and first.key is not None:
        yield from _from_object(path)
    elif isinstance(first, Row) and _is_message(first.fields):
        messages: list[Json] = [row.fields for row in chain([first], rows) if isinstance(row, Row)]
        yield Record(first.where, messages)
    else:
        yield from map(as_record, chain([first], rows))


def read_head(path: Path) -> Head:
    """The beginning of a file, for guessing its format.

    Raises:
        InputError: the file cannot be read.
    """
    text = next((chunk for chunk in text_chunks(path) if chunk.strip()), "")
    try:
        found = list(islice(json_records(path), _HEAD_RECORDS))
    except InputError:
        found = []  # whoever reads it in earnest says what is wrong
    first = next((each.value for each in found if isinstance(each, Record)), None)
    return Head(text, first)


def as_record(row: Row | Skipped) -> Record | Problem:
    """A row of a table as a record."""
    if isinstance(row, Skipped):
        kind = "unknown_shape" if row.reason == "not_an_object" else row.reason
        return Problem(row.where, kind)
    return Record(row.where, row.fields)


def _from_object(path: Path) -> Iterator[Record]:
    whole = JsonParser().parse("".join(text_chunks(path)))
    assert isinstance(whole, dict)
    if all(isinstance(value, dict) for value in whole.values()):
        for key, value in whole.items():
            assert isinstance(value, dict)
            yield Record(f"{path}:{key}", {"id": key, **value})
    else:
        yield Record(f"{path}:1", whole)


def _is_message(fields: dict[str, Json]) -> bool:
    return "role" in fields and bool(fields.keys() & {"content", "tool_calls", "function_call"})
