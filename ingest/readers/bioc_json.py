"""BioC JSON: annotated passages as PubTator 3 and PubMed Central's BioC give them.

One document, a list or lines of documents, a collection, or PubTator 3's own wrapping.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.records import Row, Shape, json_records
from ingest.bioc import records_of
from ingest.items import Record
from ingest.readers.reader import Columns, Reader, Sample

_SHAPE = Shape(frozenset(("documents", "PubTator3")), keyed=False)
_PASSAGES = re.compile(r'"passages"\s*:\s*\[')


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a document, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in json_records(path, shape=_SHAPE):
        if isinstance(row, Skipped):
            yield row
            continue
        yield from _documents(row)


def recognises(sample: Sample) -> bool:
    """Whether there are passages with infons."""
    if sample.kind != "json" or '"infons"' not in sample.head:
        return False
    return _PASSAGES.search(sample.head) is not None


def _documents(row: Row) -> Iterator[Record]:
    """Of a list of collections, each element holds documents of its own."""
    inner = row.fields.get("documents")
    documents = inner if isinstance(inner, list) else [row.fields]
    for document in documents:
        if isinstance(document, dict) and "passages" in document:
            yield from records_of(document, row.where, row.line)
        elif document:
            yield Skipped(row.where, "no_passages", row.line)


READER = Reader(
    "BioC JSON: annotated passages", read, recognises, origin=Origin.CURATED, of_papers=True
)
