"""Checking the lines of a graph's file: fields, keys, order, and what a line refers to."""

from pathlib import Path
from typing import NoReturn

from graph.canonical import Line, place_of
from graph.fields import known
from graph.names import identity
from graph.portable_fields import MOVED, shapes
from graph.store import SourceState
from graph.vocabulary import Polarity, relation_of
from hubscope.errors import InputError
from hubscope.keys import key_of


def refuse(path: Path, number: int, what: str, reason: str) -> NoReturn:
    """Refuse a line.

    Raises:
        InputError: always, with the line.
    """
    raise InputError(f"{path}:{number}: {what}.", reason=reason, where=f"{path}:{number}")


class LineCheck:
    """One pass over the lines; what was seen so far is what a line may refer to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0
        self._shapes = shapes(known())
        self.sources: dict[str, tuple[str, SourceState]] = {}
        self._before: tuple[int, str, int, str] = (-1, "", 0, "")
        self._documents: set[str] = set()
        self._from: set[tuple[str, str]] = set()
        self._chunk: Line = {}
        self._part_of: set[tuple[str, str]] = set()
        self._concepts: set[str] = set()
        self._written: set[str] = set()
        self.layers: dict[str, Line] = {}
        self._items: dict[str, str] = {}
        self._claim = ""
        self._asserted: set[str] = set()

    def line(self, number: int, line: str, record: Line) -> str:
        """Check a line; its kind."""
        self.number = number
        kind = str(record.get("kind"))
        fields = self._shapes.get(kind)
        if fields is None:
            self._refuse(f"{kind!r} is no kind of line", "unknown_kind")
        if kind in MOVED and "as_written" in record:
            fields = fields | {"as_written": MOVED[kind]}
        if len(record) != len(fields) + 1 or not fields.keys() <= record.keys():
            odd = min(record.keys() ^ fields.keys() ^ {"kind"})
            self._refuse(f"a line of kind {kind} with {odd!r} missing or unknown", "wrong_fields")
        for name, fits in fields.items():
            if not fits(record[name]):
                self._refuse(f"{name} cannot be {str(record[name])[:60]!r}", "wrong_value")
        self._in_order(line, record)
        getattr(self, f"_{kind}_line")(record)
        return kind

    def _in_order(self, line: str, record: Line) -> None:
        here = (*place_of(record), line)
        if here <= self._before:
            self._refuse("stands twice, or not where it belongs", "out_of_order")
        self._before = here

    def _refuse(self, what: str, reason: str) -> NoReturn:
        refuse(self.path, self.number, what, reason)

    def _require(self, known: bool, what: str) -> None:
        if not known:
            self._refuse(f"refers to {what} that is not there", "unknown_key")

    def _require_key(self, key: str, *parts: str) -> None:
        if key != key_of(*parts):
            self._refuse(f"key {key[:40]!r} does not follow from the rest of it", "wrong_key")

    # -- one method a kind ------------------------------------------------------------------------
    def _layer_line(self, line: Line) -> None:
        self.layers[line["name"]] = {
            name: value for name, value in line.items() if name not in ("kind", "name")
        }

    def _source_line(self, line: Line) -> None:
        self._require_key(line["key"], "source", line["name"])
        self.sources[line["name"]] = (line["sha256"], SourceState(line["state"]))

    def _document_line(self, line: Line) -> None:
        self._documents.add(line["key"])

    def _from_line(self, line: Line) -> None:
        self._require(line["source"] in self.sources, "a source")
        self._require(line["document"] in self._documents, "a document")
        self._from.add((line["source"], line["document"]))

    def _chunk_line(self, line: Line) -> None:
        self._chunk = line

    def _part_of_line(self, line: Line) -> None:
        chunk = self._chunk
        self._require(line["chunk"] == chunk.get("key"), "a chunk")
        self._require((line["source"], line["document"]) in self._from, "a document of its source")
        self._require_key(line["chunk"], line["document"], chunk["part"], chunk["text"])
        self._part_of.add((line["source"], line["chunk"]))

    def _concept_line(self, line: Line) -> None:
        if not line["identity"] or identity(line["identity"]) != line["identity"]:
            self._refuse(f"{line['identity'][:60]!r} is no name's identity", "wrong_value")
        self._require_key(line["key"], line["type"], line["identity"])
        self._written.add(line["key"])
        if line["kind"] == "concept":
            self._concepts.add(line["key"])

    _written_line = _concept_line

    def _names_line(self, line: Line) -> None:
        self._require(line["concept"] in self._concepts, "a concept")
        self._require(line.get("as_written", line["concept"]) in self._written, "a concept")
        self._require((line["source"], line["document"]) in self._from, "a document of its source")

    def _item_line(self, line: Line) -> None:
        self._require(line["source"] in self.sources, "a source")
        self._require_key(line["key"], "item", line["source"], line["id"])
        self._items[line["key"]] = line["source"]

    def _mentions_line(self, line: Line) -> None:
        self._require(line["item"] in self._items, "an item")
        self._require(line["concept"] in self._concepts, "a concept")
        self._require(line.get("as_written", line["concept"]) in self._written, "a concept")

    def _gold_line(self, line: Line) -> None:
        self._require(line["item"] in self._items, "an item")
        own = (self._items[line["item"]], line["document"])
        self._require(own in self._from, "a document of its source")

    def _claim_line(self, line: Line) -> None:
        self._require({line["head"], line["tail"]} <= self._concepts, "a concept")
        asserted = (line["head"], line["relation"], line["tail"])
        self._require_key(line["key"], *asserted, line["polarity"])
        if line["polarity"] == Polarity.POSITIVE:
            self._asserted.add(key_of(*asserted))
        self._claim = line["key"]

    def _evidence_line(self, line: Line) -> None:
        self._require(line["claim"] == self._claim, "a claim")
        self._require((line["source"], line["chunk"]) in self._part_of, "a chunk of its source")
        ends = line.get("as_written", [])
        self._require(len(ends) in (0, 2) and self._written.issuperset(ends), "a concept")

    def _relation_line(self, line: Line) -> None:
        self._require_key(line["key"], line["head"], relation_of(line["type"]), line["tail"])
        self._require(line["key"] in self._asserted, "a claim")
