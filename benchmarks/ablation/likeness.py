"""Near-duplicates: two sentences that say the same, so that one cannot go without the other.

A sentence repeats another when their words are the same, when it holds all of the other's words in
a row, or when they share most of their words. Numbers are words: what differs in one of few words
is another sentence.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

# Words in common over words in either, of two sentences that say the same.
SAME_WORDS = 0.8
# A shorter sentence says too little for its words in a row to be a repetition.
_IN_A_ROW = 4
_WORD = re.compile(r"\w+")


def repeats(texts: Sequence[str], others: Sequence[str]) -> list[int]:
    """Places in `others` of what repeats one of `texts`.

    >>> repeats(["Zinc lowers fever in mice."],
    ...         ["zinc lowers FEVER in mice", "As known, zinc lowers fever in mice.", "Iron does."])
    [0, 1]
    """
    known = [_words(text) for text in texts]
    return [at for at, text in enumerate(others) if any(_same(_words(text), one) for one in known)]


def chained_repeats(texts: Sequence[str], others: Sequence[str]) -> list[int]:
    """Places in `others` of what repeats one of `texts`, or repeats what does, and so on.

    Likeness is not transitive: what goes as a repetition may itself be repeated by what stays.

    >>> chained_repeats(["a b c d"], ["a b c d e f g", "e f g", "d e f g h i j a b c d e f g"])
    [0, 2]
    """
    found: set[int] = set()
    new = set(repeats(texts, others))
    while new:
        found |= new
        new = set(repeats([others[at] for at in new], others)) - found
    return sorted(found)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    first, second = set(short), set(long)
    shared = len(first & second)
    if shared < len(first) and shared < SAME_WORDS * len(first | second):
        return False  # neither of the rules below can hold
    if shared >= SAME_WORDS * len(first | second):
        return True
    return len(short) >= _IN_A_ROW and _holds(long, short)


def _holds(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    n = len(short)
    return any(long[at : at + n] == short for at in range(len(long) - n + 1))
