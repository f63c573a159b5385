"""What a negation or a doubt reaches, by the words alone."""

import pytest

from ingest.scope import Site, is_denied, is_doubted


def site(sentence: str, trigger: str, one: str, other: str) -> Site:
    """A sentence of single words, with two of them as the names."""
    words = sentence.split()
    first, second = words.index(one), words.index(other)
    return Site(words, words.index(trigger), ((first, first + 1), (second, second + 1)))


@pytest.mark.parametrize(
    ("sentence", "denied"),
    [
        ("zinc inhibits ace", False),
        ("zinc does not inhibits ace", True),
        ("zinc did not fail to inhibits ace", False),
        ("zinc not only inhibits ace", False),
        ("iron does not bind renin , and zinc inhibits ace", False),
        ("zinc does not bind renin but inhibits ace", False),
        ("without zinc , iron inhibits ace", True),
        ("zinc inhibits ace without iron", False),
        ("no evidence was found , however , that zinc inhibits ace", True),
        ("zinc inhibits ace ; this was not seen in iron", False),
        ("the idea that zinc inhibits ace is wrong", True),
        ("zinc was absent , iron inhibits ace", True),
        # What stands last is not before what stands first
        ("not before dusk do zinc inhibits ace but", True),
    ],
)
def test_a_negation_reaches_what_it_denies(sentence: str, denied: bool) -> None:
    assert is_denied(site(sentence, "inhibits", "zinc", "ace")) is denied


@pytest.mark.parametrize(
    ("sentence", "doubted"),
    [
        ("zinc inhibits ace", False),
        ("we asked whether zinc inhibits ace", True),
        ("we predict that zinc inhibits ace", True),
        ("zinc predictor of iron , zinc inhibits ace", False),
        ("unless zinc inhibits ace , iron falls", True),
        ("in line with our hypothesis , zinc inhibits ace", False),
        ("the hypothesis that zinc inhibits ace", True),
        ("zinc inhibits ace ?", True),
    ],
)
def test_a_doubt_reaches_its_clause(sentence: str, doubted: bool) -> None:
    assert is_doubted(site(sentence, "inhibits", "zinc", "ace")) is doubted
