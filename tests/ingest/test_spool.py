"""The spool: what a source that was read only in part is taken for."""

from pathlib import Path

from graph.memory_store import MemoryStore
from graph.model import Contribution, Item, Source
from ingest.extraction import Extracted
from ingest.spool import put


def _put(store: MemoryStore, folder: Path, item: str, unread: dict[str, int]) -> tuple[str, int]:
    """Write a source of one item; its hash, and how many items it has then."""
    part = Extracted(Contribution(items=(Item("s", item, "?", '"yes"'),)))
    put(store, folder, Source("s", "jsonl", "0" * 64), iter([part]), unread=lambda: unread)
    [record] = store.sources()
    return record.sha256, record.items


def test_two_parts_of_a_source_are_not_the_same_though_as_much_is_missing(tmp_path: Path) -> None:
    store = MemoryStore()
    missing = {"crossref http_status": 2}
    first = _put(store, tmp_path, "a", missing)
    other = _put(store, tmp_path, "b", missing)
    assert first[0] != other[0]
    assert first[1] == other[1] == 1, "what is no longer found has left the graph"
    assert _put(store, tmp_path, "b", missing) == other
    assert _put(store, tmp_path, "b", {}) == ("0" * 64, 1)
