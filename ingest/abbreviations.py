"""Abbreviations defined in a text, "long form (LF)": Schwartz and Hearst, PSB 2003.

Short forms are meant for one document only: the same letters mean other things elsewhere.
"""

import re
from collections.abc import Callable, Iterable

_DEFINITION = re.compile(r"\(([^()\s][^()]{0,30}?)(?:[;,][^()]{0,60})?\)")
_SHORT = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9][\w.+/-]{1,9}")
_BOUNDARY = re.compile(r"[;:()\[\]?!]|\.\s|\n\s*\n|,\s(?=and |but |we )")


def abbreviations(text: str) -> dict[str, str]:
    """Short forms of a text with their long forms; the first definition of a short form counts.

    >>> abbreviations("Chronic obstructive pulmonary disease (COPD) and heart rate (HR) rose.")
    {'COPD': 'Chronic obstructive pulmonary disease', 'HR': 'heart rate'}
    >>> abbreviations("After in vitro fertilization (IVF) of mice.")
    {'IVF': 'in vitro fertilization'}
    """
    found: dict[str, str] = {}
    for definition in _DEFINITION.finditer(text):
        short = definition.group(1).strip()
        is_short = _SHORT.fullmatch(short) and any(c.isupper() for c in short[:3])
        if not is_short or short in _NUMERALS:
            continue
        long = _long_form(short, text[max(0, definition.start() - 150) : definition.start()])
        if long is not None and short not in found:
            found[short] = long
            if short.endswith("s") and short[:-1].isupper():
                found.setdefault(short[:-1], long)
    return found


def abbreviates(short: str, long: str) -> bool:
    """Whether the letters of a short form stand in a longer one in order, from its first on.

    >>> abbreviates("PAC", "paclitaxel"), abbreviates("PAC", "zinc")
    (True, False)
    """
    is_short = _SHORT.fullmatch(short) and sum(c.isupper() for c in short) > 1
    if not is_short or len(long) <= len(short):
        return False
    letters, rest = _letters(short).casefold(), iter(long.casefold())
    return letters[0] == long[0].casefold() and all(letter in rest for letter in letters)


def local_forms(
    forms: Iterable[tuple[str, str]], *, is_usual: Callable[[str, str], bool] = lambda *_: False
) -> frozenset[tuple[str, str]]:
    """Those (form, concept) that only abbreviate another form of the same concept.

    Elsewhere the same letters mean other things: they name the concept in its documents alone.

    Args:
        forms: (form as written, concept key).
        is_usual: whether a short form is known everywhere for that long form ("DNA").

    >>> sorted(local_forms([("PAC", "p"), ("paclitaxel", "p"), ("PAC", "x"), ("TP53", "t")]))
    [('PAC', 'p')]
    """
    by_concept: dict[str, list[str]] = {}
    for form, key in forms:
        by_concept.setdefault(key, []).append(form)
    found = set()
    for key, own in by_concept.items():
        for form in own:
            longer = [other for other in own if abbreviates(form, other)]
            if longer and not any(is_usual(form, other) for other in longer):
                found.add((form, key))
    return frozenset(found)


def _long_form(short: str, before: str) -> str | None:
    """The shortest stretch at the end of `before` that holds the letters of `short` in order."""
    limit = min(len(short) + 5, len(short) * 2)
    start = max((b.end() for b in _BOUNDARY.finditer(before)), default=0)
    candidate = " ".join(before[start:].split()[-limit:])
    at = _match_backwards(_letters(short), candidate)
    if at is None:
        return None
    long = _without_trailer(short, candidate[at:].strip())
    first = _first_word(long)
    usable = not set(",%=<>") & set(long) and (
        " " in long or "-" in long or len(long) > 2 * len(short)
    )
    usable &= not long.endswith(_SAID_OF_OTHERS)
    if not usable or len(long) <= len(short) or short in long.split() or first in _NO_START:
        return None
    return long


def _first_word(long: str) -> str:
    words = long.lower().split(" ", 2)
    return " ".join(words[:2]) if words[0] == "in" and words[1:2] in _IN_LATIN else words[0]


def _without_trailer(short: str, long: str) -> str:
    """A long form without a last word that no letter stands for: "PTSD" means no symptoms."""
    shorter, _, last = long.rpartition(" ")
    is_trailer = last.lower() in _TRAILERS and _match_backwards(_letters(short), shorter) == 0
    return shorter if is_trailer and last[0].lower() != short[-1].lower() else long


_IN_LATIN = (["vitro"], ["vivo"], ["situ"], ["utero"], ["silico"])
_TRAILERS = {"symptoms", "patients", "levels", "cases", "scores", "subjects", "rates", "values"}
_NUMERALS = {"II", "III", "VI", "VII", "VIII"}
_SAID_OF_OTHERS = ("-containing", "-related", "-associated", "-induced", "-based", "-free")
_NO_START = {"a", "an", "and", "the", "of", "in", "for", "with", "to", "or", "by", "as", "is"}


def _letters(short: str) -> str:
    kept = "".join(c for c in short if c.isalnum())
    # The plural s of "TKIs" is no letter of the long form.
    return kept[:-1] if kept.endswith("s") and kept[:-1].isupper() else kept


def _match_backwards(letters: str, text: str) -> int | None:
    """Start of the match: every letter from the right, the first one at the start of a word."""
    at = len(text) - 1
    for n in range(len(letters) - 1, -1, -1):
        letter = letters[n].lower()
        while at >= 0 and (
            text[at].lower() != letter or (n == 0 and at > 0 and text[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return None
        at -= 1
    return at + 1
