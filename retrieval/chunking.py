"""Chunks: overlapping windows of words that begin and end on sentence borders where there are any."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from hubscope.errors import InputError
from retrieval.sentences import split

SIZE = 180
OVERLAP = 40

# A run without white space counts as a word every 100 characters, so that a window stays bounded.
_WORD = re.compile(r"\S{1,100}")


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a text: `text` is the original's characters from `start` to `end`."""

    start: int
    end: int
    text: str


def chunk(text: str, size: int = SIZE, overlap: int = OVERLAP) -> list[Window]:
    """Cut a text into windows of at most `size` words that share at most `overlap` words.

    A window ends with the last sentence that it holds whole, and the next one begins with the first
    sentence that starts within the overlap. A sentence longer than that is cut between words, and
    then the overlap is exact. All that is not white space is in a window.

    Args:
        text: any text.
        size: words in a window.
        overlap: words that two neighbouring windows may share.

    Raises:
        InputError: `overlap` is negative, or not smaller than `size`.

    >>> [window.text for window in chunk("One two. Three four five. Six.", size=5, overlap=1)]
    ['One two. Three four five.', 'Six.']
    >>> [window.text for window in chunk("a b c d e f", size=4, overlap=1)]
    ['a b c d', 'd e f']
    """
    _check(size, overlap)
    words = [found.span() for found in _WORD.finditer(text)]
    borders = _sentence_starts(text, words)
    windows: list[Window] = []
    first = 0
    while first < len(words):
        last = _end(first, borders, n_words=len(words), size=size, overlap=overlap)
        start, end = words[first][0], words[last - 1][1]
        windows.append(Window(start, end, text[start:end]))
        first = last if last == len(words) else _next(last, borders, overlap)
    return windows


def _check(size: int, overlap: int) -> None:
    if overlap >= size:
        message = f"chunks of {size} words cannot overlap by {overlap}: choose a smaller overlap."
        raise InputError(message, reason="overlap_not_smaller_than_size")
    if overlap < 0:
        message = f"an overlap of {overlap} words is negative: choose 0 or more."
        raise InputError(message, reason="overlap_negative")


def _sentence_starts(text: str, words: list[tuple[int, int]]) -> list[int]:
    """Numbers of the words that begin a sentence, ascending."""
    starts = [start for start, _ in words]
    return sorted({bisect_left(starts, start) for start, _ in split(text)})


def _end(first: int, borders: list[int], *, n_words: int, size: int, overlap: int) -> int:
    """One past the last word of the window that begins at word `first`."""
    if first + size >= n_words:
        return n_words
    border = borders[bisect_right(borders, first + size) - 1]
    # Only a window longer than the overlap lets the next one begin after this one.
    return border if border > first + overlap else first + size


def _next(last: int, borders: list[int], overlap: int) -> int:
    """First word of the window after one that ends before word `last`."""
    at = bisect_left(borders, last - overlap)
    if at < len(borders) and borders[at] <= last:
        return borders[at]
    return last - overlap
