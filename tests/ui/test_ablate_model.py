"""`ablate` with a chat model as judge, against loopback models: cost, cap, resuming, replays."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.servers.behaviour import Asked, Fails, Says
from tests.servers.chat import providing
from tests.servers.reader import tokens
from ui.cli import run

pytestmark = [pytest.mark.loopback, pytest.mark.slow]

CLAIMS = 12
# Round 0, four more, and one without sentences.
CALLS = 6 * CLAIMS
SENTENCES = ["Zinc lowers fever in mice.", "Zinc lowered it again.", "It was measured twice."]
PROTOCOLS = ["openai", "anthropic", "ollama"]


def _script(asked: Asked) -> Says:
    """Supports what the first sentence about zinc says, and knows nothing by heart."""
    found = re.search(r"^\[(\d+)\] Zinc", asked.prompt, re.MULTILINE)
    said = {
        "verdict": "SUPPORTED" if found else "UNVERIFIABLE",
        "cited": [int(found[1])] if found else [],
        "reason": "the sentence says what the claim says, or no sentence says it",
    }
    text = json.dumps(said)
    return Says(text, tokens=(tokens(asked.prompt + json.dumps(asked.schema)), tokens(text)))


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    records = [
        {"id": str(n), "claim": f"Zinc lowers fever {n}.", "label": "SUPPORTED", "gold": [0]}
        for n in range(CLAIMS)
    ]
    lines = [json.dumps({**one, "sentences": SENTENCES}) + "\n" for one in records]
    Path("claims.jsonl").write_text("".join(lines), "utf-8")
    return "claims.jsonl"


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    capsys.readouterr()
    assert run(["ablate", *arguments, "--run", "mine", "--json"]) == code
    out = capsys.readouterr().out
    return json.loads(out) if out else None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_model_of_every_protocol_is_asked_once_a_round(
    dataset: str, protocol: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = f"{protocol}:gpt-4o-mini"
    with providing(protocol, _script, monkeypatch) as server:
        found = _printed(capsys, dataset, "--judge", judge)
        assert len(server.asked) == CALLS
        assert all(asked.schema for asked in server.asked)
        again = _printed(capsys, dataset, "--judge", judge)
        assert len(server.asked) == CALLS
    assert (found["judge"], found["n"], found["errors"]) == (judge, CLAIMS, {})
    # Two sentences support the claim: it stands one round longer than its gold sentence.
    assert [one["accuracy"] for one in found["rounds"]] == [1.0, 1.0, 0.0, 0.0, 0.0]
    assert found["costs"]["calls"] == CALLS
    assert {**again, "costs": None} == {**found, "costs": None}
    assert run(["verify", "mine"]) == 0


def test_the_cap_ends_with_exit_code_3_and_a_higher_one_goes_on(
    dataset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = "openai:gpt-4o-mini"
    # A request is reserved at a whole reply: about 0.003 dollars, of which 0.0001 are spent.
    cap = 0.005
    with providing("openai", _script, monkeypatch) as server:
        assert _printed(capsys, dataset, "--judge", judge, "--max-cost", str(cap), code=3) is None
        first = len(server.asked)
        assert 0 < first < CALLS
        [ledger] = (Path("home") / "ablations" / "mine").glob("costs-*.jsonl")
        spent = sum(json.loads(line).get("cost", 0) for line in _settled(ledger))
        assert 0 < spent <= cap
        found = _printed(capsys, dataset, "--judge", judge, "--max-cost", "1")
        assert len(server.asked) == CALLS
    assert (found["n"], found["costs"]["calls"]) == (CLAIMS, CALLS)
    assert found["costs"]["cost"] > spent


def test_a_dry_run_says_what_it_will_take_and_asks_and_writes_nothing(
    dataset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = "anthropic:claude-haiku-4-5"
    with providing("anthropic", _script, monkeypatch) as server:
        expected = _printed(capsys, dataset, "--judge", judge, "--dry-run")
        assert not server.asked
        assert not (Path("home") / "ablations").exists()
        costs = _printed(capsys, dataset, "--judge", judge)["costs"]
    assert expected["calls"] == costs["calls"] == CALLS
    for counted in ("input_tokens", "output_tokens", "cost"):
        assert expected[counted] == pytest.approx(costs[counted], rel=0.2)


@pytest.mark.parametrize("judge", ["features", "replay:said.jsonl"])
def test_a_dry_run_of_a_judge_that_costs_nothing_says_so(
    judge: str, dataset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("said.jsonl").touch()
    expected = _printed(capsys, dataset, "--judge", judge, "--dry-run")
    assert (expected["dry_run"], expected["calls"], expected["cost"]) == (True, 0, 0.0)
    assert not (Path("home") / "ablations").exists()


def test_a_recorded_model_is_replayed_without_it(
    dataset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with providing("openai", _script, monkeypatch):
        found = _printed(capsys, dataset, "--judge", "record:said.jsonl:openai:gpt-4o-mini")
    replayed = _printed(capsys, dataset, "--judge", "replay:said.jsonl")
    assert len(Path("said.jsonl").read_text("utf-8").splitlines()) == CALLS
    assert (replayed["rounds"], replayed["io"]) == (found["rounds"], found["io"])
    assert replayed["costs"] is None


def test_a_claim_that_the_provider_rejects_is_an_error_and_no_figure(
    dataset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(asked: Asked) -> Says | Fails:
        return Fails(400) if "fever 3." in asked.prompt else _script(asked)

    with providing("openai", script, monkeypatch):
        found = _printed(capsys, dataset, "--judge", "openai:gpt-4o-mini")
    assert (found["n"], found["errors"]) == (CLAIMS - 1, {"judge_failed": 1})


@pytest.mark.parametrize(
    ("judge", "more", "code", "says"),
    [
        ("openai:gpt-4o-mini", [], 4, "OPENAI_API_KEY"),
        ("nonesuch:m", [], 2, "no provider named 'nonesuch'"),
        ("openai:unheard-of", ["--max-cost", "1"], 2, "price of openai:unheard-of is not known"),
    ],
)
def test_a_model_that_cannot_be_asked_is_one_line_and_no_run(
    dataset: str,
    judge: str,
    more: list[str],
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    if more:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    assert run(["ablate", dataset, "--judge", judge, *more, "--run", "mine"]) == code
    assert says in capsys.readouterr().err
    assert not (Path("home") / "ablations").exists()


def _settled(ledger: Path) -> list[str]:
    return [line for line in ledger.read_text("utf-8").splitlines() if "settled" in line]
