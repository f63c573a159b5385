"""The wire under a request: a socket to a checked address, every wait on it under one deadline."""

import socket
import ssl
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import httpcore

from retrieval.decoding import BodyError

Dial = Callable[[tuple[str, int], float], socket.socket]

_GREETING = b"HTTP/"  # what every answer begins with
_TOO_LONG = 431  # h11's hint for a header that does not end


class Deadline:
    """One point in time for everything."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left.

        Raises:
            httpcore.ReadTimeout: none.
        """
        left = self._ends - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left


class Wire(httpcore.NetworkBackend):
    """Connects to the checked addresses only; every wait ends with the deadline.

    Attributes:
        in_body: whether the header has been read.
    """

    def __init__(
        self, addresses: Iterable[str], deadline: Deadline, dial: Dial, *, most_bytes: int
    ) -> None:
        self._addresses = tuple(addresses)
        self._deadline = deadline
        self._dial = dial
        self._most_bytes = most_bytes + (1 << 18)
        self.in_body = False
        self.received = 0
        self.ended = False
        self._first = b""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> "_Stream":
        """A stream to the first checked address that answers; the name is not asked for again."""
        for address in self._addresses:
            try:
                connection = self._dial((address, port), self._deadline.left())
            except OSError:
                continue
            return _Stream(connection, self)
        self._deadline.left()
        raise httpcore.ConnectError

    def left(self) -> float:
        """Seconds left."""
        return self._deadline.left()

    def count(self, data: bytes) -> bytes:
        """Note what came in.

        Raises:
            BodyError: more than any body within the limits needs, however it is cut.
        """
        self.received += len(data)
        self._first += data[: len(_GREETING) - len(self._first)]
        self.ended = self.ended or not data
        if self.received > self._most_bytes:
            raise BodyError("sends without an end", reason="too_large")
        return data

    def explain(self, error: Exception) -> tuple[str, str]:
        """What an error of the libraries means, and the stable word for it."""
        if isinstance(error, httpcore.TimeoutException):
            return f"gave no whole answer in {self._deadline.seconds:g} s", "deadline"
        if isinstance(error, httpcore.NetworkError):
            if isinstance(error.__context__, ssl.SSLError):
                return "has no certificate that can be trusted", "tls"
            return "cannot be reached, or broke the connection off", "connection"
        if getattr(error.__cause__, "error_status_hint", 0) == _TOO_LONG:
            return "sends a header without an end", "header_too_large"
        if self.ended and not self.received:
            return "hung up without an answer", "connection"
        if self.ended and _GREETING.startswith(self._first):
            return "hung up in the middle of its answer", "truncated"
        return "speaks no HTTP that can be read", "protocol"


class _Stream(httpcore.NetworkStream):
    """A socket whose every operation ends with the deadline."""

    def __init__(self, connection: socket.socket, wire: Wire) -> None:
        self._socket = connection
        self._wire = wire

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What has arrived, b"" at the end."""
        self._socket.settimeout(self._wire.left())
        try:
            return self._wire.count(self._socket.recv(max_bytes))
        except TimeoutError:
            raise httpcore.ReadTimeout from None
        except OSError as error:
            raise httpcore.ReadError from error

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of it."""
        self._socket.settimeout(self._wire.left())
        try:
            self._socket.sendall(buffer)
        except TimeoutError:
            raise httpcore.WriteTimeout from None
        except OSError as error:
            raise httpcore.WriteError from error

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> "_Stream":
        """The same stream under TLS, the certificate checked against the name."""
        self._socket.settimeout(self._wire.left())
        try:
            wrapped = ssl_context.wrap_socket(self._socket, server_hostname=server_hostname)
        except TimeoutError:
            self.close()
            raise httpcore.ConnectTimeout from None
        except OSError as error:
            self.close()
            raise httpcore.ConnectError from error
        return _Stream(wrapped, self._wire)

    def get_extra_info(self, info: str) -> Any:
        """What the library asks of a stream."""
        if info == "ssl_object":
            return self._socket if isinstance(self._socket, ssl.SSLSocket) else None
        return {"is_readable": False}.get(info)


@cache
def trusted() -> ssl.SSLContext:
    """A context with the authorities of the system, so that an institution's own count."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context
