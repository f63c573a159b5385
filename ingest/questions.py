"""Yes/no questions and labelled claims, read as the statement that they ask about."""

from collections.abc import Sequence

from ingest.function_words import words
from ingest.tokens import Token

_AUXILIARIES = words(
    """
    do does did can could is are was were will would may might should has have had
    """
)
# A comparison, an equality or a limit is asked about, not the plain relation.
_COMPARING = words(
    """
    similar same equal equally equivalent better worse than compared versus vs comparable
    superior inferior only solely trivial merely different alone
    """
)
_POINTING = words(
    """
    this these those his her their following except true false patient
    """
)


def question_start(tokens: Sequence[Token]) -> int | None:
    """Number of the token after a question's auxiliary, None if it is no yes/no question.

    A topic before a colon is left out: "Topic: does A lower B?".
    """
    colons = [at for at, token in enumerate(tokens) if token.text == ":"]
    for start in [0, *(at + 1 for at in colons)]:
        if start < len(tokens) and tokens[start].text.lower() in _AUXILIARIES:
            return start + 1
    return None


def topic_question(tokens: Sequence[Token]) -> tuple[int, str] | None:
    """Where the topic of "Topic: is there a NOUN?" ends, and the noun; None for other questions."""
    words = [token.text.lower() for token in tokens if token.text != "?"]
    if ":" not in words:
        return None
    colon = words.index(":")
    match words[colon + 1 :]:
        case ["is" | "are", "there", "a" | "an" | "any", *grading, noun] if len(grading) < 2:
            return colon, noun
        case ["does" | "do", "a" | "an" | "any", noun, "exist"]:
            return colon, noun
    return None


def compares(tokens: Sequence[Token]) -> bool:
    """Whether a question or a claim compares or limits, so that no plain relation is at stake."""
    return any(token.text.lower() in _COMPARING for token in tokens)


def points(tokens: Sequence[Token]) -> bool:
    """Whether a stem speaks of one case ("this patient") or cannot be read as a statement."""
    return any(token.text.lower() in _POINTING or token.text == "_" for token in tokens)
