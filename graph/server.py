"""A local Neo4j without Docker: start, stop, ask, wipe, back up. One server a home folder.

Its process outlives the command that started it. Who it is stands in `state.json`, written before
and after it became ready; Neo4j's own `run/neo4j.pid` is not to be trusted, because a second server
that fails overwrites it. A lock lets one command at a time start or stop.
"""

import json
import os
import shutil
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from graph import java
from graph.launch import (
    DATABASE,
    HOST,
    USER,
    Home,
    PortTaken,
    end,
    is_alive,
    spawn,
    uri,
    wait_until_ready,
)
from hubscope.errors import UnavailableError
from hubscope.files import locked, write_atomically
from hubscope.settings import Secret, Settings

DEFAULT_PORT = 7687
_PORT_ATTEMPTS = 3
_SPARE_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """How a driver reaches a server."""

    uri: str
    username: str
    password: Secret
    database: str


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What a server says of itself; None where it does not run or is not ours to know."""

    running: bool
    uri: str | None = None
    version: str | None = None
    edition: str | None = None
    pid: int | None = None
    home: str | None = None
    nodes: int | None = None
    relationships: int | None = None


@dataclass(frozen=True, slots=True)
class _State:
    pid: int
    port: int
    ready: bool


def endpoint(settings: Settings) -> Endpoint:
    """The server to use: the one the user named, else the local one, started if need be."""
    if settings.neo4j_uri is None:
        return start(settings)
    return Endpoint(
        settings.neo4j_uri,
        settings.neo4j_username,
        settings.neo4j_password,
        settings.neo4j_database,
    )


def start(settings: Settings) -> Endpoint:
    """Start the local server, or find it running; returns when it can be used.

    The first start of a machine downloads the jars (161 MB).

    Raises:
        UnavailableError: it cannot run here; the message says why and what to do.
    """
    _require_posix()
    home = _home(settings)
    state = _running(home)
    if state is None or not state.ready:
        _require_disk(home)
        home.make()
        with locked(_lock(home)):
            state = _running(home)
            if state is None:
                state = _launch(home, settings)
            elif not state.ready:
                state = _await(home, state)  # whoever launched it went away before it was ready
    return Endpoint(uri(state.port), USER, home.password(), DATABASE)


def stop(settings: Settings) -> bool:
    """Stop the local server cleanly; returns whether it ran."""
    home = _home(settings)
    if not home.root.exists():
        return False
    with locked(_lock(home)):
        return _stop(home)


def status(settings: Settings) -> ServerStatus:
    """What runs, and how much it holds. Starts nothing.

    Raises:
        UnavailableError: a server named by the user does not answer.
    """
    if settings.neo4j_uri is not None:
        return _ask(endpoint(settings), pid=None, home=None)
    home = _home(settings)
    state = _running(home)
    if state is None or not state.ready:
        return ServerStatus(running=False, home=str(home.root))
    local = Endpoint(uri(state.port), USER, home.password(), DATABASE)
    return _ask(local, pid=state.pid, home=str(home.root))


def _home(settings: Settings) -> Home:
    return Home(settings.home / "neo4j")


def _lock(home: Home) -> Path:
    return home.root / "lock"


def _state_file(home: Home) -> Path:
    return home.root / "state.json"


def _running(home: Home) -> _State | None:
    """The state of the server of this home if its process is alive and is that server."""
    try:
        state = _State(**json.loads(_state_file(home).read_text("utf-8")))
        process = psutil.Process(state.pid)
        # A number is given again to other processes; the command line is not mistaken.
        ours = f"--home-dir={home.root}" in process.cmdline()
    except (OSError, ValueError, TypeError, psutil.Error):
        return None
    return state if ours and is_alive(process) else None


def _write_state(home: Home, state: _State) -> None:
    write_atomically(_state_file(home), json.dumps(asdict(state)), mode=0o600)


def _launch(home: Home, settings: Settings) -> _State:
    runtime = java.prepare(settings)
    home.password()
    for attempt in range(_PORT_ATTEMPTS):
        port = _free_port(DEFAULT_PORT if attempt == 0 else 0)
        home.configure(port, settings)
        process = spawn(runtime.server(home.root, settings.neo4j_heap), home)
        state = _State(process.pid, port, ready=False)
        _write_state(home, state)
        try:
            return _await(home, state)
        except PortTaken:
            continue
    raise UnavailableError(
        "Neo4j found no free port in three attempts. Run again.", reason="port_taken"
    )


def _await(home: Home, state: _State) -> _State:
    process = psutil.Process(state.pid)
    try:
        wait_until_ready(process, state.port, home)
    except BaseException:
        end(process)
        _state_file(home).unlink(missing_ok=True)
        raise
    ready = _State(state.pid, state.port, ready=True)
    _write_state(home, ready)
    return ready


def _stop(home: Home) -> bool:
    state = _running(home)
    if state is not None:
        end(psutil.Process(state.pid))
    _state_file(home).unlink(missing_ok=True)
    return state is not None


def _free_port(wanted: int) -> int:
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise UnavailableError(f"no free port on {HOST}.", reason="port_taken")


def _require_posix() -> None:
    if os.name != "posix":
        raise UnavailableError(
            "the local server does not run on Windows. Use WSL, or start neo4j-conf/compose.yaml "
            "with Docker and set NEO4J_URI.",
            reason="windows",
        )


def _require_disk(home: Home) -> None:
    existing = next(folder for folder in (home.root, *home.root.parents) if folder.exists())
    free = shutil.disk_usage(existing).free
    if free < _SPARE_BYTES:
        raise UnavailableError(
            f"{home.root}: {free // 1_000_000} MB are free, Neo4j needs "
            f"{_SPARE_BYTES // 1_000_000} MB. Make room, or set HUBSCOPE_HOME to another disk.",
            reason="disk_full",
        )


def _ask(server: Endpoint, pid: int | None, home: str | None) -> ServerStatus:
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    auth = (server.username, server.password.reveal())
    try:
        with (
            GraphDatabase.driver(server.uri, auth=auth) as driver,
            driver.session(database=server.database) as session,
        ):
            about = session.run(
                "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' "
                "RETURN versions[0], edition"
            ).single(strict=True)
            # Two plain counts are read from the count store, whatever the size of the graph.
            nodes = session.run("MATCH (n) RETURN count(n)").single(strict=True)[0]
            relationships = session.run("MATCH ()-[r]->() RETURN count(r)").single(strict=True)[0]
    except (DriverError, Neo4jError) as error:
        raise UnavailableError(
            f"{server.uri}: no answer from Neo4j ({type(error).__name__}). Start it, or check "
            "NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE.",
            reason="server_silent",
        ) from error
    return ServerStatus(True, server.uri, about[0], about[1], pid, home, nodes, relationships)
