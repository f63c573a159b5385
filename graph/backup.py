"""Backups of the local server: one file that says what is in it and was tried before it counts.

A backup is a tar archive of two files: `manifest.json` and Neo4j's own dump, which any Neo4j of
that version or later can load. Both ways the dump is loaded into a store aside and started there,
and the graph's canonical hash is taken: a backup that exists can be restored, and a restored graph
is the one that was backed up. Runs are in it, too.
"""

import hashlib
import io
import json
import os
import tarfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from graph import aside, schema, server
from graph.connection import Connection
from graph.home import DATABASE, Home
from graph.jars import read_lock
from graph.neo4j_reading import canonical
from graph.portable import VERSION as CANONICAL
from hubscope.errors import InputError, IntegrityError, UnavailableError
from hubscope.files import place_of, unwritable
from hubscope.keys import digest_file, digest_lines
from hubscope.reading import opened
from hubscope.settings import Settings

FORMAT = "hubscope-backup"
VERSION = 1
_SAVE = ("database", "dump", DATABASE, "--to-stdout")
_LOAD = ("database", "load", DATABASE, "--from-stdin")
_MANIFEST, _DUMP = "manifest.json", "neo4j.dump"
_LONGEST_MANIFEST = 100_000
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Contents:
    """What a store holds; `sha256` is of the graph's canonical lines."""

    nodes: int
    relationships: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself.

    Attributes:
        neo4j: version of the server that wrote the dump.
        schema: version of the graph's schema.
        canonical: version of the canonical lines that `contents.sha256` is of.
        dump_sha256, dump_bytes: of the dump.
    """

    neo4j: str
    schema: int
    canonical: int
    dump_sha256: str
    dump_bytes: int
    contents: Contents


def backup(settings: Settings, file: Path) -> Manifest:
    """Write the local database into one file; the server is stopped while it is dumped.

    Raises:
        InputError: there is nothing to back up, or the file cannot be written.
        UnavailableError: the disk is full, or the server cannot be started.
    """
    with server.alone(settings) as home:
        if not (home.data / "databases" / DATABASE).exists():
            raise InputError(
                f"{home.data}: holds no database yet, so there is nothing to back up.",
                reason="nothing_there",
            )
        _require_writable(file)
        with aside.place(home) as new:
            dump = new.root / _DUMP
            with server.stopped(home, settings), dump.open("wb") as stream:
                aside.admin(home, settings, *_SAVE, stdout=stream)
            _load(dump, new, settings)
            version, contents = aside.started(new, settings, _examine)
            manifest = _manifest(dump, version, contents)
            _write(file, manifest, dump)
    return manifest


def restore(settings: Settings, file: Path) -> Manifest:
    """Put the database of a backup in the place of the local one, which stays if that fails.

    Raises:
        InputError: the file cannot be read, is no backup, is damaged, or of a later version.
        UnavailableError: the disk is full, or the server cannot be started.
        IntegrityError: the graph that was loaded is not the one that was backed up.
    """
    with server.alone(settings) as home, aside.place(home) as new:
        dump = new.root / _DUMP
        manifest = _unpack(file, dump)
        try:
            _load(dump, new, settings)
        except UnavailableError as error:
            if error.reason == "disk_full":
                raise
            raise _no_backup(file, "Neo4j cannot load its dump") from error
        _, contents = aside.started(new, settings, _examine)
        _require_identity(file, manifest, contents)
        server.move_to(new, home, settings)
    return manifest


def _load(dump: Path, new: Home, settings: Settings) -> None:
    with dump.open("rb") as stream:
        aside.admin(new, settings, *_LOAD, stdin=stream)


def _examine(connection: Connection) -> tuple[int, Contents]:
    nodes = connection.read("MATCH (n) RETURN count(n) AS n")[0]["n"]
    relationships = connection.read("MATCH ()-[r]->() RETURN count(r) AS n")[0]["n"]
    sha256 = digest_lines(canonical(connection))
    return schema.version(connection), Contents(nodes, relationships, sha256)


def _require_identity(file: Path, manifest: Manifest, found: Contents) -> None:
    wanted = manifest.contents
    same = (found.nodes, found.relationships) == (wanted.nodes, wanted.relationships)
    if same and manifest.canonical == CANONICAL:
        same = found.sha256 == wanted.sha256
    if not same:
        raise IntegrityError(
            f"{file}: loaded, but the graph in it is not the one that was backed up. The database "
            "is as it was.",
            reason="not_identical",
            where=str(file),
        )


# -- the file ------------------------------------------------------------------------------------
def _manifest(dump: Path, version: int, contents: Contents) -> Manifest:
    sha256, size = digest_file(dump), dump.stat().st_size
    return Manifest(read_lock().neo4j, version, CANONICAL, sha256, size, contents)


def _require_writable(file: Path) -> None:
    """Find out before the server is stopped."""
    try:
        folder = place_of(file).parent
    except OSError as error:
        raise unwritable(file, error) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"{file}: cannot be written. Name a file in a folder that you may write.",
            reason="not_writable",
            where=str(file),
        )


def _write(file: Path, manifest: Manifest, dump: Path) -> None:
    place = place_of(file)
    part = place.with_name(f".{place.name}.part")
    text = json.dumps({"format": FORMAT, "version": VERSION, **asdict(manifest)}, indent=1).encode()
    try:
        with part.open("wb") as stream:
            with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
                about = tarfile.TarInfo(_MANIFEST)
                about.size = len(text)
                archive.addfile(about, io.BytesIO(text))
                content = tarfile.TarInfo(_DUMP)
                content.size = manifest.dump_bytes
                with dump.open("rb") as body:
                    archive.addfile(content, body)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(place)
    except OSError as error:
        raise unwritable(file, error) from error
    finally:
        part.unlink(missing_ok=True)


def _unpack(file: Path, dump: Path) -> Manifest:
    """Check a backup and copy its dump; nothing else of the archive is unpacked."""
    try:
        with opened(file) as raw, tarfile.open(fileobj=raw, mode="r:") as archive:
            about, content = archive.next(), archive.next()
            names = [one.name for one in (about, content) if one is not None and one.isreg()]
            if names != [_MANIFEST, _DUMP] or about is None or content is None:
                raise _no_backup(file, "it holds other files")
            if about.size > _LONGEST_MANIFEST:
                raise _no_backup(file, "its manifest is too long")
            manifest = _read_manifest(file, _body(archive, about).read())
            found = _copy(_body(archive, content), dump)
    except tarfile.TarError as error:
        raise _no_backup(file, str(error)) from error
    except OSError as error:
        raise InputError(
            f"{file}: cannot be read: {error.strerror}.", reason="unreadable", where=str(file)
        ) from error
    if found != (manifest.dump_sha256, manifest.dump_bytes):
        raise InputError(
            f"{file}: damaged: its dump has another SHA-256 than its manifest says. Fetch it "
            "again, or take another backup. The database is as it was.",
            reason="damaged",
            where=str(file),
        )
    return manifest


def _body(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    body = archive.extractfile(member)
    assert body is not None, "only files are asked for"
    return body


def _copy(body: IO[bytes], to: Path) -> tuple[str, int]:
    """Copy a stream; its SHA-256 and size."""
    total, size = hashlib.sha256(), 0
    try:
        with to.open("wb") as copy:
            while block := body.read(_BLOCK):
                total.update(block)
                size += copy.write(block)
    except OSError as error:
        raise unwritable(to, error) from error
    return total.hexdigest(), size


def _read_manifest(file: Path, text: bytes) -> Manifest:
    try:
        record: dict[str, Any] = json.loads(text)
        if record.pop("format") != FORMAT:
            raise ValueError(FORMAT)
        version = int(record.pop("version"))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _no_backup(file, "its manifest is not ours") from error
    if version > VERSION:
        raise _newer(file, f"format {version}", str(VERSION))
    try:
        contents = Contents(**record.pop("contents"))
        manifest = Manifest(**record, contents=contents)
        theirs, ours = _numbers(manifest.neo4j), _numbers(read_lock().neo4j)
    except (ValueError, TypeError, KeyError) as error:
        raise _no_backup(file, "its manifest is not ours") from error
    if manifest.schema > schema.LATEST:
        raise _newer(file, f"schema {manifest.schema}", str(schema.LATEST))
    if theirs > ours:
        raise _newer(file, f"Neo4j {manifest.neo4j}", read_lock().neo4j)
    return manifest


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _newer(file: Path, theirs: str, ours: str) -> InputError:
    return InputError(
        f"{file}: of {theirs}, this hubscope knows up to {ours}: upgrade hubscope. The database is "
        "as it was.",
        reason="newer_format",
        where=str(file),
    )


def _no_backup(file: Path, why: str) -> InputError:
    return InputError(
        f"{file}: no backup that `hubscope db backup` wrote ({why}). The database is as it was.",
        reason="no_backup",
        where=str(file),
    )
