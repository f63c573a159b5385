"""Opposing words and affixes, whatever else the names hold."""

import pytest

from graph.opposites import Opposition, joined_prefixes, opposition


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("acute leukemia", "chronic leukemia", Opposition.BOTH),
        ("leukemia", "chronic leukemia", None),
        ("upregulation", "downregulation", Opposition.BOTH),
        ("leukocytosis", "leukopenia", Opposition.BOTH),
        ("methylation", "demethylation", Opposition.ABSENT),
        ("pre BMI", "post BMI", Opposition.BOTH),
        ("step up therapy", "step down therapy", Opposition.BOTH),
        ("hypo thyroidism", "hyper thyroidism", Opposition.BOTH),
        ("systolic dysfunction", "diastolic dysfunction", Opposition.BOTH),
        ("pulmonary arteries", "pulmonary veins", None),
        ("left coronary artery", "left coronary veins", Opposition.BOTH),
        ("sodium nitrate", "sodium nitrite", Opposition.BOTH),
        ("ventricle", "left ventricle", None),
        ("affect", "effect", None),
        ("renal cyst", "kidney cyst", None),
    ],
)
def test_names_oppose_in_either_order(one: str, other: str, found: Opposition | None) -> None:
    assert opposition(one.split(), other.split()) is found
    assert opposition(other.split(), one.split()) is found


@pytest.mark.parametrize(
    ("name", "joined"),
    [
        ("Anti-Inflammatory drug", "AntiInflammatory drug"),
        ("anti-TNF drug", "anti-TNF drug"),
        ("down-regulation", "downregulation"),
        ("pro-B cell", "pro-B cell"),
        ("non-malignant", "non-malignant"),
    ],
)
def test_a_prefix_is_joined_to_a_word_and_not_to_a_symbol(name: str, joined: str) -> None:
    assert joined_prefixes(name) == joined
