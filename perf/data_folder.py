"""What the shared data folder holds: every file is part of a source of the graph, or left out.

Which is which is data_folder.toml.
"""

import tarfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[2] / "shared" / "data"
_TABLE = tomllib.loads(Path(__file__).with_name("data_folder.toml").read_text("utf-8"))


class Kind(StrEnum):
    """What a source is to the graph."""

    CURATED = "curated"
    TEXT = "text"  # abstracts and papers without ready relations
    BENCHMARK = "benchmark"
    NAMES = "names"
    GEOCHEMISTRY = "geochemistry"


@dataclass(frozen=True, slots=True)
class DataSource:
    """Files that are one source. `name` is what `ingest --source` is told."""

    name: str
    title: str
    kind: Kind
    patterns: tuple[str, ...]


SOURCES = tuple(
    DataSource(name, entry["title"], kind, tuple(entry["files"]))
    for kind in Kind
    for name, entry in _TABLE[kind].items()
)
BY_NAME = {source.name: source for source in SOURCES}
LEFT_OUT = {pattern: why for why, found in _TABLE["left_out"].items() for pattern in found}


def of_kind(*kinds: Kind) -> tuple[DataSource, ...]:
    """Sources of some kinds, in order."""
    return tuple(source for source in SOURCES if source.kind in kinds)


def files(data: Path, patterns: Sequence[str], unpacked: Path) -> list[Path]:
    """Files of a source, each once, those in an archive unpacked first into a folder."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        archive, mark, inside = pattern.partition(":")
        if mark:
            folder = unpacked / archive.replace("/", "-")
            if not folder.exists():
                with tarfile.open(data / archive) as packed:
                    packed.extractall(folder, filter="data")
            here: Iterable[Path] = folder.glob(inside)
        else:
            left_out = _left_out(data)
            here = (path for path in data.glob(archive) if path not in left_out)
        found |= dict.fromkeys(sorted(path for path in here if path.is_file()))
    return list(found)


def left_out(data: Path) -> Iterator[tuple[Path, str]]:
    """Files that are part of no source, with the reason; "" where the tables do not know them."""
    used = {path for source in SOURCES for path in _own_files(data, source)}
    reasons = _left_out(data)
    for path in sorted(data.rglob("*")):
        if path.is_file() and path not in used:
            yield path, reasons.get(path, "")


def _own_files(data: Path, source: DataSource) -> list[Path]:
    return files(data, [one for one in source.patterns if ":" not in one], data)


@cache
def _left_out(data: Path) -> dict[Path, str]:
    return {path: why for pattern, why in LEFT_OUT.items() for path in data.glob(pattern)}
