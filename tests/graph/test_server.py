"""The local server against the real thing: start, stop, kill, ports, passwords, backups.

A start takes seconds, so the tests of one server's life share a home and run in file order.
"""

import fcntl
import json
import multiprocessing
import os
import signal
import socket
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import Neo4jError

from graph import server as local_server
from graph.server import Endpoint
from hubscope.errors import InputError, IntegrityError, UnavailableError
from hubscope.settings import Settings

pytestmark = [pytest.mark.neo4j, pytest.mark.timeout(300)]


def _ask(server: Endpoint, query: str, **parameters: Any) -> list[Any]:
    auth = (server.username, server.password.reveal())
    with (
        GraphDatabase.driver(server.uri, auth=auth) as driver,
        driver.session(database=server.database) as session,
    ):
        return session.run(query, parameters).values()


def _port(server: Endpoint) -> int:
    return int(server.uri.rpartition(":")[2])


def _process(settings: Settings) -> psutil.Process:
    pid = local_server.status(settings).pid
    assert pid is not None
    return psutil.Process(pid)


# The server of the session.


def test_a_started_server_says_what_it_is(settings: Settings, server: Endpoint) -> None:
    status = local_server.status(settings)
    assert status.running
    assert status.uri == server.uri
    assert (status.version, status.edition) == ("2026.09.0", "community")
    assert status.home == str(settings.home / "neo4j")
    assert status.nodes is not None
    assert status.relationships is not None


def test_starting_a_running_server_finds_it(settings: Settings, server: Endpoint) -> None:
    before = _process(settings).pid
    assert local_server.start(settings) == server
    assert local_server.endpoint(settings) == server
    assert _process(settings).pid == before


