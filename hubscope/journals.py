"""Journals whose every record is of one kind."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from hubscope.codec import from_json
from hubscope.errors import InputError
from hubscope.files import read_journal

T = TypeVar("T")


def read_records(kind: type[T], path: Path) -> Iterator[T]:
    """Yield the records of a journal in file order; a torn last line is left out, with a warning.

    Raises:
        InputError: a line is no such record, with file and line.
        FileNotFoundError: there is no journal.
    """
    for number, row in enumerate(read_journal(path), 1):
        try:
            record = from_json(kind, row)
        except InputError as error:
            raise InputError(f"{path}:{number}: {error}") from error
        yield record
