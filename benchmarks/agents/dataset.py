"""What an agent is asked: the items of a file, or those of a source that is in the graph."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agents.trajectory import Problem
from graph.model import Item
from graph.store import GraphStore, ItemRecord
from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.keys import canonical_json, digest_lines
from ingest.items import BenchmarkItem
from ingest.readers import AUTO, read_source


@dataclass(frozen=True, slots=True)
class Dataset:
    """Items to answer, in order.

    Attributes:
        name: the file's name, or the source's.
        source: the graph's source whose items they are, "" for those of a file.
        problems: records of the file that are no item, with the reason.
    """

    name: str
    items: tuple[ItemRecord, ...]
    source: str = ""
    problems: tuple[Problem, ...] = ()

    @property
    def sha256(self) -> str:
        """Hash over the items with their gold answers, in order."""
        return digest_lines(canonical_json(to_json(item)) for item in self.items)

    def first(self, limit: int | None) -> tuple[ItemRecord, ...]:
        """The items that a limit leaves: a smaller limit is the beginning of a larger one."""
        return self.items[:limit]


def read_dataset(
    path: Path, reader: str = AUTO, mapping: Mapping[str, str] | None = None
) -> Dataset:
    """The items of a file in any format that `ingest` reads; papers in it are no items.

    Raises:
        InputError: the file cannot be read, or holds no item.
    """
    items: list[ItemRecord] = []
    problems: list[Problem] = []
    for record in read_source([path], reader, mapping):
        if isinstance(record, BenchmarkItem):
            items.append(_record(record))
        elif isinstance(record, Skipped):
            problems.append(Problem(record.where, record.reason))
    return Dataset(path.name, _some(items, str(path)), problems=tuple(problems))


def dataset_of(store: GraphStore, source: str) -> Dataset:
    """The items of a source that is in the graph.

    Raises:
        InputError: there is no such source, or it has no items.
    """
    known = [one.name for one in store.sources()]
    if source not in known:
        raise InputError(
            f"no file and no source named {source!r}. Sources: {', '.join(known) or 'none yet'}.",
            reason="unknown_source",
            where=source,
        )
    return Dataset(source, _some(store.items(source), source), source)


def _record(item: BenchmarkItem) -> ItemRecord:
    """An item as the graph would hold it; its file is no source, so its key is of its id alone."""
    stored = Item(
        "",
        item.id,
        item.question,
        canonical_json(item.answer),
        canonical_json(dict(item.options)) if item.options else "",
        item.kind,
    )
    return ItemRecord(
        key=stored.key,
        source="",
        id=stored.id,
        question=stored.question,
        answer=stored.answer,
        options=stored.options,
        kind=stored.kind,
        meta="",
    )


def _some(items: Iterable[ItemRecord], where: str) -> tuple[ItemRecord, ...]:
    found = tuple(items)
    if not found:
        raise InputError(
            f"{where}: no item with a question in it. Another format? --format, --map.",
            reason="no_valid_items",
            where=where,
        )
    return found
