"""Opposing words and affixes: names that differ in one of them are never one.

`opposition` says whether two names do, `meaning` what a word that opposes stands for.
"""

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib import resources
from itertools import combinations

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
    opposed = _table().opposed
    return opposed.get(word) or opposed.get(word.removesuffix("s"))


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
    if _excludes(only_a, only_b):
        return Opposition.BOTH
    if any(not _exchanged(word).isdisjoint(only_b) for word in only_a):
        return Opposition.BOTH
    for some, others in ((only_a, only_b), (only_b, only_a)):
        if any(not _bared(word).isdisjoint(others) for word in some):
            return Opposition.ABSENT
    return None


def _excludes(some: Collection[str], others: Collection[str]) -> bool:
    """Whether of some group the one has members and the other has, and none in common."""
    one, other = _members_of(some), _members_of(others)
    return any(one[group].isdisjoint(other[group]) for group in one.keys() & other.keys())


def _members_of(words: Collection[str]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    members = _table().members
    for word in words:
        for group, member in members.get(word, members.get(word.removesuffix("s"), {})).items():
            found.setdefault(group, set()).add(member)
    return found


@lru_cache(maxsize=1 << 16)
def _exchanged(word: str) -> frozenset[str]:
    """The words that a word becomes with the other affix of a pair; it may be the affix alone."""
    found = set()
    for pair in _table().prefixes:
        for one, other in (pair, pair[::-1]):
            if word.startswith(one):
                found.add(other + word.removeprefix(one))
    for pair in _table().suffixes:
        for one, other in (pair, pair[::-1]):
            if word.endswith(one):
                found.add(word.removesuffix(one) + other)
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def _bared(word: str) -> frozenset[str]:
    """The words that a word is without an opposing affix, where enough of it is left."""
    bared = (word.removeprefix(affix) for affix in _table().negating if word.startswith(affix))
    return frozenset(rest for rest in bared if len(rest) >= 4)


@dataclass(frozen=True, slots=True)
class _Table:
    """The table of opposites.toml.

    Attributes:
        opposed: a word that opposes to what it stands for.
        negating: affixes with which a word is another.
        prefixes, suffixes: pairs of affixes that exchange a word for its opposite.
        members: a word to its groups, and which of the group's members it is.
    """

    opposed: dict[str, str]
    negating: tuple[str, ...]
    prefixes: tuple[tuple[str, str], ...]
    suffixes: tuple[tuple[str, str], ...]
    members: dict[str, dict[int, int]]


@cache
def _table() -> _Table:
    rows = tomllib.loads((resources.files("graph") / "opposites.toml").read_text("utf-8"))
    affixes = rows["affixes"]
    members: dict[str, dict[int, int]] = {}
    for group, names in enumerate(rows["exclusive"]["groups"]):
        for member, words in enumerate(names.split()):
            for word in words.split("|"):
                members.setdefault(word, {})[group] = member
    return _Table(
        {word: means for means, words in rows["words"].items() for word in words.split()},
        tuple(affixes["negating"].split()),
        (*combinations(affixes["amounts"].split(), 2), *map(_pair, affixes["prefixes"])),
        tuple(map(_pair, affixes["suffixes"])),
        members,
    )


def _pair(text: str) -> tuple[str, str]:
    one, other = text.split()
    return one, other
