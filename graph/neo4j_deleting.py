"""Deleting a source: its attestations go, and what nothing attests any more goes with them.

Documents of the source are taken in batches, a transaction each, and after each transaction names,
relations and degrees fit what is left. The source is pending meanwhile, so a deletion that was
killed is deleted further, or rolled forward by writing the source again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from neo4j import ManagedTransaction

from graph.attestations import merge_documents
from graph.connection import Connection, Row, rows
from graph.cypher import read, write
from graph.model import Document
from graph.neo4j_deriving import (
    BATCH_ROWS,
    add_degrees,
    ask,
    batched,
    derive_names,
    derive_relations,
    document_row,
    put_all,
)
from graph.store import Deleted
from hubscope.errors import InputError
from hubscope.keys import key_of

_DOCUMENTS_AT_ONCE = 500


@dataclass(slots=True)
class _Deletion:
    """One transaction of a deletion, and what it removed."""

    tx: ManagedTransaction
    source: str
    removed: Counter[str] = field(default_factory=Counter)

    @property
    def _whose(self) -> dict[str, str]:
        return {"source": self.source, "source_key": key_of("source", self.source)}

    def items(self, keys: Sequence[str]) -> None:
        """Delete items of the source."""
        touched = rows(self.tx, write.DELETE_ITEMS, keys=keys)
        self.removed["items"] += len(keys)
        self._concepts({concept for row in touched for concept in row["concepts"]})

    def documents(self, keys: Sequence[str]) -> None:
        """Delete what the source attests in documents, and those that nobody else has."""
        claims = {row["key"] for row in ask(self.tx, write.DELETE_EVIDENCE, keys, **self._whose)}
        concepts = {row["key"] for row in ask(self.tx, write.DELETE_NAMES, keys, **self._whose)}
        self._count("chunks", rows(self.tx, write.DELETE_CHUNKS, keys=keys, **self._whose))
        # Relations are derived while the documents of other sources' evidence are still there.
        concepts |= self._claims(claims)
        derive_names(self.tx, concepts)
        self._concepts(concepts)
        self._count("documents", rows(self.tx, write.DELETE_DOCUMENTS, keys=keys, **self._whose))
        self._derive_documents(keys)

    def _claims(self, claims: set[str]) -> set[str]:
        """Derive relations anew, delete unattested claims; return the concepts that lost one."""
        degrees: Counter[str] = Counter()
        unattested, relations = derive_relations(self.tx, claims, degrees)
        add_degrees(self.tx, degrees)
        self.removed["relations"] += relations
        for batch in batched(row["key"] for row in unattested):
            self._count("claims", rows(self.tx, write.DELETE_CLAIMS, keys=batch))
        return {end for row in unattested for end in (row["head"], row["tail"])}

    def _concepts(self, keys: set[str]) -> None:
        for batch in batched(sorted(keys)):
            self._count("concepts", rows(self.tx, write.DELETE_CONCEPTS, keys=batch))

    def _derive_documents(self, keys: Sequence[str]) -> None:
        changed = []
        for row in ask(self.tx, read.DOCUMENT_SOURCES, keys):
            merged: Document | None = None
            for given in row["given"]:
                merged = merge_documents(Document(row["key"], **given), merged)
            if merged is not None:
                changed.append(document_row(merged))
        put_all(self.tx, write.SET_DOCUMENTS, changed)

    def _count(self, kind: str, found: list[Row]) -> None:
        self.removed[kind] += found[0]["deleted"]


def delete_source(connection: Connection, name: str) -> Deleted:
    """Remove exactly what only this source attested (see `GraphStore.delete_source`)."""
    key = key_of("source", name)
    if not connection.read(read.SOURCE, key=key):
        raise InputError(f"no source named {name!r}.", reason="unknown_source", where=name)
    connection.write(lambda tx: rows(tx, write.MARK_PENDING, source_key=key))
    removed: Counter[str] = Counter()
    while items := _some(connection, read.SOME_ITEMS, key, BATCH_ROWS):
        removed += connection.write(partial(_delete_items, source=name, keys=items))
    while documents := _some(connection, read.SOME_DOCUMENTS, key, _DOCUMENTS_AT_ONCE):
        removed += connection.write(partial(_delete_documents, source=name, keys=documents))
    removed["concepts"] += delete_in_pieces(connection, write.DELETE_UNATTESTED_CONCEPTS)
    connection.write(lambda tx: rows(tx, write.DELETE_SOURCE, source_key=key))
    return Deleted(**{kind.name: removed[kind.name] for kind in fields(Deleted)})


def delete_in_pieces(connection: Connection, query: str, **parameters: Any) -> int:
    """Run a deletion with `$limit` until nothing is left to delete; return how much was."""
    total = 0
    piece = partial(rows, query=query, limit=BATCH_ROWS, **parameters)
    while deleted := connection.write(piece)[0]["deleted"]:
        total += deleted
    return total


def _some(connection: Connection, query: str, key: str, limit: int) -> list[str]:
    return [row["key"] for row in connection.read(query, source_key=key, limit=limit)]


def _delete_items(tx: ManagedTransaction, source: str, keys: Sequence[str]) -> Counter[str]:
    deletion = _Deletion(tx, source)
    deletion.items(keys)
    return deletion.removed


def _delete_documents(tx: ManagedTransaction, source: str, keys: Sequence[str]) -> Counter[str]:
    deletion = _Deletion(tx, source)
    deletion.documents(keys)
    return deletion.removed
