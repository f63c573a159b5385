"""A threaded loopback server of one protocol that plays a script."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Lock, Thread
from typing import Any

import pytest

from tests.servers.behaviour import Asked, Cuts, Drips, Fails, Says, Script, Sends
from tests.servers.protocols import PROTOCOLS, Body, Protocol


class ChatServer:
    """Serves one protocol on 127.0.0.1 and remembers what it was asked.

    Attributes:
        asked: every request, in order of arrival.
        answered: how many whole answers were sent: what a provider would bill.
    """

    def __init__(self, protocol: str, script: Script, port: int = 0) -> None:
        self.protocol: Protocol = PROTOCOLS[protocol]
        self.asked: list[Asked] = []
        self.answered = 0
        self.most_at_once = 0
        self._now = 0
        self._script = script
        self._numbers = count()
        self._lock = Lock()
        self._stopped = Event()
        self._server = _Listening(("127.0.0.1", port), _handler_for(self))
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables under which the provider's client finds it."""
        address = f"http://127.0.0.1:{self.port}"
        return {
            name: address + value if name.endswith(("_URL", "_HOST")) else value
            for name, value in self.protocol.variables
        }

    def start(self) -> None:
        """Serve until `stop`."""
        self._thread.start()

    def stop(self) -> None:
        """Close the door; what still drips ends."""
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def handle(self, handler: "_Handler") -> None:
        """Answer one request as the script says."""
        size = int(handler.headers.get("Content-Length") or 0)
        body = json.loads(handler.rfile.read(size) or b"{}")
        with self._lock:
            asked = self.protocol.asked(body, dict(handler.headers), next(self._numbers))
            self.asked.append(asked)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            self._play(handler, asked)
        finally:
            with self._lock:
                self._now -= 1

    def _play(self, handler: "_Handler", asked: Asked) -> None:
        match self._script(asked):
            case Says() as says:
                self._stopped.wait(says.after_s)
                handler.send(self.protocol.body(asked, says))
                with self._lock:
                    self.answered += 1
            case Fails() as fails:
                error = self.protocol.error(fails.kind, fails.message)
                handler.send(_json(error), fails.status, dict(fails.headers))
            case Sends() as sends:
                handler.send(Body((sends.body.encode(),), sends.content_type), sends.status)
            case Cuts(text):
                handler.cut(self.protocol.body(asked, Says(text)))
            case Drips(every_s):
                handler.drip(self._stopped, every_s)


class _Listening(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that hang up are what the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body go out apart: the second would wait 40 ms for the first to be acknowledged.
    disable_nagle_algorithm = True

    def send(self, body: Body, status: int = 200, headers: dict[str, str] | None = None) -> None:
        """Send a whole body, in chunks where it has several parts."""
        self.send_response(status)
        for name, value in {"Content-Type": body.content_type, **(headers or {})}.items():
            self.send_header(name, value)
        if len(body.parts) == 1:
            self.send_header("Content-Length", str(len(body.parts[0])))
            self.end_headers()
            self.wfile.write(body.parts[0])
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in (*body.parts, b""):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))

    def cut(self, body: Body) -> None:
        """Send half of a body and hang up."""
        whole = b"".join(body.parts)
        self.send_response(200)
        self.send_header("Content-Type", body.content_type)
        self.send_header("Content-Length", str(len(whole)))
        self.end_headers()
        half = body.parts[0] if len(body.parts) > 1 else whole[: len(whole) // 2]
        self.wfile.write(half)
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def drip(self, stopped: Event, every_s: float) -> None:
        """Send spaces, one at a time, before a body that never comes."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        while not stopped.wait(every_s):
            self.wfile.write(b" ")
            self.wfile.flush()
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


def _handler_for(server: ChatServer) -> type[_Handler]:
    class Handler(_Handler):
        def do_POST(self) -> None:
            if self.path.split("?")[0] == server.protocol.path:
                server.handle(self)
            else:
                self.send(_json({"error": {"message": f"no such path: {self.path}"}}), 404)

    return Handler


def _json(value: Any) -> Body:
    return Body((json.dumps(value).encode(),))


@contextmanager
def serving(protocol: str, script: Script, port: int = 0) -> Iterator[ChatServer]:
    """A server for the length of a block; the environment is left alone."""
    server = ChatServer(protocol, script, port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def providing(
    protocol: str, script: Script, monkeypatch: pytest.MonkeyPatch, port: int = 0
) -> Iterator[ChatServer]:
    """A server that the provider's client finds by its environment variables."""
    with serving(protocol, script, port) as server:
        for name, value in server.variables.items():
            monkeypatch.setenv(name, value)
        yield server
