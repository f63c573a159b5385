"""A cache of vectors: each text is embedded once, in a call and for good, in one SQLite file."""

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from hubscope.errors import InputError
from hubscope.settings import Settings
from retrieval.embeddings import Embedder, SentenceEncoder, Vectors

log = logging.getLogger(__name__)

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS vectors (
        fingerprint TEXT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL,
        PRIMARY KEY (fingerprint, text)
    )
"""
_FIND = "SELECT vector FROM vectors WHERE fingerprint = ? AND text = ?"
_KEEP = "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)"
# What SQLite says of a file that is none of its own, is damaged, or has other tables.
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
# Vectors reach the disk this often, so that an interrupted index build resumes where it was.
_BLOCK = 1024


class CachedEmbedder:
    """An embedder in front of which a file remembers every vector by the hash of its text.

    A broken file is begun anew, with a warning: it is only a cache.

    Attributes:
        embedded: texts that had to be embedded so far.
        remembered: distinct texts of a call that the file knew, summed over the calls.
    """

    def __init__(self, embedder: Embedder, path: Path) -> None:
        """Open or create the file.

        Raises:
            InputError: the file cannot be used.
        """
        self._embedder = embedder
        self._lock = threading.Lock()
        self._path = path
        self._connection = _open(path)
        self.embedded = 0
        self.remembered = 0

    @property
    def name(self) -> str:
        """Name of the embedder behind."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._embedder.dimension

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the embedder behind."""
        return self._embedder.fingerprint

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts: float32, (texts, dimension), unit length, in the order of the texts."""
        hashes = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        distinct = dict(zip(hashes, texts, strict=True))
        row_of = {text: row for row, text in enumerate(distinct)}
        vectors = np.empty((len(distinct), self.dimension), np.float32)
        with self._lock:
            missing = self._recall(row_of, vectors)
            # Similar lengths share a block, as they share a batch within it.
            missing.sort(key=lambda known: len(distinct[known]))
            for start in range(0, len(missing), _BLOCK):
                block = missing[start : start + _BLOCK]
                fresh = self._embedder.embed([distinct[known] for known in block])
                vectors[[row_of[known] for known in block]] = fresh
                self._remember(block, fresh)
        return vectors[[row_of[known] for known in hashes]]

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _recall(self, row_of: dict[bytes, int], vectors: Vectors) -> list[bytes]:
        """Fill in the known vectors; return the hashes of the texts that are not known."""
        missing = []
        try:
            with _usable(self._path):
                for known, row in row_of.items():
                    found = self._connection.execute(_FIND, (self.fingerprint, known)).fetchone()
                    if found is None:
                        missing.append(known)
                    else:
                        vectors[row] = np.frombuffer(found[0], np.float32).reshape(self.dimension)
        except _BrokenError as error:
            self._begin_anew(error)
            missing = list(row_of)
        self.remembered += len(row_of) - len(missing)
        return missing

    def _remember(self, hashes: list[bytes], vectors: Vectors) -> None:
        self.embedded += len(hashes)
        rows = [
            (self.fingerprint, known, vector.tobytes())
            for known, vector in zip(hashes, vectors, strict=True)
        ]
        try:
            self._keep(rows)
        except _BrokenError as error:
            self._begin_anew(error)
            self._keep(rows)

    def _keep(self, rows: list[tuple[str, bytes, bytes]]) -> None:
        with _usable(self._path), self._connection:
            self._connection.executemany(_KEEP, rows)

    def _begin_anew(self, why: Exception) -> None:
        self._connection.close()
        _remove(self._path, why)
        self._connection = _open(self._path)


def open_embedder(settings: Settings) -> CachedEmbedder:
    """The encoder that the settings name, with its cache in the home folder.

    Raises:
        InputError, UnavailableError: the model is not there or cannot be used.
    """
    encoder = SentenceEncoder(settings.embedding_model)
    return CachedEmbedder(encoder, settings.home / "embeddings.sqlite")


class _BrokenError(InputError):
    """The file is no cache of ours, or a damaged one."""


def _open(path: Path) -> sqlite3.Connection:
    """Open or create the file, anew where it is broken."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _connect(path)
    except _BrokenError as error:
        _remove(path, error)
        return _connect(path)


def _remove(path: Path, why: Exception) -> None:
    log.warning("%s: begun anew, the texts are embedded again", why)
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)


def _connect(path: Path) -> sqlite3.Connection:
    # The app's threads share one embedder; `_lock` keeps them apart.
    with _usable(path):
        connection = sqlite3.connect(path, timeout=60, check_same_thread=False)
    try:
        with _usable(path):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_SCHEMA)
    except InputError:
        connection.close()
        raise
    return connection


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours; one that time or a free disk heals breaks no file."""
    try:
        yield
    except (sqlite3.Error, ValueError, TypeError) as error:
        what = f"{path}: the cache of embeddings"
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _BROKEN or not isinstance(error, sqlite3.Error):
            raise _BrokenError(f"{what} is broken ({error})", where=str(path)) from error
        message = f"{what} cannot be used ({error})"
        raise InputError(message, reason="unusable_cache", where=str(path)) from error
