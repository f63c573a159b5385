"""JSON records: JSON Lines, arrays, dictionaries of records, wrapped lists; one at a time.

A bad line is one skipped record with its line and reason. A bad document cannot be gone on with, so
it is refused with the line. Memory holds one record, whatever the file's size.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import Json as Json
from hubscope.json_values import JsonFault as JsonFault
from hubscope.json_values import JsonParser as JsonParser
from hubscope.reading import DEFAULT_LIMITS, Limits, numbered_lines, text_chunks

# A document whose first list under one of these names holds the records, as `{"data": [...]}`.
WRAPPERS = frozenset({"data", "questions", "items", "examples", "records", "rows"})


@dataclass(frozen=True, slots=True)
class Shape:
    """What a JSON document may look like beside an array.

    Attributes:
        wrappers: names under which a list of records may stand in it.
        keyed: whether it may be a dictionary of records.
    """

    wrappers: frozenset[str] = WRAPPERS
    keyed: bool = True


ANY_SHAPE = Shape()
_LINES_SUFFIXES = (".jsonl", ".ndjson", ".jsonlines")
_HEAD_CHARS = 1 << 16
_FIRST_VALUE = re.compile(r'\s*\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(.)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Row:
    """One record, where it stands (`file:line`), and its key where the file is a dictionary."""

    fields: dict[str, Json]
    where: str
    line: int
    key: str | None = None


def json_records(
    path: Path, limits: Limits = DEFAULT_LIMITS, shape: Shape = ANY_SHAPE
) -> Iterator[Row | Skipped]:
    """Records of a JSON file of any of the shapes above, in file order.

    Args:
        path: the file.
        limits: of a record.
        shape: of the document, where the format has one of its own.

    Raises:
        InputError: the file cannot be read, or a document (not a line) is not valid JSON.
    """
    if _holds_lines(path, limits, shape):
        yield from _line_records(path, limits)
    else:
        yield from _Document(path, limits, shape).records()


def _line_records(path: Path, limits: Limits) -> Iterator[Row | Skipped]:
    parser = JsonParser(limits)
    for number, text in numbered_lines(path, limits):
        where = f"{path}:{number}"
        if text is None:
            yield Skipped(where, "field_too_large", number)
            continue
        text = text.strip("\ufeff \t\r")
        if not text:
            continue
        try:
            value = parser.parse(text)
        except JsonFault as fault:
            yield Skipped(where, fault.reason, number)
            continue
        if isinstance(value, dict):
            yield Row(value, where, number)
        else:
            yield Skipped(where, "not_an_object", number)


def _holds_lines(path: Path, limits: Limits, shape: Shape) -> bool:
    """Whether every line is a record of its own, judged by the file's beginning."""
    head, ended = _head(path, limits)
    head = head.lstrip()
    if head[:1] not in ("{", "["):
        return True
    first, line_end, rest = head.partition("\n")
    if not line_end and not ended:  # too long to look for the end of its first line
        return head[0] == "{" and not _starts_a_document(head, shape)
    value = _loaded(first)
    if value is not None:
        return bool(rest.strip()) or not ended or not _is_document(value, shape)
    if head[0] == "[" or (_starts_a_document(head, shape) and not rest.strip()):
        return False
    if not rest.strip():
        return True
    if first.strip() != "{" and path.name.removesuffix(".gz").endswith(_LINES_SUFFIXES):
        return True
    return any(line.startswith("{") and _loaded(line) for line in rest.split("\n"))


def _head(path: Path, limits: Limits) -> tuple[str, bool]:
    """Text up to the first line end and some more; whether that is the whole file.

    An array needs no line end to be known.
    """
    parts: list[str] = []
    size, seen_line, opening = 0, False, ""
    for chunk in text_chunks(path, limits):
        enough = _HEAD_CHARS if seen_line or opening == "[" else limits.record_chars
        if size > enough:
            return "".join(parts), False
        parts.append(chunk)
        size += len(chunk)
        opening = opening or chunk.lstrip()[:1]
        seen_line = seen_line or "\n" in chunk.lstrip()
    return "".join(parts), True


def _starts_a_document(head: str, shape: Shape) -> bool:
    if not shape.keyed:
        return any(f'"{name}"' in head for name in shape.wrappers)
    first = _FIRST_VALUE.match(head)
    if first is None:
        return False
    return first[2] == "{" or (first[2] == "[" and first[1] in shape.wrappers)


def _loaded(text: str) -> Json:
    """The value of a text, None if it has none."""
    try:
        value: Json = json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return None
    return value


def _is_document(value: Json, shape: Shape) -> bool:
    """Whether a value on one line is an array, a dictionary of records, or wraps a list."""
    if not isinstance(value, dict):
        return True
    parts = value.values()
    is_wrapper = any(
        isinstance(part, list) for name, part in value.items() if name in shape.wrappers
    )
    return is_wrapper or (shape.keyed and all(isinstance(part, dict) for part in parts))


