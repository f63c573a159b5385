"""What a reader is, and the beginning of a file that it recognises its format by."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from graph.fields import DEFAULT
from graph.vocabulary import Origin
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.reading import text_chunks
from hubscope.tables import TABLE_FAULTS, kind_of, rows
from ingest.items import Record

Columns: TypeAlias = Mapping[str, str]

# An XML declaration, comments and a document type (with its own part) may stand before it.
_ROOT = re.compile(
    r"(?:\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w.-]+:)?([\w.-]+)",
    re.DOTALL | re.IGNORECASE,
)


class Sample:
    """The beginning of a file, for a reader to recognise: its text and its first records."""

    def __init__(self, path: Path, old_encoding: str = "") -> None:
        """`old_encoding`: of a file that is not UTF-8; nothing but its text is looked at then."""
        self._path = path
        self._old_encoding = old_encoding

    @cached_property
    def kind(self) -> str:
        """`json`, `table`, `parquet`, `pdf`, `xml`, `text` or `empty`."""
        return "text" if self._old_encoding else kind_of(self._path)

    @cached_property
    def head(self) -> str:
        """The first text of the file, "" where it is no text."""
        if self.kind in ("parquet", "pdf"):
            return ""
        chunks = text_chunks(self._path, encoding=self._old_encoding or "utf-8")
        return next((text for text in chunks if text.strip()), "").lstrip()

    @cached_property
    def root(self) -> str:
        """Name of the outermost element of an XML file, without namespace; "" of another file."""
        if self.kind != "xml":
            return ""
        found = _ROOT.match(self.head)
        return found[1] if found else ""

    @cached_property
    def records(self) -> list[Mapping[str, Json]]:
        """The first five whole records among the first fifty."""
        if self.kind in ("text", "empty", "xml", "pdf"):
            return []
        found = (row for row in islice(rows(self._path), 50) if not isinstance(row, Skipped))
        try:
            return [row.fields for row in islice(found, 5)]
        except InputError as error:
            if error.reason in TABLE_FAULTS and not self.named_as_table:
                return []  # prose with commas in it
            raise

    @property
    def named_as_table(self) -> bool:
        """Whether the name says that records are in it."""
        suffixes = (".json", ".jsonl", ".ndjson", ".jsonlines", ".csv", ".tsv", ".parquet")
        return self._path.name.lower().removesuffix(".gz").endswith(suffixes)

    def has(self, *fields: str) -> bool:
        """Whether one of the first records has all these fields."""
        return any(all(name in record for name in fields) for record in self.records)


def _alone(path: Path) -> Sequence[Path]:
    return ()


@dataclass(frozen=True, slots=True)
class Reader:
    """A format.

    Attributes:
        about: what the format is, one line for the table of formats.
        read: a file's records in file order, each with its place; the columns are the user's
            `--map field=column`, empty for a format that has fixed names. Ids may be "".
        recognises: whether a file that begins like this is of the format.
        mappable: whether it takes columns.
        origin: of the relations it gives: a benchmark's own, or curated statements.
        companions: other files that a file is read with, those that are there.
        of_papers: whether it is a format of papers, of which people give folders: each file's
            format is found for itself, and one that cannot be read is a skipped record.
        general: its texts are about the whole world, not one field of science, so that only names
            that the lexicon knows make a relation.
        field: name of the field of science that the format speaks of.
        old_encoding: of files of this format that are not UTF-8, "" where all must be.
    """

    about: str
    read: Callable[[Path, Columns], Iterator[Record]]
    recognises: Callable[[Sample], bool]
    mappable: bool = False
    origin: Origin = Origin.INTRINSIC
    companions: Callable[[Path], Sequence[Path]] = _alone
    of_papers: bool = False
    general: bool = False
    field: str = DEFAULT
    old_encoding: str = ""
