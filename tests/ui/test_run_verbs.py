"""Verbs of runs without a server: import, runs, hubs, report, verify; what score prints."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.ablation.figures import Figure
from benchmarks.agents.formats.own import to_record
from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.hallucination.evidence_use import EvidenceUse
from benchmarks.hallucination.scored import rescore
from benchmarks.runs import list_runs
from tests.ui.scored_run import scored_run
from ui.cli import run
from ui.commands.explore import HUB_COLUMNS
from ui.score_text import evidence_use_text, scores_document, scores_text


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path))
    return tmp_path


def _file(folder: Path, *trajectories: Trajectory) -> str:
    path = folder / "given.jsonl"
    path.write_text("".join(json.dumps(to_record(one)) + "\n" for one in trajectories), "utf-8")
    return str(path)


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


TRAJECTORIES = Path(__file__).parents[1] / "samples" / "trajectories"


def _said(id: str, run: str, text: str = "Zinc binds ACE2.") -> Trajectory:
    return Trajectory(id, (Step(text),), item=id, run=run)


def test_a_file_of_several_runs_makes_all_of_them_or_none(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = _file(home, _said("1", "a"), _said("2", "b"))
    found = _printed(capsys, "import", first, "--run", "mine")
    assert [one["run"] for one in found["runs"]] == ["mine:a", "mine:b"]
    other = _file(home, _said("1", "0"), _said("2", "b", "Zinc harms ACE2."))
    assert run(["import", other, "--run", "mine"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "'mine:b' holds other trajectories" in said.err
    assert [one.name for one in list_runs(home)] == ["mine:a", "mine:b"]


def test_runs_count_items_and_name_their_source(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored_run(home, "judged")
    given = _file(home, _said("1", ""), _said("2", ""))
    assert run(["import", given, "--run", "fresh"]) == 0
    fresh, judged = _printed(capsys, "runs")["runs"]
    assert (fresh["items"], fresh["items_from"], fresh["trajectories"]) == (2, None, 2)
    assert (fresh["scored"], fresh["hs"], fresh["hsw"]) == (False, None, None)
    assert (judged["scored"], judged["hs"], judged["hsw"]) == (True, 0.5, 0.5)


def test_a_broken_run_is_listed_with_its_reason_and_the_others_are_there(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, scores, record = (scored_run(home, name) for name in ("whole", "scores", "record"))
    (scores.path / "scores.json").write_text('{"run":', "utf-8")
    record.write("run.json", {})
    rows = {row["run"]: row for row in _printed(capsys, "runs")["runs"]}
    assert rows[whole.name]["broken"] is None
    assert "scores.json: not JSON" in rows["scores"]["broken"]
    assert "hubscope score scores" in rows["scores"]["broken"]
    assert rows["scores"]["trajectories"] == 2
    assert "run.json: " in rows["record"]["broken"]
    assert "hubscope runs delete record" in rows["record"]["broken"]
    assert run(["runs"]) == 0
    assert capsys.readouterr().out.count("broken: ") == 2


def test_the_same_import_again_says_unchanged(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = _file(home, _said("1", ""))
    assert _printed(capsys, "import", given, "--run", "mine")["runs"][0]["unchanged"] is False
    assert _printed(capsys, "import", given, "--run", "mine")["runs"][0]["unchanged"] is True
    assert run(["import", given, "--run", "mine"]) == 0
    assert "unchanged, imported before: mine" in capsys.readouterr().out


def test_import_lists_what_was_odd_by_kind(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = str(TRAJECTORIES / "atif.jsonl")
    found = _printed(capsys, "import", sample, "--run", "mine")
    kinds = {one["kind"]: (one["count"], one["records"]) for one in found["lint"]}
    assert kinds["gap"] == (2, 1)
    assert kinds["orphan_call"] == (1, 1)
    assert found["lint"][0]["where"] == ["s2 2", "s2 3"]
    assert [one["kind"] for one in found["problems"]] == ["empty_trajectory"]
    assert run(["import", sample, "--run", "mine"]) == 0
    said = capsys.readouterr().out
    assert "note     gap" in said
    assert "problem  empty_trajectory" in said


def test_import_without_a_trajectory_says_why(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = home.parent / "log.json"
    log.write_text('{"version": 2, "status": "started", "eval": {"task": "t"}, "samples": []}')
    assert run(["import", str(log), "--run", "mine"]) == 2
    assert "no trajectory in it (incomplete_run 1)" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["own", "atif", "inspect"])
def test_an_exported_run_is_the_same_run_when_it_is_imported(
    home: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    given, copy = _file(home, _said("1", ""), _said("2", "")), str(home.parent / "copy.json.gz")
    assert run(["import", given, "--run", "mine"]) == 0
    capsys.readouterr()
    found = _printed(capsys, "export-run", "mine", copy, "--format", name)
    assert found == {"run": "mine", "file": copy, "format": name, "trajectories": 2}
    assert _printed(capsys, "import", copy, "--run", "mine")["runs"][0]["unchanged"] is True


def test_answers_of_a_run_are_told_by_where_they_stand(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", str(TRAJECTORIES / "genegpt.jsonl"), "--run", "gene"]) == 0
    capsys.readouterr()
    (found,) = _printed(capsys, "runs", "answers", "gene:full")["runs"]
    (right,) = found["answers"]
    assert (right["kind"], right["answers"], right["origins"]) == ("right", 1, {"invented": 1})
    assert run(["runs", "answers", "gene:full", "gene:bare"]) == 0
    assert "1/1 = 1.00" in capsys.readouterr().out


def test_export_of_an_unknown_run_writes_nothing(home: Path) -> None:
    assert run(["export-run", "nobody", str(home / "copy.json")]) == 2
    assert not (home / "copy.json").exists()


def test_a_report_that_no_file_can_be_is_exit_code_2(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scored_run(home, "judged")
    os.mkfifo(home / "pipe.html")
    for name in ("pipe.html", f"{'x' * 300}.html"):
        assert run(["report", "judged", "--html", str(home / name)]) == 2
        assert name in capsys.readouterr().err
    assert (home / "pipe.html").is_fifo()


def test_a_report_named_md_is_exit_code_2(home: Path) -> None:
    scored_run(home, "judged")
    assert run(["report", "judged", "--html", str(home / "x.md")]) == 2
    assert not (home / "x.md").exists()


def test_scores_and_hubs_print_one_kind_of_row(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = scored_run(home, "judged")
    rows = _printed(capsys, "hubs", "--by", "failures")["hubs"]
    assert scores_document(folder, rescore(folder))["hubs"] == rows
    assert tuple(rows[0]) == HUB_COLUMNS


def test_hubs_of_few_claims_are_marked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored_run(home, "judged")
    assert run(["hubs", "--by", "failures"]) == 0
    said = capsys.readouterr().out
    assert "Zinc ‡" in said
    assert "‡ fewer than five claims: 1 of 1 concepts" in said


def test_the_terminal_shows_what_scores_rest_on(home: Path) -> None:
    text = scores_text(rescore(scored_run(home)))
    for said in (
        "2 of 2 trajectories in scope",
        "0 of them without a scored claim, 2 without an item",
        "3 claims: 2 scored, 1 errors",
        "0 only point at their subject",
        "0 statements left out because nothing names their pronoun",
        "verdicts: SUPPORTED 1, UNVERIFIABLE 0, REFUTED 1",
        "evidence: gold 1, none 2; 0 with evidence for both",
        "0 of 0 tool calls failed",
    ):
        assert said in text


def test_a_half_judged_run_is_exit_code_2_in_every_verb_but_verify(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = scored_run(home, "half")
    first, second = folder.judged.read_bytes().splitlines(keepends=True)
    folder.judged.write_bytes(first + second[:20])
    for arguments in (["report", "half"], ["hubs", "--by", "failures", "--run", "half"]):
        capsys.readouterr()
        assert run(arguments) == 2
        assert "hubscope score half --all" in capsys.readouterr().err
    found = _printed(capsys, "verify", "half", code=1)
    assert found["ok"] is False
    assert [one["what"] for one in found["differences"]] == ["judged.jsonl"]


def test_verify_agrees_with_a_whole_run_and_not_with_a_changed_one(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = scored_run(home, "judged")
    assert _printed(capsys, "verify", "judged") == {"ok": True, "differences": []}
    text = folder.judged.read_text("utf-8").replace('"SUPPORTED"', '"REFUTED"')
    folder.judged.write_text(text, "utf-8")
    found = _printed(capsys, "verify", "judged", code=1)
    assert found["ok"] is False
    assert {"what", "stored", "derived"} == found["differences"][0].keys()
    assert found["differences"][0]["what"] == "judged.jsonl"
    assert run(["report", "judged"]) == 0


def test_use_of_evidence_stands_in_the_text_of_a_score() -> None:
    share = Figure(0.625, 0.5, 0.75, 40)
    use = EvidenceUse(90, share, Figure(0.05, 0.01, 0.1, 40), nothing_left=3, errors=2)
    text = evidence_use_text(use)
    assert "of 40 decided claims" in text
    assert "0.625 [0.500, 0.750]" in text
    undefined = replace(share, value=None, low=None, high=None)
    assert "2 errors" in evidence_use_text(replace(use, given_up=undefined))
