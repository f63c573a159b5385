"""Tables: CSV, TSV and Parquet as records, cells as they are written.

A cell is text: `NA`, `007` and `1.0` stay what they are. A row is never shifted into other columns:
one with too few or too many cells is skipped with that reason.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from hashlib import sha256
from math import isfinite, isnan
from pathlib import Path

from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.reading import (
    DEFAULT_LIMITS,
    Limits,
    clean_text,
    numbered_lines,
    starting_bytes,
    text_chunks,
    unpacked_start,
)
from hubscope.records import Row, json_records

TABLE_FAULTS = ("duplicate_column", "unclosed_quote")  # of a whole table, not of a row
PARQUET_MAGIC = b"PAR1"
PDF_START = re.compile(rb"%PDF-\d\.\d[\s%]")
_DELIMITERS = "\t,;"
_MARKUP = re.compile(r"<(?:\?xml|!DOCTYPE|!--|[A-Za-z])")
_QUOTED = re.compile(r'((?:[^"]|"")*)("?)')
_PARQUET_BATCH_ROWS = 256
_LONGEST_GAP = 1000  # blank lines that are looked past


def rows(path: Path, limits: Limits = DEFAULT_LIMITS) -> Iterator[Row | Skipped]:
    """Records of a JSON, CSV, TSV or Parquet file, known by content, then by name.

    Raises:
        InputError: the file cannot be read, or is none of these (`unknown_format`).
    """
    kind = kind_of(path, limits)
    if kind == "empty":
        return iter(())
    if kind == "json":
        return json_records(path, limits)
    if kind == "parquet":
        return parquet_rows(path, limits)
    if kind == "table":
        return delimited_rows(path, limits)
    raise InputError(
        f"{path}: neither JSON, CSV, TSV nor Parquet.", reason="unknown_format", where=str(path)
    )


def kind_of(path: Path, limits: Limits = DEFAULT_LIMITS) -> str:
    """`json`, `table` (delimited text), `parquet`, `pdf`, `xml`, `empty` or `text`."""
    if starting_bytes(path) == PARQUET_MAGIC:
        return "parquet"
    if PDF_START.match(unpacked_start(path, 16, limits)):
        return "pdf"
    head = next((text for text in text_chunks(path, limits) if text.strip()), "").lstrip()
    if not head:
        return "empty"
    name = path.name.lower().removesuffix(".gz")
    if _MARKUP.match(head) and not name.endswith((".csv", ".tsv")):
        return "xml"
    if head[:1] in ("{", "[") or name.endswith((".json", ".jsonl", ".ndjson", ".jsonlines")):
        return "json"
    if name.endswith((".csv", ".tsv")):
        return "table"
    first = head.partition("\n")[0]
    return "table" if any(mark in first for mark in _DELIMITERS) else "text"


def delimited_rows(path: Path, limits: Limits = DEFAULT_LIMITS) -> Iterator[Row | Skipped]:
    """Rows of a CSV or TSV file under its header, each with the line it starts on.

    The delimiter is the one of tab, comma, semicolon that the header holds most. A quoted cell may
    hold delimiters, line ends and doubled quotes. In a tab-separated file quotes are mostly plain
    characters: a line that has its cells without them is taken as it stands, if the next one that
    is not blank is no rest of it.

    Raises:
        InputError: a column name occurs twice, a quote is never closed.
    """
    table = _Delimited(path, limits)
    for number, text, following in _with_following(numbered_lines(path, limits)):
        record = table.feed(number, text, following)
        if record is not None:
            yield record
    table.finish()


def _with_following(
    lines: Iterable[tuple[int, str | None]],
) -> Iterator[tuple[int, str | None, str]]:
    """Each line with the next one that is not blank, "" after the last and before a long gap."""
    waiting: list[tuple[int, str | None]] = []
    for line in lines:
        following = line[1] or ""
        if following.strip() or len(waiting) > _LONGEST_GAP:
            yield from ((*earlier, following) for earlier in waiting)
            waiting = []
        waiting.append(line)
    yield from ((*earlier, "") for earlier in waiting)


@dataclass
class _Delimited:
    """Lines in, rows out; holds the row that a quoted line end leaves open."""

    path: Path
    limits: Limits
    columns: list[str] = field(default_factory=list)
    delimiter: str = ","
    _cells: list[str] = field(default_factory=list)
    _open: list[str] | None = None
    _start: int = 0
    _size: int = 0
    _fault: str = ""

    def feed(self, number: int, text: str | None, following: str) -> Row | Skipped | None:
        if self._open is None:
            self._start, self._size, self._fault, self._cells = number, 0, "", []
            if text is not None and not text.strip():
                return None
        if text is None:
            text, self._fault = "", "field_too_large"
        if not self.columns:
            self.delimiter = max(_DELIMITERS, key=text.count)
        if self.delimiter == "\t" and self._open is None and self._is_plain(text, following):
            self._cells = [_unquoted(cell) for cell in text.split("\t")]
        elif not self._scan(text):
            return None
        return self._finish_row()

    def _is_plain(self, text: str, following: str) -> bool:
        """Whether a tab-separated line has all its cells if its quotes are plain characters."""
        n_tabs, last = len(self.columns) - 1, text.rpartition("\t")[2]
        if text.count("\t") != n_tabs:
            return False
        is_open = last.startswith('"') and _unquoted(last) == last
        return not is_open or not following.strip() or following.count("\t") == n_tabs

    def finish(self) -> None:
        if self._open is not None:
            raise InputError(
                f"{self.path}:{self._start}: a quote is opened and never closed. "
                "Close it, or double it if it is part of the text.",
                reason="unclosed_quote",
                where=f"{self.path}:{self._start}",
            )

    def _scan(self, text: str) -> bool:
        """Cut a line into cells; False while a quoted cell goes on in the next line."""
        at = 0
        while True:
            if self._open is None and text[at : at + 1] == '"':
                self._open, at = [], at + 1
            if self._open is not None:
                found = _QUOTED.match(text, at)
                assert found is not None
                self._keep(found[1].replace('""', '"'))
                at = found.end()
                if not found[2]:
                    self._keep("\n")
                    return False
                self._cells.append("".join(self._open))
                self._open = None
                if at < len(text) and text[at] != self.delimiter:
                    self._fault = self._fault or "text_after_quote"
                    at = _end_of(text, self.delimiter, at)
            else:
                end = _end_of(text, self.delimiter, at)
                self._cells.append(text[at:end])
                at = end
            if at >= len(text):
                return True
            at += 1

    def _keep(self, piece: str) -> None:
        assert self._open is not None
        self._size += len(piece)
        if self._size > self.limits.field_chars:
            self._fault, self._open = "field_too_large", []
        else:
            self._open.append(piece)

    def _finish_row(self) -> Row | Skipped | None:
        cells = [clean_text(cell) for cell in self._cells]
        where = f"{self.path}:{self._start}"
        if not self.columns:
            self.columns = _columns(self.path, cells)
            return None
        if not self._fault and len(cells) != len(self.columns):
            self._fault = "wrong_cell_count"
        if not self._fault and any(len(cell) > self.limits.field_chars for cell in cells):
            self._fault = "field_too_large"
        if self._fault:
            return Skipped(where, self._fault, self._start)
        fields: dict[str, Json] = dict(zip(self.columns, cells, strict=True))
        return Row(fields, where, self._start)


def _end_of(text: str, delimiter: str, start: int) -> int:
    end = text.find(delimiter, start)
    return len(text) if end < 0 else end


def _unquoted(cell: str) -> str:
    if len(cell) < 2 or cell[0] != '"' or cell[-1] != '"':
        return cell
    found = _QUOTED.fullmatch(cell, 1)
    return found[1].replace('""', '"') if found and found[2] else cell


def _columns(path: Path, cells: list[str]) -> list[str]:
    names = [cell.strip() or f"column {number}" for number, cell in enumerate(cells, 1)]
    _refuse_twins(path, names)
    return names


def _refuse_twins(path: Path, names: list[str]) -> None:
    twins = [name for name, n in Counter(names).items() if n > 1]
    if twins:
        raise InputError(
            f"{path}:1: two columns are named {twins[0]!r}. Rename one.",
            reason="duplicate_column",
            where=f"{path}:1",
        )


def parquet_rows(path: Path, limits: Limits = DEFAULT_LIMITS) -> Iterator[Row | Skipped]:
    """Rows of a Parquet file, numbered from 1; NaN is how such files write a missing value.

    Raises:
        InputError: the file is damaged, or a column name occurs twice.
    """
    import pyarrow
    from pyarrow import parquet

    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            _refuse_twins(path, file.schema_arrow.names)
            for batch in file.iter_batches(batch_size=_PARQUET_BATCH_ROWS):
                for record in batch.to_pylist():
                    number += 1
                    yield _parquet_row(record, path, number, limits)
    except (pyarrow.ArrowException, OSError) as error:
        raise InputError(
            f"{path}: not a whole Parquet file ({str(error).splitlines()[0]}). Fetch it again.",
            reason="damaged_parquet",
            where=str(path),
        ) from error


def _parquet_row(
    record: dict[str, object], path: Path, number: int, limits: Limits
) -> Row | Skipped:
    where = f"{path}:{number}"
    try:
        fields = {clean_text(name): _plain(value, limits) for name, value in record.items()}
    except ValueError as fault:
        return Skipped(where, str(fault), number)
    return Row(fields, where, number)


def _plain(value: object, limits: Limits) -> Json:
    """A Parquet value as JSON has it; bytes (pictures, mostly) leave their size and hash."""
    match value:
        case None | bool():
            return value
        case int():
            return value if -(2**63) <= value < 2**63 else str(value)
        case float():
            if isnan(value):
                return None
            if not isfinite(value):
                raise ValueError("not_a_number")
            return value
        case str():
            if len(value) > limits.field_chars:
                raise ValueError("field_too_large")
            return clean_text(value)
        case list() | tuple():
            return [_plain(part, limits) for part in value]
        case dict():
            return {str(name): _plain(part, limits) for name, part in value.items()}
        case bytes():
            return {"bytes": len(value), "sha256": sha256(value).hexdigest()}
        case date() | datetime() | time():
            return value.isoformat()
        case Decimal() | timedelta():
            return str(value)
        case _:
            return str(value)
