"""A backup that exists can be restored, and a restore leaves the old store or the new one.

A start takes seconds, so the tests share a home with one graph and run in file order.
"""

import io
import json
import os
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graph import aside, server
from graph.backup import backup, restore
from graph.connection import Connection
from graph.memory_store import MemoryStore
from graph.neo4j_store import Neo4jStore
from hubscope.errors import InputError, IntegrityError, UnavailableError
from hubscope.keys import digest_lines
from hubscope.settings import Settings
from tests.conformance.store import WHOLE, A, B, ingest

pytestmark = [pytest.mark.neo4j, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def home(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    own = replace(settings, home=tmp_path_factory.mktemp("backed-up"))
    yield own
    server.stop(own)


def lines(settings: Settings) -> list[str]:
    store = Neo4jStore.connect(server.start(settings))
    try:
        return list(store.canonical())
    finally:
        store.close()


def change(settings: Settings, source: Any) -> None:
    store = Neo4jStore.connect(server.start(settings))
    ingest(store, source, WHOLE if source is A else WHOLE.__class__(documents=WHOLE.documents))
    store.close()


@pytest.fixture(scope="module")
def file(home: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the home's graph, which holds source A."""
    change(home, A)
    path = tmp_path_factory.mktemp("backups") / "graph.backup"
    backup(home, path)
    return path


def test_a_backup_says_what_is_in_it_and_leaves_the_server_running(
    home: Settings, file: Path
) -> None:
    assert server.status(home).running
    oracle = MemoryStore()
    ingest(oracle, A, WHOLE)
    with tarfile.open(file) as archive:
        assert archive.getnames() == ["manifest.json", "neo4j.dump"]
        manifest = json.load(archive.extractfile("manifest.json") or io.BytesIO())
    assert manifest["contents"]["sha256"] == digest_lines(oracle.canonical())
    assert manifest["neo4j"] == server.status(home).version
    assert list(file.parent.iterdir()) == [file]


def test_a_restore_brings_back_the_identical_graph(home: Settings, file: Path) -> None:
    change(home, B)
    found = restore(home, file)
    assert digest_lines(lines(home)) == found.contents.sha256
    assert server.status(home).running
    left = {path.name for path in (home.home / "neo4j").iterdir()}
    assert not {name for name in left if name.startswith(("aside-", "replaced", "failed"))}


def _rewritten(file: Path, to: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """A copy of a backup with another manifest."""
    with tarfile.open(file) as archive, tarfile.open(to, "w") as other:
        for member in archive:
            body = (archive.extractfile(member) or io.BytesIO()).read()
            if member.name == "manifest.json":
                manifest = json.loads(body)
                change(manifest)
                body = json.dumps(manifest).encode()
                member.size = len(body)
            other.addfile(member, io.BytesIO(body))
    return to


@pytest.mark.parametrize(
    ("change_to", "reason"),
    [
        (lambda m: m.update(format="other"), "no_backup"),
        (lambda m: m.update(version=99), "newer_format"),
        (lambda m: m.update(schema=999), "newer_format"),
        (lambda m: m.update(neo4j="2126.01.0"), "newer_format"),
        (lambda m: m.update(dump_sha256="0" * 64), "damaged"),
        (lambda m: m.pop("contents"), "no_backup"),
    ],
)
def test_a_file_of_another_kind_is_refused_before_anything_is_touched(
    home: Settings, file: Path, tmp_path: Path, change_to: Any, reason: str
) -> None:
    before = server.status(home).pid
    with pytest.raises(InputError, match="The database is as it was") as caught:
        restore(home, _rewritten(file, tmp_path / "other.backup", change_to))
    assert caught.value.reason == reason
    assert server.status(home).pid == before


@pytest.mark.parametrize("content", [b"", b"no backup" * 100])
def test_a_file_that_is_no_archive_is_refused(
    home: Settings, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(InputError, match="no backup"):
        restore(home, tmp_path / "x")
    with pytest.raises(InputError, match="no such file"):
        restore(home, tmp_path / "y")


def test_a_graph_that_is_not_the_one_backed_up_is_not_put_in_place(
    home: Settings, file: Path, tmp_path: Path
) -> None:
    before = server.status(home).pid
    other = _rewritten(
        file, tmp_path / "other.backup", lambda m: m["contents"].update(sha256="0" * 64)
    )
    with pytest.raises(IntegrityError, match="The database is as it was"):
        restore(home, other)
    assert server.status(home).pid == before


def test_a_store_that_does_not_do_gives_way_to_the_old_one(home: Settings) -> None:
    wanted = lines(home)

    def refuse(_: Connection) -> None:
        raise UnavailableError("it does not do")

    with server.alone(home) as local, aside.place(local) as new:
        with pytest.raises(UnavailableError, match="it does not do"):
            server.move_to(new, local, home, ready=refuse)
        assert not (local.root / "replaced").exists()
    assert lines(home) == wanted


def test_a_move_that_was_killed_between_its_renames_leaves_the_old_store(home: Settings) -> None:
    wanted = lines(home)
    server.stop(home)
    root = home.home / "neo4j"
    (root / "data").rename(root / "replaced")
    assert lines(home) == wanted
    assert not (root / "replaced").exists()


def test_nothing_to_back_up_is_said(own_settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no database yet"):
        backup(own_settings, tmp_path / "graph.backup")


def test_a_backup_that_cannot_be_written_does_not_stop_the_server(
    home: Settings, tmp_path: Path
) -> None:
    before = server.status(home).pid
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path, tmp_path / "nowhere" / "graph.backup", tmp_path / "pipe"):
        with pytest.raises(InputError, match="cannot be written"):
            backup(home, file)
    assert server.status(home).pid == before
