"""Replies kept in SQLite, written before they are used: what was paid for is never paid again.

The key is the model's fingerprint and the request's key: no secret is part of either. A reply that
the request's own check finds fault with is not kept, nor one that was cut off or refused.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.keys import canonical_json, digest
from hubscope.llm.chat import ChatModel, Reply, Request, Stop, ToolCall, UnkeptError, Usage

_BUSY_S = 10.0
_TABLE = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)"


class ReplyCache:
    """A file of replies; safe for threads and for several processes."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin one.

        Raises:
            UnkeptError: it cannot be opened.
        """
        self.path = path
        self._lock = Lock()
        self._asking: dict[str, _Turn] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute(_TABLE)
        except (sqlite3.Error, OSError) as error:
            raise _broken(path, error) from error

    def find(self, key: str) -> Reply | None:
        """The reply under a key, None where there is none or it cannot be read."""
        with self._lock, self._translated():
            row = self._file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return _read(row[0]) if row else None

    def keep(self, key: str, reply: Reply) -> None:
        """Write a reply down; on disk when this returns."""
        text = canonical_json(
            {
                "content": reply.content,
                "usage": to_json(reply.usage),
                "calls": to_json(reply.calls),
                "stop": str(reply.stop),
                "sampled_at": reply.sampled_at,
            }
        )
        with self._lock, self._translated(), self._file:
            self._file.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, text))

    @contextmanager
    def turn(self, key: str) -> Iterator[None]:
        """One thread at a time for a key: the second finds what the first has paid for."""
        with self._lock:
            turn = self._asking.setdefault(key, _Turn())
            turn.waiting += 1
        try:
            with turn.lock:
                yield
        finally:
            with self._lock:
                turn.waiting -= 1
                if not turn.waiting:
                    del self._asking[key]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _broken(self.path, error) from error


class CachedModel:
    """Answers from a cache where it can, and writes down what it could not."""

    def __init__(self, model: ChatModel, cache: ReplyCache) -> None:
        self.name = model.name
        self.fingerprint = model.fingerprint
        self._model = model
        self._cache = cache

    def reply(self, request: Request) -> Reply:
        """The kept reply, else the model's."""
        key = digest([self.fingerprint, request.key])
        if (kept := self._kept(key, request)) is not None:
            return kept
        with self._cache.turn(key):
            if (kept := self._kept(key, request)) is not None:
                return kept
            reply = self._model.reply(request)
            if not fault_of(reply, request):
                self._cache.keep(key, reply)
            return reply

    def kept(self, request: Request) -> Reply | None:
        """The kept reply to a request, which costs nothing; None where there is none."""
        return self._kept(digest([self.fingerprint, request.key]), request)

    def _kept(self, key: str, request: Request) -> Reply | None:
        kept = self._cache.find(key)
        # A check may have become stricter since.
        return None if kept is None or fault_of(kept, request) else kept


def fault_of(reply: Reply, request: Request) -> str:
    """Why a reply is not kept, "" where it is."""
    if reply.stop in (Stop.LENGTH, Stop.REFUSED):
        return str(reply.stop)
    if request.check is not None:
        return request.check(reply)
    return "" if reply.content or reply.calls else "empty"


class _Turn:
    def __init__(self) -> None:
        self.lock = Lock()
        self.waiting = 0


def _read(text: str) -> Reply | None:
    try:
        record = json.loads(text)
        reply = Reply(
            record["content"],
            from_json(Usage, record["usage"]),
            tuple(from_json(ToolCall, one) for one in record["calls"]),
            Stop(record["stop"]),
            sampled_at=str(record.get("sampled_at", "")),
        )
    except (KeyError, TypeError, ValueError, InputError):
        return None
    return replace(reply, paid=False)


def _broken(path: Path, error: Exception) -> UnkeptError:
    return UnkeptError(
        f"{path}: the cache of replies cannot be used ({error}), so the run ends before it pays for"
        " replies that are kept nowhere. Make room on the disk, remove the file if it is broken, or"
        " set HUBSCOPE_HOME to a disk of this machine.",
        reason="broken_cache",
        where=str(path),
    )
