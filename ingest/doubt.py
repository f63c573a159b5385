"""Whether a sentence asserts what it says, or asks, plans, supposes it."""

from collections.abc import Sequence
from itertools import pairwise

from ingest.assertion import is_asserted
from ingest.function_words import word_at, words

_DOUBT = words(
    """
    speculate speculates speculated suppose supposing assume assumed assuming postulated unless
    conceivably possibility conceivable hope hopes hoped wish wished
    """
)
_STUDIED = words(
    "tested evaluated assessed examined studied investigated explored screened analyzed"
)
_TO_STUDY = words("study test investigate examine explore evaluate assess determine ask analyze")
_WILL = words("will shall should must to we")
_SUPPOSING = words("had should let imagine suppose say")
_REMAINS = words("remains remain remained needs has have yet had still")
_SETTLED = words(
    """
    determined seen established elucidated clarified shown tested investigated confirmed proven
    studied examined explored evaluated demonstrated resolved assessed defined
    """
)
_CONDITIONS = frozenset({("provided", "that"), ("in", "case"), ("assuming", "that")})
_EXPECTED = words("predicted expected anticipated hypothesized hypothesised presumed postulated")


def asks(sentence: Sequence[str], begins: int, at: int) -> bool:
    """Whether a clause asks, supposes or plans what its trigger says.

    Args:
        sentence: words in lower case, marks among them.
        begins: where the clause of the trigger begins.
        at: place of the trigger.

    >>> asks("we will study how drug a activates kinase b".split(), 0, 6)
    True
    """
    clause, before = sentence[begins:], sentence[begins:at]
    if not is_asserted(clause, at - begins) or sentence[0] in _SUPPOSING:
        return True
    if _is_open(clause) or ("would" in before and {"if", "unless"} & set(sentence)):
        return True
    is_predicted = any(word.startswith("predict") for word in before) and "that" in before
    return is_predicted or bool(_DOUBT & set(before)) or _is_planned(before)


def _is_open(clause: Sequence[str]) -> bool:
    """Whether a clause says that something "remains to be determined"."""
    return any(
        tuple(clause[n : n + 2]) == ("to", "be") and word_at(clause, n + 2) in _SETTLED
        for n in range(len(clause))
        if word_at(clause, n - 1) in _REMAINS
    )


def _is_planned(before: Sequence[str]) -> bool:
    """Whether words say of what follows that it is studied, expected, or a condition."""
    if tuple(before[:2]) in _CONDITIONS or (before[:1] == ["were"] and "to" in before):
        return True
    for word, following in pairwise(before):
        if word in _STUDIED and following in {"for", "as"}:
            return True
        if word in _EXPECTED and following == "to":
            return True
        if word in _WILL and following in _TO_STUDY:
            return True
    return False
