"""What a format is: how to know it by its beginning, and how to read a file of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchmarks.agents.trajectory import Problem, Trajectory
from hubscope.records import Json


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file.

    Attributes:
        text: its first piece, "" of an archive.
        record: its first record where it is JSON, else None.
        names: of the files in it, where it is an archive.
    """

    text: str
    record: Json = None
    names: tuple[str, ...] = ()

    def has(self, *fields: str) -> bool:
        """Whether the first record is an object with all of these fields."""
        return isinstance(self.record, dict) and self.record.keys() >= set(fields)

    def messages(self) -> list[dict[str, Json]]:
        """The first record's messages, where it is a list of them or holds one; else none."""
        held = self.record.get("messages") if isinstance(self.record, dict) else self.record
        return [each for each in held if isinstance(each, dict)] if isinstance(held, list) else []


class Read(Protocol):
    """Reads a file, record by record, in file order.

    A record that cannot be used is a `Problem`; one that can be used in part is a `Problem`
    followed by what could be used. Only a file that cannot be read at all is an `InputError`.
    """

    def __call__(
        self, path: Path, mapping: Mapping[str, str] | None = None
    ) -> Iterator[Trajectory | Problem]:
        """Yield what the file holds; `mapping` is field to column, for tables."""


@dataclass(frozen=True, slots=True)
class Format:
    """A registered format."""

    fits: Callable[[Head], bool]
    read: Read
