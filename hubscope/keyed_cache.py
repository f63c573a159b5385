"""A cache of texts by key in one SQLite file, shared by threads; a broken one is begun anew."""

import logging
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hubscope.errors import InputError

log = logging.getLogger(__name__)

T = TypeVar("T")

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS kept (
        key TEXT PRIMARY KEY, about TEXT NOT NULL, at REAL NOT NULL, value BLOB NOT NULL
    )
"""
# What SQLite says of a file that is none of its own, is damaged, or has other tables.
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


@dataclass(frozen=True, slots=True)
class Kept:
    """A value that was kept, and when, in seconds since 1970."""

    text: str
    at: float

    def age_s(self) -> float:
        """Seconds since it was kept."""
        return time.time() - self.at


class KeyedCache:
    """Texts by key. What is given to it is on disk, so no secret may be in keys or texts."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises:
            InputError: the file cannot be used.
        """
        self._path = path
        self._lock = threading.Lock()
        self._connection = self._opened()

    def get(self, key: str) -> Kept | None:
        """What is kept under a key."""
        row = self._run(
            lambda: self._connection.execute(
                "SELECT value, at FROM kept WHERE key = ?", (key,)
            ).fetchone()
        )
        try:
            return None if row is None else Kept(zlib.decompress(row[0]).decode("utf-8"), row[1])
        except (zlib.error, UnicodeDecodeError, TypeError):
            return None

    def put(self, key: str, text: str, about: str = "") -> None:
        """Keep a text; `about` says to a person what it is."""
        packed = zlib.compress(text.encode("utf-8", "replace"), 6)

        def write() -> None:
            with self._connection:
                self._connection.execute(
                    "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
                    (key, about, time.time(), packed),
                )

        self._run(write)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _run(self, action: Callable[[], T]) -> T:
        with self._lock:
            try:
                return action()
            except sqlite3.Error as error:
                if not _is_broken(error):
                    raise self._unusable(error) from error
                self._connection.close()
                self._remove(error)
                self._connection = self._connected()
                return action()

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._connected()
        except sqlite3.Error as error:
            if not _is_broken(error):
                raise self._unusable(error) from error
            self._remove(error)
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unusable(error) from error
        connection = sqlite3.connect(self._path, timeout=60, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_SCHEMA)
            connection.execute("SELECT key, about, at, value FROM kept LIMIT 1").fetchone()
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _remove(self, why: Exception) -> None:
        log.warning("%s: the cache is broken (%s) and begun anew", self._path, why)
        for name in (self._path.name, f"{self._path.name}-wal", f"{self._path.name}-shm"):
            self._path.with_name(name).unlink(missing_ok=True)

    def _unusable(self, error: Exception) -> InputError:
        return InputError(
            f"{self._path}: the cache cannot be used ({error}). Free it, or remove it.",
            reason="unusable_cache",
            where=str(self._path),
        )


def _is_broken(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BROKEN
