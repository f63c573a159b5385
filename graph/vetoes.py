"""Vetoes: marks of a name that no cosine may overlook (methods/decisions, Names).

Two names are kept apart when they differ in numbers, Greek letters, roman numerals (by value, so
factor VIII is factor 8), negating or opposing words and affixes, single-letter and isomer
designators, or the sign at their end: also when one has such a mark and the other has none (ERK and
ERK1, CuCl2 and CuCl2-).
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest

from graph.opposites import Opposition, joined_prefixes, meaning, opposition


class VetoReason(StrEnum):
    """What keeps two names apart."""

    DIGITS = "digits"
    GREEK = "greek"
    ROMAN = "roman"
    NEGATION = "negation"
    DESIGNATOR = "designator"
    CHARGE = "charge"


@dataclass(frozen=True, slots=True)
class Veto:
    """Why two names are not one; `absent` = one of them merely lacks the mark.

    An alias that a source or a lexicon states lifts a veto for an absent mark, never another.
    """

    reason: VetoReason
    absent: bool


_GREEK_NAMES = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron
    pi rho sigma tau upsilon phi chi psi omega""".split()  # noqa: SIM905
_GREEK = {
    **dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _GREEK_NAMES, strict=True)),
    **{name: name for name in _GREEK_NAMES},
    "ς": "sigma",
    "ϕ": "phi",
    "ϵ": "epsilon",
    "µ": "mu",
}
# TNFalpha, IFNgamma: spelled out and glued to capitals.
_GLUED_GREEK = re.compile(r"(?<=[A-Z0-9])(alpha|beta|gamma|delta|epsilon|kappa|theta|zeta|omega)\b")
# The letter behind a Greek one stands alone: NF-κB, NF-kappaB.
_GREEK_CAPITAL = re.compile(
    r"([α-ω]|\b(?:alpha|beta|gamma|delta|epsilon|kappa|theta|zeta|omega))(?=[A-Z](?!\w))"
)
# Glycoprotein IIb: the numeral, and which of its two.
_LETTERED_ROMAN = re.compile(r"\b(I{1,3}|IV|VI{0,3}|IX|X)(?=[a-d]\b)")
_GLUED_NON = re.compile(r"\bnon(?=[a-z]{4})", re.IGNORECASE)
_RUN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_NUMBER_WORDS = {
    word: str(value)
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    )
    for value, word in enumerate(words.split(), start=1)
}

_ROMAN = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_ROMAN_LETTERS = frozenset("ivxlcdm")
# A single letter counts as a numeral only beside one of these.
_CLASS_WORDS = frozenset(
    """factor type stage class complex collagen angiotensin group phase grade mhc""".split()  # noqa: SIM905
)

