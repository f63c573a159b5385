"""Names: identity of a concept's name, kept apart from the forms as written.

Identity = NFKC, case folded, Greek letters and their spelled names made one, typographic
apostrophes made plain, invisible characters dropped, dashes and spaces deleted except between two
digits, where one dash stays (design rule 4). Nothing else is neutral: a plus, a hash or a
look-alike letter of another script makes another name.
"""

import re
import unicodedata
from functools import lru_cache

from hubscope.errors import InputError

GREEK = str.maketrans(
    {
        "α": "alpha",
        "β": "beta",
        "γ": "gamma",
        "δ": "delta",
        "ε": "epsilon",
        "ζ": "zeta",
        "η": "eta",
        "θ": "theta",
        "ι": "iota",
        "κ": "kappa",
        "λ": "lambda",
        "μ": "mu",
        "ν": "nu",
        "ξ": "xi",
        "ο": "omicron",
        "π": "pi",
        "ρ": "rho",
        "σ": "sigma",
        "τ": "tau",
        "υ": "upsilon",
        "φ": "phi",
        "χ": "chi",
        "ψ": "psi",
        "ω": "omega",
        # The mathematical increment, which many keyboards give for a capital delta.
        "\u2206": "delta",
    }
)

_SPACES = "\t\n\v\f\r\x85\u2028\u2029\u2800"
_DASHES = "\u2043\u2212"  # beside the category of dashes: hyphen bullet and minus sign
_APOSTROPHES = "\u2018\u2019\u201b\u02bc\u2032"
# Invisible, yet in no category of invisible things: fillers, joiners, variation selectors.
_BLANKS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
# NFKC makes 10⁵ one hundred and five and 1½ eleven halves, so the digits are parted before it.
_POWER = re.compile(r"(?<=\d)(?=[¹²³⁰⁴-⁹])")
_SMALL_DIGIT = re.compile(r"(?<=\d)(?=[₀-₉¼-¾⅐-⅞↉①-⑳])|(?<=[¹²³⁰⁴-⁹₀-₉])(?=\d)")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[ -]+(?=\d)")
_NEUTRAL = re.compile(r"[ -]+")


class _Table(dict[int, str]):
    """What becomes of a character, looked up once a code point: a table for `str.translate`."""

    def __init__(self, *, fold: bool) -> None:
        super().__init__()
        self.fold = fold

    def __missing__(self, point: int) -> str:
        self[point] = value = _plain(chr(point), fold=self.fold)
        return value


def _plain(char: str, *, fold: bool) -> str:
    """The character without what no reader sees; `fold` also makes dashes and apostrophes one."""
    category = unicodedata.category(char)
    if char in _SPACES or category == "Zs":
        return " "
    if category == "Cs":
        return "\ufffd"
    if category in {"Cc", "Cf"} or _BLANKS.match(char):
        return ""
    if fold and (category == "Pd" or char in _DASHES):
        return "-"
    return "'" if fold and char in _APOSTROPHES else char


_VISIBLE = _Table(fold=False)
_FOLDED = _Table(fold=True)


def shown(name: str | None) -> str:
    r"""A name as written: control and invisible characters left out, runs of space one space.

    Raises:
        InputError: nothing is left that could tell the name from another (`empty_name`).

    >>> shown(" IL-1\u200bβ ")
    'IL-1β'
    """
    text = re.sub(" +", " ", (name or "").translate(_VISIBLE)).strip(" ")
    if not identity(text):
        raise InputError("a concept needs a name", reason="empty_name")
    return text


@lru_cache(maxsize=1 << 17)
def identity(name: str) -> str:
    """The form under which two names are one; empty for a name of nothing but neutral signs.

    >>> identity("TNF-α") == identity("TNF alpha") == identity("tnf–Alpha ")
    True
    >>> identity("IL-1 2") == identity("IL-12")
    False
    """
    if name.isascii():
        return _without_separators(name.lower().translate(_FOLDED))
    text, before = _fold(name), name
    # Deleting a separator can bring a letter and an accent together, which then compose.
    while text != before and not text.isascii():
        text, before = _fold(text), text
    return text


def _fold(text: str) -> str:
    text = _SMALL_DIGIT.sub(" ", _POWER.sub("^", text.translate(_VISIBLE)))
    text = unicodedata.normalize("NFKC", text).casefold()
    text = unicodedata.normalize("NFKC", text).translate(_FOLDED).translate(GREEK)
    return _without_separators(text)


def _without_separators(text: str) -> str:
    parted = _BETWEEN_DIGITS.sub("\x00", text)
    return _NEUTRAL.sub("", parted).replace("\x00", "-")
