"""Windows keep sentences whole, share at most the overlap, and lose nothing but space."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubscope.errors import InputError
from retrieval.chunking import Window, chunk
from retrieval.sentences import split

PROSE = st.lists(st.integers(1, 16), max_size=12).map(
    lambda lengths: " ".join("Word " + "word " * (length - 1) + "." for length in lengths)
)
ANYTHING = st.text(alphabet="aB1.!? \n\x1c\u2003\u200b", max_size=400)


def words_of(text: str, window: Window) -> tuple[int, int]:
    """Numbers of a window's first and last word, counted from 1."""
    return len(text[: window.start].split()) + 1, len(text[: window.end].split())


def test_a_text_without_sentences_is_cut_into_plain_windows() -> None:
    text = " ".join(f"w{number}" for number in range(1, 401))
    assert [words_of(text, window) for window in chunk(text)] == [(1, 180), (141, 320), (281, 400)]


def test_windows_end_and_begin_on_sentence_borders() -> None:
    # Sentences of seven words: 25 of them make 175, and 35 of the 40 shared words are whole ones.
    text = " ".join(f"Sentence {number} has seven words in all." for number in range(60))
    windows = chunk(text)
    assert [words_of(text, window) for window in windows] == [(1, 175), (141, 315), (281, 420)]
    assert all(window.text.startswith("Sentence") and window.text[-1] == "." for window in windows)


def test_a_sentence_longer_than_the_overlap_is_not_repeated_in_part() -> None:
    sentence = "Start " + "word " * 58 + "end."
    windows = chunk(" ".join([sentence] * 6))
    assert [window.text for window in windows] == [" ".join([sentence] * 3)] * 2


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_text_of_space_has_no_window(text: str) -> None:
    assert chunk(text) == []


def test_a_text_without_white_space_ends_and_is_covered() -> None:
    text = "x" * 100_001
    windows = chunk(text)
    assert windows[0].start == 0
    assert windows[-1].end == len(text)
    assert max(len(window.text) for window in windows) <= 180 * 100
    assert all(after.start <= before.end for before, after in pairwise(windows))


@pytest.mark.parametrize(
    ("size", "overlap", "reason"),
    [
        (10, 10, "overlap_not_smaller_than_size"),
        (10, 11, "overlap_not_smaller_than_size"),
        (0, 0, "overlap_not_smaller_than_size"),
        (10, -1, "overlap_negative"),
    ],
)
def test_windows_that_would_not_advance_are_refused(size: int, overlap: int, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        chunk("a b c", size=size, overlap=overlap)
    assert caught.value.reason == reason


@given(st.one_of(PROSE, ANYTHING), st.integers(1, 30), st.integers(0, 29))
def test_windows_are_exact_advance_and_cover_everything(text: str, size: int, overlap: int) -> None:
    overlap = min(overlap, size - 1)
    windows = chunk(text, size=size, overlap=overlap)
    assert all(text[window.start : window.end] == window.text for window in windows)
    assert all(1 <= len(window.text.split()) <= size for window in windows)
    for before, after in pairwise(windows):
        assert before.start < after.start
        assert before.end < after.end
        assert len(text[after.start : before.end].split()) <= overlap
    outside = {at for at, character in enumerate(text) if not character.isspace()}
    for window in windows:
        outside -= set(range(window.start, window.end))
    assert not outside


@given(PROSE)
def test_a_sentence_that_fits_is_whole_in_some_window(text: str) -> None:
    windows = chunk(text, size=12, overlap=4)
    for start, end in split(text):
        if len(text[start:end].split()) <= 12:
            assert any(window.start <= start and end <= window.end for window in windows)
