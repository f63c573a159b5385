"""Importing: duplicates are one, differences are kept, nothing is lost."""

from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import own
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Step, Trajectory

FIRST = Trajectory("t1", (Step("Zinc inhibits ACE."),), item="q1", run="base", final="yes")


def written(folder: Path, *trajectories: Trajectory) -> Path:
    path = folder / f"{len(list(folder.iterdir()))}.jsonl"
    own.write(path, trajectories)
    return path


def test_same_trajectory_twice_is_one(tmp_path: Path) -> None:
    found = import_trajectories([written(tmp_path, FIRST), written(tmp_path, FIRST)])
    assert found.runs == {"base": (FIRST,)}
    assert (found.duplicates, found.problems) == (1, ())


def test_one_id_with_other_content_is_kept_under_another_id_and_listed(tmp_path: Path) -> None:
    other = replace(FIRST, final="no")
    found = import_trajectories([written(tmp_path, FIRST, other, other)])
    first, second = found.runs["base"]
    assert first == FIRST
    assert second.id.startswith("t1~")
    assert replace(second, id="t1") == other
    assert [problem.kind for problem in found.problems] == ["duplicate_id"]
    assert found.duplicates == 1


def test_derived_ids_do_not_depend_on_how_often_a_file_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, FIRST, replace(FIRST, final="no"))
    assert import_trajectories([path, path]).runs == import_trajectories([path]).runs


def test_one_id_in_two_runs_is_two_trajectories(tmp_path: Path) -> None:
    found = import_trajectories([written(tmp_path, FIRST, replace(FIRST, run="other"))])
    assert list(found.runs) == ["base", "other"]
    assert (found.n_trajectories, found.n_steps, found.problems) == (2, 2, ())
