"""Folders of ablation runs: the truth about each, as run folders are for trajectories.

ablations/<name>/
manifest.json       everything that decides an answer
claims.jsonl        the claims with their sentences and gold sets, as shown
skipped.jsonl       records of the data set that were left out, with the reason
rounds.jsonl        journal: one line a claim, when all its rounds are done
costs-<judge>.jsonl ledger of what a chat model as judge has cost, over all sessions
scores.json         derived from the above; `verify` derives it again
ablations/.<name>.lock   held while the run is made or removed
"""

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

from benchmarks.ablation.ablated import AblatedClaim
from benchmarks.ablation.data import GoldClaim, GoldClaims
from benchmarks.ablation.score import FaeScores
from hubscope.codec import from_json, to_json
from hubscope.errors import InputError
from hubscope.files import locked, write_atomically
from hubscope.journals import read_records
from hubscope.keys import canonical_json, digest

T = TypeVar("T")

# What decides the answers: a journal made under other conditions is no use.
CONDITIONS = ("code", "packages", "dataset", "judge_fingerprint", "rounds", "knowledge")


@dataclass(frozen=True, slots=True)
class AblationManifest:
    """What an ablation run depends on; every hash is a SHA-256.

    Attributes:
        file: the data set's file, with its folder's name.
        dataset: hash over all its claims as they are shown, strangers among them, before `limit`.
        claims: how many were put through the rounds; `shown` is the hash over these alone.
        strangers: sentences of other documents mixed in beside each claim's own.
        notes: what a reader of the figures has to know of the sentences.
        left_out: records that could not be used, by reason.
    """

    run: str
    file: str
    shape: str
    dataset: str
    claims: int
    shown: str
    limit: int | None
    strangers: int
    judge: str
    judge_fingerprint: str
    judge_card: dict[str, Any]
    rounds: int
    knowledge: bool
    seed: int
    draws: int
    hubscope: str
    code: str
    packages: dict[str, str]
    notes: tuple[str, ...] = ()
    left_out: dict[str, int] = field(default_factory=dict)

    def answered_like(self, other: "AblationManifest") -> bool:
        """Whether the same question has the same answer under both."""
        return all(getattr(self, name) == getattr(other, name) for name in CONDITIONS)


@dataclass(frozen=True, slots=True)
class Ablation:
    """What is derived from a run's journal; `journal` is the hash of the lines that were used."""

    run: str
    judge: str
    file: str
    scores: FaeScores
    journal: str


class AblationFolder:
    """One ablation run on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.claims_file = path / "claims.jsonl"
        self.journal = path / "rounds.jsonl"

    @property
    def name(self) -> str:
        """The run's name, decoded from the folder's."""
        return unquote(self.path.name)

    def ledger(self, judge: str) -> Path:
        """Where the costs of a judge that is a chat model are counted."""
        return self.path / f"costs-{digest([judge])[:12]}.jsonl"

    def alone(self) -> AbstractContextManager[object]:
        """Keep others from making or removing the run meanwhile.

        Raises:
            UnavailableError: another is at work on it.
        """
        busy = f"ablation {self.name!r} is being made or removed: wait until that is done"
        return locked(self.path.with_name(f".{self.path.name}.lock"), busy=busy)

    def has(self, name: str) -> bool:
        """Whether a file of the run is there."""
        return (self.path / name).exists()

    def manifest(self) -> AblationManifest:
        """What the run depends on.

        Raises:
            InputError: there is none, or it is broken or of another version.
        """
        return self.read(AblationManifest, "manifest.json")

    def scores(self) -> Ablation:
        """What was derived when the run ended.

        Raises:
            InputError: the run has not ended, or the file is broken or of another version.
        """
        return self.read(Ablation, "scores.json")

    def claims(self) -> Iterator[GoldClaim]:
        """The claims as shown, in order.

        Raises:
            InputError: a line is broken.
        """
        yield from self._lines(GoldClaim, self.claims_file)

    def ablated(self) -> Iterator[AblatedClaim]:
        """What is in the journal, in its order.

        Raises:
            InputError: a line is broken.
        """
        yield from self._lines(AblatedClaim, self.journal)

    def begin(
        self, manifest: AblationManifest, gold: GoldClaims, used: Sequence[GoldClaim]
    ) -> None:
        """Write what the run is about; an earlier state of the folder is overwritten."""
        self.path.mkdir(parents=True, exist_ok=True)
        write_atomically(self.claims_file, _as_lines(used))
        write_atomically(self.path / "skipped.jsonl", _as_lines(gold.skipped))
        self.write("manifest.json", manifest)

    def write(self, name: str, value: Any) -> None:
        """Write a JSON file of the run, atomically."""
        write_atomically(self.path / name, canonical_json(to_json(value)) + "\n")

    def read(self, kind: type[T], name: str) -> T:
        """A JSON file of the run.

        Raises:
            InputError: it is not there, broken or of another version.
        """
        try:
            return from_json(kind, json.loads((self.path / name).read_text("utf-8")))
        except FileNotFoundError as error:
            raise InputError(
                f"ablation {self.name!r} has no {name}: it has not ended; run the same"
                " `hubscope ablate` again",
                reason="not_there",
            ) from error
        except (OSError, ValueError, InputError) as error:
            raise self.broken(name, error) from error

    def remove(self) -> None:
        """Remove the run.

        Raises:
            UnavailableError: it is being made.
        """
        with self.alone():
            # First what makes it a run: the rest of a removal that is killed is in nobody's way.
            (self.path / "manifest.json").unlink(missing_ok=True)
            shutil.rmtree(self.path)

    def broken(self, name: str, why: object) -> InputError:
        """The error that says which file of the run is broken, and what to do."""
        path = self.path / name
        return self._unusable(f"{path}: {why}", path)

    def _unusable(self, what: str, path: Path) -> InputError:
        remedy = f"`hubscope runs delete {self.name}`, then ablate again"
        return InputError(f"{what}: {remedy}", reason="broken_run", where=str(path))

    def _lines(self, kind: type[T], path: Path) -> Iterator[T]:
        try:
            yield from read_records(kind, path)
        except InputError as error:
            raise self._unusable(str(error), path) from error
        except OSError as error:
            raise self.broken(path.name, error.strerror) from error


def ablations_folder(home: Path) -> Path:
    """Where ablation runs live."""
    return home / "ablations"


def list_ablations(home: Path) -> list[AblationFolder]:
    """Every ablation run, by name."""
    found = [AblationFolder(p.parent) for p in ablations_folder(home).glob("[!.]*/manifest.json")]
    return sorted(found, key=lambda one: one.name)


def ablation_folder(home: Path, name: str) -> AblationFolder:
    """The folder of a name, whether there is one or not.

    Raises:
        InputError: no folder can have the name.
    """
    encoded = quote(name, safe="").replace(".", "%2E")
    if not encoded or len(encoded) > 200:
        raise InputError(f"{name!r} cannot name a run: 1 to 200 characters", reason="bad_name")
    return AblationFolder(ablations_folder(home) / encoded)


def open_ablation(home: Path, name: str) -> AblationFolder:
    """The ablation run of a name.

    Raises:
        InputError: no such run; the message lists the known ones.
    """
    run = ablation_folder(home, name)
    if not run.has("manifest.json"):
        known = ", ".join(one.name for one in list_ablations(home)) or "none yet"
        raise InputError(f"no ablation named {name!r}. Known: {known}.", reason="unknown_run")
    return run


def _as_lines(records: Sequence[Any]) -> str:
    return "".join(canonical_json(to_json(one)) + "\n" for one in records)
