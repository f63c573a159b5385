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
_GLUED_NON = re.compile(r"\bnon(?=[a-z]{4})", re.IGNORECASE)
_RUN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_NUMBER_WORDS = dict(
    zip("one two three four five six seven eight nine ten".split(), "12345678910", strict=False)  # noqa: SIM905
) | {"ten": "10"}

_ROMAN = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_ROMAN_LETTERS = frozenset("ivxlcdm")
# A single letter counts as a numeral only beside one of these.
_CLASS_WORDS = frozenset(
    """factor type stage class complex collagen angiotensin group phase grade mhc""".split()  # noqa: SIM905
)

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
        "suppressor promoter",
    )
)
# "anti-inflammatory" is one word, "anti-TNF" is two.
_PREFIX = re.compile(
    r"\b((?i:anti|pro|up|down|over|under|intra|extra|inter|pre|post|hypo|hyper|de|dis|un))-"
    r"(?=[A-Za-z][a-z]{2})"
)
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
    if (affixed := _affix_difference(a.words, b.words)) is not None:
        return affixed
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
    text = _PREFIX.sub(r"\1", _GLUED_NON.sub("non ", text))
    text = re.sub(r"['’]s\b", "", _GLUED_GREEK.sub(r" \1", text))
    text = _GREEK_CAPITAL.sub(r"\1 ", text)
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
            if (meaning := _meaning(word)) is not None:
                opposed.append(meaning)
    return _Marks(
        words=words,
        numbers=tuple(numbers),
        romans=romans,
        greek=tuple(sorted(greek)),
        opposed=tuple(sorted(opposed)),
        designators=tuple(sorted([*designators, *_TURN.findall(text.translate(_DASHES))])),
        charge=found[0] if (found := _CHARGE.search(text.translate(_DASHES).rstrip())) else "",
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


def _meaning(word: str) -> str | None:
    return _OPPOSED.get(word) or _OPPOSED.get(word.removesuffix("s"))


def _single_difference(a: tuple[str, ...], b: tuple[str, ...]) -> Veto | None:
    """Names that agree but for one letter in one place: vitamin C and vitamin D."""
    if len(a) != len(b):
        return None
    differing = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    if len(differing) != 1 or any(len(x) != 1 or not x.isalpha() for x in differing[0]):
        return None
    numerals = set(differing[0]) <= _ROMAN_LETTERS
    return Veto(VetoReason.ROMAN if numerals else VetoReason.DESIGNATOR, absent=False)


def _affix_difference(a: tuple[str, ...], b: tuple[str, ...]) -> Veto | None:
    """Opposing words, and words that are one but for a negating or opposing affix."""
    only_a, only_b = set(a) - set(b), set(b) - set(a)
    if any(pair <= only_a | only_b and pair & only_a and pair & only_b for pair in _ANTONYMS):
        return Veto(VetoReason.NEGATION, absent=False)
    for x in only_a:
        for y in only_b:
            short, long = sorted((x, y), key=len)
            if len(short) >= 4 and any(long == affix + short for affix in _AFFIXES):
                return Veto(VetoReason.NEGATION, absent=True)
            if _swapped(x, y, _AFFIX_PAIRS) or _swapped(x[::-1], y[::-1], _TURNED_SUFFIX_PAIRS):
                return Veto(VetoReason.NEGATION, absent=False)
    return None


def _swapped(x: str, y: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    """Whether two words differ in nothing but the two prefixes of a pair."""
    return any(
        one.startswith(left) and other.startswith(right) and one[len(left) :] == other[len(right) :]
        for left, right in pairs
        for one, other in ((x, y), (y, x))
    )
