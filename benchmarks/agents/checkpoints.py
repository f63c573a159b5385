"""Checkpoints of conversations in one SQLite file: plain values only, nothing is ever unpickled."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hubscope.doctor import Check
from hubscope.errors import UnavailableError

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver

# Before the first import of langgraph anywhere: else it builds whatever type a file names.
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

_BUSY_S = 10.0
_FILES = ("", "-wal", "-shm")


@contextmanager
def checkpoints(path: Path) -> "Iterator[SqliteSaver]":
    """The checkpoints in a file, for threads of one process.

    A checkpoint is in the file's log when `put` returns, so that it outlives the process.

    Raises:
        UnavailableError: the file is broken, or on a disk that SQLite cannot use.
    """
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        saver = _saver(connection)
        saver.setup()
    except sqlite3.Error as error:
        raise UnavailableError(
            f"{path}: the checkpoints cannot be used ({error}). Remove the file: conversations that"
            " were not at their end begin anew.",
            reason="broken_checkpoints",
            where=str(path),
        ) from error
    try:
        yield saver
    finally:
        connection.close()


def conversations_in(saver: "SqliteSaver") -> set[str]:
    """The conversations that have a checkpoint."""
    with saver.cursor(transaction=False) as cursor:
        cursor.execute("SELECT DISTINCT thread_id FROM checkpoints")
        return {row[0] for row in cursor.fetchall()}


def remove_checkpoints(path: Path) -> None:
    """Remove the file and its log; there need not be any."""
    for ending in _FILES:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def probe() -> Check:
    """Whether conversations can be kept, and that no type is built from what is kept."""
    try:
        from langgraph.checkpoint.serde import _msgpack
    except ImportError as error:
        return Check("agent", ok=False, detail=f"{error}", fix="pip install langgraph")
    if not _msgpack.STRICT_MSGPACK_ENABLED:
        detail = "LangGraph was imported before its strict mode was set"
        return Check("agent", ok=False, detail=detail, fix="export LANGGRAPH_STRICT_MSGPACK=true")
    detail = f"LangGraph {version('langgraph')}, checkpoints of plain values"
    return Check("agent", ok=True, detail=detail)


def _saver(connection: sqlite3.Connection) -> "SqliteSaver":
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
    from langgraph.checkpoint.sqlite import SqliteSaver

    class PlainSaver(SqliteSaver):
        """Keeps whole checkpoints alone.

        LangGraph also offers every step's writes by themselves, an exception among them, whose text
        has no place on disk. With one node at a time the checkpoint that follows has all of it.
        """

        def put_writes(
            self, config: Any, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
        ) -> None:
            return None

    # None = nothing but LangGraph's own safe types.
    serde = JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=None)
    return PlainSaver(connection, serde=serde)
