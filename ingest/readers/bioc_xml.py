"""BioC XML: annotated passages of corpora and of PubTator (Comeau et al., 2013)."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.xml_records import xml_records
from ingest.bioc import records_of
from ingest.items import Record
from ingest.readers.reader import Columns, Reader, Sample

_LISTS = {
    "passage": "passages",
    "sentence": "sentences",
    "annotation": "annotations",
    "relation": "relations",
    "location": "locations",
    "node": "nodes",
}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a document, in file order.

    Raises:
        InputError: the file cannot be read, or is no XML that is safe to read.
    """
    for record in xml_records(path, ("document",)):
        if isinstance(record, Skipped):
            yield record
        else:
            yield from records_of(_as_json(record.element), record.where, record.line)


def recognises(sample: Sample) -> bool:
    """Whether the outermost element is a collection with documents of passages."""
    return sample.root in ("collection", "document") and "<passage" in sample.head


def _as_json(element: Element) -> dict[str, Json]:
    """An element as the JSON notation has it: attributes and texts by name, the rest as lists."""
    infons: dict[str, Json] = {}
    lists: dict[str, list[Json]] = {}
    found: dict[str, Json] = dict(element.attrib)
    for child in element:
        if child.tag == "infon":
            infons[child.get("key", "")] = (child.text or "").strip()
        elif child.tag in _LISTS:
            lists.setdefault(_LISTS[child.tag], []).append(_as_json(child))
        elif child.tag in ("id", "offset"):
            found[child.tag] = (child.text or "").strip()
        elif child.tag == "text":
            found["text"] = child.text or ""
    return {**found, **lists, "infons": infons}


READER = Reader(
    "BioC XML: annotated passages", read, recognises, origin=Origin.CURATED, of_papers=True
)
