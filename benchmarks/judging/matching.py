"""Node match: which concepts of the graph an agent's claim is about (SCHEMA, method 6.2).

First the graph's names are looked for in the claim's text, longest first, by identity. A claim in
which none stands is matched by the cosine of its noun phrases to names; vetoes hold there, and one
concept only is taken, the nearest: more would let hubs collect claims that are not about them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.judging.phrases import noun_phrases
from graph.names import identity
from graph.vetoes import veto
from hubscope.tokens import fold_word
from ingest.function_words import words

NODE_COSINE = 0.60

_LONGEST_NAME = 10
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
# "non-diabetic" is not about "diabetic"; "anti-TNF" is about what acts against TNF.
_CUTTING_PREFIXES = frozenset(
    {"anti", "non", "pre", "post", "sub", "un", "de", "hypo", "hyper", "dys", "counter"}
)
_SHORTEST_FOLDED = 4
# Words of prose that corpora annotate as concepts, too: alone they name nothing.
_PROSE = words(
    """
    lead leads role roles affect affects association associations concentration concentrations
    hand hands intestinal mg kg ml
    """
)
# "IFN" of "IFN-γ", "IL" of "IL-6", "insulin" of "insulin-like growth factor": another name's
# beginning.
_HYPHENS = tuple("-‐‑–")
_GOES_ON = re.compile(r"[-‐‑–](?:[α-ωΑ-Ω]|\d|(?:like|binding|releasing)\b)")


class Nearest(Protocol):
    """For each name the nearest (concept key, form, cosine), best first."""

    def __call__(self, names: Sequence[str]) -> Sequence[Sequence[tuple[str, str, float]]]:
        """Look the names up, all at once."""
        ...


@dataclass(frozen=True, slots=True)
class Match:
    """A concept that a claim is about; `cosine` is None for a name found in the text."""

    key: str
    kind: str
    text: str
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class _Mention:
    """A stretch of a text that is a concept's name."""

    start: int
    end: int
    keys: tuple[str, ...]


@dataclass(slots=True)
class _Named:
    """Concepts of one name; `capitals` = no form is written without capitals."""

    keys: set[str]
    capitals: bool


