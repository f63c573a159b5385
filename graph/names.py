"""Names: identity of a concept's name, kept apart from the forms as written.

Identity = NFKC, case folded, Greek letters and their spelled names made one, invisible characters
dropped, dashes and spaces deleted except between two digits (design rule 4).
"""

import re
import unicodedata

from hubscope.errors import InputError

_GREEK = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
]
_LETTERS = {
    **dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _GREEK, strict=True)),
    "ς": "sigma",
    "ϕ": "phi",
    "ϵ": "epsilon",
}
_DASHES = re.compile(r"[\u2010-\u2015\u2212\u00ad\uff0d\ufe58\ufe63_-]")
_SEPARATED_DIGITS = re.compile(r"(?<=\d)[\s-]+(?=\d)")
_SEPARATORS = re.compile(r"[\s-]+")


def shown(name: str) -> str:
    """A name as written, without control and invisible characters and outer spaces.

    Raises:
        InputError: nothing is left.
    """
    kept = "".join(
        c
        for c in name
        if unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"} or c in "\t\n"
    )
    text = " ".join(kept.split())
    if not text:
        raise InputError("a concept needs a name", reason="empty_name")
    return text


def identity(name: str) -> str:
    """The form under which two names are one.

    >>> identity("TNF-α") == identity("TNF alpha") == identity("tnf–Alpha ")
    True
    >>> identity("IL-1 2") == identity("IL-12")
    False
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = "".join(
        c for c in text if unicodedata.category(c) not in {"Cf", "Cs", "Mn"} or c == "\u00ad"
    )
    text = "".join(_LETTERS.get(c, c) for c in _DASHES.sub("-", text))
    text = _SEPARATED_DIGITS.sub("\x00", text.strip(" -"))
    return _SEPARATORS.sub("", text).replace("\x00", "-")
