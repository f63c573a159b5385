"""An aim or an open question is told from a finding."""

import pytest

from benchmarks.judging.aims import asks


@pytest.mark.parametrize(
    "sentence",
    [
        "To determine if the drug lowers blood pressure in children.",
        "To prospectively evaluate a new stent.",
        "In order to assess the dose, 40 rats were studied.",
        "The purpose of this study is to examine whether or not the tumour is early.",
        "Our main objective was to compare two stents.",
        "The authors sought to determine whether the distinction holds over time.",
        "This study examines whether the program reduces disability.",
        "It is unclear whether statins act on bone.",
        "Little is known about whether a tube improves the course.",
        "Does zinc shorten a cold?",
    ],
)
def test_it_asks(sentence: str) -> None:
    assert asks(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The drug did not lower blood pressure in children.",
        "Patients who were studied had higher doses.",
        "Whether given early or late, the drug lowered pain.",
        "The drug is known to raise the pulse.",
        "We compared two stents and found no difference.",
        "Aims were reached in both groups.",
        "",
    ],
)
def test_it_states(sentence: str) -> None:
    assert not asks(sentence)
