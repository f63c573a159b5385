"""Run folders: all runs of a file or none, the same again changes nothing, names of any kind."""

from pathlib import Path

import pytest

from benchmarks.agents.trajectory import Problem, Step, Trajectory
from benchmarks.runs import Import, RunFolder, create_runs, delete_run, list_runs, open_run
from hubscope.errors import InputError, UnavailableError

OWN = Import("own", imported_from=("a.jsonl",))
ONE = Trajectory("t1", (Step("Zinc binds ACE."),), item="i1", model="m")
TWO = Trajectory("t2", (Step("Zinc binds ACE."), Step("So it does.")), item="i1")


def _names(home: Path) -> list[str]:
    return [run.name for run in list_runs(home)]


def test_a_run_says_what_was_imported(tmp_path: Path) -> None:
    origin = Import("own", "bioasq", ("a.jsonl",), (Problem("a.jsonl:3", "invalid_json"),))
    (run,) = create_runs(tmp_path, {"base": [ONE, TWO]}, origin)
    record = open_run(tmp_path, "base").record()
    assert (record.name, record.model, record.items) == ("base", "m", "bioasq")
    assert (record.trajectories, record.steps, record.problems) == (2, 3, 1)
    assert record.n_items == 1
    assert list(run.trajectories()) == [ONE, TWO]
    assert run.problems() == [Problem("a.jsonl:3", "invalid_json")]


def test_where_one_run_of_several_is_refused_none_is_made(tmp_path: Path) -> None:
    create_runs(tmp_path, {"b": [ONE]}, OWN)
    with pytest.raises(InputError, match="'b' holds other trajectories"):
        create_runs(tmp_path, {"a": [ONE], "b": [TWO], "c": [ONE]}, OWN)
    with pytest.raises(InputError, match="no trajectory"):
        create_runs(tmp_path, {"d": [ONE], "e": []}, OWN)
    assert _names(tmp_path) == ["b"]
    assert [path.name for path in (tmp_path / "runs").iterdir() if path.is_dir()] == ["b"]


def test_the_same_import_again_changes_nothing(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    run.write("scores.json", {})
    create_runs(tmp_path, {"a": [ONE], "b": [TWO]}, OWN)
    assert run.has("scores.json")
    assert _names(tmp_path) == ["a", "b"]


def test_other_items_are_refused_by_their_name(tmp_path: Path) -> None:
    create_runs(tmp_path, {"a": [ONE]}, Import("own", "bioasq"))
    with pytest.raises(InputError, match="was imported with --items bioasq"):
        create_runs(tmp_path, {"a": [ONE]}, Import("own", "pubmedqa"))


def test_a_run_can_be_replaced_with_all_that_was_derived_from_it(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    run.write("scores.json", {})
    create_runs(tmp_path, {"a": [TWO]}, OWN, replace=True)
    assert list(run.trajectories()) == [TWO]
    assert not run.has("scores.json")


def test_what_a_killed_import_left_is_no_run_and_in_nobodys_way(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    run.path.rename(run.path.with_name(".a.new"))
    assert _names(tmp_path) == []
    create_runs(tmp_path, {"a": [TWO]}, OWN)
    assert _names(tmp_path) == ["a"]


def test_a_folder_without_run_json_is_in_nobodys_way(tmp_path: Path) -> None:
    rest = tmp_path / "runs" / "a" / "score.lock"
    rest.parent.mkdir(parents=True)
    rest.touch()
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    assert list(run.trajectories()) == [ONE]
    assert not rest.exists()


def test_a_run_that_is_worked_on_is_neither_removed_nor_replaced(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    with run.alone():
        with pytest.raises(UnavailableError, match="'a' is being scored"):
            delete_run(tmp_path, "a")
        with pytest.raises(UnavailableError, match="'a' is being scored"):
            create_runs(tmp_path, {"0": [ONE], "a": [TWO]}, OWN, replace=True)
    assert _names(tmp_path) == ["a"]
    assert list(run.trajectories()) == [ONE]


def test_a_removed_run_stays_removed_and_its_name_is_free(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    delete_run(tmp_path, "a")
    with run.alone():
        assert not run.path.exists()
    create_runs(tmp_path, {"a": [TWO]}, OWN)
    assert list(run.trajectories()) == [TWO]


def test_a_broken_run_is_named_with_its_file_and_can_be_removed(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    run.write("run.json", {})
    with pytest.raises(InputError, match=r"run\.json: .*hubscope runs delete a.*import it again"):
        run.record()
    with pytest.raises(InputError, match=r"'a' is broken .*run\.json"):
        create_runs(tmp_path, {"a": [ONE]}, OWN)
    create_runs(tmp_path, {"a": [ONE]}, OWN, replace=True)
    assert run.record().trajectories == 1
    run.write("run.json", {})
    delete_run(tmp_path, "a")
    assert _names(tmp_path) == []


def test_an_unknown_run_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    create_runs(tmp_path, {"a": [ONE], "b": [TWO]}, OWN)
    with pytest.raises(InputError, match="Known: a, b"):
        open_run(tmp_path, "c")
    delete_run(tmp_path, "a")
    assert _names(tmp_path) == ["b"]


def test_a_missing_file_is_answered_with_the_command_that_makes_it(tmp_path: Path) -> None:
    (run,) = create_runs(tmp_path, {"a": [ONE]}, OWN)
    with pytest.raises(InputError, match="hubscope score a"):
        run.read("scores.json")
    (run.path / "run.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="not JSON"):
        RunFolder(run.path).record()
    (run.path / "run.json").unlink()
    (run.path / "run.json").mkdir()
    with pytest.raises(InputError, match=r"run\.json: Is a directory"):
        RunFolder(run.path).record()
