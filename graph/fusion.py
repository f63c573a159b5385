"""Applying and undoing fusions: each is a layer of corrections, so that it can be taken back.

A fusion says of members which concept they are to be. Applied fusions are numbered; the graph
itself is their journal (`GraphStore.layers`), so that it travels with exports and backups. Undoing
one leaves what people said, and every other fusion, as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from graph.corrections import PEOPLE, Corrections
from graph.model import Concept
from graph.store import GraphStore
from hubscope.errors import InputError

PREFIX = "fusion "


@dataclass(frozen=True, slots=True)
class Applied:
    """A fusion in the graph: its layer, and how many concepts it lets become another."""

    layer: str
    fused: int


def applied(store: GraphStore) -> list[Applied]:
    """The fusions that the graph is under, oldest first."""
    return [
        Applied(name, len(layer.identities))
        for name, layer in sorted(store.layers().items())
        if name.startswith(PREFIX)
    ]


def finish(store: GraphStore) -> None:
    """Finish what a killed command had begun: setting a layer does, even to what it is."""
    store.correct(store.layers().get(PEOPLE, Corrections()))


def apply(store: GraphStore, merges: Mapping[str, str]) -> Applied | None:
    """Let concepts become others; a fusion of the same merges that is there is finished instead.

    Args:
        store: the graph.
        merges: key of a member to key of the concept that it becomes.

    Returns:
        The fusion; None if there is nothing to fuse.

    Raises:
        InputError: a key is not, or no longer, in the graph (`unknown_concept`): plan again.
    """
    if not merges:
        return None
    finish(store)
    for fusion in applied(store):  # applied before, or killed while it was
        if _merges(store.layers()[fusion.layer]) == dict(merges):
            return fusion
    found = store.identified(sorted({*merges, *merges.values()}))
    identities: dict[str, Concept] = {}
    for member, canonical in sorted(merges.items()):
        for key in (member, canonical):
            if key not in found:
                raise InputError(
                    f"no concept of key {key!r}: the graph has changed since the plan. Plan again.",
                    reason="unknown_concept",
                    where=key,
                )
        if found[member].type != found[canonical].type:
            raise InputError(
                f"{found[member].name!r} and {found[canonical].name!r} are of two types.",
                reason="two_types",
                where=member,
            )
        identities[member] = found[canonical]
    layer = _next(store)
    store.correct(Corrections(identities), layer=layer)
    return Applied(layer, len(identities))


def undo(store: GraphStore, *, every: bool = False) -> list[Applied]:
    """Take back the last fusion, or all of them, last first.

    Raises:
        InputError: there is none.
    """
    finish(store)
    known = applied(store)
    if not known:
        raise InputError("no fusion was applied: there is nothing to undo.", reason="no_fusion")
    undone = known[::-1] if every else known[-1:]
    for fusion in undone:
        store.correct(Corrections(), layer=fusion.layer)
    return undone


def _merges(layer: Corrections) -> dict[str, str]:
    return {member: canonical.key for member, canonical in layer.identities.items()}


def _next(store: GraphStore) -> str:
    known = applied(store)
    number = int(known[-1].layer.removeprefix(PREFIX)) + 1 if known else 1
    return f"{PREFIX}{number:04}"
