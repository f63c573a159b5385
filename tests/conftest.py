"""What every test may use: settings of a throw-away home, one Neo4j a session, no network.

Nothing here or below touches the user's own home or server: the environment is cleaned before any
test is collected. The folder of jars is the user's, so that 161 MB are fetched once.
"""

import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

from graph import server as local_server
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from hubscope.settings import Settings, load_settings

REPOSITORY = Path(__file__).resolve().parent.parent
_KEPT = {
    "HUBSCOPE_CACHE",
    "HUBSCOPE_FAULT_ROUNDS",
    "HUBSCOPE_GOLDEN",
    "HUBSCOPE_MAVEN_MIRROR",
    "HUBSCOPE_OLDER_JAVA",
}
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_LOOPBACK_MARKERS = ("neo4j", "browser", "loopback")

# No test is timed: what is slow on a busy machine is not wrong.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "loopback: talks to a server of its own on 127.0.0.1")
    ours = ("NEO4J_", "HUBSCOPE_", "NCBI_", "OPENALEX_", "SERPER_")
    for name in [name for name in os.environ if name.startswith(ours)]:
        if name not in _KEPT:
            del os.environ[name]
    # Whatever forgets to ask for the fixture `settings` lands here, not in the user's home.
    home = tempfile.TemporaryDirectory(prefix="hubscope-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(home.cleanup)
    os.environ["HUBSCOPE_HOME"] = home.name
    os.environ["HF_HUB_OFFLINE"] = "1"


class _Network:
    """Which hosts a running test may reach; None means that no test is running."""

    hosts: set[str] | None = None

    @classmethod
    def watch(cls, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "socket.connect" or cls.hosts is None:
            return
        address = arguments[1]
        if isinstance(address, tuple) and str(address[0]) not in cls.hosts:
            raise PermissionError(f"tests reach no network, and {address} is no exception")


# An audit hook sees every connection of this process, whichever library opens it.
sys.addaudithook(_Network.watch)


@pytest.fixture(autouse=True)
def _closed_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    marked = any(request.node.get_closest_marker(name) for name in _LOOPBACK_MARKERS)
    _Network.hosts = _LOOPBACK if marked else set()
    yield
    _Network.hosts = None


@pytest.fixture(scope="session")
def settings() -> Settings:
    """Settings of this session's throw-away home."""
    return load_settings()


@pytest.fixture
def own_settings(tmp_path: Path) -> Settings:
    """Settings of a home for one test alone, with a server of its own should it start one."""
    return Settings(home=tmp_path / "home", cache=load_settings().cache)


@pytest.fixture(scope="session")
def server(settings: Settings) -> Iterator[Endpoint]:
    """The Neo4j of this session (of this worker under xdist); ask for it under mark `neo4j`."""
    yield local_server.start(settings)
    local_server.stop(settings)


@pytest.fixture(scope="session")
def _connected(server: Endpoint) -> Iterator[Neo4jStore]:
    store = Neo4jStore.connect(server, strict=True)
    yield store
    store.close()


@pytest.fixture
def store(_connected: Neo4jStore) -> Neo4jStore:
    """An empty store on `server`; what the server says against our Cypher fails the test."""
    _connected.clear()
    return _connected


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder `shared` beside the repository, or a skip."""
    folder = REPOSITORY.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"no data: {folder} is not there")
    return folder


@pytest.fixture
def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
