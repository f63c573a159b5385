"""Directions of representation of an ablation run: the states of its judge in every round, read.

The run says which sentences each round showed, so nothing is judged again. What is found lies in
the run's folder (`directions.json`); the states themselves are not kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from benchmarks.ablation.ablated import AblatedClaim
from benchmarks.ablation.data import GoldClaim
from benchmarks.ablation.directions import (
    ClaimStates,
    Components,
    Direction,
    Floats,
    Overlap,
    components,
    directions,
    overlap,
)
from benchmarks.ablation.folder import AblationFolder
from benchmarks.ablation.score import DECIDED
from hubscope.errors import InputError

FILE = "directions.json"

Progress = Callable[[str, int, int | None], None]


class Token(StrEnum):
    """Whose state stands for an input: the method's last token, the first, or the mean of all."""

    LAST = "last"
    FIRST = "first"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class State:
    """What a verifier has in mind after reading.

    Attributes:
        vector: float32, (width,): the last layer's state.
        neurons: float32, (neurons,): mean absolute activation inside the feed-forward layers, over
            the tokens; empty where it was not asked for.
    """

    vector: Floats
    neurons: Floats


class StateReader(Protocol):
    """A verifier whose states can be read."""

    def read(self, claim: str, sentences: Sequence[str]) -> State:
        """The state after a claim with these sentences; none = the claim alone."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to find beside the directions themselves."""

    token: Token = Token.LAST
    components: bool = False
    neurons: bool = False


@dataclass(frozen=True, slots=True)
class Representation:
    """What the states of a run's judge say.

    Attributes:
        journal: hash of the run's lines that were read.
        components, overlap: None where they were not asked for, or are undefined.
    """

    run: str
    judge: str
    judge_fingerprint: str
    token: Token
    n: int
    errors: int
    seed: int
    directions: tuple[Direction, ...]
    components: Components | None
    overlap: Overlap | None
    journal: str


@dataclass(frozen=True, slots=True)
class _Read:
    """A claim's states, and its neurons' activity with evidence and alone."""

    states: ClaimStates
    with_evidence: Floats
    alone: Floats


def represent(
    folder: AblationFolder,
    reader: StateReader,
    fingerprint: str,
    wanted: Wanted,
    progress: Progress | None = None,
) -> Representation:
    """Read the states of every round of a run's claims, and write what they say.

    Args:
        folder: of a run that has ended.
        reader: of the run's judge.
        fingerprint: of that judge as it is now.
        wanted: what to find.
        progress: called with what is done, how many, of how many.

    Raises:
        InputError: the run has not ended, its judge has changed since, or no claim is usable.
    """
    manifest = folder.manifest()
    if fingerprint != manifest.judge_fingerprint:
        raise InputError(
            f"ablation {folder.name!r}: its judge {manifest.judge} has changed since: run the same"
            " `hubscope ablate` again first.",
            reason="judge_changed",
        )
    journal = folder.scores().journal
    texts = {one.id: one for one in folder.claims()}
    decided = [one for one in folder.ablated() if one.id in texts and one.gold in DECIDED]
    used = sorted((one for one in decided if not one.error), key=lambda one: one.id)
    if not used:
        raise InputError(f"ablation {folder.name!r} has no claim without an error", reason="empty")
    read = []
    for number, one in enumerate(used, 1):
        read.append(_read(texts[one.id], one, reader))
        if progress:
            progress("claims", number, len(used))
    found = Representation(
        run=folder.name,
        judge=manifest.judge,
        judge_fingerprint=fingerprint,
        token=wanted.token,
        n=len(used),
        errors=len(decided) - len(used),
        seed=manifest.seed,
        directions=directions([one.states for one in read], seed=manifest.seed),
        components=components([one.states for one in read]) if wanted.components else None,
        overlap=_overlap(read) if wanted.neurons else None,
        journal=journal,
    )
    folder.write(FILE, found)
    return found


def stored(folder: AblationFolder) -> Representation | None:
    """What was found of a run before; None where nothing was, or of other rounds.

    Raises:
        InputError: the file is broken.
    """
    if not (folder.has(FILE) and folder.has("scores.json")):
        return None
    found = folder.read(Representation, FILE)
    return found if found.journal == folder.scores().journal else None


def _read(claim: GoldClaim, ablated: AblatedClaim, reader: StateReader) -> _Read:
    known: dict[tuple[int, ...], State] = {}

    def state(shown: tuple[int, ...]) -> State:
        if shown not in known:
            known[shown] = reader.read(claim.claim, [claim.sentences[at] for at in shown])
        return known[shown]

    rounds = [state(one.shown) for one in ablated.rounds]
    alone = state(())
    empty = frozenset(at for at, one in enumerate(ablated.rounds) if at and not one.shown)
    states = ClaimStates(
        ablated.document, np.stack([one.vector for one in rounds]), alone.vector, empty
    )
    return _Read(states, rounds[0].neurons, alone.neurons)


def _overlap(read: Sequence[_Read]) -> Overlap | None:
    return overlap(
        np.mean(np.stack([one.with_evidence for one in read]), axis=0, dtype=np.float64),
        np.mean(np.stack([one.alone for one in read]), axis=0, dtype=np.float64),
    )
