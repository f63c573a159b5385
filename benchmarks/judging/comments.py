"""Comments on a statement, cut: "as the abstract notes", "so the authors say", "to my mind".

A comment stands before, behind or within a statement, closed off by commas, and is made of words of
stance and function words alone (stance.py): it says who says so or how surely, nothing of the
matter. "If the dose is doubled" says something of it and stays.
"""

import re
from collections.abc import Iterator

from benchmarks.judging.denial import denies
from benchmarks.judging.stance import DOCUMENTS, OPINIONS, PEOPLE, REPORTING, SPEAKERS, SURE
from ingest.function_words import FUNCTION_WORDS, PREPOSITIONS, is_adverb, words

_COORDINATED = re.compile(r"(?:and|but|so|while|whereas|although|though|which|who)\b", re.I)
# "As stated in one paper, another, and others".
_MORE = re.compile(r"(?:and|or) (?:the )?others?[.]?", re.IGNORECASE)
_RELATIVE = re.compile(r"(?:which|who|where|whose|in which)\b")
_WORD = re.compile(r"[\w'’-]+\.?")
_BEFORE_SOURCE = words(
    "according based per in by to on going judging given considering having with from at between"
)
_LIGHT = words(
    """
    way far accurate reliable best good better right correct mistaken serves would other many first
    second third last next latest new recent previous earlier above below own most fellow strong
    some available published existing current provided given retrieved relevant cited top same
    entire whole various several trusted relied remembered short put together turns out happens
    stands come goes take look looking basis strength light face least rightly enough it's i'm i've
    i'd going judging considering based according per name title
    """
)
_STANCE = SPEAKERS | PEOPLE | DOCUMENTS | OPINIONS | (REPORTING - words("mean means meaning"))
_KNOWN = _STANCE | SURE | _LIGHT | FUNCTION_WORDS
# What has another use behind a preposition: "in people", "by chance", "with experience".
_OTHER_USES = PEOPLE | words(
    """
    one you us reading chance chances thinking experience training work text texts context scan
    press label labels information data page pages note notes mind sense word words memory
    letter letters sign signs story reason reasons question mechanism position line answer
    understanding school analysis thought feeling lesson account concept
    """
)
_DOCUMENTED = (SPEAKERS | DOCUMENTS | OPINIONS) - _OTHER_USES
_TRUSTED = words(
    """
    right correct accurate reliable believed trusted mistaken serves recall remember understand
    true remembered
    """
)
_OWN = words("my our i we me")
_LONGEST = 14


def without_comments(text: str) -> str:
    """A statement without the comments before it, within it and behind it.

    >>> without_comments("As the abstract notes, zinc binds ACE")
    'zinc binds ACE'
    >>> without_comments("Zinc, so the authors say, binds ACE, or so I have read")
    'Zinc binds ACE'
    """
    parts = text.split(", ")
    if len(parts) == 1 or _RELATIVE.match(parts[1]):
        return text
    kept = [part for part in parts if not is_comment(part)]
    return _joined(parts) if kept and len(kept) < len(parts) else text


def is_comment(part: str) -> bool:
    """Whether what stands between commas says only who says so, or how surely."""
    said = _WORD.findall(part)
    heard = [word.casefold().replace("’", "'").rstrip(".") for word in said]
    if not heard or len(heard) > _LONGEST or denies(part):
        return False
    if not all(word in _KNOWN or word.isdigit() or is_adverb(word) for word in heard):
        return False
    reports = any(word in REPORTING for word in heard[1:])
    match heard[0]:
        case "as" | "so":
            aware = _has(heard, SPEAKERS) and _has(heard, SURE)
            return reports or aware
        case "or":
            return reports and heard[1] in ("so", "at")
        case "if" | "unless" | "assuming" | "provided" | "supposing":
            return any(word in _TRUSTED for word in heard)
        case "the":
            return reports and (heard[-1] in REPORTING or heard[1] == "way")
        case "i" | "we" | "they" | "it" | "it's" | "i'm" | "i've" | "i'd":
            ends = heard[-1] in REPORTING | SURE or is_adverb(heard[-1])
            return reports and ends and not _has(heard, DOCUMENTS)
        case opener if opener in _BEFORE_SOURCE:
            own = any(word in _OWN for word in heard) or (reports and _has(heard, _STANCE))
            return own or _has(heard, _DOCUMENTED)
    # "Writing in 2011"; "understanding" alone is a member of a list.
    spoken = heard[0] in REPORTING and heard[0].endswith("ing")
    return spoken and len(heard) > 1 and heard[1] in PREPOSITIONS


def _has(heard: list[str], class_: frozenset[str]) -> bool:
    return any(word in class_ for word in heard[1:])


def _joined(parts: list[str]) -> str:
    return "".join(_pieces(parts))


def _pieces(parts: list[str]) -> Iterator[str]:
    """Parts that are no comments; a comment within takes both its commas away."""
    started = commented = False
    for part in parts:
        if is_comment(part) or (commented and _MORE.fullmatch(part)):
            commented = True
            continue
        if started:
            yield " " if commented and not _COORDINATED.match(part) else ", "
        yield part
        started, commented = True, False
