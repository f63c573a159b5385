"""Folding joins plurals and spellings, and keeps what differs apart."""

import pytest

from hubscope.tokens import fold_name, tokenize


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tumours", "tumor"),
        ("leukaemia", "Leukemia"),
        ("oedema", "edema"),
        ("biopsies", "biopsy"),
        ("metastases", "metastasis"),
        ("diagnoses", "diagnosis"),
        ("diseases", "disease"),
        ("T-cells", "T cell"),
        ("Alzheimer's disease", "Alzheimer disease"),
        ("bacilli", "bacillus"),
        ("haemorrhages", "hemorrhage"),
        ("DNA–damage", "DNA damage"),
    ],
)
def test_spellings_of_one_name_fold_alike(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(("one", "other"), [("virus", "viral"), ("IL-6", "IL-8")])
def test_different_names_fold_apart(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


def test_offsets_point_into_the_text() -> None:
    text = "α-Synuclein (p < 0.05), don’t stop"
    assert all(text[t.start : t.end] == t.text for t in tokenize(text))
    assert "don’t" in [t.text for t in tokenize(text)]
