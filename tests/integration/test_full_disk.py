"""A disk that fills while a source is written: said in one line, mended in two commands."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from graph import server
from graph.checks import violations
from graph.memory_store import MemoryStore
from graph.neo4j_store import Neo4jStore
from hubscope.errors import UnavailableError
from hubscope.keys import digest_lines
from hubscope.settings import Settings, load_settings
from tests.conformance.store import A, B, ingest
from tests.graph.test_neo4j_store import many

pytestmark = [pytest.mark.neo4j, pytest.mark.slow, pytest.mark.timeout(600)]

DISK_MB = 300
ROOM_MB = 6


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few hundred MB, or a skip."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"no small disk: {error}")
    if done.returncode != 0:
        pytest.skip(f"no small disk: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path, leave_mb: int) -> Path:
    """Write a file that leaves so much room."""
    ballast = folder / "ballast"
    size = shutil.disk_usage(folder).free - leave_mb * 1_000_000
    with ballast.open("wb") as file:
        for _ in range(size // 1_000_000):
            file.write(bytes(1_000_000))
    return ballast


def mended(settings: Settings) -> server.Endpoint:
    """The server, by the remedy that its refusal names."""
    try:
        return server.start(settings)
    except UnavailableError as offline:
        if offline.reason != "database_offline" or "--repair" not in str(offline):
            raise
    return server.start(settings, repair=True)


def test_a_full_disk_is_said_and_mended(small_disk: Path) -> None:
    settings = Settings(home=small_disk / "home", cache=load_settings().cache)
    oracle = MemoryStore()
    store = Neo4jStore.connect(server.start(settings), patience_s=3.0)
    try:
        ingest(store, A, many(A, 50))
        ingest(oracle, A, many(A, 50))
        ballast = fill(small_disk, ROOM_MB)
        with pytest.raises(UnavailableError) as full:
            ingest(store, B, many(B, 20_000))
        assert "\n" not in str(full.value)
        assert "disk" in str(full.value)
        assert full.value.reason == "server_disk"
        store.close()
        server.stop(settings)
        with pytest.raises(UnavailableError, match="Make room") as no_start:
            server.start(settings)
        assert no_start.value.reason == "disk_full"
        ballast.unlink()
        store = Neo4jStore.connect(mended(settings))
        store.delete_source(B.name)  # what of it came before the disk was full
        for graph in (store, oracle):
            ingest(graph, B, many(B, 300))
        assert violations(store) == []
        assert digest_lines(store.canonical()) == digest_lines(oracle.canonical())
        store.close()
    finally:
        server.stop(settings)
