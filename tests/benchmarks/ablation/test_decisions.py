"""Fitting the embedded judge's layer: what was read and what was counted are weighed together."""

import numpy as np

from benchmarks.ablation.decisions import PRECISION, Read, every, fitted, made, some
from benchmarks.ablation.refutals import GRID, NOT_REFUTED, alarm_rates, precision, recalls
from benchmarks.judging.augment import Example
from benchmarks.judging.decision import SURE
from benchmarks.judging.encoding import SCALARS
from benchmarks.judging.refutation import COUNTED, FORMAT, Refutation
from benchmarks.judging.silence import Abstract, Nearness, Retrieved, Statement
from benchmarks.judging.stack import REFUTED, SUPPORTED, UNVERIFIABLE, Stack
from graph.vocabulary import Verdict


def rule(refuted: float = 1.1) -> Refutation:
    """Takes the feature judge's word from a share on; over 1 it confirms nothing."""
    weights = np.zeros((3 + len(COUNTED), 3), np.float32)
    weights[:3] = np.eye(3)
    layer = Stack(weights, np.zeros(3, np.float32), 0.5, refuted)
    return Refutation({"format": FORMAT, "features": "known", "rule": layer.as_json()})


def drawn(labels: np.ndarray, said: int, seed: int, confirms: float = 1.1) -> Read:
    """Pairs that the features call `said`; the cross-encoder sees what they are, with noise."""
    rng = np.random.default_rng(seed)
    n = len(labels)
    meant = np.where(labels == NOT_REFUTED, UNVERIFIABLE, labels)
    logits = rng.normal(size=(n, 3)).astype(np.float32)
    logits[np.arange(n), meant] += 3.0
    scalars = rng.normal(scale=0.1, size=(n, len(SCALARS))).astype(np.float32)
    shares = np.full((n, 3), 0.2, np.float32)
    shares[:, said] = 0.6
    return Read(
        shares,
        np.full(n, said),
        scalars,
        labels,
        np.arange(n) // 3,
        logits=logits,
        rule=rule(confirms),
    )


def sets() -> tuple[dict[str, Read], Read, dict[str, Read]]:
    each = np.repeat([SUPPORTED, REFUTED, UNVERIFIABLE], 100)
    labelled = {"one": drawn(each, REFUTED, 0), "other": drawn(each, SUPPORTED, 1)}
    near = {
        "own": drawn(np.full(300, NOT_REFUTED), REFUTED, 3),
        "another": drawn(np.full(300, UNVERIFIABLE), SUPPORTED, 4),
    }
    return labelled, drawn(each, REFUTED, 2), near


def test_what_the_cross_encoder_sees_corrects_what_was_counted() -> None:
    labelled, plain, near = sets()
    layer = fitted(labelled, plain, near)
    assert alarm_rates(None, near)["own"] == 1.0
    assert max(alarm_rates(layer, near).values()) < 0.2
    assert min(recalls(layer, labelled).values()) > 0.7
    assert precision(layer, labelled, near) >= PRECISION > precision(None, labelled, near)
    assert {layer.supported, layer.refuted} <= set(GRID), "both are chosen"


def test_what_the_rule_confirms_stands_unless_the_layer_is_sure_of_the_contrary() -> None:
    read = drawn(np.full(40, SUPPORTED), REFUTED, 5, confirms=0.4)
    weights = np.zeros((3 + len(COUNTED) + 3, 3), np.float32)
    weights[-3:] = np.eye(3)
    layer = Stack(weights, np.zeros(3, np.float32))
    sure = layer.probabilities(read.inputs)[:, SUPPORTED] >= SURE
    assert 0 < sure.sum() < 40
    shares, classes = read.decided(layer)
    assert classes.tolist() == np.where(sure, SUPPORTED, REFUTED).tolist()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-6)


def test_the_card_says_what_the_layer_reads_and_reaches() -> None:
    labelled, plain, near = sets()
    layer = fitted(labelled, plain, near)
    card = made({"features": "f"}, layer, labelled, near)
    assert card["layer"] == layer.as_json()
    assert card["fitted_to"] == {"features": "f"}
    assert card["quality"]["dev"]["one"]["n"] == 300
    assert card["false_alarms"]["dev"]["features"]["own"] == 1.0


def test_some_pairs_of_a_large_set_are_drawn_and_a_small_one_stays_whole() -> None:
    examples = [Example("s", str(at), (), Verdict.SUPPORTED, "given") for at in range(20)]
    drawn_sets = dict(some({"large": examples, "small": examples[:5]}, 10))
    assert len({one.claim for one in drawn_sets["large"]}) == 10
    assert drawn_sets["small"] == examples[:5]
    assert drawn_sets == dict(some({"large": examples, "small": examples[:5]}, 10))


def test_every_second_statement_of_either_nearness_is_read() -> None:
    abstract = Abstract("s", "1", ("It fell.",))
    found = [
        Retrieved(Statement(abstract, str(at), 0), (("It rose.",),), nearness)
        for at in range(4)
        for nearness in Nearness
    ]
    kept = [(one.nearness, one.statement.text) for one in every(found, 2)]
    assert kept == [(nearness, at) for nearness in Nearness for at in ("0", "2")]
