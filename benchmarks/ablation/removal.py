"""A phrase of a sentence taken away: ablation inside a sentence.

Evidence often fails to decide for want of a place, a year or an agent and not of a whole sentence
(Atanasova et al., TACL 2022, "Fact checking with insufficient evidence"). A prepositional phrase
that holds what the claim asserts is removed, and the claim can no longer be verified.
"""

import random
import re
from dataclasses import dataclass

_PHRASE = re.compile(
    r",? \b(?P<word>in|on|at|by|from|with|for|after|before|during|since|until|to|as|among|between)"
    r" (?P<rest>[^,;:.()]+?)(?=,|;|:|\.$|\. |\s\b(?:in|on|at|by|from|with|for|after|before|during"
    r"|since|until|to|as|and|but|which|who|that|is|are|was|were|has|had|have|among|between)\b|$)"
)
_WORD = re.compile(r"[\w%$.]*\w|\d+")
_OPENINGS = "the The A An In On It He She They This These There which their after"
_COMMON = frozenset(_OPENINGS.split())


@dataclass(frozen=True, slots=True)
class Removal:
    """A sentence without one phrase.

    Attributes:
        decides: what was removed is what the claim asserts, so that the rest cannot verify it;
            otherwise the rest says as much about the claim as before.
    """

    text: str
    phrase: str
    decides: bool


def removals(claim: str, sentence: str, *, refuted: bool) -> list[Removal]:
    """Every phrase that can be removed with a known effect.

    Args:
        claim: what the sentence supports or refutes.
        sentence: evidence of one sentence.
        refuted: the sentence refutes the claim: the phrase that contradicts it decides.

    >>> [(one.text, one.decides) for one in removals(
    ...     "It was released by Atlantic Records.",
    ...     "It was released on 2 April 1990 by Columbia Records.", refuted=True)]
    [('It was released on 2 April 1990.', True)]
    """
    found = []
    asked = _telling(claim)
    others = {match["word"]: _telling(match["rest"]) for match in _PHRASE.finditer(claim)}
    for match in _PHRASE.finditer(sentence):
        text = sentence[: match.start()] + sentence[match.end() :]
        own = _telling(match["rest"])
        shared = own & asked - _telling(text)
        if refuted:
            rival = others.get(match["word"], frozenset()) - own
            clash = bool(own - asked) and bool(rival) and not rival & _telling(sentence)
            if clash and _alike(own - asked, rival):
                found.append(Removal(text, match.group().strip(), decides=True))
        elif shared:
            found.append(Removal(text, match.group().strip(), decides=True))
        if not own & asked and not refuted:
            found.append(Removal(text, match.group().strip(), decides=False))
    return found


def one_removal(
    claim: str, sentence: str, *, refuted: bool, decides: bool, rng: random.Random
) -> Removal | None:
    """One removal with the wanted effect; None where there is none."""
    fits = [one for one in removals(claim, sentence, refuted=refuted) if one.decides is decides]
    return rng.choice(fits) if fits else None


def _telling(text: str) -> frozenset[str]:
    """Numbers and names: what a sentence says that another cannot say by chance."""
    words = _WORD.findall(text)
    return frozenset(
        word for word in words if (word[0].isdigit() or word[0].isupper()) and word not in _COMMON
    )


def _alike(own: frozenset[str], rival: frozenset[str]) -> bool:
    """Both hold numbers, or both hold names."""
    return any(word[0].isdigit() for word in own) == any(word[0].isdigit() for word in rival)
