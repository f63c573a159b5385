"""Files that are meant for other tools, known by how they begin."""

from pathlib import Path

from hubscope.errors import InputError

_FOREIGN = {
    b"PK\x03\x04": "a ZIP archive. Unpack it first",
    b"BZh": "packed by bzip2. Unpack it first: bunzip2",
    b"\xfd7zXZ\x00": "packed by xz. Unpack it first: unxz",
    b"\x28\xb5\x2f\xfd": "packed by zstd. Unpack it first: unzstd",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive. Unpack it first",
    b"PAR1": "a Parquet file. Name its fields with --map, or write it as JSON Lines",
    b"SQLite format 3\x00": "an SQLite database. Write what you need as JSON Lines first",
    b"\x89HDF": "an HDF5 file. Write what you need as JSON Lines first",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
}
_LFS_POINTER = b"version https://git-lfs.github.com/spec/"


def refuse_foreign(path: Path, start: bytes) -> None:
    """Say of a file that is to be read as text what it is instead.

    Args:
        path: the file.
        start: how it begins.

    Raises:
        InputError: it is packed, a database, a picture (`not_utf8`), or a pointer of Git LFS
            (`lfs_pointer`).
    """
    if start.startswith(_LFS_POINTER):
        raise InputError(
            f"{path}: a pointer of Git LFS, not the data. Fetch it: git lfs pull",
            reason="lfs_pointer",
            where=str(path),
        )
    for signature, what in _FOREIGN.items():
        if start.startswith(signature) and any(byte < 9 or byte > 126 for byte in start[:64]):
            raise InputError(
                f"{path}: not UTF-8 text but {what}.", reason="not_utf8", where=f"{path}, byte 0"
            )
