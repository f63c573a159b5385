"""Opposing words and affixes: names that differ in one of them are never one.

`opposition` says whether two names do, `meaning` what a word that opposes stands for.
"""

import re
from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache

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
_SUFFIX_PAIRS = (("philic", "phobic"), ("cytosis", "penia"), ("osis", "openia"))
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
    if any(not _exchanged(word).isdisjoint(only_b) for word in only_a):
        return Opposition.BOTH
    for some, others in ((only_a, only_b), (only_b, only_a)):
        if any(not _bared(word).isdisjoint(others) for word in some):
            return Opposition.ABSENT
    return None


@lru_cache(maxsize=1 << 16)
def _exchanged(word: str) -> frozenset[str]:
    """The words that a word becomes with the other affix of a pair; it may be the affix alone."""
    found = set()
    for pair in _AFFIX_PAIRS:
        for one, other in (pair, pair[::-1]):
            if word.startswith(one):
                found.add(other + word.removeprefix(one))
    for pair in _SUFFIX_PAIRS:
        for one, other in (pair, pair[::-1]):
            if word.endswith(one):
                found.add(word.removesuffix(one) + other)
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def _bared(word: str) -> frozenset[str]:
    """The words that a word is without an opposing affix, where enough of it is left."""
    bared = (word.removeprefix(affix) for affix in _AFFIXES if word.startswith(affix))
    return frozenset(rest for rest in bared if len(rest) >= 4)