# CD8+ cells are CD8-positive cells; Na+ is no marker, and neither are these.
_MARKER = re.compile(
    r"(?<![\w-])(?!(?:NADP?|NH4)\b)(?=\w*[A-Z]\w*[A-Z])([\w-]*\w)(?:\(([+-])\)|([+-]))(?=\s+\w)"
)
_SAID = {"+": " positive", "-": " negative"}
# The turn of light, as in (+)-catechin.
_TURN = re.compile(r"(?:^|(?<=[\s-]))\((\+/-|[+±-])\)(?=-)")
# A charge with a figure is not asked here: it differs in its digits, and IL-1 has none.
_CHARGE = re.compile(r"(?<=[\w)\]])[+-]$")
_DASHES = str.maketrans("−–‐‑⁻⁺", "-----+")
_ISOMERS = frozenset("cis trans ortho meta para syn levo dextro endo exo".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class _Marks:
    """A name taken apart; tuples of marks are in the order of the name, but for sets."""

    words: tuple[str, ...]
    numbers: tuple[str, ...]
    romans: bool
    greek: tuple[str, ...]
    opposed: tuple[str, ...]
    designators: tuple[str, ...]
    charge: str


def veto(one: str, other: str) -> Veto | None:
    """What keeps two names apart, None if nothing does. Types are not compared.

    >>> veto("IL-1", "IL-2"), veto("factor VIII", "factor 8")
    (Veto(reason=<VetoReason.DIGITS: 'digits'>, absent=False), None)
    >>> veto("TNF", "TNF inhibitor")
    Veto(reason=<VetoReason.NEGATION: 'negation'>, absent=True)
    """
    a, b = _marks(one), _marks(other)
    if a.numbers != b.numbers:
        reason = VetoReason.ROMAN if a.romans or b.romans else VetoReason.DIGITS
        return Veto(reason, not (a.numbers and b.numbers))
    if a.greek != b.greek:
        return Veto(VetoReason.GREEK, not (a.greek and b.greek))
    if (lettered := _single_difference(a.words, b.words)) is not None:
        return lettered
    if a.opposed != b.opposed:
        return Veto(VetoReason.NEGATION, not (a.opposed and b.opposed))
    if (opposed := opposition(a.words, b.words)) is not None:
        return Veto(VetoReason.NEGATION, absent=opposed is Opposition.ABSENT)
    if a.designators != b.designators:
        return Veto(VetoReason.DESIGNATOR, not (a.designators and b.designators))
    if a.charge != b.charge:
        return Veto(VetoReason.CHARGE, not (a.charge and b.charge))
    return None


@lru_cache(maxsize=1 << 16)
def _marks(name: str) -> _Marks:
    # NFKC makes Ⅱ two letters and ² a digit; what is invisible parts what stands beside it.
    text = unicodedata.normalize("NFKC", name)
    text = "".join(" " if unicodedata.category(char) == "Cf" else char for char in text)
    text = _MARKER.sub(
        lambda found: found[1] + _SAID[found[2] or found[3]], text.translate(_DASHES)
    )
    text = joined_prefixes(_GLUED_NON.sub("non ", text))
    text = re.sub(r"['’]s\b", "", _GLUED_GREEK.sub(r" \1", text))
    text = _LETTERED_ROMAN.sub(r"\1 ", _GREEK_CAPITAL.sub(r"\1 ", text))
    text = re.sub(r"(?<=\d)[,.](?=\s|$)", "", text)
    runs = [(found.group(), found.start()) for found in _RUN.finditer(text)]
    words = tuple(run.casefold() for run, _ in runs)
    numbers, greek, opposed, designators = [], [], [], []
    romans = False
    for position, (run, start) in enumerate(runs):
        word = words[position]
        if word[0].isdigit():
            numbers.append(word)
        elif word in _NUMBER_WORDS:
            numbers.append(_NUMBER_WORDS[word])
        elif (value := _roman_value(words, position)) and not _is_glued(text, start, run):
            numbers.append(str(value))
            romans = True
        elif word in _GREEK:
            greek.append(_GREEK[word])
        elif _is_designator(text, run, start):
            designators.append(word)
        else:
            greek.extend(_GREEK[char] for char in word if char in _GREEK)
            if (opposing := meaning(word)) is not None:
                opposed.append(opposing)
    return _Marks(
        words=words,
        numbers=tuple(numbers),
        romans=romans,
        greek=tuple(sorted(greek)),
        opposed=tuple(sorted(opposed)),
        designators=tuple(sorted([*designators, *_TURN.findall(text)])),
        charge=found[0] if (found := _CHARGE.search(text.rstrip())) else "",
    )


def _is_glued(text: str, start: int, run: str) -> bool:
    """Whether other letters or digits stand right before or behind a run."""
    before, behind = text[max(start - 1, 0) : start], text[start + len(run) :][:1]
    return before.isalnum() or behind.isalnum()


def _roman_value(words: tuple[str, ...], position: int) -> int | None:
    word = words[position]
    if _ROMAN.fullmatch(word) is None:
        return None
    beside = {*words[max(position - 1, 0) : position], *words[position + 1 : position + 2]}
    if len(word) == 1 and not beside & _CLASS_WORDS:
        return None
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(
        -value if value < following else value
        for value, following in zip_longest(values, values[1:], fillvalue=0)
    )


def _is_designator(text: str, run: str, start: int) -> bool:
    if run.casefold() in _ISOMERS:
        return True
    if len(run) != 1:
        return False
    before, behind = text[max(start - 1, 0) : start], text[start + 1 : start + 2]
    if before.isdigit():
        return True  # the A of 5-HT1A
    article = run == "a" and behind == " "
    return not (before.isalnum() or behind.isalnum() or article)


def _single_difference(a: tuple[str, ...], b: tuple[str, ...]) -> Veto | None:
    """Names that agree but for one letter in one place: vitamin C and vitamin D."""
    if len(a) != len(b):
        return None
    differing = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    if len(differing) != 1 or any(len(x) != 1 or not x.isalpha() for x in differing[0]):
        return None
    numerals = set(differing[0]) <= _ROMAN_LETTERS
    return Veto(VetoReason.ROMAN if numerals else VetoReason.DESIGNATOR, absent=False)