class ConceptMatcher:
    """Finds the graph's concepts in texts. Built once a run.

    Args:
        forms: (form as written, concept key) of the graph.
        nearest: looks names up by cosine; None = by name only.
        common: lower-case words that are no name by themselves, however a source wrote them: a
            corpus that annotates "NO" and "no" alike must not make every denial about nitric oxide.
        local: (form, concept key) of abbreviations that one document made: they are names only
            in claims about an item that speaks of the concept.
    """

    def __init__(
        self,
        forms: Iterable[tuple[str, str]],
        nearest: Nearest | None = None,
        common: frozenset[str] = frozenset(),
        local: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self._nearest = nearest
        self._local = local
        self._named: dict[str, _Named] = {}
        self._folded: dict[str, _Named] = {}
        self._abbreviated: dict[str, _Named] = {}
        for form, key in forms:
            capitals = _needs_capitals(form)
            if _is_common(form, common) and not capitals:
                continue
            if (form, key) in local:
                _enter(self._abbreviated, identity(form), key, capitals)
                continue
            _enter(self._named, identity(form), key, capitals)
            for last, _, folded in (tokens := _Tokens(form)).windows(0):
                if last == len(tokens):
                    _enter(self._folded, folded, key, capitals)

    def match(self, text: str, at_home: Collection[str] = ()) -> tuple[Match, ...]:
        """Concepts that one claim is about; homonyms all of them."""
        return self.match_many([text], at_home)[0]

    def match_many(
        self, texts: Sequence[str], at_home: Collection[str] = ()
    ) -> list[tuple[Match, ...]]:
        """Concepts that claims are about, in the order of the text; each key once.

        Args:
            texts: the claims.
            at_home: keys of the concepts that the claims' item speaks of; only for these do the
                abbreviations of single documents count.
        """
        home = frozenset(at_home)
        found = [self.in_text(text, home) for text in texts]
        if self._nearest is not None:
            silent = [at for at, matches in enumerate(found) if not matches]
            by_cosine = self._by_cosine([texts[at] for at in silent], home)
            for at, match in zip(silent, by_cosine, strict=True):
                found[at] = (match,) if match is not None else ()
        return found

    def in_text(self, text: str, home: frozenset[str] = frozenset()) -> tuple[Match, ...]:
        """Concepts whose names stand in the text, longest names first where they overlap."""
        chosen: list[_Mention] = []
        for mention in sorted(self._mentions(text, home), key=lambda m: (m.start - m.end, m.start)):
            if all(mention.end <= other.start or other.end <= mention.start for other in chosen):
                chosen.append(mention)
        matches: dict[str, Match] = {}
        for mention in sorted(chosen, key=lambda mention: mention.start):
            for key in mention.keys:
                written = text[mention.start : mention.end]
                matches.setdefault(key, Match(key, "exact", written))
        return tuple(matches.values())

    def _mentions(self, text: str, home: frozenset[str]) -> Iterable[_Mention]:
        tokens = _Tokens(text)
        for first in range(len(tokens)):
            if not tokens.may_start(first):
                continue
            for last, plain, folded in tokens.windows(first):
                named = self._named.get(plain) or self._folded.get(folded)
                own = self._abbreviated.get(plain)
                if named is None and own is None:
                    continue
                start, end = tokens.span(first, last)
                if _GOES_ON.match(text, end) or _is_prefix(text, start, end):
                    continue
                has_capitals = _needs_capitals(text[start:end].rstrip("s"))
                keys: set[str] = set()
                if named is not None and (has_capitals or not named.capitals):
                    keys |= named.keys
                if own is not None and (has_capitals or not own.capitals):
                    keys |= own.keys & home
                if keys:
                    yield _Mention(start, end, tuple(sorted(keys)))

    def _by_cosine(self, texts: Sequence[str], home: frozenset[str]) -> list[Match | None]:
        phrases = [noun_phrases(text) for text in texts]
        asked = sorted({phrase for each in phrases for phrase in each})
        if not asked or self._nearest is None:
            return [None] * len(texts)
        answers = {
            phrase: [
                near for near in found if near[0] in home or (near[1], near[0]) not in self._local
            ]
            for phrase, found in zip(asked, self._nearest(asked), strict=True)
        }
        return [_best(_near(phrase, answers[phrase]) for phrase in each) for each in phrases]


def node_match(name: str, exact: Sequence[str], cosines: Mapping[str, float]) -> str | None:
    """The node that a claim's concept is: by name, else by cosine >= 0.60, else none.

    Args:
        name: the concept as the claim names it.
        exact: keys of nodes that have the name or an alias of its identity, best first.
        cosines: key to cosine of its name to this name, vetoed ones left out; ties by key.

    >>> node_match("TP53", ["n1"], {"n2": 0.99}), node_match("x", [], {"n2": 0.5999})
    ('n1', None)
    """
    if exact:
        return exact[0]
    near = {key: cosine for key, cosine in cosines.items() if cosine >= NODE_COSINE}
    return min(near, key=lambda key: (-near[key], key), default=None)


class _Tokens:
    """Words and marks of a text, joined as `identity` would join them, each looked at once."""

    def __init__(self, text: str) -> None:
        found = [each for each in _TOKEN.finditer(text) if identity(each.group())]
        self._text = text
        self._spans = [each.span() for each in found]
        self._identities = [identity(each.group()) for each in found]
        self._folds = [_folded(each.group()) for each in found]

    def __len__(self) -> int:
        return len(self._spans)

    def span(self, first: int, last: int) -> tuple[int, int]:
        return self._spans[first][0], self._spans[last - 1][1]

    def may_start(self, position: int) -> bool:
        """Whether a name may begin here: at a word that no prefix turns into something else."""
        start, _ = self._spans[position]
        if not self._text[start].isalnum():
            return False
        if position == 0:
            return True
        before_start, before_end = self._spans[position - 1]
        glue = self._text[before_end:start]
        cut = self._text[before_start:before_end].casefold() in _CUTTING_PREFIXES
        return not (cut and glue and not glue.isspace())

    def windows(self, first: int) -> Iterator[tuple[int, str, str]]:
        """End, identity, and identity without plural of every window that begins at `first`."""
        joined = ""
        last = min(first + _LONGEST_NAME, len(self._spans))
        for position in range(first, last):
            part = self._identities[position]
            if joined and joined[-1].isdigit() and part[0].isdigit():
                joined += "-"
            yield position + 1, joined + part, joined + self._folds[position]
            joined += part


def _is_prefix(text: str, start: int, end: int) -> bool:
    """Whether a stretch is a prefix of the next word: "pre-existing" is not about PRE."""
    return text[start:end].casefold() in _CUTTING_PREFIXES and text[end : end + 1] in _HYPHENS


def _folded(word: str) -> str:
    """A word's identity without its plural; the S of "ACLS" is part of the name."""
    plural = len(word) >= _SHORTEST_FOLDED and word.isascii() and word.isalpha()
    if word.isupper():
        return identity(word)
    return fold_word(word) if plural else identity(word)


def _enter(table: dict[str, _Named], name: str, key: str, capitals: bool) -> None:
    named = table.setdefault(name, _Named(set(), True))
    named.keys.add(key)
    named.capitals = named.capitals and capitals


def _is_common(form: str, common: frozenset[str]) -> bool:
    """Whether a form says too little: a common word, also in the plural, or a single letter."""
    if len(form) < 2 or form.casefold() in _PROSE:
        return True
    return form.casefold() in common or _folded(form) in common


def _needs_capitals(form: str) -> bool:
    """Whether a form is letters with two capitals at least: AIDS is not "aids", SET not "set"."""
    return form.isalpha() and sum(char.isupper() for char in form) >= 2


def _near(phrase: str, answers: Sequence[tuple[str, str, float]]) -> Match | None:
    cosines: dict[str, float] = {}
    for key, form, cosine in answers:
        if veto(phrase, form) is None:
            cosines[key] = max(cosine, cosines.get(key, -1.0))
    node = node_match(phrase, [], cosines)
    return None if node is None else Match(node, "cosine", phrase, cosines[node])


def _best(matches: Iterable[Match | None]) -> Match | None:
    found = [match for match in matches if match is not None]
    return min(found, key=lambda match: (-(match.cosine or 0.0), match.key), default=None)
