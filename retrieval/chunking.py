"""Chunks: overlapping windows of words that begin and end on sentence borders where they can."""

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
    sentence within the overlap, so that each sentence of at most `size` words is whole in some
    window. A longer one is cut between words, and then the overlap is exact.

    Args:
        text: any text; what is not white space is in some window.
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
    borders = _borders(text, words)
    windows: list[Window] = []
    first = last = 0
    while last < len(words):
        if windows:
            first = _start(last, borders, size=size, overlap=overlap)
        last = _end(first, last, borders, size)
        start, end = words[first][0], words[last - 1][1]
        windows.append(Window(start, end, text[start:end]))
    return windows


def _check(size: int, overlap: int) -> None:
    if overlap >= size:
        message = f"chunks of {size} words cannot overlap by {overlap}: choose a smaller overlap."
        raise InputError(message, reason="overlap_not_smaller_than_size")
    if overlap < 0:
        message = f"an overlap of {overlap} words is negative: choose 0 or more."
        raise InputError(message, reason="overlap_negative")


def _borders(text: str, words: list[tuple[int, int]]) -> list[int]:
    """Numbers of the words that begin a sentence, ascending, and the number of words."""
    starts = [start for start, _ in words]
    return sorted({bisect_left(starts, start) for start, _ in split(text)} | {len(words)})


def _start(last: int, borders: list[int], *, size: int, overlap: int) -> int:
    """First word of the window after the one that ends before word `last`."""
    # It has to hold the sentence whole that comes next: so it ends later than the window before.
    following = borders[bisect_right(borders, last)]
    earliest = min(last, max(last - overlap, following - size))
    border = borders[bisect_left(borders, earliest)]
    return border if border <= last else last - overlap


def _end(first: int, previous: int, borders: list[int], size: int) -> int:
    """One past the last word of the window from word `first`, beyond that of the one before."""
    border = borders[bisect_right(borders, first + size) - 1]
    return border if border > previous else first + size
