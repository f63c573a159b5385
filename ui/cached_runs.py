"""What pages read of runs, cached: read anew when their files change. Of the graph: `cached.py`."""

import contextlib
from collections.abc import Iterator
from typing import Any

import streamlit as st

from benchmarks import hubs
from benchmarks.agents.trajectory import Trajectory
from benchmarks.calibration import LABELS_FILE, Calibration, calibration_of
from benchmarks.comparison import Comparison, compare
from benchmarks.hallucination.judged import JudgedTrajectory, read_judged
from benchmarks.hallucination.scored import Scored, read_manifest
from benchmarks.labelling import LabellingTask
from benchmarks.labelling import labelling_tasks as drawn_tasks
from benchmarks.manifest import Manifest
from benchmarks.runs import RunFolder, RunRecord, list_runs, open_run
from graph.vocabulary import ConceptType
from hubscope.codec import from_json
from hubscope.errors import InputError
from ui.cached import Stamp, Stamps, settings, stamp, store
from ui.connection import labelling_texts


def runs() -> list[RunFolder]:
    """Every run, by name."""
    return list_runs(settings().home)


def run(name: str) -> RunFolder:
    """The folder of a run."""
    return open_run(settings().home, name)


def record(name: str) -> RunRecord:
    """What was imported."""
    return run(name).record()


def scored(name: str) -> Scored | None:
    """A run's scores; None while it is not scored.

    Raises:
        InputError: another version of hubscope scored it.
    """
    folder = run(name)
    return _scored(name, stamp(folder.path / "scores.json")) if is_scored(folder) else None


def manifest(name: str) -> Manifest:
    """What makes a scored run comparable.

    Raises:
        InputError: another version of hubscope scored it.
    """
    folder = run(name)
    with _readable(name):
        return read_manifest(folder)


def is_scored(folder: RunFolder) -> bool:
    """Whether a run has scores."""
    return folder.has("scores.json")


def trajectories(name: str) -> dict[str, Trajectory]:
    """A run's trajectories by id, in the order of import."""
    return _trajectories(name, stamp(run(name).trajectories_file))


def judged(name: str) -> dict[str, JudgedTrajectory]:
    """A run's judged trajectories by id; none while it is not scored."""
    return _judged(name, stamp(run(name).judged))


def calibration(name: str) -> Calibration | None:
    """The judge of a run against people; None where nobody labelled its claims."""
    folder = run(name)
    stamps = tuple(stamp(folder.path / file) for file in (LABELS_FILE, "judged.jsonl"))
    return _calibration(name, stamps) if stamps[0] else None


def labelling_tasks(name: str, n: int, seed: int) -> list[LabellingTask]:
    """Claims of a scored run drawn for people, with their evidence.

    Raises:
        UnavailableError: no server to look the evidence up.
    """
    return _labelling_tasks(name, n, seed, stamp(run(name).judged))


def comparison(first: str, second: str) -> Comparison:
    """Two scored runs item by item."""
    stamps = tuple(stamp(run(name).judged) for name in (first, second))
    return _comparison(first, second, stamps)


def failure_rows(name: str, type: ConceptType | None) -> list[dict[str, Any]]:
    """Every failure hub of a scored run, the worst first."""
    return _failure_rows(name, type, stamp(run(name).path / "scores.json"))


@st.cache_resource(max_entries=50, show_spinner=False)
def _scored(name: str, stamp: Stamp) -> Scored:
    with _readable(name):
        return from_json(Scored, run(name).read("scores.json"))


@st.cache_resource(max_entries=50, show_spinner="Measuring the judge …")
def _calibration(name: str, stamps: Stamps) -> Calibration | None:
    return calibration_of(run(name))


@st.cache_resource(max_entries=10, show_spinner="Drawing claims …")
def _labelling_tasks(name: str, n: int, seed: int, stamp: Stamp) -> list[LabellingTask]:
    return drawn_tasks(run(name), n, seed, *labelling_texts(store, record(name).items))


@st.cache_resource(max_entries=20, show_spinner="Comparing …")
def _comparison(first: str, second: str, stamps: Stamps) -> Comparison:
    return compare([run(first), run(second)])[0]


@contextlib.contextmanager
def _readable(name: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise InputError(
            f"run {name!r} was scored by another version of hubscope:"
            f" hubscope score {name} scores it again",
            reason="other_version",
        ) from error


@st.cache_resource(max_entries=3, show_spinner="Reading trajectories …")
def _trajectories(name: str, stamp: Stamp) -> dict[str, Trajectory]:
    return {one.id: one for one in run(name).trajectories()}


@st.cache_resource(max_entries=3, show_spinner="Reading verdicts …")
def _judged(name: str, stamp: Stamp) -> dict[str, JudgedTrajectory]:
    return {one.id: one for one in read_judged(run(name).judged)} if stamp else {}


@st.cache_resource(max_entries=20, show_spinner="Ranking failures …")
def _failure_rows(name: str, type: ConceptType | None, stamp: Stamp) -> list[dict[str, Any]]:
    return hubs.failure_rows(settings().home, name, top=1_000_000, type=type)
