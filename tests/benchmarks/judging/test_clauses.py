"""Clauses: verbs, safe cuts, subjects."""

import pytest

from benchmarks.judging.clauses import has_verb, split_clauses, subject_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("LRP1 down-regulates uPAR", True),
        ("it's a metal", True),
        ("NAFLD stands for a disease", True),
        ("Role of zinc in immunity", False),
        ("inhibits", False),
    ],
)
def test_a_finite_verb_after_the_first_word_makes_a_sentence(text: str, expected: bool) -> None:
    assert has_verb(text) is expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Trials examined age, and other variables to see if they can help.",
        "Some patients call, while others may not.",
        "Zinc (a metal, and iron is one, too) binds ACE.",
        "While ACE is bound, and zinc is free, nothing happens.",
        "Two closures were tested: (1) wires were used; (2) plates were used.",
        "Wires were tested, and (2) plates were used.",
    ],
)
def test_doubtful_coordination_is_not_cut(sentence: str) -> None:
    assert split_clauses(sentence) == [sentence]


@pytest.mark.parametrize(
    ("statement", "subject"),
    [
        ("Circular RNAs (circRNAs) are a type of RNA", "Circular RNAs"),
        ("So You Think You Can Dance is a show", "So You Think You Can Dance"),
        ("When zinc is bound, ACE works", ""),
        ("FHF2, also known as FGF13, is a gene", "FHF2"),
    ],
)
def test_subject_is_a_plain_noun_group(statement: str, subject: str) -> None:
    assert subject_of(statement) == subject
