"""Overlap: how much of what is said to be a quote stands in the text it is said to be from."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"[^\W_]+")
_SHORTEST = 3
# As a fraction, so that four of five is enough whatever floats make of it.
_ENOUGH = (4, 5)


@dataclass(frozen=True, slots=True)
class Overlap:
    """Share of the evidence's words in the text, 0 to 1, and whether that is enough."""

    share: float
    passes: bool


def overlap(evidence: str, text: str) -> Overlap:
    """Compare evidence with the text it is said to be from: 80 % of its words suffice.

    Words count from three characters on, case and punctuation aside; an exact quote passes at once.
    Evidence without a word that counts passes only as an exact quote.

    Source: SCHEMA's release, evidence gate of generated tasks.

    >>> overlap("Zinc blocks ACE.", "In vitro, zinc inhibits ACE.")
    Overlap(share=0.6666666666666666, passes=False)
    """
    if evidence.strip() and evidence.strip() in text:
        return Overlap(1.0, passes=True)
    words, there = _words(evidence), set(_words(text))
    if not words:
        return Overlap(0.0, passes=False)
    found = sum(word in there for word in words)
    most, of = _ENOUGH
    return Overlap(found / len(words), passes=found * of >= len(words) * most)


def _words(text: str) -> list[str]:
    return [word for word in _TOKEN.findall(text.casefold()) if len(word) >= _SHORTEST]
