"""Servers of tests on 127.0.0.1: each connection has its thread, and none outlives the test."""

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from retrieval.addresses import Guard, PublicGuard, Target, target_of

Talk = Callable[["Asked", socket.socket], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it arrived: its number from 0, first line, headers by lower-case name, body."""

    number: int
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass(slots=True)
class Loopback:
    """A listener that answers each connection by a script."""

    port: int
    asked: list[Asked] = field(default_factory=list)

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def calls(self) -> int:
        """Requests so far."""
        return len(self.asked)


@contextlib.contextmanager
def serving(talk: Talk) -> Iterator[Loopback]:
    """Serve a script until the block ends; what is still being said then is cut off."""
    listener = socket.create_server(("127.0.0.1", 0))
    loopback = Loopback(listener.getsockname()[1])
    lock = threading.Lock()
    open_: set[socket.socket] = set()

    def converse(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError, ValueError):
            connection.settimeout(20)
            method, path, headers, body = _request(connection)
            with lock:
                one = Asked(loopback.calls, method, path, headers, body, time.monotonic())
                loopback.asked.append(one)
            talk(one, connection)
        with lock:
            open_.discard(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with lock:
                open_.add(connection)
            threading.Thread(target=converse, args=(connection,), daemon=True).start()

    accepting = threading.Thread(target=accept, daemon=True)
    accepting.start()
    try:
        yield loopback
    finally:
        # Closing alone does not wake who waits in accept.
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        with lock:
            left = list(open_)
        for connection in left:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        accepting.join(5)


def say(
    connection: socket.socket,
    body: bytes,
    *,
    status: int = 200,
    type: str = "application/json",
    headers: tuple[tuple[str, str], ...] = (),
) -> None:
    """A whole answer."""
    lines = [f"HTTP/1.1 {status} Said", f"Content-Type: {type}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)


def hang_up_hard(connection: socket.socket) -> None:
    """End a connection with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def _request(connection: socket.socket) -> tuple[str, str, dict[str, str], bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            raise OSError("hung up")
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines)
    }
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return method, path, headers, body


@dataclass(frozen=True, slots=True)
class TrustingGuard:
    """The guard of the product, but for names that stand for listeners of the test."""

    trusted: dict[str, int]
    guard: Guard = field(default_factory=lambda: PublicGuard(lambda host, port: ()))

    def check(self, url: str) -> Target:
        """The target of a URL; a trusted name leads to its listener."""
        with contextlib.suppress(Exception):
            target = target_of(url)
            if target.host in self.trusted:
                return Target(
                    target.scheme,
                    target.host,
                    self.trusted[target.host],
                    target.path,
                    ("127.0.0.1",),
                )
        return self.guard.check(url)
