"""Training pairs that are made keep the label that their making promises."""

import random

import numpy as np

from benchmarks.judging.augment import (
    contrary,
    denied,
    given,
    in_company,
    mismatched,
    renumbered,
    restatements,
)
from benchmarks.judging.mix import Pair
from graph.vocabulary import Verdict


def pair(claim: str, evidence: str, group: str) -> Pair:
    return Pair("made up", claim, evidence, Verdict.SUPPORTED, group, "train")


def test_a_contrary_turns_one_word_round() -> None:
    assert contrary("Higher doses increased survival.") == "Lower doses increased survival."
    assert contrary("The heart has four chambers.") is None


def test_a_denial_is_not_denied_twice() -> None:
    assert denied("Prions are not viruses.") is None
    assert denied("Prions are proteins.") == "Prions are not proteins."


def test_a_changed_number_is_another_number() -> None:
    for seed in range(50):
        changed = renumbered("Cells hold 1 nucleus.", random.Random(seed))
        assert changed is not None
        assert changed != "Cells hold 1 nucleus."


def test_restatements_come_as_support_and_refutation() -> None:
    made = restatements([("a", "Insulin lowers glucose."), ("a", "Glucose")], random.Random(0))
    assert [item.verdict for item in made] == [Verdict.SUPPORTED, Verdict.REFUTED]


def test_mismatched_evidence_is_the_nearest_of_another_group() -> None:
    vectors = {
        "c1": np.array([1.0, 0.0], np.float32),
        "own": np.array([1.0, 0.0], np.float32),
        "near": np.array([0.9, 0.1], np.float32),
        "c2": np.array([0.0, 1.0], np.float32),
    }
    pairs = [pair("c1", "own", "g1"), pair("c2", "near", "g2")]
    made = mismatched(pairs, vectors, 1.0, random.Random(0))
    assert {(item.claim, item.sentences, item.verdict) for item in made} == {
        ("c1", ("near",), Verdict.UNVERIFIABLE),
        ("c2", ("own",), Verdict.UNVERIFIABLE),
    }


def test_company_keeps_the_evidence_and_the_label() -> None:
    one = given(pair("c", "It fell. It rose.", "g"))
    [made] = in_company([one], random.Random(0))
    text = " ".join(made.sentences)
    assert "It fell. It rose." in text
    assert len(made.sentences) > 2
    assert made.verdict is one.verdict
