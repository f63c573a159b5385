"""The files of a vector index: a manifest, and what it names with size and hash.

`vectors-*.faiss`, `keys-*.json` and a large index's `world-*.faiss` carry their hash in their
names; `manifest.json` is replaced last, so that a crash leaves the old index or the new one. FAISS
reads damaged files without noticing (it loaded 37 of 120 mutated ones), so nothing is read before
its size and hash are right.
"""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hubscope.errors import IntegrityError
from hubscope.files import write_atomically
from hubscope.keys import canonical_json, digest_file

FORMAT = 2
METRIC = "inner product"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Name, size in bytes and SHA-256 of a file beside the manifest."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index was made with, and the files that it is."""

    format: int
    faiss: str
    model: str
    fingerprint: str
    dimension: int
    metric: str
    n: int
    vectors: FileRecord
    keys: FileRecord
    world: FileRecord | None = None

    @property
    def files(self) -> tuple[FileRecord, ...]:
        """Everything that the index is made of, beside the manifest."""
        kept = (self.vectors, self.keys)
        return kept if self.world is None else (*kept, self.world)


def read_manifest(folder: Path) -> Manifest:
    """Read and check the manifest of a saved index.

    Raises:
        IntegrityError: it is missing, not ours, or of another format.
    """
    path = folder / MANIFEST
    try:
        fields: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if fields["format"] != FORMAT or fields["metric"] != METRIC:
            raise broken(f"{path} is of another format.", reason="index_of_other_format")
        vectors, keys = FileRecord(**fields.pop("vectors")), FileRecord(**fields.pop("keys"))
        world = fields.pop("world")
        return Manifest(
            vectors=vectors, keys=keys, world=FileRecord(**world) if world else None, **fields
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise broken(f"{path} is not the manifest of an index.") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Make the manifest's files the index, and remove those of the one before."""
    write_atomically(folder / MANIFEST, canonical_json(asdict(manifest)))
    kept = {MANIFEST, *(record.name for record in manifest.files)}
    for path in folder.iterdir():
        if path.name not in kept and path.suffix in {".faiss", ".json"}:
            path.unlink(missing_ok=True)


def check_files(folder: Path, manifest: Manifest) -> None:
    """Compare size and hash of the files with the manifest, before anything reads them.

    Raises:
        IntegrityError: one is missing or another.
    """
    for record in manifest.files:
        path = folder / record.name
        if Path(record.name).name != record.name or not path.is_file():
            raise broken(f"{path} is missing.")
        if path.stat().st_size != record.size or digest_file(path) != record.sha256:
            raise broken(f"{path} is not the file that its manifest names.")


def publish(folder: Path, name: str, write: Callable[[Path], object]) -> FileRecord:
    """Write a file, flush it to disk, and put its hash into its name."""
    stem, suffix = name.split(".")
    handle, temporary_name = tempfile.mkstemp(dir=folder, prefix=f".{stem}.")
    temporary = Path(temporary_name)
    try:
        write(temporary)
        os.fsync(handle)
        sha256 = digest_file(temporary)
        record = FileRecord(f"{stem}-{sha256[:16]}.{suffix}", temporary.stat().st_size, sha256)
        temporary.chmod(0o644)
        temporary.replace(folder / record.name)
    finally:
        os.close(handle)
        temporary.unlink(missing_ok=True)
    return record


def broken(message: str, reason: str = "broken_index") -> IntegrityError:
    """The error for an index that must be built again."""
    return IntegrityError(f"{message} Run `hubscope index build`.", reason=reason)
