"""Overlap of evidence with its text, where the battery does not look."""

import pytest

from retrieval.overlap import overlap


@pytest.mark.parametrize(
    ("evidence", "text", "share", "passes"),
    [
        ("", "anything", 0.0, False),
        ("of it", "All of it.", 1.0, True),
        ("Ångström IS", "An ångström is small.", 1.0, True),
        ("one two three four five", "five four three two", 0.8, True),
    ],
)
def test_words_are_compared(evidence: str, text: str, share: float, passes: bool) -> None:
    found = overlap(evidence, text)
    assert (found.share, found.passes) == (share, passes)
