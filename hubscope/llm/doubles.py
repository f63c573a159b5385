"""Stand-ins for a chat model: recorded, replayed and scripted ones.

A recording is JSON Lines, one reply a line: `reply` is the content as the model gave it; what it
replies to is its `key` (of `Request`), or the request's `labels`, all of them, which people can
write by hand. `calls`, `stop`, `messages` and `usage` may stand beside.
"""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError, UnavailableError
from hubscope.files import Journal, Skipped
from hubscope.json_values import Json
from hubscope.keys import digest, digest_file
from hubscope.llm.chat import ChatModel, Reply, Request, Stop, ToolCall, Usage
from hubscope.records import json_records


class ReplayModel:
    """Replies from a recording; what was not recorded is unavailable, never made up."""

    def __init__(self, path: Path) -> None:
        """Read the recording.

        Raises:
            InputError: it cannot be read, a line is no reply, or one request has two replies.
        """
        self.name = f"replay:{path}"
        self._path = path
        self._replies = dict(_recorded(path))
        self.fingerprint = digest(["replay", digest_file(path)])

    def reply(self, request: Request) -> Reply:
        """The recorded reply to a request."""
        for key in (request.key, _labelled(request.labels)):
            if key in self._replies:
                return self._replies[key]
        about = ", ".join(f"{name} {value!r}" for name, value in request.labels.items())
        raise UnavailableError(
            f"{self._path}: no reply recorded for this request ({about or request.key[:12]})",
            reason="not_recorded",
            where=str(self._path),
        )


class RecordingModel:
    """Asks a model and writes every reply down; what is in the file already is not asked again."""

    def __init__(self, model: ChatModel, path: Path) -> None:
        """Go on with the recording, or begin one.

        Raises:
            InputError: the file holds something else.
        """
        self.name = model.name
        self.fingerprint = model.fingerprint
        self._model = model
        self._replies = dict(_recorded(path)) if path.exists() else {}
        self._journal = Journal(path)
        self._writing = threading.Lock()

    def reply(self, request: Request) -> Reply:
        """The model's reply, or the one that was written down."""
        if request.key not in self._replies:
            found = self._model.reply(request)
            with self._writing:
                if request.key not in self._replies:  # else another thread was first
                    self._journal.append(_line_of(request, found))
                    self._replies[request.key] = replace(found, paid=False)
                    return found
        return self._replies[request.key]


class ScriptedModel:
    """Replies in the order given, for tests; a request more than planned is unavailable.

    Attributes:
        asked: every request so far.
    """

    name = "scripted"

    def __init__(self, replies: "Iterable[Json | Reply]") -> None:
        self._planned = [one if isinstance(one, Reply) else Reply(one) for one in replies]
        self.fingerprint = digest(["scripted", to_json(self._planned)])
        self.asked: list[Request] = []

    def reply(self, request: Request) -> Reply:
        """The next planned reply."""
        self.asked.append(request)
        if len(self.asked) > len(self._planned):
            raise UnavailableError("a request that was not planned", reason="not_recorded")
        return self._planned[len(self.asked) - 1]


def _recorded(path: Path) -> Iterable[tuple[str, Reply]]:
    found: dict[str, Reply] = {}
    for row in json_records(path):
        if isinstance(row, Skipped):
            raise _no_recording(row.where, f"not a record ({row.reason})")
        key, reply = _line(row.fields, row.where)
        if key in found and not _agree(found[key], reply):
            raise _no_recording(row.where, "a second reply to one request")
        found[key] = reply
    return found.items()


def _agree(one: Reply, other: Reply) -> bool:
    return (one.content, one.calls) == (other.content, other.calls)


def _line(fields: Mapping[str, Any], where: str) -> tuple[str, Reply]:
    key, labels = fields.get("key"), fields.get("labels")
    if "reply" not in fields or not (isinstance(key, str) or isinstance(labels, dict)):
        raise _no_recording(where, "no `reply`, or neither `key` nor `labels`")
    try:
        usage = from_json(Usage, fields.get("usage") or {})
        calls = tuple(from_json(ToolCall, one) for one in fields.get("calls") or [])
        stop = Stop(fields.get("stop") or (Stop.TOOL if calls else Stop.FINISHED))
    except (InputError, TypeError, ValueError) as error:
        raise _no_recording(where, str(error)) from error
    reply = Reply(fields["reply"], usage, calls, stop)
    return key if isinstance(key, str) else _labelled(labels or {}), reply


def _line_of(request: Request, reply: Reply) -> dict[str, Any]:
    more = {"calls": to_json(reply.calls)} if reply.calls else {}
    return {
        "key": request.key,
        "messages": to_json(request.messages),
        "reply": reply.content,
        "stop": str(reply.stop),
        "usage": to_json(reply.usage),
        **more,
    }


def _labelled(labels: Mapping[str, Any]) -> str:
    return digest(["labels", sorted([name, str(value)] for name, value in labels.items())])


def _no_recording(where: str, why: str) -> InputError:
    return InputError(
        f"{where}: {why}: a recording has one JSON object a line, with `reply` and `key` or"
        " `labels`",
        reason="bad_recording",
        where=where,
    )
