"""Who acts on whom, by a verb and the places of two names; and where less of a name is meant."""

import pytest

from ingest.less import is_less
from ingest.loose_reading import triggers


def names(words: list[str]) -> tuple[tuple[int, int], tuple[int, int]]:
    a, b = words.index("a1"), words.index("b1")
    return (a, a + 1), (b, b + 1)


@pytest.mark.parametrize(
    ("sentence", "agent"),
    [
        ("a1 inhibits b1", 0),
        ("b1 inhibits a1", 1),
        ("a1 is inhibited by b1", 1),
        ("inhibited by b1 , a1 falls", 1),
        ("a1 is what b1 inhibits", None),
        ("a1 is an enzyme that b1 inhibits", 1),
        ("a1 binds c1 , which inhibits b1", None),
        ("a1 activates c1 , and d1 inhibits b1", None),
        ("a1 was inhibited in b1", None),
        ("b1 results from a1", 0),
        ("b1 results in a1", 1),
    ],
)
def test_the_agent_is_read_from_the_order_of_the_words(sentence: str, agent: int | None) -> None:
    words = sentence.split()
    found = [t.agent for t in triggers(words, names(words)) if words[t.at].startswith(("i", "r"))]
    assert found[:1] == ([] if agent is None else [agent])


@pytest.mark.parametrize(
    ("sentence", "less"),
    [
        ("loss of a1 raises b1", True),
        ("sirna against a1 raises b1", True),
        ("a1 - deficient mice raises b1", True),
        ("knock - down of a1 raises b1", True),
        ("anti - a1 raises b1", True),
        ("a1 raises b1", False),
        ("inhibition by a1 raises b1", False),
        ("more a1 raises b1 inhibitors", False),
    ],
)
def test_less_of_a_name_is_what_stands_beside_it(sentence: str, less: bool) -> None:
    words = sentence.split()
    assert is_less(words, names(words)[0], words.index("raises")) is less


@pytest.mark.parametrize(
    ("sentence", "agent"),
    [
        ("a1 - mediated inhibition of b1", 0),
        ("b1 inhibition by a1", 0),
        ("a1 and b1 inhibition", None),
        ("b1 and a1 - mediated inhibition", None),
        ("a1 is b1", None),
    ],
)
def test_a_title_may_end_at_any_word(sentence: str, agent: int | None) -> None:
    words = sentence.split()
    assert [t.agent for t in triggers(words, names(words))][:1] == (
        [] if agent is None else [agent]
    )


def test_the_first_word_has_none_before_it() -> None:
    # Read round the end, "when" would stand before the name.
    words = ["a1", "was", "deleted", "and", "b1", "rose", "when"]
    assert not is_less(words, names(words)[0], words.index("rose"))
