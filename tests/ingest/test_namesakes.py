"""Which names of the lexicon are meant where they are written, and which only look like one."""

import pytest

from hubscope.tokens import tokenize
from ingest.namesakes import is_meant, is_shouting
from tests.ingest.extracting import lexicon


def meant(text: str, *, confirmed: frozenset[str] = frozenset()) -> list[str]:
    """What of a text is a concept of the lexicon, as written."""
    tokens, guards, shouting = tokenize(text), lexicon().guards, is_shouting(text)
    return [
        text[tokens[match.first].start : tokens[match.last - 1].end]
        for match in lexicon().matches(tokens)
        if is_meant(tokens, match, guards, confirmed=confirmed, shouting=shouting)
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("ablation of Snail reduced it", "Snail"),  # a gene; the animal is "snails"
        ("a LoA of the trial", "LoA"),  # an abbreviation; the worm is "Loa"
        ("the Asthma and Allergy Foundation of America", "Asthma"),
        ("an anti-insulin effect", "insulin"),
        ("the cell lines TP53 and MCF7", "TP53"),
        ("TP53 WAS HIGH IN ALL", "TP53"),
        ("serum was taken", "serum"),
        ("insulin drives the uptake", "drives"),  # a verb; the drive is a motive
        ("the disc bulges its wall", "bulges"),
        ("it catalyses a reaction", "catalyses"),
        ("to sleep the night", "sleep"),
    ],
)
def test_what_only_spells_a_name_is_not_meant(text: str, form: str) -> None:
    assert form not in meant(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("they ate snails", "snails"),
        ("in diabetes the risk rises", "diabetes"),  # no verb stands behind a preposition
        ("Asthma in America", "Asthma"),
        ("their Asthma and the foundation", "Asthma"),
        ("an insulin effect", "insulin"),
        ("the cells hold EGFR and TP53", "TP53"),
        ("MET expression was high", "MET"),
        ("Are antibiotics a risk of it?", "antibiotics"),
        ("after asthma the child", "asthma"),
        ("exposure to zinc and the child", "zinc"),
    ],
)
def test_what_spells_a_name_is_meant_where_nothing_speaks_against_it(text: str, form: str) -> None:
    assert form in meant(text)


def test_a_confirmed_word_passes_the_guards() -> None:
    assert meant("serum was taken", confirmed=frozenset({"serum"})) == ["serum"]
