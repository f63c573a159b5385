"""Scoring with models as judge and extractor: end to end on loopback servers."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.hallucination.scoring import Equipment, Options, rehearse, score
from benchmarks.judging.model_extractor import request_for
from benchmarks.runs import RunFolder, create_run
from benchmarks.steps import Steps, open_extractor, open_judge
from benchmarks.verify import verify
from hubscope.errors import BudgetError, InputError
from hubscope.llm.opening import Models
from hubscope.llm.prices import Price
from hubscope.llm.token_counts import most_tokens
from tests.benchmarks.hallucination.judging import Bench, bench
from tests.hubscope.llm.asking import quick_models
from tests.servers.behaviour import Asked, Behaviour, Says
from tests.servers.chat import providing

pytestmark = pytest.mark.loopback

ALL = Options(everything=True, draws=50)
TEXTS = (
    "Metformin raises blood glucose.",
    "I think metformin lowers blood glucose.",
    "Let me look.",
)


def answer(asked: Asked) -> Behaviour:
    """Extracts the sentence of a step without its hedge; refutes what raises."""
    marked = re.findall(r"\n==[0-9a-f]+==\n([\s\S]*?)\n==[0-9a-f]+==\n", asked.prompt)
    if asked.prompt.startswith("You list the factual claims"):
        said = marked[1].removeprefix("I think ").rstrip(".")
        claims = [] if said.startswith("Let me") else [{"claim": said, "quote": marked[1]}]
        return Says(json.dumps({"claims": claims}))
    verdicts = [
        {
            "id": f"c{number}",
            "verdict": "REFUTED" if "raises" in claim else "SUPPORTED",
            "quote": passages.split(". ")[0],
            "conflict": False,
        }
        for number, (claim, passages) in enumerate(zip(marked[::2], marked[1::2], strict=True), 1)
    ]
    return Says(json.dumps({"verdicts": verdicts}))


@pytest.fixture
def made(tmp_path: Path) -> Bench:
    return bench(tmp_path)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    trajectories = [
        Trajectory(f"t{n}", (Step(text),), item="1", final="no") for n, text in enumerate(TEXTS)
    ]
    return create_run(tmp_path, "r", trajectories, [], format="own", items="", imported_from=[])


def equipped(made: Bench, models: Models, protocol: str) -> Equipment:
    steps = Steps(f"{protocol}:m1", f"{protocol}:m1")
    embedder = made.finder.embedder
    return replace(
        made.equipment,
        judge=open_judge(steps, "another model", embedder, models),
        extractor=open_extractor(steps, "another model", models),
    )


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_a_run_is_estimated_capped_resumed_and_verified(
    protocol: str, run: RunFolder, made: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    with providing(protocol, answer, monkeypatch) as server:
        with Models(home, dry_run=True) as models:
            rehearse(run, equipped(made, models, protocol), ALL)
            expected = models.estimate
        assert server.asked == []
        # Room for one request at its most: whatever the first one costs, the next does not fit.
        cap = Price(1.0, 2.0).cost(*most_tokens(request_for(TEXTS[1]))) + 1e-6
        with quick_models(home, cap) as models, pytest.raises(BudgetError):
            score(run, equipped(made, models, protocol), ALL)
        assert server.answered > 0
        with quick_models(home, 1.0) as models:
            scored = score(run, equipped(made, models, protocol), ALL)
        # Three steps, two claims, and the two verdicts again without their sentence.
        assert server.answered == len({one.prompt_without_marks for one in server.asked})
        assert abs(expected.calls - server.answered) <= 2
    assert scored.coverage.verdicts["REFUTED"] == 1
    assert scored.coverage.verdicts["SUPPORTED"] == 1
    assert scored.coverage.unread == 0
    assert scored.judge == f"{protocol}:m1"
    assert verify(run) == []


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        (Steps(judge="embedded", votes=3), "bad_votes"),
        (Steps(judge="openai:gpt-4o"), "self_judging"),
    ],
)
def test_judges_are_checked(steps: Steps, reason: str, made: Bench) -> None:
    with pytest.raises(InputError) as raised:
        open_judge(steps, "gpt-4o-2024-08-06", made.finder.embedder, None)
    assert raised.value.reason == reason


def test_an_unknown_extractor_is_refused() -> None:
    with pytest.raises(InputError) as raised:
        open_extractor(Steps(extractor="oracle"), "", None)
    assert raised.value.reason == "bad_extractor"


def test_the_model_under_test_does_not_choose_what_it_is_judged_by() -> None:
    with pytest.raises(InputError, match="--extractor") as raised:
        open_extractor(Steps(extractor="openai:gpt-4o"), "gpt-4o-2024-08-06", None)
    assert raised.value.reason == "self_judging"
