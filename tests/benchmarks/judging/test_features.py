"""Counted features see what they are named for."""

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.judging.features import FEATURES, analyse, pair_features


def features(claim: str, evidence: str) -> dict[str, float]:
    values = pair_features(analyse(claim), analyse(evidence))
    return dict(zip(FEATURES, values, strict=True))


def test_a_restated_claim_is_covered_whole() -> None:
    found = features("Insulin lowers glucose.", "In fasting people insulin lowered glucose.")
    assert found["coverage"] == 1.0
    assert found["direction_agrees"] == 1.0
    assert found["opposites"] == 0.0


def test_the_opposite_verb_opposes_direction() -> None:
    found = features("Insulin raises glucose.", "Insulin lowers glucose.")
    assert found["direction_opposes"] == 1.0
    assert found["near_direction_opposes"] == 1.0
    assert found["opposites"] == 1.0


def test_a_denied_change_is_no_change() -> None:
    found = features("The drug reduced mortality.", "The drug did not reduce mortality.")
    assert found["evidence_unchanged"] == 1.0
    assert found["direction_opposes"] == 1.0
    assert found["negation_differs"] == 1.0


def test_the_direction_of_the_same_thing_counts() -> None:
    evidence = "Heart rate fell while blood pressure rose."
    assert features("Blood pressure rose.", evidence)["near_direction_agrees"] == 1.0
    assert features("Heart rate rose.", evidence)["near_direction_opposes"] == 1.0


def test_a_replaced_number_is_seen_in_digits_and_words() -> None:
    replaced = features("The heart has three chambers.", "The heart has 4 chambers.")
    assert replaced["numbers_replaced"] == 1.0
    found = features("The heart has four chambers.", "The heart has 4 chambers.")
    assert found["numbers_all_found"] == 1.0


def test_a_replaced_name_is_seen() -> None:
    found = features("The gene TP53 is lost.", "The gene BRCA1 is lost.")
    assert found["names_replaced"] == 1.0
    assert found["names_covered"] == 0.0


def test_swapped_arguments_are_seen() -> None:
    assert features("Mdm2 binds p53.", "p53 binds Mdm2.")["order_swapped"] == 1.0


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_gives_finite_numbers(claim: str, evidence: str) -> None:
    values = pair_features(analyse(claim), analyse(evidence))
    assert len(values) == len(FEATURES)
    assert all(abs(value) < 1e6 for value in values)
