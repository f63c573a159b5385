"""Sentences are found with their offsets, and nothing but space is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.sentences import split


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   \n ", []),
        ("No end mark", ["No end mark"]),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("It was 0.5 mg. Dose fell.", ["It was 0.5 mg.", "Dose fell."]),
        ("We saw S. aureus in Fig. 2. It grew.", ["We saw S. aureus in Fig. 2.", "It grew."]),
        ("A vs. B was tested. C won.", ["A vs. B was tested.", "C won."]),
        ("The U.S. Army left St. Louis.", ["The U.S. Army left St. Louis."]),
        ("Sold in the U.S. It failed.", ["Sold in the U.S.", "It failed."]),
        ("Smith et al. The end.", ["Smith et al.", "The end."]),
        ("p53 fell. p53 rose. miR-21 too.", ["p53 fell.", "p53 rose.", "miR-21 too."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("First part\n\nsecond part", ["First part", "second part"]),
        ("Rates rose (P = .03). (This was new.)", ["Rates rose (P = .03).", "(This was new.)"]),
        ("In vitamin C. We saw none.", ["In vitamin C.", "We saw none."]),
        ("Seen by J. Smith. It fell.", ["Seen by J. Smith.", "It fell."]),
        ("It binds kinase B. Zinc does not.", ["It binds kinase B.", "Zinc does not."]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(alphabet="aB1.!?\n ()é\u2028", max_size=80))
def test_every_character_that_is_no_space_is_in_one_sentence(text: str) -> None:
    spans = split(text)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())


def test_a_long_text_without_an_end_takes_linear_time() -> None:
    assert len(split("x" * 2_000_000 + ". A")) == 2
