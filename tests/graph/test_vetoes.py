"""Vetoes: what no cosine may overlook."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.vetoes import VetoReason, veto


@pytest.mark.parametrize(
    ("one", "other", "reason", "absent"),
    [
        ("IL-4", "IL-5", VetoReason.DIGITS, False),
        ("CYP2D6", "CYP2C9", VetoReason.DIGITS, False),
        ("0.5 mM zinc", "5 mM zinc", VetoReason.DIGITS, False),
        ("H₂O", "H₂O₂", VetoReason.DIGITS, False),
        ("MEK", "MEK1", VetoReason.DIGITS, True),
        ("first-degree block", "third-degree block", VetoReason.DIGITS, False),
        ("PKCα", "PKCδ", VetoReason.GREEK, False),
        ("TNFalpha", "TNFbeta", VetoReason.GREEK, False),
        ("catenin", "β-catenin", VetoReason.GREEK, True),
        ("collagen type I", "collagen type III", VetoReason.ROMAN, False),
        ("factor IX", "factor 10", VetoReason.ROMAN, False),
        ("vitamin C", "vitamin D", VetoReason.ROMAN, False),
        ("factor V", "factor", VetoReason.ROMAN, True),
        ("hyperkalemia", "hypokalemia", VetoReason.NEGATION, False),
        ("symptomatic", "asymptomatic", VetoReason.NEGATION, True),
        ("non-smokers", "smokers", VetoReason.NEGATION, True),
        ("ER-positive tumor", "ER-negative tumor", VetoReason.NEGATION, False),
        ("cells with nuclei", "cells without nuclei", VetoReason.NEGATION, True),
        ("insulin", "insulin resistance", VetoReason.NEGATION, True),
        ("hepatitis A", "hepatitis B", VetoReason.DESIGNATOR, False),
        ("hepatitis", "hepatitis B", VetoReason.DESIGNATOR, True),
        ("cis-platinum", "trans-platinum", VetoReason.DESIGNATOR, False),
        ("5-HT1A", "5-HT1B", VetoReason.DESIGNATOR, False),
        ("CuCl2", "CuCl2-", VetoReason.CHARGE, True),
        ("CD4+", "CD4\u2212", VetoReason.CHARGE, False),
        ("Fe+2", "Fe+3", VetoReason.DIGITS, False),
        ("benign lesion", "malignant lesion", VetoReason.NEGATION, False),
        ("anti-inflammatory", "pro-inflammatory", VetoReason.NEGATION, False),
        ("inflammatory", "anti-inflammatory", VetoReason.NEGATION, True),
        ("TNF", "anti-TNF", VetoReason.NEGATION, True),
        ("bradykinesia", "tachykinesia", VetoReason.NEGATION, False),
        ("lipophilic", "lipophobic", VetoReason.NEGATION, False),
        ("thrombocytosis", "thrombocytopenia", VetoReason.NEGATION, False),
        ("pre-BMI", "post-BMI", VetoReason.NEGATION, False),
        ("intra articular injection", "inter articular injection", VetoReason.NEGATION, False),
        ("(+)-limonene", "(−)-limonene", VetoReason.DESIGNATOR, False),
        ("limonene", "(+)-limonene", VetoReason.DESIGNATOR, True),
    ],
)
def test_marks_that_differ_keep_names_apart(
    one: str, other: str, reason: VetoReason, absent: bool
) -> None:
    for found in (veto(one, other), veto(other, one)):
        assert found is not None
        assert (found.reason, found.absent) == (reason, absent)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("factor VIII", "factor 8"),
        ("type II collagen", "collagen type II"),
        ("IL-1β", "interleukin-1 beta"),
        ("IL-1", "interleukin 1"),
        ("TNFα", "TNF alpha"),
        ("NF-κB", "nuclear factor kappa B"),
        ("NF-kappaB", "NF kappa B"),
        ("anti-inflammatory", "antiinflammatory"),
        ("melanoma", "malignant melanoma"),
        ("non-small cell lung cancer", "nonsmall cell lung carcinoma"),
        ("HIV infection", "HIV infections"),
        ("insulin", "human insulin"),
        ("anemia", "anaemia"),
        ("aspirin", "acetylsalicylic acid"),
        ("Alzheimer's disease", "Alzheimer disease"),
        ("ACE inhibitor", "blocker of the converting enzyme"),
        ("p53", "tumor protein p53"),
    ],
)
def test_names_that_may_be_one_are_let_through(one: str, other: str) -> None:
    assert veto(one, other) is None
    assert veto(other, one) is None


@given(st.text(max_size=30))
def test_no_name_is_kept_apart_from_itself(name: str) -> None:
    assert veto(name, name) is None


@given(st.text(max_size=20), st.text(max_size=20))
def test_a_veto_holds_both_ways(one: str, other: str) -> None:
    assert veto(one, other) == veto(other, one)
