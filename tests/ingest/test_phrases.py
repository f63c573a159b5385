"""Every row of the table carries its example's triple, and not its counter-example's."""

import pytest

from ingest.phrases import Phrase, load_phrases, said
from ingest.support import triple_supported

ROWS = [
    pytest.param(row, id=f"{row.pattern.family}-{row.pattern.meaning}-{n}")
    for n, row in enumerate(load_phrases().rows)
]


@pytest.mark.parametrize("row", ROWS)
def test_the_example_carries_the_triple(row: Phrase) -> None:
    assert triple_supported(row.pattern.example, *row.ends) == (True, "supported")


@pytest.mark.parametrize("row", ROWS)
def test_the_counter_example_does_not(row: Phrase) -> None:
    assert not triple_supported(row.pattern.counter, *row.ends)[0]


@pytest.mark.parametrize(
    ("sentence", "meanings"),
    [
        ("A lowers pain by blocking B", {"inhibits"}),
        ("A lowers pain by blocking C in B", set()),
        ("A acts via B inhibition", {"inhibits"}),
        ("A acts via B inhibitor", set()),
        ("A acts , which is via B inhibition", set()),
        ("A is a carrier of B receptors", set()),
    ],
)
def test_a_phrase_ends_with_its_clause_and_its_names(sentence: str, meanings: set[str]) -> None:
    words = sentence.split()
    head, tail = words.index("A"), words.index("B")
    found = said([word.lower() for word in words], (head, head + 1), (tail, tail + 1))
    assert {phrase.meaning for phrase in found} == meanings
