"""Names: what makes two names one, and what is shown."""

import pytest

from graph.model import Concept
from graph.names import identity, shown
from graph.vocabulary import LIFE_SCIENCE, OTHER
from hubscope.errors import InputError


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("∆9-THC", "Δ9-THC"),
        ("Crohn’s disease", "Crohn's disease"),
        ("3′-UTR", "3'-UTR"),
        ("Ⅱ", "II"),
        ("beta‐catenin", "βcatenin"),
        ("caf\u00e9", "cafe\u0301"),
        ("e-\u0301x", "\u00e9x"),
        ("STRASSE", "straße"),
        ("TP\u200d53", "TP53"),
        ("10⁵", "10^5"),
    ],
)
def test_one_name(a: str, b: str) -> None:
    assert identity(a) == identity(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("10⁵", "105"),
        ("1½", "11/2"),
        ("IL-1\u200b 2", "IL-12"),
        ("IL-1–2", "IL-12"),
        ("कि", "का"),
        ("IL_6", "IL6"),
        ("IL-1\uf061", "IL-1"),
    ],
)
def test_two_names(a: str, b: str) -> None:
    assert identity(a) != identity(b)


@pytest.mark.parametrize("name", ["", " \t", "-", "– —", "\u200b\ufeff", "\u3164", "\x00", None])
def test_a_name_of_nothing_is_refused(name: str | None) -> None:
    with pytest.raises(InputError) as caught:
        shown(name)
    assert caught.value.reason == "empty_name"


def test_a_concept_without_identity_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        Concept(OTHER, "--")
    assert caught.value.reason == "empty_name"


def test_the_shown_name_keeps_its_letters() -> None:
    assert shown("\ufeffIL-1β\u00a0 (human)\n") == "IL-1β (human)"
    assert shown("TP\ud83d53") == "TP\ufffd53"


@pytest.mark.parametrize("word", ["Gene`", "Ge,ne", "Gene;", "(Gene)", "Gene\x00", "Gene.Protein"])
def test_punctuation_makes_no_type(word: str) -> None:
    with pytest.raises(InputError):
        LIFE_SCIENCE.type(word)


@pytest.mark.parametrize("word", ["cell line", "cell_line", "CELL-LINE", "CellLine"])
def test_separators_and_case_do_not_matter_in_a_type(word: str) -> None:
    assert LIFE_SCIENCE.type(word) == "CellLine"
