"""Verbs that measure a judge and compare runs, without a server: JSON keys, text, exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.human_labels import claim_id
from tests.benchmarks.made_runs import R, S, claim, judged, made_run
from tests.ui.scored_run import HOSTILE
from ui.cli import run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path))
    for name, verdict in (("first", S), ("second", R)):
        given = [
            judged("1", claim("a", S), claim(HOSTILE, verdict), score=1.0),
            judged("2", claim("b", R), score=float(name == "second")),
        ]
        made_run(tmp_path, name, given)
    return tmp_path


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def _human(folder: Path) -> str:
    path = folder / "human.csv"
    said = [claim_id("1", "a"), claim_id("1", HOSTILE), claim_id("2", "b"), "unknown"]
    path.write_text("claim,label\n" + "".join(f"{id},supported\n" for id in said), "utf-8")
    return str(path)


def test_calibrate_prints_what_scripts_rely_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _printed(capsys, "calibrate", "second", _human(home))
    wanted = {"agreement", "kappa", "weighted_kappa", "alpha", "confusion", "per_class"}
    assert wanted <= found.keys()
    assert found["agreement"]["value"] == pytest.approx(1 / 3)
    assert found["kappa"]["value"] == 0
    assert found["confusion"]["SUPPORTED"] == {"SUPPORTED": 1, "UNVERIFIABLE": 0, "REFUTED": 2}
    assert found["scores"]["hs_micro"]["corrected"]["value"] == 0
    assert [one["reason"] for one in found["skipped"]] == ["unknown_claim"]


def test_calibrate_says_it_in_words(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "second", _human(home)]) == 0
    said = capsys.readouterr().out
    for words in ("Cohen's kappa", "precision REFUTED", "hsw_micro", "human.csv:5: unknown_claim"):
        assert words in said
    assert run(["verify", "second"]) == 0


def test_compare_prints_what_scripts_rely_on(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _printed(capsys, "compare", "first", "second")
    wanted = {"both", "gain", "loss", "neither", "mcnemar_p", "net", "interval", "missing"}
    assert wanted <= found.keys()
    assert [found[name] for name in ("both", "gain", "loss", "neither", "net")] == [1, 1, 0, 0, 1]
    assert found["missing"] == {"first": [], "second": []}
    assert found["claim_flips"] == [
        {"item": "1", "text": HOSTILE, "first": "SUPPORTED", "second": "REFUTED"}
    ]


def test_compare_says_it_in_words(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "first", "second"]) == 0
    said = capsys.readouterr().out
    for words in ("exact McNemar p = 1.0000", "1 items won by the second", "hsw_micro"):
        assert words in said
    assert "3 claims made by both, 1 judged differently" in said


def test_one_run_is_wrong_use(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "first"]) == 2
    assert run(["compare", "first", "third"]) == 2
    assert "no run named 'third'" in capsys.readouterr().err


def test_a_sheet_never_takes_the_place_of_a_file(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _human(home)
    before = Path(path).read_text("utf-8")
    assert run(["calibrate", "second", path, "--draw", "5"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert Path(path).read_text("utf-8") == before
