"""Phrases that say a relation of two given names, and verbs that may: the table of phrases.toml.

A form of the table becomes one regular expression over a sentence whose two names are marks.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ingest.function_words import AUXILIARIES, CONJUNCTIONS, PREPOSITIONS
from ingest.less import Span
from ingest.patterns import Pattern, VerbForm, load_patterns, verb_forms

_HEAD, _TAIL = "\x01", "\x02"
_RELATIVE = "that|which|who|whose"
_NO_MODIFIER = "|".join(sorted(PREPOSITIONS | AUXILIARIES | CONJUNCTIONS)) + f"|{_RELATIVE}"
_MODIFIERS = rf"(?:(?!(?:{_NO_MODIFIER}) )[^\s,;:.()\x01\x02]+ ){{0,3}}"
_WORDS = rf"(?:(?!(?:{_RELATIVE}|but|whereas|while) )[^\s,;:.()\x01\x02]+ ){{0,8}}"
# Behind a name they make it another thing: a COX-1 inhibitor is no COX-1.
_ANOTHER_THING = (
    r"(?!(?:-|(?:inhibitor|antagonist|blocker|agonist|activator|receptor|kinase)s?|antibody"
    r"|antibodies|deficiency|resistance|knockout|knockdown) )"
)
_BY = ("by", "through", "via", "thereby", "thus", "while", "without")
_DOUBLED = "bdgmnprt"
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A row of the table, with an example and a counter-example for its two ends."""

    pattern: Pattern
    forms: tuple[re.Pattern[str], ...]
    ends: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Phrases:
    """The table.

    Attributes:
        rows: every row, in order; those of verbs and nouns have no forms.
        verbs: word to verb forms, those of patterns.toml among them.
        gerunds: "inhibiting" to the meaning of its verb.
        by: nouns of an effect ("inhibition of B by A") to their meaning.
    """

    rows: tuple[Phrase, ...]
    verbs: dict[str, list[VerbForm]]
    gerunds: dict[str, str]
    by: dict[str, str]


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase in a sentence.

    Attributes:
        at: place of the last of its words.
        meaning: of patterns.toml or phrases.toml.
        own: places of its words, gaps and names left out.
    """

    at: int
    meaning: str
    own: frozenset[int]


@cache
def load_phrases() -> Phrases:
    """The shipped table."""
    table = tomllib.loads((resources.files("ingest") / "phrases.toml").read_text("utf-8"))
    classes = {name: members.split() for name, members in table["words"].items()}
    verbs = {word: list(forms) for word, forms in load_patterns().verbs.items()}
    rows = []
    by = {word: pattern.meaning for word, pattern in load_patterns().by.items()}
    for family in ("phrase", "verb", "by"):
        for row in table[family]:
            pattern = Pattern(family, row["meaning"], row["example"], row["counter"])
            is_phrase = family == "phrase"
            forms = tuple(_compiled(f, classes) for f in row["forms"]) if is_phrase else ()
            by |= dict.fromkeys(row.get("words", ()), row["meaning"])
            head, relation, tail = row["ends"]
            rows.append(Phrase(pattern, forms, (head, relation, tail)))
            for word, form in verb_forms(pattern, row) if family == "verb" else ():
                verbs.setdefault(word, []).append(form)
    gerunds = {
        _gerund(word): form.pattern.meaning
        for word, forms in verbs.items()
        for form in forms
        if not form.is_past and not word.endswith("s") and not form.after
    }
    return Phrases(tuple(rows), verbs, gerunds, by)


def said(sentence: Sequence[str], head: Span, tail: Span) -> Iterator[Said]:
    """Where phrases relate a head to a tail, and what they mean.

    Args:
        sentence: words in lower case, marks among them.
        head, tail: first and last (exclusive) word of each name.

    >>> list(said("glut4 is a transporter of glucose".split(), (0, 1), (5, 6)))
    [Said(at=4, meaning='transports', own=frozenset({1, 3, 4}))]
    """
    places, marked = _marked(sentence, head, tail)
    for row in load_phrases().rows:
        for form in row.forms:
            for found in form.finditer(marked):
                own = [
                    places[marked[: found.start(group)].count(" ") - 1]
                    for group in range(1, form.groups + 1)
                ]
                yield Said(own[-1], row.pattern.meaning, frozenset(own))
    yield from _by_doing(sentence, head, tail)


def _by_doing(sentence: Sequence[str], head: Span, tail: Span) -> Iterator[Said]:
    """What a head does "by VERBing" a tail: "A lowers C by inhibiting B"."""
    gerunds = load_phrases().gerunds
    for at in range(head[1] + 1, tail[0]):
        is_way = sentence[at] in gerunds and sentence[at - 1] in _BY
        between = "".join(f"{word} " for word in sentence[at + 1 : tail[0]])
        if is_way and re.fullmatch(_MODIFIERS, between):
            yield Said(at, gerunds[sentence[at]], frozenset({at}))


def _marked(sentence: Sequence[str], head: Span, tail: Span) -> tuple[list[int], str]:
    """The sentence with a mark for each name, a space around each word, and the words' places."""
    places: list[int] = []
    shown: list[str] = []
    for at, word in enumerate(sentence):
        mark = _HEAD if head[0] <= at < head[1] else _TAIL if tail[0] <= at < tail[1] else word
        if mark == word or mark not in shown[-1:]:
            places.append(at)
            shown.append(mark)
    return places, f" {' '.join(shown)} "


def _compiled(form: str, classes: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    """A form of the table as a regular expression over a marked sentence."""
    parts = []
    for word in form.split():
        if word in ("~", ".."):
            parts.append(_MODIFIERS if word == "~" else _WORDS)
        elif word in ("H", "T"):
            parts.append(f"{_HEAD if word == 'H' else _TAIL} ")
        else:
            choices = classes[word[1:-1]] if word.startswith("{") else word.split("|")
            parts.append(f"({'|'.join(map(re.escape, choices))}) ")
    ending = _ANOTHER_THING if form[-1] in "HT" else ""
    return re.compile("(?<= )" + "".join(parts) + ending)


def _gerund(base: str) -> str:
    """The gerund of a base form.

    >>> _gerund("reduce"), _gerund("block"), _gerund("cut")
    ('reducing', 'blocking', 'cutting')
    """
    if base.endswith("e") and not base.endswith("ee"):
        return base[:-1] + "ing"
    short = len(base) <= len("bind") - 1 and base[-1] in _DOUBLED and base[-2] in _VOWELS
    return base + (base[-1] if short else "") + "ing"
