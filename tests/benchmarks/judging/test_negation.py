"""Denying and rewording by rule, and what the judges make of negation."""

import random

import pytest

from benchmarks.judging.negation import is_negated, negated, reworded


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Zinc shortens colds.", "Zinc does not shorten colds."),
        ("The trial was stopped early.", "The trial was not stopped early."),
        ("Mice had higher weight.", "Mice did not have higher weight."),
        (
            "Patients with reduced function improved.",
            "Patients with reduced function did not improve.",
        ),
        ("The gene studies the cell.", None),
        ("Some drugs are safe.", None),
        ("It may cause harm.", None),
        ("Zinc does not shorten colds.", None),
        (
            "The protein which is secreted binds DNA.",
            "The protein which is secreted does not bind DNA.",
        ),
    ],
)
def test_a_denial_is_the_contradiction_or_nothing(text: str, denied: str | None) -> None:
    assert negated(text) == denied


def test_rewording_keeps_negation() -> None:
    for text in ("Zinc does not reduce pain.", "Zinc reduces pain.", "The lesion was not seen."):
        for seed in range(200):
            other = reworded(text, random.Random(seed), frame=True)
            assert is_negated(other.replace("no means", "not")) == is_negated(text), other


def test_rewording_follows_the_seed() -> None:
    text = "Zinc did not reduce pain in patients."
    assert reworded(text, random.Random(3)) == reworded(text, random.Random(3))
    assert len({reworded(text, random.Random(seed), frame=True) for seed in range(30)}) > 5
