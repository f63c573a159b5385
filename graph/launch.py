"""Launching a Neo4j: its home folder, its password, its process, and when it is ready.

Ready means that the process lives, that itself listens on the port, that the password of this home
opens it, and that its database is online. An answering port alone proves nothing: another server
may hold it.
"""

import hashlib
import os
import secrets
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from graph.jars import packaged
from hubscope.errors import IntegrityError, UnavailableError
from hubscope.files import write_atomically
from hubscope.settings import Secret, Settings

HOST = "127.0.0.1"
USER = "neo4j"
DATABASE = "neo4j"
READY_TIMEOUT_S = 120.0
_HASH_ROUNDS = 1024
# Children must stay referenced: a Popen that is dropped while its process lives warns.
_children: dict[int, subprocess.Popen[bytes]] = {}


class PortTaken(Exception):
    """Somebody else took the port between our look and the server's."""


@dataclass(frozen=True, slots=True)
class Home:
    """Folder of one server: Neo4j's own folders and, beside them, what hubscope knows of it."""

    root: Path

    @property
    def data(self) -> Path:
        """The store."""
        return self.root / "data"

    @property
    def console(self) -> Path:
        """What the process printed since its last start."""
        return self.root / "logs" / "console.log"

    @property
    def password_file(self) -> Path:
        """The password, readable by the user alone."""
        return self.root / "password"

    def make(self) -> None:
        """Make the folders.

        Raises:
            UnavailableError: they cannot be written.
        """
        try:
            for name in ("data/dbms", "conf", "logs", "run", "import", "plugins", "licenses"):
                (self.root / name).mkdir(parents=True, exist_ok=True)
            self.console.touch()
        except OSError as error:
            raise UnavailableError(
                f"{self.root}: cannot be written: {error.strerror}. "
                "Set HUBSCOPE_HOME to a folder you may write.",
                reason="home_not_writable",
            ) from error

    def configure(self, port: int, settings: Settings) -> None:
        """Write `neo4j.conf` for a port."""
        heap_mb = _megabytes(settings.neo4j_heap)
        text = packaged("neo4j.conf").format(
            port=port,
            pagecache=settings.neo4j_pagecache,
            transaction_mb=heap_mb // 4,
            transactions_mb=heap_mb // 2,
        )
        write_atomically(self.root / "conf" / "neo4j.conf", text)

    def password(self) -> Secret:
        """The password of this home, set before the server's first start.

        Raises:
            IntegrityError: there is a store, but its password is gone.
        """
        initialised = (self.data / "databases" / "system").exists()
        if self.password_file.exists():
            password = Secret(self.password_file.read_text("utf-8").strip())
        elif initialised:
            raise IntegrityError(
                f"{self.password_file}: missing, but the store beside it has a password. Put the "
                "file back, or start afresh with `hubscope db wipe --yes`.",
                reason="password_missing",
            )
        else:
            password = Secret(secrets.token_urlsafe(24))
            write_atomically(self.password_file, password.reveal() + "\n", mode=0o600)
        if not initialised:
            account = self.data / "dbms" / "auth.ini"
            write_atomically(account, _account(password), mode=0o600)
        return password


def uri(port: int) -> str:
    """Address of the server on a port of this machine."""
    return f"bolt://{HOST}:{port}"


def spawn(command: Sequence[str], home: Home) -> psutil.Process:
    """Start a server's process in a session of its own, so that it outlives this one."""
    with home.console.open("wb") as console:
        child = subprocess.Popen(  # noqa: S603  # the command is ours, word by word
            command,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=home.root,
            env=environment(home),
            start_new_session=True,
        )
    _children[child.pid] = child
    return psutil.Process(child.pid)


