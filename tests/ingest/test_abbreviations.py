"""Short forms get the long form that stands before them, and only one that holds their letters."""

import pytest

from ingest.abbreviations import abbreviations, local_forms
from tests.ingest.extracting import lexicon


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("chronic kidney disease (CKD) is common", {"CKD": "chronic kidney disease"}),
        ("The heat shock protein (HSP) fell.", {"HSP": "heat shock protein"}),
        ("in umbilical cord blood (UCB; n = 3)", {"UCB": "umbilical cord blood"}),
        ("mast cells (MCs) were used", {"MCs": "mast cells", "MC": "mast cells"}),
        ("a heat\nshock  protein (HSP)", {"HSP": "heat shock protein"}),
        ("Heat\n\nshock protein (HSP)", {}),
        ("Patients (n = 30) were seen.", {}),
        ("It rose (Table 2).", {}),
        ("a heart (kidney) and lung", {}),
        ("no such letters here (XYZ)", {}),
        ("In in vitro fertilization (IVF) cycles", {"IVF": "in vitro fertilization"}),
        (
            "posttraumatic stress disorder symptoms (PTSD) rose",
            {"PTSD": "posttraumatic stress disorder"},
        ),
        ("induced in iron by nickel (II) ions", {}),
        ("sugars-containing (SC) drinks", {}),
        ("blood pressure (BP) fell; body part (BP) rose", {"BP": "blood pressure"}),
    ],
)
def test_short_forms_of_a_text(text: str, expected: dict[str, str]) -> None:
    assert abbreviations(text) == expected


def test_forms_that_abbreviate_another_form_of_their_concept_are_local() -> None:
    forms = [
        ("PAC", "paclitaxel"),
        ("paclitaxel", "paclitaxel"),
        ("TP53", "tp53"),
        ("DNA", "dna"),
        ("deoxyribonucleic acid", "dna"),
        ("PAC", "other"),
    ]
    assert local_forms(forms) == {("PAC", "paclitaxel"), ("DNA", "dna")}
    usual = local_forms(forms, is_usual=lambda short, _: short == "DNA")
    assert usual == {("PAC", "paclitaxel")}


def test_what_the_lexicon_gives_as_a_name_is_usual_everywhere() -> None:
    assert lexicon().means_the_same("COPD", "chronic obstructive pulmonary disease")
    assert not lexicon().means_the_same("PAC", "paclitaxel")
