"""Deleting a source: its attestations go, and what nothing attests any more goes with them.

Documents of the source are taken a page at a time, and what it attests in them in transactions of
bounded size: evidence, then names, chunks, the documents. After each transaction names, relations
and degrees fit what is left. The source is pending meanwhile, so that a deletion that was killed
can be done again, or rolled forward by writing the source again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from neo4j import ManagedTransaction

from graph.attestations import merge_documents
from graph.connection import Connection, Row, rows
from graph.cypher import read, write
from graph.model import Document
from graph.neo4j_correcting import settle
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
from graph.store import Deleted, SourceState
from hubscope.errors import InputError
from hubscope.keys import key_of

_DOCUMENTS_AT_ONCE = 250


def delete_source(connection: Connection, name: str) -> Deleted:
    """Remove exactly what only this source attested (see `GraphStore.delete_source`)."""
    key = key_of("source", name)
    found = connection.read(read.SOURCE, key=key)
    if not found:
        raise InputError(f"no source named {name!r}.", reason="unknown_source", where=name)
    settle(connection)
    connection.write(partial(rows, query=write.MARK_PENDING, source_key=key))
    connection.write(partial(rows, query=write.FORGET_RUN_DIGESTS))
    removed: Counter[str] = Counter()
    while items := _some(connection, read.SOME_ITEMS, key, BATCH_ROWS):
        _step(connection, name, _Deletion.items, items, removed)
    while documents := _some(connection, read.SOME_DOCUMENTS, key, _DOCUMENTS_AT_ONCE):
        for step in (_Deletion.evidence, _Deletion.names, _Deletion.chunks):
            while _step(connection, name, step, documents, removed):
                pass
        _step(connection, name, _Deletion.documents, documents, removed)
    if found[0]["state"] == SourceState.PENDING:  # only a write that was killed leaves them
        removed["concepts"] += delete_in_pieces(connection, write.DELETE_UNATTESTED_CONCEPTS)
    connection.write(partial(rows, query=write.DELETE_SOURCE, source_key=key))
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


@dataclass(slots=True)
class _Deletion:
    """One transaction of a deletion, and what it removed."""

    tx: ManagedTransaction
    source: str
    removed: Counter[str] = field(default_factory=Counter)

    def items(self, keys: Sequence[str]) -> bool:
        """Delete items of the source."""
        touched = rows(self.tx, write.DELETE_ITEMS, keys=keys)
        self.removed["items"] += len(keys)
        self._concepts({concept for row in touched for concept in row["concepts"]})
        return False

    def evidence(self, documents: Sequence[str]) -> bool:
        """Delete some of the source's evidence in documents; whether there was any."""
        claims = self._touched(write.DELETE_EVIDENCE, documents)
        degrees: Counter[str] = Counter()
        unattested, relations = derive_relations(self.tx, claims, degrees)
        add_degrees(self.tx, degrees)
        self.removed["relations"] += relations
        self._delete("claims", write.DELETE_CLAIMS, [row["key"] for row in unattested])
        self._concepts({end for row in unattested for end in (row["head"], row["tail"])})
        return bool(claims)

    def names(self, documents: Sequence[str]) -> bool:
        """Delete some of the source's names in documents; whether there were any."""
        concepts = self._touched(write.DELETE_NAMES, documents)
        derive_names(self.tx, concepts)
        self._concepts(concepts)
        return bool(concepts)

    def chunks(self, documents: Sequence[str]) -> bool:
        """Take some of the documents' chunks from the source; whether there were any."""
        chunks = self._touched(write.DELETE_CHUNKS, documents)
        self._delete("chunks", write.DELETE_UNATTESTED_CHUNKS, chunks)
        return bool(chunks)

    def documents(self, keys: Sequence[str]) -> bool:
        """Take documents from the source, delete those that nobody else has."""
        found = rows(self.tx, write.DELETE_DOCUMENTS, keys=keys, **self._whose)
        self.removed["documents"] += found[0]["deleted"]
        changed = []
        for row in ask(self.tx, read.DOCUMENT_SOURCES, keys):
            merged: Document | None = None
            for given in row["given"]:
                merged = merge_documents(Document(row["key"], **given), merged)
            if merged is not None:
                changed.append(document_row(merged))
        put_all(self.tx, write.SET_DOCUMENTS, changed)
        return False

    @property
    def _whose(self) -> Row:
        return {"source": self.source, "source_key": key_of("source", self.source)}

    def _touched(self, query: str, documents: Sequence[str]) -> list[str]:
        found = rows(self.tx, query, keys=documents, limit=BATCH_ROWS, **self._whose)
        return list(found[0]["found"])

    def _concepts(self, keys: Iterable[str]) -> None:
        self._delete("concepts", write.DELETE_CONCEPTS, keys)

    def _delete(self, kind: str, query: str, keys: Iterable[str]) -> None:
        for batch in batched(sorted(keys)):
            self.removed[kind] += rows(self.tx, query, keys=batch)[0]["deleted"]


def _step(
    connection: Connection,
    source: str,
    step: Callable[[_Deletion, Sequence[str]], bool],
    keys: Sequence[str],
    removed: Counter[str],
) -> bool:
    """One transaction; what it removed is counted once it is committed."""

    def work(tx: ManagedTransaction) -> tuple[bool, Counter[str]]:
        deletion = _Deletion(tx, source)
        return step(deletion, keys), deletion.removed

    more, gone = connection.write(work)
    removed += gone
    return more
