"""The folder of a local server: Neo4j's own folders and, beside them, what hubscope knows of it.

Who runs stands in `state.json`, written before and after the server became ready; Neo4j's own
`run/neo4j.pid` is not to be trusted, because a second server that fails overwrites it.
"""

import hashlib
import json
import os
import secrets
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from graph.jars import packaged
from hubscope.errors import IntegrityError, UnavailableError
from hubscope.files import write_atomically
from hubscope.settings import Secret, Settings

USER = "neo4j"
DATABASE = "neo4j"
_FOLDERS = ("data/dbms", "conf", "logs", "run", "import", "plugins", "licenses")
_SPARE_BYTES = 200_000_000
_HASH_ROUNDS = 1024


@dataclass(frozen=True, slots=True)
class State:
    """A server's process, its port, and whether it was seen ready."""

    pid: int
    port: int
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Home:
    """Folder of one server."""

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
    def lock(self) -> Path:
        """Held by whoever starts, stops, or changes the files of the store."""
        return self.root / "lock"

    @property
    def password_file(self) -> Path:
        """The password, readable by the user alone."""
        return self.root / "password"

    @property
    def state_file(self) -> Path:
        """Who runs."""
        return self.root / "state.json"

    def make(self) -> None:
        """Make the folders.

        Raises:
            UnavailableError: they cannot be written, or the disk is full.
        """
        try:
            for name in _FOLDERS:
                (self.root / name).mkdir(parents=True, exist_ok=True)
            self.console.touch()
        except OSError as error:
            raise UnavailableError(
                f"{self.root}: cannot be written: {error.strerror}. "
                "Set HUBSCOPE_HOME to a folder you may write.",
                reason="home_not_writable",
            ) from error
        free = shutil.disk_usage(self.root).free
        if free < _SPARE_BYTES:
            raise UnavailableError(
                f"{self.root}: {free // 1_000_000} MB are free, Neo4j needs "
                f"{_SPARE_BYTES // 1_000_000} MB. Make room, or set HUBSCOPE_HOME to another disk.",
                reason="disk_full",
            )

    def configure(self, port: int, settings: Settings, *extra: str) -> None:
        """Write `neo4j.conf` for a port; `extra` are more lines of it."""
        heap_mb = _megabytes(settings.neo4j_heap)
        text = packaged("neo4j.conf").format(
            port=port,
            pagecache=settings.neo4j_pagecache,
            transactions_mb=heap_mb // 2,
        )
        lines = "".join(f"{line}\n" for line in extra)
        write_atomically(self.root / "conf" / "neo4j.conf", text + lines)

    def environment(self) -> dict[str, str]:
        """Environment of the server and of the admin tool: no secret of the user reaches them."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
        return {**kept, "NEO4J_HOME": str(self.root), "NEO4J_CONF": str(self.root / "conf")}

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

    def running(self) -> State | None:
        """The state of this home's server, if its process is alive and is that server."""
        try:
            state = State(**json.loads(self.state_file.read_text("utf-8")))
            process = psutil.Process(state.pid)
            # A process id is given again to others; the command line is not mistaken. It is
            # empty for a process that ended and was not waited for.
            ours = f"--home-dir={self.root}" in process.cmdline()
        except (OSError, ValueError, TypeError, psutil.Error):
            return None
        return state if ours else None

    def remember(self, state: State) -> None:
        """Write who runs."""
        write_atomically(self.state_file, json.dumps(asdict(state)), mode=0o600)

    def forget(self) -> None:
        """Nobody runs."""
        self.state_file.unlink(missing_ok=True)


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
