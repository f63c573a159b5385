"""Sentences of a text as offsets, with a guard for abbreviations, initials and decimals."""

import re

# No sentence ends after these, whatever follows ...
_NEVER_LAST = "cf dr e.g eg fig figs i.e ie mr mrs ms prof vs viz"
# ... nor after these, unless a capital letter follows ("Fig. 2", but "et al. The").
_RARELY_LAST = """al approx ca eq etc ex inc ltd no nos ref refs resp s.c i.v i.m i.p p.o sp spp ssp
    st subsp suppl tab vol var jan feb mar apr jun jul aug sep sept oct nov dec"""
_NEVER = frozenset(_NEVER_LAST.split())
_RARELY = frozenset(_RARELY_LAST.split())
_END = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s)|\n[ \t]*\n")
_LAST_WORD = re.compile(r"[^\s(\[]*$")
_OPENING = re.compile(r"\s*[\"'“‘(\[]*(\S+)")
# "U.S. Food and Drug Administration" is one name, "in the U.S. The" is not.
_INITIALS = re.compile(r"(?:[A-Z]\.)+[A-Z]")
_STARTING = "a an and as but for however if in it its no on she the their there these they this"
_STARTERS = frozenset(_STARTING.split())
# "Hepatitis B." may end a sentence, "by J. Smith" may not.
_DESIGNATED = frozenset(
    """arm caspase class cohort complex compound cyclin domain drug enzyme factor gene grade group
    hemophilia haemophilia hepatitis influenza kinase panel patient phase protein receptor region
    site stage strain subunit treatment type variant vitamin""".split()  # noqa: SIM905
)
_WORD_BEFORE = re.compile(r"(\w+)\s+\S*$")
_ACRONYM_LIKE = re.compile(r"[a-z]{1,3}[-A-Z0-9]")


def split(text: str) -> list[tuple[int, int]]:
    """Start and end of every sentence, outer space left out, in order and without overlap.

    A blank line always ends a sentence. What is not space belongs to exactly one sentence.

    >>> text = "Levels rose (p < 0.05). E. coli was found, e.g. in urine. mTOR fell."
    >>> [text[start:end] for start, end in split(text)]
    ['Levels rose (p < 0.05).', 'E. coli was found, e.g. in urine.', 'mTOR fell.']
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for found in _END.finditer(text):
        if _ends_sentence(text, found):
            _add(text, start, found.end(), spans)
            start = found.end()
    _add(text, start, len(text), spans)
    return spans


def _ends_sentence(text: str, found: re.Match[str]) -> bool:
    mark = found.group()
    if mark[0] == "\n":
        return True
    following = _OPENING.match(text, found.end())
    if following is None:
        return True
    word = following.group(1)
    starts = word[0].isupper() or word[0].isdigit() or bool(_ACRONYM_LIKE.match(word))
    if not starts and word[0].isalpha():
        return False
    if mark != ".":
        return True
    # Only the tail of the text before the mark is looked at: linear time on any input.
    near = text[max(0, found.start() - 40) : found.start()]
    before = _LAST_WORD.search(near)
    last = before.group() if before else ""
    if len(last) == 1 and last.isupper() and _is_designator(near):
        return True
    return not _is_abbreviation(last, word)


def _is_designator(before: str) -> bool:
    """Whether the letter at the end of a text says which one: "kinase B"."""
    word = _WORD_BEFORE.search(before)
    return word is not None and word[1].casefold() in _DESIGNATED


def _is_abbreviation(last: str, following: str) -> bool:
    folded = last.casefold().strip("\"'“‘")
    if folded in _NEVER or (len(last) == 1 and last.isupper() and following[0].isalpha()):
        return True
    if _INITIALS.fullmatch(last):
        return following.casefold().rstrip(",") not in _STARTERS
    if last == "St":
        return True
    return folded in _RARELY and not following[0].isupper()


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    if right > left:
        spans.append((start + left, start + right))
