"""Servers that misbehave as a battery's case says, step by step."""

import gzip
import socket
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.servers.loopback import Asked, hang_up_hard

_FINE = ("Content-Type", "text/html; charset=utf-8")


@dataclass(slots=True)
class Script:
    """The steps of a case as an answer under construction.

    Attributes:
        here: the address of the page itself, for redirects to it.
        steps: as the case has them.
    """

    here: str
    steps: Sequence[Sequence[Any]]
    status: int = 200
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes | None = None
    then: tuple[int, str] | None = None
    chain: int | str | None = None
    fill: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, *given in self.steps:
            if name == "gzip_of_zeros_mib":  # made before the clock of a fetch begins
                zeros(given[0])

    def __call__(self, asked: Asked, connection: socket.socket) -> None:
        """Answer one request."""
        self.status, self.headers, self.body, self.then, self.chain = 200, [], None, None, None
        for step in self.steps:
            name, *given = step
            if self._wild(name, given, connection):
                return
            self._tame(name, given)
        if self.then and asked.number > 0:
            self.status, self.body = self.then[0], self.then[1].encode()
            self.headers = [_FINE]
        if self.chain is not None and not self._redirects(asked):
            self.status, self.headers = 200, [_FINE]
        self._say(connection)

    def _tame(self, name: str, given: list[Any]) -> None:
        """A step that sets a part of a plain answer."""
        match name:
            case "status":
                self.status = given[0]
            case "header":
                value = given[1].replace("{SELF}", self.here)
                for word, text in self.fill.items():
                    value = value.replace(word, text)
                self.headers.append((given[0], value))
            case "body":
                self.body = given[0].encode()
            case "body_hex":
                self.body = bytes.fromhex(given[0])
            case "body_cp1252":
                self.body = given[0].encode("cp1252")
            case "gzip_of_zeros_mib":
                self.body = zeros(given[0])
            case "gzip_twice":
                self.body = gzip.compress(gzip.compress(given[0].encode()))
            case "gzip_cut":
                packed = gzip.compress(given[0].encode() * 10_000 + bytes(range(256)))
                self.body = packed[: given[1]]
            case "then":
                self.then = (given[0], given[1])
            case "redirect_chain":
                self.chain = given[0]
            case _:
                raise NotImplementedError(name)

    def _wild(self, name: str, given: list[Any], connection: socket.socket) -> bool:
        """A step that takes the connection over; whether it is one."""
        match name:
            case "silent_s":
                time.sleep(given[0])
            case "reset":
                hang_up_hard(connection)
            case "raw_hex":
                connection.sendall(bytes.fromhex(given[0]))
            case "drip_header_s":
                _drip(connection, given[0], b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 10_000)
            case "drip_body_s":
                connection.sendall(self._head())
                _drip(connection, given[0], b"x" * 1000)
            case "repeat_header":
                line = b"X-Long: " + b"x" * given[1] + b"\r\n"
                connection.sendall(self._head()[:-2] + line * given[0] + b"\r\n")
            case "endless_body":
                _endless(connection, self._head(), b"x" * 65536)
            case "endless_chunks":
                self.headers.append(("Transfer-Encoding", "chunked"))
                _endless(connection, self._head(), b"400\r\n" + b"x" * 1024 + b"\r\n")
            case _:
                return False
        return True

    def _redirects(self, asked: Asked) -> bool:
        """Whether the chain goes on; the hop is told by the path."""
        hop = asked.number
        if self.chain != "endless" and hop >= int(self.chain or 0):
            return False
        self.status, self.headers = 302, [("Location", f"{self.here}?hop={hop + 1}")]
        return True

    def _say(self, connection: socket.socket) -> None:
        connection.sendall(self._head() + (self.body or b""))

    def _head(self) -> bytes:
        lines = [
            f"HTTP/1.1 {self.status} Said",
            *(f"{name}: {text}" for name, text in self.headers),
        ]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


@cache
def zeros(mib: int) -> bytes:
    """So much of nothing, packed; never held whole."""
    packer = zlib.compressobj(9, wbits=16 + zlib.MAX_WBITS)
    return b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(mib)), packer.flush()])


def _drip(connection: socket.socket, pause_s: float, data: bytes) -> None:
    for at in range(len(data)):
        connection.sendall(data[at : at + 1])
        time.sleep(pause_s)


def _endless(connection: socket.socket, head: bytes, piece: bytes) -> None:
    connection.sendall(head)
    for part in _forever(piece):
        connection.sendall(part)


def _forever(piece: bytes) -> Iterator[bytes]:
    while True:
        yield piece
