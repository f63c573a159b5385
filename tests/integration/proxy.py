"""A TCP proxy on the loopback that can strike: at a byte of the talk, call something or cut it."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

_BLOCK = 16_384


class Proxy:
    """Passes bytes between clients and a server; counts what clients sent."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._strike_at: int | None = None
        self._strike: Callable[[], None] = self.cut
        self.sent = 0
        self.struck = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def uri(self) -> str:
        """Where clients connect."""
        return f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"

    def strike(self, at: int, action: Callable[[], None]) -> None:
        """Do something once, as soon as clients have sent so many bytes."""
        self.sent, self._strike_at, self._strike = 0, at, action
        self.struck.clear()

    def cut(self) -> None:
        """Close every connection, in mid-talk."""
        with self._lock:
            for one in self._open:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def close(self) -> None:
        """Take no more clients."""
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._to)
            except OSError:
                if self._listener.fileno() < 0:
                    return
                client.close()  # the server is down: so is its proxy
                continue
            with self._lock:
                self._open.update((client, server))
            threading.Thread(target=self._pass, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, False), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, from_client: bool) -> None:
        with suppress(OSError):
            while block := source.recv(_BLOCK):
                if from_client:
                    self._count(len(block))
                sink.sendall(block)
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _count(self, n: int) -> None:
        with self._lock:
            self.sent += n
            due = self._strike_at is not None and self.sent >= self._strike_at
            if due:
                self._strike_at = None
        if due:
            self._strike()
            self.struck.set()
