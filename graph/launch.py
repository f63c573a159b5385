"""Launching a Neo4j: its process, its port, and when it is ready.

Ready means that the process lives, that itself listens on the port, that the password of this home
opens it, and that its database is online. An answering port alone proves nothing: another server
may hold it.
"""

import contextlib
import logging
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from graph.home import DATABASE, USER, Home, State
from graph.java import Java
from hubscope.errors import UnavailableError
from hubscope.settings import Settings

HOST = "127.0.0.1"
DEFAULT_PORT = 7687
READY_TIMEOUT_S = 180.0
_PORT_ATTEMPTS = 3
_KILLED_S = 10.0
_log = logging.getLogger(__name__)
# Children must stay referenced: a Popen that is dropped while its process lives warns.
_children: dict[int, subprocess.Popen[bytes]] = {}


class PortTaken(Exception):
    """Somebody else took the port between our look and the server's."""


def uri(port: int) -> str:
    """Address of the server on a port of this machine."""
    return f"bolt://{HOST}:{port}"


def launch(
    home: Home,
    java: Java,
    settings: Settings,
    options: Sequence[str],
    *conf: str,
    usual_port: int = DEFAULT_PORT,
) -> State:
    """Start a server on the usual port, or on a free one, and wait until it is ready.

    Args:
        home: its folder, made already; the caller holds its lock.
        java: runtime and jars.
        settings: memory of the server.
        options: more options of the JVM.
        conf: more lines of `neo4j.conf`.
        usual_port: the port to try first; 0 = any.

    Raises:
        UnavailableError: it did not start; the message says why and what to do.
    """
    home.password()
    for attempt in range(_PORT_ATTEMPTS):
        port = free_port(usual_port if attempt == 0 else 0)
        home.configure(port, settings, *conf)
        process = spawn(java.server(home.root, settings.neo4j_heap, *options), home)
        state = State(process.pid, port)
        home.remember(state)
        try:
            return wait_until_ready(home, state)
        except PortTaken:
            continue
    raise UnavailableError(
        f"Neo4j found no free port in {_PORT_ATTEMPTS} attempts. Run again.", reason="port_taken"
    )


def wait_until_ready(home: Home, state: State, timeout_s: float = READY_TIMEOUT_S) -> State:
    """Wait until a launched server can be used; one that cannot is ended.

    Raises:
        PortTaken: the process ended because its port was taken.
        UnavailableError: it ended for another reason, refused the password, its database is
            offline, or it was not ready in time.
    """
    process = psutil.Process(state.pid)
    deadline = time.monotonic() + timeout_s
    try:
        while not (_listens(process, state.port) and _online(state.port, home)):
            if not is_alive(process):
                raise _ended(home)
            if time.monotonic() > deadline:
                raise UnavailableError(
                    f"Neo4j was not ready within {timeout_s:.0f} s. See {home.console}, then run "
                    "again: the first start is the slowest.",
                    reason="server_slow",
                )
            time.sleep(0.1)
    except BaseException:
        end(process)
        home.forget()
        raise
    ready = State(state.pid, state.port, ready=True)
    home.remember(ready)
    return ready


def is_alive(process: psutil.Process) -> bool:
    """Whether the process runs; one that ended but was not waited for does not."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def end(process: psutil.Process, grace_s: float = 60.0) -> None:
    """Ask a process to end, and kill it when it has not ended after the grace."""
    try:
        process.terminate()
        if not _ended_within(process, grace_s):
            _log.warning("Neo4j (process %d) did not stop in %.0f s: killed", process.pid, grace_s)
            process.kill()
            _ended_within(process, _KILLED_S)
    except psutil.NoSuchProcess:
        pass
    child = _children.pop(process.pid, None)
    if child is not None:
        # Threads may outlive their process by a moment, and until then it cannot be taken leave of.
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_KILLED_S)


def _ended_within(process: psutil.Process, seconds: float) -> bool:
    """Wait for the end of a process.

    One that another command started stays in the process table until that command looks at it, so
    that waiting for its number to go would wait for that command.
    """
    deadline = time.monotonic() + seconds
    while is_alive(process) or _has_threads(process.pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _has_threads(pid: int) -> bool:
    """Whether threads of an ended process still hold its files; where that is not told, no."""
    tasks = Path(f"/proc/{pid}/task")
    try:
        return sum(1 for _ in tasks.iterdir()) > 1
    except OSError:
        return False


def spawn(command: Sequence[str], home: Home) -> psutil.Process:
    """Start the process in a session of its own, so that it outlives this one."""
    with home.console.open("wb") as console:
        child = subprocess.Popen(  # noqa: S603  # the command is ours, word by word
            command,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=home.root,
            env=home.environment(),
            start_new_session=True,
        )
    _children[child.pid] = child
    return psutil.Process(child.pid)


def free_port(wanted: int) -> int:
    """The wanted port if nobody has it, else any free one.

    Raises:
        UnavailableError: there is none (`port_taken`).
    """
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise UnavailableError(f"no free port on {HOST}. Close some programs.", reason="port_taken")


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
    if record is None:
        return False
    if record["currentStatus"] == "offline":
        raise UnavailableError(
            f"{home.data}: the database is offline: {record['statusMessage']} Mend it with "
            "`hubscope db start --repair`, or go back with `hubscope db restore FILE`.",
            reason="database_offline",
        )
    return bool(record["currentStatus"] == "online")


_CAUSES = {
    "Lock file has been locked": ("store_in_use", "another server uses the same store. Stop it."),
    "Could not reserve enough space": ("no_memory", "no memory. Lower HUBSCOPE_NEO4J_HEAP."),
    "Invalid maximum heap size": ("no_memory", "Java takes no such HUBSCOPE_NEO4J_HEAP."),
    "No space left on device": ("disk_full", "the disk is full. Make room."),
}


def _ended(home: Home) -> Exception:
    text = home.console.read_text("utf-8", "replace")
    if "Address already in use" in text:
        return PortTaken()
    last = (text.strip() or "it printed nothing.").splitlines()[-1]
    causes = (cause for sign, cause in _CAUSES.items() if sign in text)
    reason, cause = next(causes, ("server_ended", last))
    return UnavailableError(f"Neo4j did not start: {cause} See {home.console}.", reason=reason)
