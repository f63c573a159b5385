"""Verb agent, from the command line to the run, against a loopback model and papers on disk."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.runs import open_run
from tests.servers.behaviour import Asked, Behaviour, Fails, Says
from tests.servers.chat import ChatServer, providing
from tests.servers.literature import Services
from tests.servers.loopback import serving
from ui.cli import run

pytestmark = pytest.mark.loopback

ANSWERS = {"Does zinc inhibit ACE?": "yes", "Does iron inhibit ACE?": "no"}


def _script(asked: Asked) -> Behaviour:
    """Searches, reads what it found first, answers."""
    turn = sum(role == "assistant" for role, _ in asked.texts)
    question = asked.texts[0][1].splitlines()[0]
    if turn == 0:
        return Says("I look for ACE.", (("literature_search", {"query": question}),))
    if turn == 1:
        found = asked.texts[-1][1].partition("\nid: ")[2].splitlines()[0]
        return Says("I read it.", (("literature_fetch", {"id": found}),))
    return Says(f"ACE is inhibited.\nAnswer: {ANSWERS[question]}", tokens=(1000, 100))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "zinc.txt").write_text("Zinc inhibits ACE\n\nZinc inhibited ACE in vitro.\n", "utf-8")
    (papers / "iron.txt").write_text("Iron and ACE\n\nIron did not inhibit ACE.\n", "utf-8")
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HUBSCOPE_PAPERS", str(papers))
    monkeypatch.setenv("HUBSCOPE_OFFLINE", "1")
    rows = [
        {"id": str(n), "question": question, "answer": "yes"} for n, question in enumerate(ANSWERS)
    ]
    items = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "items.jsonl").write_text(items, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def server(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    with providing("openai", _script, monkeypatch) as server:
        yield server


def _agent(*more: str, model: str = "openai:gpt-4o-mini") -> list[str]:
    given = ["agent", "items.jsonl", "--model", model, "--run", "mine", "--format", "table"]
    return [*given, "--literature", "folder", "--no-web", *more]


def _printed(capsys: pytest.CaptureFixture[str], *more: str, code: int = 0, **model: str) -> Any:
    capsys.readouterr()
    assert run([*_agent(*more, **model), "--json"]) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("protocol", ["openai", "anthropic", "ollama"])
def test_an_agent_of_every_protocol_answers_items_from_papers(
    home: Path, protocol: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with providing(protocol, _script, monkeypatch) as server:
        found = _printed(capsys, model=f"{protocol}:gpt-4o-mini")
        assert len(server.asked) == 6
        assert set(server.asked[0].tools) == {"literature_search", "literature_fetch"}
    assert (found["run"], found["trajectories"], found["waiting"]) == ("mine", 2, 0)
    assert found["outcomes"]["answered"] == 2
    assert (found["tool_failure_rate"], found["tool_failures"]["of"]) == (0.0, 4)
    assert (found["accuracy"], found["right"]["n"], found["right"]["of"]) == (0.5, 1, 2)
    first, second = open_run(home, "mine").trajectories()
    assert (first.choice, first.score, second.choice, second.score) == ("yes", 1.0, "no", 0.0)
    assert "Zinc inhibited ACE in vitro." in (first.steps[1].calls[0].observation or "")
    assert "Iron did not inhibit ACE." in (second.steps[1].calls[0].observation or "")


def test_the_same_command_again_pays_nothing(
    home: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    first = _printed(capsys)
    assert first["cost"] > 0
    assert first["calls"] == 6
    again = _printed(capsys)
    assert len(server.asked) == 6
    assert again == first


def test_a_run_of_another_name_is_answered_from_the_cache(
    home: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    _printed(capsys)
    found = _printed(capsys, "--run", "other")
    assert (len(server.asked), found["cost"], found["trajectories"]) == (6, 0.0, 2)
    both = [open_run(home, name).trajectories_file.read_bytes() for name in ("mine", "other")]
    assert both[0] == both[1]


def test_the_manifest_says_at_which_temperature_each_turn_was_taken(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuses(asked: Asked) -> Behaviour:
        unsupported = Fails(400, message="'temperature' is not supported")
        return _script(asked) if asked.temperature is None else unsupported

    def manifest() -> Any:
        return json.loads((home / "runs" / "mine" / "agent.json").read_text("utf-8"))

    with providing("openai", refuses, monkeypatch):
        _printed(capsys, "--limit", "1")
        assert (manifest()["temperature"], manifest()["sampled_at"]) == (0.0, {"own": 3})
        # Gone on with under the same name, and out of the cache under another.
        _printed(capsys)
        assert manifest()["sampled_at"] == {"own": 6}
        assert _printed(capsys, "--run", "other")["calls"] == 0
    other = json.loads((home / "runs" / "other" / "agent.json").read_text("utf-8"))
    assert other["sampled_at"] == {"own": 6}


def test_the_cap_ends_with_exit_code_3_and_what_was_done_is_kept(
    home: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    # A request is reserved at a whole reply and a token a byte: about 0.003 dollars.
    found = _printed(capsys, "--max-cost", "0.0032", "--parallel", "1", code=3)
    assert found["stopped"] == "cap_reached"
    assert found["cost"] <= 0.0032
    assert 0 < len(server.asked) < 6
    assert open_run(home, "mine").record().cost == found["cost"]
    # What was spent counts in the next session, too.
    again = _printed(capsys, "--max-cost", "0.0032", "--parallel", "1", code=3)
    assert again["cost"] <= 0.0032
    whole = _printed(capsys, "--max-cost", "1")
    assert (whole["trajectories"], whole["waiting"], whole["stopped"]) == (2, 0, None)
    assert len(server.asked) == 6


def test_a_dry_run_says_what_it_will_cost_and_leaves_nothing(
    home: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _printed(capsys, "--dry-run")
    assert (found["items"], found["calls"], found["calls_at_most"]) == (2, 8, 24)
    assert found["web_searches_at_most"] == 0
    assert found["cost"] > 0
    assert (server.asked, (home / "runs").exists()) == ([], False)
    assert run(_agent("--dry-run")) == 0
    printed = capsys.readouterr().out
    assert "2 items: about 8 calls (24 at most)" in printed
    assert "web searches" not in printed


def test_a_dry_run_says_how_often_the_web_may_be_searched(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SERPER_API_KEY", "canary-serper-key")
    with_web = [one for one in _agent("--dry-run") if one != "--no-web"]
    assert run([*with_web, "--json"]) == 0
    # Eight calls in each of the eleven turns whose calls are run.
    found = json.loads(capsys.readouterr().out)
    assert found["web_searches_at_most"] == 2 * 11 * 8
    assert found["web_cost_at_most"] == pytest.approx(0.176)
    assert found["web_searches"] is None
    assert run(with_web) == 0
    assert "at most 176 web searches, $0.1760, held by the same cap" in capsys.readouterr().out


def _searches_thrice(asked: Asked) -> Behaviour:
    turn = sum(role == "assistant" for role, _ in asked.texts)
    if turn < 3:
        question = f"{asked.texts[0][1].splitlines()[0]} {turn}"
        return Says("I look.", (("web_search", {"query": question}),))
    return Says("Answer: yes")


def test_after_a_pilot_the_searches_of_the_web_are_known(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"id": str(n), "question": f"Is it {n}?", "answer": "yes"} for n in range(5)]
    Path("items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    monkeypatch.setenv("SERPER_API_KEY", "canary-serper-key")
    given = [one for one in _agent(model="ollama:llama3") if one != "--no-web"]
    with providing("ollama", _searches_thrice, monkeypatch):
        assert run([*given, "--limit", "3"]) == 0
    capsys.readouterr()
    assert run([*given, "--dry-run", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["web_searches"], found["web_cost"]) == (6, pytest.approx(0.006))
    assert run([*given, "--dry-run"]) == 0
    assert "about 6 web searches, $0.0060; at most 176" in capsys.readouterr().out


@pytest.mark.slow
def test_searches_of_the_web_are_held_by_the_cap(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HUBSCOPE_OFFLINE", "0")
    monkeypatch.setenv("SERPER_API_KEY", "canary-serper-key")
    services = Services()
    given = [one for one in _agent(model="ollama:llama3") if one != "--no-web"]
    with serving(services) as web, providing("ollama", _searches_thrice, monkeypatch):
        monkeypatch.setenv("HUBSCOPE_SERPER_URL", f"{web.base}/serper")
        assert run([*given, "--json", "--max-cost", "0.0045", "--parallel", "1"]) == 3
        stopped = json.loads(capsys.readouterr().out)
        assert (stopped["stopped"], stopped["web_searches"]) == ("cap_reached", 4)
        assert stopped["cost"] == pytest.approx(0.004)
        assert len(services.asked) == 4
        # The run goes on where it was: of what was searched nothing is paid again.
        assert run([*given, "--json", "--max-cost", "1"]) == 0
        whole = json.loads(capsys.readouterr().out)
        assert (whole["web_searches"], len(services.asked)) == (6, 6)
        assert (whole["trajectories"], whole["tool_failure_rate"]) == (2, 0.0)


def test_a_failing_provider_is_exit_code_4(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with providing("openai", lambda _: Fails(401), monkeypatch):
        found = _printed(capsys, code=4)
    assert (found["stopped"], found["trajectories"], found["waiting"]) == ("key_refused", 0, 2)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--model", "gpt-4o"], "PROVIDER:NAME"),
        (["--model", "openai:unheard-of", "--max-cost", "1"], "price"),
        (["--literature", "arxiv"], "no connector named 'arxiv'"),
        (["--literature", ","], "nothing: name each connector once"),
        (["--until", "yesterday"], "yesterday"),
        (["--max-cost", "-1"], "--max-cost"),
        (["--model", "nope:m"], "no provider named 'nope'"),
    ],
)
def test_wrong_use_is_exit_code_2_and_writes_nothing(
    home: Path,
    server: ChatServer,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    said: str,
) -> None:
    for how in ([], ["--dry-run"]):
        assert run(_agent(*more, *how)) == 2
        assert said in capsys.readouterr().err
    assert not (home / "runs").exists()


def test_a_file_that_is_not_there_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["agent", "data/none.jsonl", "--model", "openai:m", "--run", "x"]
    assert run(given) == 2
    assert "data/none.jsonl: no such file" in capsys.readouterr().err


def test_people_read_outcomes_and_shares_with_their_denominators(
    home: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(_agent()) == 0
    said = capsys.readouterr().out
    assert "2 of 2 items answered to the end" in said
    assert "right answers: 1 of 2 (95 % 0.09 to 0.91)" in said
    assert "tool calls that failed: 0 of 4 (95 % 0.00 to 0.49)" in said
    assert run(["runs", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["runs"]
    assert (row["run"], row["items"], row["cost"]) == ("mine", 2, pytest.approx(row["cost"]))
    assert row["cost"] > 0


def test_no_key_is_in_any_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = "sk-canary-0123456789abcdef"

    def script(asked: Asked) -> Behaviour:
        if sum(role == "assistant" for role, _ in asked.texts) == 1 and asked.number % 2:
            return Fails(400, message=f"your key {key} is odd")
        return _script(asked)

    with providing("openai", script, monkeypatch):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        run(_agent("--parallel", "1"))
    printed = capsys.readouterr()
    files = [path for path in home.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"canary" in path.read_bytes()]
    assert "canary" not in printed.out + printed.err
