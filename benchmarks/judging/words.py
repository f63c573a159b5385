"""Words whose meaning decides a verdict: negations, directions, opposites (words.toml)."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_ENDINGS = ("ations", "ation", "ates", "ated", "ating", "ate", "ions", "ion", "ings", "ing")
_SHORT_ENDINGS = ("ies", "ied", "es", "ed", "ly", "s", "e")


@cache
def stem(word: str) -> str:
    """The part that the forms of a word share, roughly; numbers and short words stay.

    >>> {stem(word) for word in ("inhibits", "inhibited", "inhibition", "inhibiting")}
    {'inhibit'}
    >>> {stem(word) for word in ("activation", "activates", "activated")}
    {'activ'}
    """
    if len(word) <= 3 or not word.isascii() or any(char.isdigit() for char in word):
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return _undoubled(word[: -len(ending)])
    for ending in _SHORT_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            rest = word[: -len(ending)]
            return rest + "y" if ending in ("ies", "ied") else _undoubled(rest)
    return word


def _undoubled(rest: str) -> str:
    return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "ls" else rest


@dataclass(frozen=True, slots=True)
class Words:
    """The lists of words.toml, by stem.

    Attributes:
        up, down, unchanged: what a text says happens to something.
        opposites: each stem to the stems that exclude it in the same place.
        prefixes: prefixes that turn a word into its opposite.
        prefix_pairs: prefixes that are each other's opposite on the same rest.
        flips: word as written to the word that makes a sentence its contrary, both ways.
    """

    stop: frozenset[str]
    negation: frozenset[str]
    hedge: frozenset[str]
    up: frozenset[str]
    down: frozenset[str]
    unchanged: frozenset[str]
    opposites: dict[str, frozenset[str]]
    prefixes: tuple[str, ...]
    prefix_pairs: tuple[tuple[str, str], ...]
    flips: dict[str, str]


@cache
def contraries(word: str) -> frozenset[str]:
    """Stems that exclude a stem in its place: listed, other direction, or one prefix apart.

    >>> stem("malignant") in contraries(stem("benign"))
    True
    >>> stem("hypotension") in contraries(stem("hypertension"))
    True
    >>> stem("lowers") in contraries(stem("raises"))
    True
    """
    lists = load_words()
    found = set(lists.opposites.get(word, ()))
    if word in lists.up:
        found |= lists.down
    elif word in lists.down:
        found |= lists.up
    for prefix in lists.prefixes:
        if len(word) >= 4:
            found |= {prefix + word, f"{prefix}-{word}"}
        rest = word.removeprefix(prefix).removeprefix("-")
        if rest != word and len(rest) >= 4:
            found.add(rest)
    for pair in lists.prefix_pairs:
        for own, other in (pair, pair[::-1]):
            if word.startswith(own) and len(word) >= len(own) + 2:
                found.add(other + word[len(own) :])
    return frozenset(found - {word})


@cache
def load_words() -> Words:
    """The lists, read once."""
    table = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    opposites: dict[str, set[str]] = {}
    for left, right in table["opposites"]:
        sides = _stems(left), _stems(right)
        for own, other in (sides, sides[::-1]):
            for word in own:
                opposites.setdefault(word, set()).update(other)
    return Words(
        stop=frozenset(table["stop"].split()),
        negation=frozenset(table["negation"].split()),
        hedge=_stems(table["hedge"]),
        up=_stems(table["up"]),
        down=_stems(table["down"]),
        unchanged=_stems(table["unchanged"]),
        opposites={word: frozenset(others) for word, others in opposites.items()},
        prefixes=tuple(table["prefixes"]),
        prefix_pairs=tuple((left, right) for left, right in table["prefix_pairs"]),
        flips=_both_ways(table["flips"]),
    )


def _both_ways(pairs: str) -> dict[str, str]:
    flips: dict[str, str] = {}
    for pair in pairs.split():
        left, right = pair.split("=")
        flips.setdefault(left, right)
        flips.setdefault(right, left)
    return flips


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:[-'][^\W_]+)*")


def tokens(text: str) -> list[str]:
    """Words and numbers as written; "n't" is "not".

    >>> tokens("TP53 didn't rise by 1,000 (5-HT2A up-regulated).")
    ['TP53', 'did', 'not', 'rise', 'by', '1,000', '5-HT2A', 'up-regulated']
    """
    return _TOKEN.findall(text.replace("’", "'").replace("n't", " not"))
