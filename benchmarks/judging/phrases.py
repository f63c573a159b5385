"""Noun phrases of a claim by closed word classes: what stands between function words and verbs."""

import re

from benchmarks.judging.verbs import is_base, is_finite
from ingest.function_words import FUNCTION_WORDS, is_adverb
from ingest.noun_words import CARE, GRADING, PASS_THROUGH

_PIECE = re.compile(r"[^,;:()\[\]\"“”!?]+")
_WORD = re.compile(r"[^\s]+")
# Words that stand near every concept and are none: "patients" must not find "inpatient".
_GENERIC = (
    PASS_THROUGH | CARE | GRADING | frozenset({"study", "studies", "evidence", "way", "work"})
)
_LONGEST = 5
_SHORTEST_WORD = 4


def noun_phrases(text: str) -> list[str]:
    """Phrases of one to five words, in order, each once.

    >>> noun_phrases("Loss of zinc transporters impairs the immune response in patients.")
    ['Loss', 'zinc transporters', 'immune response']
    """
    phrases: dict[str, None] = {}
    for piece in _PIECE.findall(text):
        words: list[str] = []
        for word in [*_WORD.findall(piece), "."]:
            bare = word.strip(".'")
            if bare and not _parts(bare, words[-1] if words else ""):
                words.append(bare)
                continue
            if _is_phrase(words):
                phrases.setdefault(" ".join(words[-_LONGEST:]))
            words = []
    return list(phrases)


def _parts(word: str, before: str) -> bool:
    folded = word.casefold()
    # "drugs prevent": a verb; "drug control": a noun.
    verb = before.endswith("s") and is_base(folded)
    return verb or folded in FUNCTION_WORDS or is_adverb(folded) or is_finite(folded)


def _is_phrase(words: list[str]) -> bool:
    if all(word.casefold() in _GENERIC for word in words):
        return False
    if len(words) != 1:
        return bool(words)
    word = words[0]
    named = any(char.isupper() or char.isdigit() for char in word[1:])
    return named or len(word) >= _SHORTEST_WORD
