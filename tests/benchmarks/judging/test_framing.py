"""Frames and comments are cut, whoever speaks; what belongs to a statement stays."""

import pytest

from benchmarks.judging.comments import without_comments
from benchmarks.judging.framing import unframed


@pytest.mark.parametrize(
    "frame",
    [
        "My reading of the paper is that",
        "What we know is that",
        "There is every indication that",
        "I came across a paper saying that",
        "Weber and her team went on to show that",
        "Nobody disputes that",
        "It goes without saying that",
        "I cannot help but think that",
        "All of this tells me that",
        "I am leaning toward the view that",
        "My professor once told me that",
        "Common wisdom holds that",
        "Most of the reviews agree that",
        "From a clinical standpoint I would say that",
        "I know",
        "Textbooks say",
    ],
)
def test_a_frame_is_cut_whoever_speaks(frame: str) -> None:
    assert unframed(f"{frame} zinc binds ACE") == "zinc binds ACE"


@pytest.mark.parametrize(
    "text",
    [
        "Nothing suggests that zinc binds ACE",
        "One that zinc binds is ACE",
        "( that zinc binds ACE",
        "The data do not show that zinc binds ACE",
        "The authors reject the idea that zinc binds ACE",
        "The idea that zinc binds ACE is old",
        "Zinc and copper show that metals bind ACE",
        "Low zinc means that ACE is lost",
        "Patients believe that zinc binds ACE",
        "There are studies that have shown a loss of zinc",
        "Midwives who reported that they were tired were old",
        "It is more likely that zinc binds ACE than that copper does",
        "I want to verify that zinc binds ACE",
        "It recognizes proteins and starts an immune response",
        "The report suggests a change of the dose in patients",
        "The highest level in that study was low",
        "This is due to the fact that zinc binds ACE",
    ],
)
def test_what_denies_compares_or_narrows_is_no_frame(text: str) -> None:
    assert unframed(text) == text


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("As one would expect, zinc binds ACE", "zinc binds ACE"),
        ("Zinc, to my mind, binds ACE", "Zinc binds ACE"),
        ("Zinc binds ACE, if the abstract is right", "Zinc binds ACE"),
        ("Zinc binds ACE, or so I have read", "Zinc binds ACE"),
        ("Zinc binds it, as they report, and iron does not", "Zinc binds it, and iron does not"),
        ("If the dose is low, zinc binds ACE", "If the dose is low, zinc binds ACE"),
        ("In people, zinc binds ACE", "In people, zinc binds ACE"),
        ("Alcohol, coffee, or stress is bad", "Alcohol, coffee, or stress is bad"),
    ],
)
def test_only_what_says_nothing_of_the_matter_is_a_comment(text: str, stated: str) -> None:
    assert without_comments(text) == stated
