"""Verify: every number of a run again, from its journals, and whether its inputs are unchanged."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.ablation.data import digest_of
from benchmarks.ablation.folder import AblationFolder
from benchmarks.ablation.running import rescore as rescore_ablation
from benchmarks.agents.folder import AgentFolder
from benchmarks.calibration import CALIBRATION_FILE, LABELS_FILE, calibration_of
from benchmarks.hallucination.scored import read_manifest, rescore
from benchmarks.runs import RunFolder
from graph.degree import read_snapshot
from hubscope.codec import to_json
from hubscope.errors import HubscopeError
from hubscope.keys import digest_file

# Values of scores.json that stand for a whole file.
NAMES = {"scores.journal": "judged.jsonl"}
NAMES_OF_ABLATION = {"scores.journal": "rounds.jsonl"}


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not what the journals give."""

    what: str
    stored: Any
    derived: Any


def verify(run: RunFolder) -> list[Difference]:
    """Compare a scored run with what its folder gives again; empty = all the same.

    Raises:
        InputError: the run is not scored yet.
    """
    manifest, stored = read_manifest(run), run.read("scores.json")
    found = digest_file(run.trajectories_file)
    differences = [
        Difference("trajectories.jsonl", stored=wanted, derived=found)
        for wanted in (manifest.trajectories, run.record().sha256)
        if wanted != found
    ]
    try:
        snapshot = read_snapshot(run.snapshot).sha256
    except HubscopeError as error:
        snapshot = f"unreadable: {error}"
    differences += _of_agent(run, found)
    if snapshot != manifest.degree_snapshot:
        differences.append(Difference("snapshot.json", manifest.degree_snapshot, snapshot))
    try:
        derived = to_json(rescore(run))
    except HubscopeError as error:
        return [*differences, Difference("judged.jsonl", "readable", str(error))]
    # The journal first: what else differs follows from it.
    changed = sorted(_compared("scores", stored, derived), key=lambda one: one.what not in NAMES)
    differences += (replace(one, what=NAMES.get(one.what, one.what)) for one in changed)
    return [*differences, *_calibration(run)]


def verify_ablation(run: AblationFolder) -> list[Difference]:
    """Compare an ablation run with what its folder gives again; empty = all the same.

    Raises:
        InputError: the run has not ended.
    """
    manifest, stored = run.manifest(), to_json(run.scores())
    try:
        claims = list(run.claims())
        derived = to_json(rescore_ablation(run))
    except HubscopeError as error:
        return [Difference("rounds.jsonl", "readable", str(error))]
    differences = list(_compared("scores", stored, derived))
    if (shown := digest_of(claims)) != manifest.shown:
        differences.insert(0, Difference("claims.jsonl", manifest.shown, shown))
    return [replace(one, what=NAMES_OF_ABLATION.get(one.what, one.what)) for one in differences]


def _of_agent(run: RunFolder, stored: str) -> Iterator[Difference]:
    """What the journal of an agent's run gives another hash than its trajectories have."""
    folder = AgentFolder(run)
    if not folder.exists:
        return
    try:
        derived = folder.trajectories_sha256()
    except HubscopeError as error:
        yield Difference(folder.journal.name, "readable", str(error))
        return
    if derived != stored:
        yield Difference(folder.journal.name, stored, derived)


def _calibration(run: RunFolder) -> Iterator[Difference]:
    """What differs in a calibration of the verdicts that the run holds now."""
    if not run.has(CALIBRATION_FILE):
        return
    stored = run.read(CALIBRATION_FILE)
    if not run.has(LABELS_FILE):
        yield Difference(LABELS_FILE, "there", "missing")
        return
    try:
        derived = to_json(calibration_of(run))
    except HubscopeError as error:
        yield Difference(LABELS_FILE, "readable", str(error))
        return
    # One of an earlier judge's verdicts is no contradiction: `calibrate` has not been run since.
    if not isinstance(stored, dict) or stored.get("journal") == digest_file(run.judged):
        yield from _compared("calibration", stored, derived)


def _compared(where: str, stored: Any, derived: Any) -> Iterator[Difference]:
    if isinstance(stored, dict) and isinstance(derived, dict):
        for name in sorted({*stored, *derived}):
            yield from _compared(f"{where}.{name}", stored.get(name), derived.get(name))
    elif isinstance(stored, list) and isinstance(derived, list) and len(stored) == len(derived):
        for place, (one, other) in enumerate(zip(stored, derived, strict=True)):
            yield from _compared(f"{where}[{place}]", one, other)
    elif not _same(stored, derived):
        yield Difference(where, stored, derived)


def _same(stored: Any, derived: Any) -> bool:
    if isinstance(stored, float) and isinstance(derived, int | float):
        return math.isclose(stored, derived, rel_tol=1e-9, abs_tol=1e-12)
    return bool(stored == derived)