def environment(home: Home) -> dict[str, str]:
    """Environment of the server and of the admin tool: no secret of the user reaches them."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return {**kept, "NEO4J_HOME": str(home.root), "NEO4J_CONF": str(home.root / "conf")}


def wait_until_ready(
    process: psutil.Process, port: int, home: Home, timeout_s: float = READY_TIMEOUT_S
) -> None:
    """Return when the server answers with its database online.

    Raises:
        PortTaken: the process ended because its port was taken.
        UnavailableError: it ended for another reason, refused the password, its database is
            offline, or it was not ready in time.
    """
    deadline = time.monotonic() + timeout_s
    while not _listens(process, port):
        _pause(process, home, deadline)
    while not _online(port, home):
        _pause(process, home, deadline)


def is_alive(process: psutil.Process) -> bool:
    """Whether the process runs; one that ended but was not waited for does not."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def end(process: psutil.Process, grace_s: float = 60.0) -> bool:
    """Ask a process to end, kill it after the grace; returns whether it ended by itself."""
    try:
        process.terminate()
        process.wait(grace_s)
        clean = True
    except psutil.NoSuchProcess:
        clean = True
    except psutil.TimeoutExpired:
        process.kill()
        process.wait(10)
        clean = False
    child = _children.pop(process.pid, None)
    if child is not None:
        child.poll()
    return clean


def _pause(process: psutil.Process, home: Home, deadline: float) -> None:
    if not is_alive(process):
        raise _ended(home)
    if time.monotonic() > deadline:
        raise UnavailableError(
            f"Neo4j was not ready in time; see {home.console}. Run again: a slow disk is slow "
            "mostly the first time.",
            reason="server_slow",
        )
    time.sleep(0.1)


def _listens(process: psutil.Process, port: int) -> bool:
    try:
        connections = process.net_connections("tcp")
    except psutil.Error:
        return False
    return any(c.status == psutil.CONN_LISTEN and c.laddr.port == port for c in connections)


def _online(port: int, home: Home) -> bool:
    """Log in and ask for the state of the database; False while it is still starting."""
    from neo4j import GraphDatabase  # a second of imports, spent while the server starts
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    auth = (USER, home.password().reveal())
    question = "SHOW DATABASES YIELD name, currentStatus, statusMessage WHERE name = $name"
    try:
        with (
            GraphDatabase.driver(uri(port), auth=auth) as driver,
            driver.session(database="system") as session,
        ):
            record = session.run(question, name=DATABASE).single()
    except AuthError as error:
        raise UnavailableError(
            f"{home.password_file}: this password does not open the store beside it. Put the "
            "right file back, or start afresh with `hubscope db wipe --yes`.",
            reason="password_wrong",
        ) from error
    except (DriverError, Neo4jError):
        return False
    if record is not None and record["currentStatus"] == "offline":
        raise UnavailableError(
            f"{home.data}: the database is offline: {record['statusMessage']} Restore a backup "
            "with `hubscope db restore FILE`, or start afresh with `hubscope db wipe --yes`.",
            reason="database_offline",
        )
    return record is not None and record["currentStatus"] == "online"


_CAUSES = (
    ("Lock file has been locked", "store_in_use", "another server uses the same store. Stop it."),
    (
        "Could not reserve enough space",
        "no_memory",
        "too little memory. Lower HUBSCOPE_NEO4J_HEAP.",
    ),
    ("Invalid maximum heap size", "no_memory", "Java takes no such heap. Set HUBSCOPE_NEO4J_HEAP."),
    ("No space left on device", "disk_full", "the disk is full. Make room."),
)


def _ended(home: Home) -> Exception:
    text = home.console.read_text("utf-8", "replace")
    if "Address already in use" in text:
        return PortTaken()
    for sign, reason, cause in _CAUSES:
        if sign in text:
            return UnavailableError(
                f"Neo4j did not start: {cause} See {home.console}.", reason=reason
            )
    last = next(
        (line for line in reversed(text.splitlines()) if line.strip()), "it printed nothing"
    )
    return UnavailableError(
        f"Neo4j did not start: {last.strip()} See {home.console}.", reason="server_ended"
    )


def _account(password: Secret) -> str:
    """The line of `auth.ini` that Neo4j reads at its first start, as its admin tool writes it.

    Written here because the tool would show the password in the list of processes.
    """
    salt = secrets.token_bytes(32)
    digest = salt + password.reveal().encode("utf-8")
    for _ in range(_HASH_ROUNDS):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{_HASH_ROUNDS}:\n"


def _megabytes(amount: str) -> int:
    return int(amount[:-1]) * (1024 if amount.endswith("g") else 1)
