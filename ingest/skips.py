"""What of a source was left out, kept beside what waits: exact counts by reason, the first places.

The graph knows how many records of a source were skipped; which ones, and why, is a matter of the
files that they stand in, and stays on the machine that read them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.files import Skipped, read_journal, write_atomically
from hubscope.keys import canonical_json

MOST_PLACES = 100
LEAST_OF_A_REASON = 5


@dataclass(frozen=True, slots=True)
class Skips:
    """What was left out of a source.

    Attributes:
        reasons: exact counts by reason, the most frequent first, ties by name.
        places: the first 100 in file order, and the first five of every reason.
    """

    reasons: dict[str, int] = field(default_factory=dict)
    places: tuple[Skipped, ...] = ()

    @property
    def total(self) -> int:
        """How many were left out."""
        return sum(self.reasons.values())


class SkipCounter:
    """Counts what is left out while a source is read; memory holds the first places only."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._places: list[Skipped] = []

    def add(self, skipped: Iterable[Skipped]) -> None:
        """Count some more."""
        for one in skipped:
            self._counts[one.reason] += 1
            if len(self._places) < MOST_PLACES or self._counts[one.reason] <= LEAST_OF_A_REASON:
                self._places.append(one)

    def done(self) -> Skips:
        """What was left out until now."""
        reasons = sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))
        return Skips(dict(reasons), tuple(self._places))


def keep(folder: Path, name: str, sha256: str, skips: Skips) -> None:
    """Remember what was left out of this content of a source.

    Args:
        folder: the graph's spool folder.
        name, sha256: of the source.
        skips: what was left out.
    """
    record = {"sha256": sha256, "skips": to_json(skips)}
    write_atomically(_file(folder, name), canonical_json(record) + "\n")


def kept(folder: Path, name: str, sha256: str) -> Skips | None:
    """What was left out of this content of a source; None where another machine read it."""
    path = _file(folder, name)
    try:
        record = next(iter(read_journal(path)), {})
        return from_json(Skips, record["skips"]) if record.get("sha256") == sha256 else None
    except (FileNotFoundError, InputError, KeyError):
        return None


def forget(folder: Path, name: str) -> None:
    """Forget what was left out of a source that is deleted."""
    _file(folder, name).unlink(missing_ok=True)


def _file(folder: Path, name: str) -> Path:
    return folder / "skipped" / f"{quote(name, safe='')}.json"
