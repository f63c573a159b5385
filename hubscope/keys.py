"""Keys: short hashes of what makes a thing the same thing, and canonical JSON to hash."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

# No name can hold it (names.py drops control characters), so ("a_b", "c") and ("a", "b_c") differ.
SEPARATOR = "\x1f"


def key_of(*parts: str) -> str:
    """Key of an identity: 32 hex digits of the SHA-256 of its parts.

    >>> key_of("a_b", "c") == key_of("a", "b_c")
    False
    >>> len(key_of("Protein", "tp53"))
    32
    """
    text = SEPARATOR.join(parts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text.

    Raises:
        ValueError: a float is NaN or infinite.
        TypeError: a value has no JSON form.
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: object) -> str:
    """SHA-256, 64 hex digits, of the canonical JSON of a value."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def digest_lines(lines: Iterable[str]) -> str:
    """SHA-256, 64 hex digits, of text lines, each ended by a line feed."""
    total = hashlib.sha256()
    for line in lines:
        total.update(line.encode("utf-8", "surrogatepass"))
        total.update(b"\n")
    return total.hexdigest()


def digest_file(path: Path) -> str:
    """SHA-256, 64 hex digits, of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
