"""`ablate` from the command line: what scripts rely on, resuming, errors in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.ablation.directions import Components, Direction, Overlap, Point
from benchmarks.ablation.figures import Figure
from benchmarks.ablation.representation import Representation, Token
from benchmarks.ablation.score import score_claims
from benchmarks.ablation.sets import SETS
from benchmarks.ablation.table import Standing
from ui.cli import run
from ui.commands.ablate_directions import directions_text
from ui.commands.ablate_table import table_markdown

SENTENCES = ["Zinc lowers fever in mice.", "It was measured twice.", "Iron was given, too."]
CLAIMS = {"Zinc lowers fever.": "SUPPORTED", "Zinc raises fever.": "REFUTED"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path / "home"))
    return tmp_path


def lines(path: Path, *records: object) -> str:
    path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    return str(path)


@pytest.fixture
def dataset(home: Path) -> str:
    records = [
        {"id": str(n), "claim": claim, "label": label, "sentences": SENTENCES, "gold": [0]}
        for n, (claim, label) in enumerate(CLAIMS.items())
    ]
    return lines(home / "claims.jsonl", *records, {**records[0], "id": "x", "label": "neutral"})


@pytest.fixture
def judge(home: Path) -> str:
    """Right at first; then it keeps one verdict and turns the other; it knows one by heart."""
    replies = []
    for claim, label in CLAIMS.items():
        first = {"verdict": label, "cited": [1, 8]}
        then = {"verdict": "SUPPORTED", "cited": []}
        rounds = {"0": first, **dict.fromkeys("1234", then), "knowledge": "REFUTED"}
        replies += [
            {"labels": {"claim": claim, "round": number}, "reply": reply}
            for number, reply in rounds.items()
        ]
    return "replay:" + lines(home / "replies.jsonl", *replies)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_it_prints_what_scripts_rely_on(
    dataset: str, judge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = printed(capsys, "ablate", dataset, "--judge", judge)
    rounds = [(one["round"], one["accuracy"], one["n"]) for one in found["rounds"]]
    assert rounds == [(0, 1.0, 2), *((r, 0.5, 2) for r in (1, 2, 3, 4))]
    assert (found["is"], found["er"], found["io"], found["flip_rate"]) == (0.5, 0.5, 0.5, 0.5)
    assert (found["strict"], found["label"], found["knowledge"]) == (1.0, 1.0, 0.5)
    # One gold sentence cited and one citation that points nowhere.
    assert (found["evidence"]["precision"], found["evidence"]["recall"]) == (0.5, 1.0)
    assert (found["hallucinated"], found["left_out"]) == (2, {"not_enough_info": 1})
    assert [one["id"] for one in found["flips"]] == ["1"]
    assert found["rounds"][1]["cited_nothing"] == 2
    low, high = found["figures"]["label"]["low"], found["figures"]["label"]["high"]
    assert low < found["label"] <= high


def test_the_text_has_the_ideal_beside_and_the_flip_rate_with_is(
    dataset: str, judge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ablate", dataset, "--judge", judge]) == 0
    text = capsys.readouterr().out
    assert "round  ideal  accuracy" in text
    assert text.index("IS, immediate sensitivity") < text.index("flip rate")
    assert "flip 1: REFUTED SUPPORTED" in text
    assert "not_enough_info 1" in text
    assert "\x1b" not in text


def test_a_run_is_listed_verified_and_removed(
    dataset: str, judge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = printed(capsys, "ablate", dataset, "--judge", judge, "--run", "mine")["run"]
    assert name == "mine"
    [row] = printed(capsys, "runs")["ablations"]
    assert (row["ablation"], row["claims"], row["is"], row["broken"]) == ("mine", 2, 0.5, None)
    assert printed(capsys, "verify", "mine") == {"ok": True, "differences": []}
    assert run(["runs"]) == 0
    assert "mine" in capsys.readouterr().out
    assert printed(capsys, "runs", "delete", "mine")["deleted"]
    assert printed(capsys, "runs")["ablations"] == []


def test_a_changed_journal_does_not_verify(
    home: Path, dataset: str, judge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "ablate", dataset, "--judge", judge, "--run", "mine")
    journal = home / "home" / "ablations" / "mine" / "rounds.jsonl"
    journal.write_text(journal.read_text("utf-8").replace("REFUTED", "UNVERIFIABLE"), "utf-8")
    assert run(["verify", "mine"]) == 1
    assert "rounds.jsonl" in capsys.readouterr().out


def test_a_replay_that_lacks_replies_is_errors_and_no_figures(
    home: Path, dataset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = lines(home / "few.jsonl", {"key": "0", "reply": "SUPPORTED"})
    found = printed(capsys, "ablate", dataset, "--judge", f"replay:{empty}")
    assert (found["n"], found["is"]) == (0, None)
    assert found["errors"] == {"judge_failed": 2}
    assert found["figures"]["is"]["note"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.jsonl"], "no such file"),
        (["{dataset}", "--judge", "oracle"], "no verifier named 'oracle'"),
        (["{dataset}", "--judge", "hf"], "write it as hf:NAME or FOLDER"),
        (["{dataset}", "--judge", "replay:nowhere.jsonl"], "no such file"),
        (["{dataset}", "--format", "nonsense"], "no shape named 'nonsense'"),
        (["{dataset}", "--map", "verdict=label"], "no field named 'verdict'"),
        (["{dataset}", "--rounds", "0"], "0 is not in the range"),
    ],
)
def test_wrong_use_is_one_line_and_writes_nothing(
    home: Path,
    dataset: str,
    arguments: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["ablate", *(one.format(dataset=dataset) for one in arguments)]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""
    assert not (home / "home" / "ablations").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["table", "{home}", "--judge", "features"], "mix.json: not there"),
        (["table", "{home}", "--judge", "features", "--set", "snli"], "no set named 'snli'"),
        (["table", "{home}", "--judge", "a:/x/one", "--judge", "a:/y/one"], "have one name"),
        (["table", "{home}", "--judge", "features", "--against", "x"], "none of the judges"),
        (["directions", "nothing"], "no ablation named 'nothing'"),
    ],
)
def test_tables_and_directions_say_what_they_lack(
    home: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ablate", *(one.format(home=home) for one in arguments)]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert len(said.err.splitlines()) == 1


def test_directions_of_a_judge_without_states_are_refused(
    dataset: str, judge: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "ablate", dataset, "--judge", judge, "--run", "mine")
    assert run(["ablate", "directions", "mine"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_table_is_markdown_with_signed_changes() -> None:
    scores = score_claims([], rounds=4, seed=1)
    change = Figure(0.312, 0.2, 0.424, 9)
    one = Standing(
        SETS["scifact"], "adapter:full", "r", scores, None, {}, {"is": change, "accuracy": change}
    )
    text = table_markdown([one])
    assert "| SciFact dev | adapter:full | 0 | undefined (no SUPPORTED or REFUTED claim)" in text
    assert "| set | judge | claims | IS | accuracy |" in text
    assert "| +31.2 [+20, +42] | +31.2 [+20, +42] |" in text
    assert len({line.count("|") for line in text.splitlines() if line}) == 2


def test_directions_are_a_line_a_round_with_components_and_neurons() -> None:
    figure = Figure(0.5, 0.25, 0.75, 8)
    found = Representation(
        run="mine",
        judge="trained",
        judge_fingerprint="f",
        token=Token.LAST,
        n=9,
        errors=0,
        seed=1,
        directions=(Direction(1, figure, figure, 1, 0),),
        components=Components((0.6, 0.2), (Point(0, (1.0, 2.0)), Point(None, (0.0, 1.0)))),
        overlap=Overlap(0.733, 0.133, 0.134, 1000, 1200),
        journal="j",
    )
    text = directions_text(found)
    assert "state of the last token, 9 claims" in text
    assert "60.0%, 20.0% of the variance" in text
    assert "claim alone" in text
    assert "shared 73.3%, only with 13.3%, only without 13.4%" in text


def test_training_needs_the_labelled_sets(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ablate", "train", str(home)]) == 2
    assert "mix.json: not there" in capsys.readouterr().err
    assert not (home / "home" / "verifiers").exists()
