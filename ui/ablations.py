"""Runs of `ablate` as pages read them, cached until their files change."""

from dataclasses import dataclass

import streamlit as st

from benchmarks.ablation.ablated import AblatedClaim
from benchmarks.ablation.data import GoldClaim
from benchmarks.ablation.folder import (
    Ablation,
    AblationFolder,
    AblationManifest,
    list_ablations,
    open_ablation,
)
from benchmarks.ablation.representation import Representation, stored
from hubscope.errors import InputError
from ui import cached


@dataclass(frozen=True, slots=True)
class FlippedClaim:
    """A claim whose verdict went over to the other side, with its text and all its rounds."""

    claim: GoldClaim
    ablated: AblatedClaim

    def gone_in(self, place: int) -> int | None:
        """The round that took a sentence away; None where it is shown to the end."""
        rounds = self.ablated.rounds
        gone = (at for at, one in enumerate(rounds) if place in (*one.cited, *one.repeats))
        return next(gone, None)


def ablations() -> list[AblationFolder]:
    """Every run of `ablate`, by name."""
    return list_ablations(cached.settings().home)


def manifest(name: str) -> AblationManifest:
    """What a run depends on."""
    return open_ablation(cached.settings().home, name).manifest()


def ablation(name: str) -> Ablation | None:
    """A run's figures; None while it has not ended.

    Raises:
        InputError: a file is broken.
    """
    folder = open_ablation(cached.settings().home, name)
    if not folder.has("scores.json"):
        return None
    return _ablation(name, cached.stamp(folder.path / "scores.json"))


def representation(name: str) -> Representation | None:
    """Directions of representation, where `ablate directions` has found them for these rounds.

    Raises:
        InputError: the file is broken.
    """
    return stored(open_ablation(cached.settings().home, name))


def beside(name: str, file: str) -> dict[str, Ablation]:
    """The other runs on the same data set that have ended and can be read, by name."""
    found: dict[str, Ablation] = {}
    for folder in ablations():
        try:
            if folder.name != name and folder.manifest().file == file:
                other = ablation(folder.name)
                found |= {folder.name: other} if other else {}
        except InputError:
            continue  # its own page says so
    return found


def flips(name: str) -> list[FlippedClaim]:
    """The claims whose verdict flipped, by id."""
    folder = open_ablation(cached.settings().home, name)
    stamps = tuple(cached.stamp(path) for path in (folder.claims_file, folder.journal))
    return _flips(name, stamps)


@st.cache_resource(max_entries=20, show_spinner=False)
def _ablation(name: str, stamp: cached.Stamp) -> Ablation:
    return open_ablation(cached.settings().home, name).scores()


@st.cache_resource(max_entries=5, show_spinner="Reading rounds …")
def _flips(name: str, stamps: tuple[cached.Stamp, ...]) -> list[FlippedClaim]:
    found = ablation(name)
    wanted = {one.id for one in found.scores.flips} if found else set()
    folder = open_ablation(cached.settings().home, name)
    ablated = {one.id: one for one in folder.ablated() if one.id in wanted}
    claims = (one for one in folder.claims() if one.id in ablated)
    return sorted(
        (FlippedClaim(one, ablated[one.id]) for one in claims), key=lambda one: one.claim.id
    )