class _Document:
    """A JSON document read through a window that holds one record at a time."""

    def __init__(self, path: Path, limits: Limits, shape: Shape) -> None:
        self._path = path
        self._limits = limits
        self._shape = shape
        self._parser = JsonParser(limits)
        self._chunks = text_chunks(path, limits)
        self._text = ""
        self._at = 0
        self._line = 1
        self._count = 0

    def records(self) -> Iterator[Row | Skipped]:
        """Every record of the document."""
        if self._peek() == "[":
            yield from self._array()
        else:
            yield from self._mapping()
        if self._peek():
            self._refuse("text after the end of the document")

    def _array(self) -> Iterator[Row | Skipped]:
        self._take("[")
        if self._taken("]"):
            return
        while True:
            yield self._element()
            if self._taken("]"):
                return
            self._take(",")

    def _mapping(self) -> Iterator[Row | Skipped]:
        start = self._line
        self._take("{")
        if self._taken("}"):
            return
        key = self._key()
        if self._shape.keyed and self._peek() == "{":
            yield from self._by_key(key)
        else:
            yield from self._fields(key, start)

    def _by_key(self, key: str) -> Iterator[Row | Skipped]:
        """A dictionary of records, from its first value on."""
        while True:
            yield self._element(key)
            if self._taken("}"):
                return
            key = self._next_key()

    def _fields(self, key: str, start: int) -> Iterator[Row | Skipped]:
        """A wrapped list, or one record over several lines, from its first value on."""
        fields: dict[str, Json] = {}
        wrapped, fault = False, None
        while True:
            if self._peek() == "[" and key in self._shape.wrappers:
                wrapped = True
                yield from self._array()
            else:
                value, wrong = self._value()
                fault = fault or wrong or ("duplicate_key" if key in fields else None)
                fields[key] = value
            if self._taken("}"):
                break
            key = self._next_key()
        if not wrapped:
            yield self._record(fields, fault, start)

    def _element(self, key: str | None = None) -> Row | Skipped:
        self._peek()
        line = self._line
        value, fault = self._value()
        return self._record(value, fault, line, key)

    def _record(
        self, value: Json, fault: str | None, line: int, key: str | None = None
    ) -> Row | Skipped:
        self._count += 1
        where = f"{self._path}:{line}, record {self._count}"
        if fault is None and isinstance(value, dict):
            return Row(value, where, line, key)
        return Skipped(where, fault or "not_an_object", line)

    def _next_key(self) -> str:
        self._take(",")
        return self._key()

    def _key(self) -> str:
        if self._peek() != '"':
            self._refuse("a name in double quotes must stand here")
        key, _ = self._value()
        self._take(":")
        return str(key)

    def _value(self) -> tuple[Json, str | None]:
        self._peek()
        while True:
            try:
                value, end, fault = self._parser.parse_at(self._text, self._at)
            except JsonFault as error:
                if len(self._text) - self._at <= self._limits.record_chars and self._more():
                    continue
                self._advance(max(error.at, self._at))
                self._refuse(str(error), error.reason)
            # A number at the window's end may go on in the next piece.
            if end == len(self._text) and self._more():
                continue
            self._advance(end)
            return value, fault

    def _peek(self) -> str:
        """The next character that is no white space, "" at the end."""
        while True:
            rest = self._text[self._at : self._at + 1]
            if rest and rest not in " \t\n\r":
                return rest
            if rest:
                match = re.compile(r"[ \t\n\r]*").match(self._text, self._at)
                assert match is not None
                self._advance(match.end())
            elif not self._more():
                return ""

    def _taken(self, mark: str) -> bool:
        if self._peek() != mark:
            return False
        self._advance(self._at + 1)
        return True

    def _take(self, mark: str) -> None:
        if not self._taken(mark):
            self._refuse(f"{mark!r} must stand here")

    def _advance(self, end: int) -> None:
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _more(self) -> bool:
        """Widen the window; False at the file's end."""
        # At least doubled, so that a long record is not parsed again for every piece.
        kept = self._text[self._at :]
        parts, size = [kept], 0
        for chunk in self._chunks:
            parts.append(chunk)
            size += len(chunk)
            if size and size >= len(kept):
                break
        self._text, self._at = "".join(parts), 0
        return size > 0

    def _refuse(self, what: str, reason: str = "invalid_json") -> NoReturn:
        raise InputError(
            f"{self._path}:{self._line}: not a JSON document: {what}. "
            "One record a line? Then every line must hold a whole one.",
            reason=reason,
            where=f"{self._path}:{self._line}",
        )
