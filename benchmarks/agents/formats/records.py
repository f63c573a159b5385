"""Records of a JSON file of trajectories, in any shape that exporters write."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from benchmarks.agents.formats.fields import word_of
from benchmarks.agents.formats.format import Head
from benchmarks.agents.trajectory import Problem
from hubscope import records
from hubscope.archives import is_archive, member_names
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import numbered_lines, text_chunks
from hubscope.records import Json, JsonFault, JsonParser, Row

_HEAD_RECORDS = 20
_MESSAGE_TYPES = frozenset({"human", "ai", "AIMessageChunk", "tool", "system"})


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON value and where it stands, `file:line`."""

    where: str
    value: Json


def json_records(path: Path) -> Iterator[Record | Problem]:
    """Yield a file's records in file order; a bad line is a Problem.

    Records are lines, elements of an array, or values of an object of objects (whose keys are
    their ids where they have none). A file of messages is one record, the list of them; so is a
    file that holds one object. A list among records is a record, too: a list of messages.

    Raises:
        InputError: the file cannot be read, or a document (not a line) is not JSON.
    """
    rows = records.json_records(path)
    first = next(rows, None)
    if first is None:
        yield from _without_records(path)
    elif isinstance(first, Skipped) and first.reason == "not_an_object":
        yield from _lists(path)
    elif isinstance(first, Row) and first.key is not None:
        yield from _from_object(path)
    elif isinstance(first, Row) and _is_message(first.fields):
        parts = chain([first], rows)
        yield Record(first.where, [row.fields if isinstance(row, Row) else None for row in parts])
    else:
        yield from map(as_record, chain([first], rows))


def read_head(path: Path) -> Head:
    """The beginning of a file, for guessing its format.

    Raises:
        InputError: the file cannot be read.
    """
    if is_archive(path):
        return Head("", names=tuple(member_names(path)))
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


def _without_records(path: Path) -> Iterator[Record | Problem]:
    """What a document without a record is: [] a conversation of no messages, {} nothing known."""
    text = next((chunk.strip() for chunk in text_chunks(path) if chunk.strip()), "")
    if re.fullmatch(r"\[\s*\]", text):
        yield Record(f"{path}:1", [])
    elif text:
        yield Problem(f"{path}:1", "unknown_shape")


def _from_object(path: Path) -> Iterator[Record]:
    whole = JsonParser().parse("".join(text_chunks(path)))
    assert isinstance(whole, dict)
    if all(isinstance(value, dict) for value in whole.values()):
        for key, value in whole.items():
            assert isinstance(value, dict)
            yield Record(f"{path}:{key}", {"id": key, **value})
    else:
        yield Record(f"{path}:1", whole)


def _lists(path: Path) -> Iterator[Record | Problem]:
    """Records that are lists of messages: one a line, or elements of one document."""
    parser = JsonParser()
    try:
        whole = parser.parse("".join(text_chunks(path)))
    except JsonFault:
        yield from _listed_lines(path, parser)
        return
    for number, value in enumerate(whole if isinstance(whole, list) else [whole], start=1):
        yield _listed(value, f"{path}:1, record {number}")


def _listed_lines(path: Path, parser: JsonParser) -> Iterator[Record | Problem]:
    for number, line in numbered_lines(path):
        where = f"{path}:{number}"
        if line is None:
            yield Problem(where, "field_too_large")
        elif line.strip():
            try:
                yield _listed(parser.parse(line), where)
            except JsonFault as fault:
                yield Problem(where, fault.reason)


def _listed(value: Json, where: str) -> Record | Problem:
    usable = isinstance(value, dict) or (isinstance(value, list) and _holds_objects(value))
    return Record(where, value) if usable else Problem(where, "unknown_shape")


def _holds_objects(values: list[Json]) -> bool:
    return not values or any(isinstance(value, dict) for value in values)


def _is_message(fields: dict[str, Json]) -> bool:
    """Whether a record is one message of a conversation, in the way of any framework."""
    if "role" in fields:
        return bool(fields.keys() & {"content", "parts", "tool_calls", "function_call"})
    if "type" not in fields:
        return False
    is_event = "source" in fields and "content" in fields
    is_dumped = isinstance(fields.get("data"), dict) or fields.keys() >= {"lc", "kwargs"}
    return is_event or is_dumped or word_of(fields, "type") in _MESSAGE_TYPES
