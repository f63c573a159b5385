"""Curation: people's corrections, kept in a file and applied again after every ingest.

The file (`ingest.corrections_file`) is the curator's own; a graph remembers where it lies and keeps
a copy of what was last applied. It is compiled (`ingest.curation_plan`) into the layer `people` of
`graph.corrections`, which beats every fusion: a merge that people want holds without one, and what
they keep apart is parted from what a fusion has joined. What fits nothing is listed with the
reason; it stays in the file and counts when a source brings it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from graph.corrections import PEOPLE, Corrections
from graph.model import Concept
from graph.store import ConceptRecord
from hubscope.errors import InputError
from hubscope.files import locked, write_atomically
from ingest.correction import Correction, Kind, Reference
from ingest.corrections_file import block, check_agreement, read
from ingest.curation_plan import Compiled, Listed, compiled

_COPY, _PLACE, _LOCK = "corrections.toml", "file.txt", ".lock"
_HEADING = """# Corrections of the concept graph; `hubscope curate` and every ingest apply them.
# How to write them: docs/curation.md
"""


class Curatable(Protocol):
    """What curation needs of a store (`graph.store.GraphStore`)."""

    def written(self, names: Sequence[str]) -> dict[str, list[Concept]]:
        """Concepts as written that have a name or a form of its identity, by name."""

    def layers(self) -> dict[str, Corrections]:
        """The layers of corrections."""

    def correct(self, corrections: Corrections, *, layer: str = PEOPLE) -> None:
        """Set a layer."""

    def unused(self, corrections: Corrections) -> tuple[str, ...]:
        """Keys that nothing in the graph answers to."""


@dataclass(frozen=True, slots=True)
class Curated:
    """What became of a file of corrections; `problem` says why its last good copy was taken."""

    applied: tuple[Correction, ...] = ()
    unknown: tuple[Listed, ...] = ()
    file: Path | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Curation:
    """The corrections of one graph, kept in a folder of its own."""

    folder: Path

    @property
    def file(self) -> Path:
        """The curator's file, else the graph's own, which may not be there yet."""
        place = self.folder / _PLACE
        return Path(place.read_text("utf-8")) if place.exists() else self.folder / _COPY

    @property
    def remembered(self) -> bool:
        """Whether people have corrected this graph: by a file, or by one that is gone since."""
        return self.file.exists() or (self.folder / _PLACE).exists()

    def corrections(self) -> list[Correction]:
        """What the file says, in its order.

        Raises:
            InputError: it cannot be read, or it has become wrong.
        """
        return read(self.file) if self.file.exists() else []

    def apply(self, store: Curatable, path: Path | None = None) -> Curated:
        """Apply a file and remember it: what it no longer says is undone.

        Args:
            store: the graph.
            path: the file; None = the one remembered.

        Raises:
            InputError: the file cannot be read or a block of it is wrong; nothing was applied.
        """
        with locked(self.folder / _LOCK):
            file = path.resolve() if path is not None else self.file
            corrections = read(file) if path is not None else self.corrections()
            done = apply(store, corrections)
            self._remember(file)
        return replace(done, file=file)

    def again(self, store: Curatable) -> Curated:
        """Apply the remembered file after the graph has changed; never fails on the file.

        A file that is gone or has become wrong is told in `problem`, and its last good copy holds.
        """
        with locked(self.folder / _LOCK):
            file, problem = self.file, ""
            if not self.remembered:
                return Curated(file=file)
            try:
                corrections = read(file)
            except InputError as error:
                problem = f"{error} What it said before holds."
                corrections = read(self.folder / _COPY)
            done = apply(store, corrections)
            if not problem:
                self._remember(file)
        return replace(done, file=file, problem=problem)

    def standing(self, store: Curatable) -> Curated:
        """What the file says and whether it fits the graph as it is; nothing is applied.

        Raises:
            InputError: the file cannot be read or a block of it is wrong.
        """
        corrections = self.corrections()
        return replace(_outcome(store, corrections, _plan(store, corrections)), file=self.file)

    def add(self, correction: Correction) -> bool:
        """Append a correction to the file; False if it is there already.

        Raises:
            InputError: the file cannot be read, or it says the contrary; nothing was written.
        """
        with locked(self.folder / _LOCK):
            file = self.file
            held = self.corrections()
            if correction in held:
                return False
            check_agreement([*held, replace(correction, where=f"{file}:new")])
            text = file.read_text("utf-8") if file.exists() else _HEADING
            write_atomically(file, text.rstrip("\n") + "\n" + block(correction))
        return True

    def withdraw(self, correction: Correction) -> bool:
        """Take a correction's block out of the file; False if it is not there.

        Raises:
            InputError: the file cannot be read.
        """
        with locked(self.folder / _LOCK):
            file = self.file
            held = self.corrections()
            found = next((one for one in held if one == correction), None)
            if found is None:
                return False
            write_atomically(file, _without(file, found))
        return True

    def apart(self, store: Curatable) -> frozenset[frozenset[str]]:
        """Pairs of concept keys that no fusion may join, as people's corrections leave them.

        Raises:
            InputError: the file cannot be read.
        """
        corrections = self.corrections()
        plan = compiled(corrections, _written(store, corrections), {})
        return frozenset(plan.apart)

    def _remember(self, file: Path) -> None:
        copy = self.folder / _COPY
        if file != copy:
            write_atomically(copy, file.read_bytes())
            write_atomically(self.folder / _PLACE, str(file))


def apply(store: Curatable, corrections: Sequence[Correction]) -> Curated:
    """Make the graph fit these corrections and no others of people."""
    plan = _plan(store, corrections)
    store.correct(plan.layer, layer=PEOPLE)
    return _outcome(store, corrections, plan)


def _plan(store: Curatable, corrections: Sequence[Correction]) -> Compiled:
    layers = {name: layer for name, layer in store.layers().items() if name != PEOPLE}
    return compiled(corrections, _written(store, corrections), layers)


def _outcome(store: Curatable, corrections: Sequence[Correction], plan: Compiled) -> Curated:
    """Which of the corrections fit the graph, and why the others do not."""
    unused = set(store.unused(plan.layer))
    for one, key in plan.checks:
        if key in unused and one not in plan.unknown:
            what = "claim" if one.kind is Kind.REJECT else "concept"
            plan.unknown[one] = Listed(one, f"no_such_{what}", f"the graph has no such {what}")
    return Curated(
        tuple(one for one in corrections if one not in plan.unknown),
        tuple(plan.unknown[one] for one in corrections if one in plan.unknown),
    )


def reference(concept: ConceptRecord, own: Concept) -> Reference:
    """How a file names a concept without doubt: by a name of its own identity.

    Args:
        concept: as shown.
        own: as the model has it (`GraphStore.identified`).
    """
    names = [
        name
        for name in (concept.name, *concept.aliases)
        if Reference(own.type, name).key == own.key
    ]
    return Reference(own.type, names[0] if names else own.name)


def forbid(
    curation: Curation, one: Reference, other: Reference, *, reason: str = "", by: str = ""
) -> bool:
    """Keep two concepts apart, whatever a fusion thinks; False if the file says so already."""
    return curation.add(Correction(Kind.KEEP_APART, one, other, reason=reason, by=by))


def accept(
    curation: Curation, one: Reference, into: Reference, *, reason: str = "", by: str = ""
) -> bool:
    """Merge a concept into another, whatever a fusion thinks; False if the file says so already."""
    return curation.add(Correction(Kind.MERGE, one, into, reason=reason, by=by))


def _written(store: Curatable, corrections: Iterable[Correction]) -> dict[str, list[Concept]]:
    names = {end.name for one in corrections for end in (one.concept, one.other) if end}
    return store.written(sorted(names))


def _without(file: Path, correction: Correction) -> str:
    """The file's text without a correction's block and the empty lines after it."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    first = int(correction.where.rpartition(":")[2]) - 1
    after = first + 1
    while after < len(lines) and not lines[after].lstrip().startswith(("[[", "#")):
        after += 1
    return "".join([*lines[:first], *lines[after:]])