def test_it_listens_on_this_machine_alone(settings: Settings, server: Endpoint) -> None:
    listening = [
        (connection.laddr.ip.removeprefix("::ffff:"), connection.laddr.port)
        for connection in _process(settings).net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert listening == [("127.0.0.1", _port(server))]


def test_the_password_is_random_private_and_needed(settings: Settings, server: Endpoint) -> None:
    home = settings.home / "neo4j"
    for name in ("password", "state.json", "data/dbms/auth.ini"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o600
    assert len(server.password.reveal()) >= 32
    assert server.password.reveal() not in repr(server)
    assert not any(server.password.reveal() in word for word in _process(settings).cmdline())
    wrong = ("neo4j", "neo4j")
    with (
        GraphDatabase.driver(server.uri, auth=wrong) as driver,
        pytest.raises(Neo4jError, match="unauthorized"),
    ):
        driver.verify_connectivity()


def test_no_secret_of_the_user_reaches_the_process(settings: Settings, server: Endpoint) -> None:
    names = set(_process(settings).environ())
    assert names <= {"PATH", "LANG", "TMPDIR", "NEO4J_HOME", "NEO4J_CONF"}


def test_a_query_reads_no_file_and_calls_no_address(server: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("a,b\n")
    with pytest.raises(Neo4jError, match="allow_csv_import_from_file_urls"):
        _ask(server, f"LOAD CSV FROM 'file://{tmp_path}/table.csv' AS row RETURN row")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/table.csv"
        with pytest.raises(Neo4jError, match="block"):
            _ask(server, f"LOAD CSV FROM '{address}' AS row RETURN row")
        with pytest.raises(TimeoutError):
            listener.accept()


def test_a_query_that_wants_all_memory_fails_alone(settings: Settings, server: Endpoint) -> None:
    before = _process(settings).pid
    with pytest.raises(Neo4jError, match="memory"):
        _ask(server, "UNWIND range(1, 100000000) AS i RETURN size(collect(toString(i)))")
    assert _ask(server, "RETURN 1") == [[1]]
    assert _process(settings).pid == before


def test_every_part_is_well(settings: Settings, server: Endpoint) -> None:
    checks = local_server.probe(settings)
    assert [check.name for check in checks] == ["java", "jars", "server", "disk"]
    assert all(check.ok and check.detail and not check.fix for check in checks)


# One server's life in a home of its own.


@pytest.fixture(scope="module")
def life(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    own = replace(settings, home=tmp_path_factory.mktemp("life"))
    yield own
    local_server.stop(own)


def test_two_starts_at_once_beside_a_foreign_listener_yield_one_server(life: Settings) -> None:
    with socket.socket() as foreign:
        with suppress(OSError):  # the server of the session may hold the port: as foreign
            foreign.bind(("127.0.0.1", 7687))
            foreign.listen()
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            first, second = pool.map(local_server.start, [life, life])
    assert first == second
    assert _port(first) != 7687
    # It outlives the processes that started it.
    assert _ask(first, "CREATE (:Concept {key: 'kept'}) RETURN 1") == [[1]]


def test_a_start_whose_command_went_away_is_taken_over(life: Settings) -> None:
    file = life.home / "neo4j" / "state.json"
    state = json.loads(file.read_text())
    file.write_text(json.dumps({**state, "ready": False}))
    assert not local_server.status(life).running
    local_server.start(life)
    assert json.loads(file.read_text()) == state
    assert local_server.status(life).pid == state["pid"]


def test_a_killed_server_is_noticed_and_starts_again_with_its_data(life: Settings) -> None:
    process = _process(life)
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    assert not local_server.status(life).running
    again = local_server.start(life)
    assert _process(life).pid != process.pid
    assert _ask(again, "MATCH (n:Concept) RETURN n.key") == [["kept"]]


def test_a_stop_is_clean_and_leaves_nothing_running(life: Settings) -> None:
    process = _process(life)
    assert local_server.stop(life)
    assert not process.is_running()
    assert not local_server.status(life).running
    assert not local_server.stop(life)
    store = sum(path.stat().st_size for path in (life.home / "neo4j" / "data").rglob("*"))
    assert store < 20_000_000


def test_a_store_that_another_process_holds_is_named(life: Settings) -> None:
    lock = life.home / "neo4j" / "data" / "databases" / "store_lock"
    with lock.open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # as a server that is not ours would
        with pytest.raises(UnavailableError, match=r"uses the same store\. Stop it") as caught:
            local_server.start(life)
    assert caught.value.reason == "store_in_use"
    assert not local_server.status(life).running


def test_a_process_that_got_the_number_of_a_dead_server_is_left_alone(life: Settings) -> None:
    state = {"pid": os.getpid(), "port": 7687, "ready": True}
    (life.home / "neo4j" / "state.json").write_text(json.dumps(state))
    assert not local_server.status(life).running
    assert not local_server.stop(life)


@pytest.mark.slow
def test_a_database_left_offline_is_said_and_mended(life: Settings) -> None:
    server = local_server.start(life)
    _ask(server, "UNWIND range(1, 1000) AS i CREATE (:Concept {key: toString(i)})")
    process = _process(life)
    process.kill()
    process.wait(10)
    log = life.home / "neo4j/data/transactions/neo4j/neostore.transaction.db.0"
    body = log.read_bytes()
    log.write_bytes(body[:-3000] + bytes(1000 * [255]) + body[-2000:])  # as a full disk leaves it
    with pytest.raises(UnavailableError, match="--repair") as caught:
        local_server.start(life)
    assert caught.value.reason == "database_offline"
    assert not process.is_running()
    mended = local_server.start(life, repair=True)
    assert _ask(mended, "MATCH (n:Concept {key: 'kept'}) RETURN count(n)") == [[1]]
    [aside] = (life.home / "neo4j").glob("data-before-repair-*")
    assert (aside / "databases" / "neo4j").is_dir()
    local_server.stop(life)


def test_a_store_without_its_password_says_so(life: Settings) -> None:
    password = life.home / "neo4j" / "password"
    text = password.read_text()
    password.unlink()
    try:
        with pytest.raises(IntegrityError, match="missing") as caught:
            local_server.start(life)
    finally:
        password.write_text(text)
    assert caught.value.reason == "password_missing"


def test_a_wipe_deletes_store_and_password(life: Settings) -> None:
    home = life.home / "neo4j"
    local_server.wipe(life)
    assert not (home / "password").exists()
    assert not (home / "data" / "databases").exists()
    assert not (home / "discarded").exists()


# Starts that fail: one line, and what to do.


def test_a_home_that_cannot_be_written_is_named(own_settings: Settings) -> None:
    own_settings.home.write_text("a file in the way")
    with pytest.raises(UnavailableError, match="HUBSCOPE_HOME") as caught:
        local_server.start(own_settings)
    assert caught.value.reason == "home_not_writable"


def test_a_heap_that_java_refuses_is_named(own_settings: Settings) -> None:
    with pytest.raises(UnavailableError, match="HUBSCOPE_NEO4J_HEAP") as caught:
        local_server.start(own_settings.using(neo4j_heap="900000g"))
    assert caught.value.reason == "no_memory"
    assert "\n" not in str(caught.value)
    assert not local_server.status(own_settings).running


def test_a_named_server_is_used_as_it_is_and_its_files_are_not_touched(
    own_settings: Settings, free_port: int
) -> None:
    named = own_settings.using(neo4j_uri=f"bolt://127.0.0.1:{free_port}")
    assert local_server.endpoint(named).uri == named.neo4j_uri
    with pytest.raises(UnavailableError, match="NEO4J_URI"):
        local_server.status(named)
    with pytest.raises(InputError, match="NEO4J_URI"):
        local_server.wipe(named)
    [check] = local_server.probe(named)
    assert not check.ok
    assert not own_settings.home.exists()


def test_an_unstarted_home_says_what_to_do(own_settings: Settings) -> None:
    assert not local_server.status(own_settings).running
    assert not local_server.stop(own_settings)
    checks = {check.name: check for check in local_server.probe(own_settings)}
    assert "db start" in checks["server"].fix
    assert not own_settings.home.exists()
