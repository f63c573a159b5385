"""Opposing words and affixes: names that differ in one of them are never one.

`opposition` says whether two names do, `meaning` what a word that opposes stands for.
"""

import re
from collections.abc import Collection
from enum import StrEnum

_OPPOSED = {
    "positive": "positive",
    "negative": "lacking",
    "without": "lacking",
    "non": "lacking",
    "not": "lacking",
    "no": "lacking",
    "lack": "lacking",
    "lacking": "lacking",
    "absence": "lacking",
    "absent": "lacking",
    "deficiency": "lacking",
    "deficient": "lacking",
    "null": "lacking",
    "knockout": "lacking",
    "agonist": "agonist",
    "activator": "agonist",
    "antagonist": "blocker",
    "inhibitor": "blocker",
    "blocker": "blocker",
    "suppressor": "blocker",
    "inhibition": "blocker",
    "blockade": "blocker",
    "anti": "blocker",
    "resistance": "resistant",
    "resistant": "resistant",
    "sensitivity": "sensitive",
    "sensitive": "sensitive",
}
_AFFIXES = ("anti", "ant", "non", "de", "dis", "un", "in", "im", "ir", "an", "a", "hypo", "hyper")
_AFFIX_PAIRS = (
    ("hypo", "hyper"),
    ("pro", "anti"),
    ("up", "down"),
    ("over", "under"),
    ("intra", "extra"),
    ("intra", "inter"),
    ("endo", "exo"),
    ("pre", "post"),
    ("mono", "poly"),
    ("uni", "bi"),
    ("ortho", "para"),
    ("increas", "decreas"),
    ("brady", "tachy"),
    ("homo", "hetero"),
    ("macro", "micro"),
)
# As prefixes of the words read from behind.
_TURNED_SUFFIX_PAIRS = tuple(
    (left[::-1], right[::-1])
    for left, right in (("philic", "phobic"), ("cytosis", "penia"), ("osis", "openia"))
)
# Words of which one name has the one and the other name the other; alone, neither parts a name
# from another ("melanoma" and "malignant melanoma").
_ANTONYMS = tuple(
    frozenset(pair.split())
    for pair in (
        "benign malignant",
        "acute chronic",
        "gain loss",
        "dominant recessive",
        "excitatory inhibitory",
        "afferent efferent",
        "innate adaptive",
        "sympathetic parasympathetic",
        "oxidized reduced",
        "oxidation reduction",
        "suppressor promoter",
    )
)
# "anti-inflammatory" is one word, "anti-TNF" is two.
_PREFIX = re.compile(
    r"\b((?i:anti|pro|up|down|over|under|intra|extra|inter|pre|post|hypo|hyper|de|dis|un))-"
    r"(?=[A-Za-z][a-z]{2})"
)


def joined_prefixes(name: str) -> str:
    """A name whose opposing prefixes are written without a dash.

    >>> joined_prefixes("pro-inflammatory"), joined_prefixes("anti-TNF")
    ('proinflammatory', 'anti-TNF')
    """
    return _PREFIX.sub(r"\1", name)


def meaning(word: str) -> str | None:
    """What a word that opposes stands for, in lower case; None for any other word.

    >>> meaning("inhibitors"), meaning("without"), meaning("zinc")
    ('blocker', 'lacking', None)
    """
    return _OPPOSED.get(word) or _OPPOSED.get(word.removesuffix("s"))


class Opposition(StrEnum):
    """How two names oppose each other: both say it, or one of them merely lacks an affix."""

    BOTH = "both"
    ABSENT = "absent"


def opposition(a: Collection[str], b: Collection[str]) -> Opposition | None:
    """Whether names hold opposing words, or words that are one but for an opposing affix.

    >>> opposition(["hypotension"], ["hypertension"]), opposition(["symptomatic"], ["asymptomatic"])
    (<Opposition.BOTH: 'both'>, <Opposition.ABSENT: 'absent'>)
    """
    only_a, only_b = set(a) - set(b), set(b) - set(a)
    if any(pair <= only_a | only_b and pair & only_a and pair & only_b for pair in _ANTONYMS):
        return Opposition.BOTH
    for x in only_a:
        for y in only_b:
            short, long = sorted((x, y), key=len)
            if len(short) >= 4 and any(long == affix + short for affix in _AFFIXES):
                return Opposition.ABSENT
            if _swapped(x, y, _AFFIX_PAIRS) or _swapped(x[::-1], y[::-1], _TURNED_SUFFIX_PAIRS):
                return Opposition.BOTH
    return None


def _swapped(x: str, y: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    """Whether two words differ in nothing but the two prefixes of a pair, or are the pair."""
    return any(
        one.startswith(left) and other.startswith(right) and one[len(left) :] == other[len(right) :]
        for left, right in pairs
        for one, other in ((x, y), (y, x))
    )
