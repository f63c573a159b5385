"""The grammar of a frame: a speaker, a source or an opinion, then what reports or judges."""

import re

from benchmarks.judging.denial import can_be_cut
from benchmarks.judging.no_claims import TOOL_MENTION
from benchmarks.judging.speakers import (
    Word,
    heard_in,
    is_acronym,
    is_verb,
    may_speak,
    stands_for,
    subject_in,
)
from benchmarks.judging.stance import (
    DISPUTING,
    DOCUMENTS,
    OPINIONS,
    PEOPLE,
    REPORTING,
    SPEAKERS,
    SURE,
)
from benchmarks.judging.verbs import is_auxiliary, is_base
from ingest.function_words import FUNCTION_WORDS, PREPOSITIONS, is_adverb, words

_I = re.IGNORECASE
# What a speaker is about to do is no frame: "I want to verify that X".
_INTENDING = re.compile(
    r"\b(?:i|we|us|me)\b.*\b(?:will|shall|want|need|needs|plan|going|let|try|trying|have|aim"
    r"|intend|wonder|['’]ll) (?:to )?(?:\w+ )?(?:verify|confirm|check|determine|establish|see|find"
    r"|show|prove|assume|identify|know|learn|read|demonstrate|report|explain|state|document)\b"
    r"|\b(?:to|will|shall) (?:\w+ )?(?:verify|confirm|check|determine|establish|ensure)$",
    _I,
)
_PASSIVE_TAIL = re.compile(
    r"(?<=\w) (?:by|in|from|to|here|there|elsewhere|before|earlier|above|recently|across|with|"
    r"among|for|on)(?: [^\s,;:]+){0,6}$",
    _I,
)
# Behind these stands what shows or says, nothing of the matter: "it has long been known".
_NEAR = words("this that these those it there she he they")
# "I have evidence that X", "we came to the view that X".
NOUNS = OPINIONS | words("evidence data light attention question")
# "Their point is that", "the long and short of it is that".
_ABSTRACT = OPINIONS | words("short evidence result results finding findings")
_BE = words("is was are were be been")
_STANCE = (
    FUNCTION_WORDS
    | SPEAKERS
    | PEOPLE
    | DOCUMENTS
    | OPINIONS
    | REPORTING
    | SURE
    | words("go goes going went come comes came seem seems seemed appear appears appeared long")
    | words("good growing strong ample considerable substantial increasing recent limited direct")
    | words("shared widespread general broad fairly common reasonable logical fair safe tempting")
    | words("worth important crucial")
)
_SUBORDINATING = words(
    "who which whose whom that where while although though whereas because if when unless since"
)


def is_frame(matrix: str) -> bool:
    """Whether words before "that" only say who says so, or how surely.

    >>> is_frame("The authors went on to show"), is_frame("Low zinc means")
    (True, False)
    """
    if not can_be_cut(matrix) or intends(matrix) or TOOL_MENTION.search(matrix):
        return False
    heard = _after_standpoint(heard_in(matrix))
    if not heard:
        return False
    inner = any(w.low in _SUBORDINATING and not is_acronym(w) for w in heard[1:])
    if inner or heard[0].low in PREPOSITIONS:
        return False
    reported = _without_tail(matrix, heard)
    subject = subject_in(reported)
    if not subject:
        return False
    kind, between = reported[-1], reported[len(subject) : -1]
    if not _stays_near(subject, between) or not _governs(kind, between):
        return False
    if kind.low in _BE and _asks_what(heard):
        return True
    return _fits(subject, between, kind)


def _fits(subject: list[Word], between: list[Word], kind: Word) -> bool:
    """Whether what reports or judges goes with its subject."""
    if kind.low in _BE:
        return subject[-1].low in _ABSTRACT
    if subject[-1].low == "there":
        return kind.low in NOUNS or any(word.low in NOUNS for word in between)
    if kind.low in REPORTING | DISPUTING:
        return stands_for(subject) or may_speak(subject, kind)
    has_verb = any(is_verb(word.low) or is_base(word.low) for word in between)
    return has_verb and stands_for(subject) and _judges(kind.low, between)


def _judges(kind: str, between: list[Word]) -> bool:
    """Whether an adjective or a noun says how sure it is; "more likely that" compares."""
    last = between[-1].low if between else ""
    if kind in NOUNS:
        return not any(word.low in ("due", "owing", "because") for word in between)
    # "Anatomically possible" says more than possible.
    more = last in ("more", "less") or (kind == "possible" and last.endswith("ally"))
    return kind in SURE and not more


def intends(frame: str) -> bool:
    """Whether a frame says what its speaker is about to do."""
    return _INTENDING.search(frame) is not None


def _after_standpoint(heard: list[Word]) -> list[Word]:
    """The words behind "from a clinical standpoint", where a speaker follows."""
    at = next((at for at, word in enumerate(heard) if word.low in SPEAKERS), 0)
    stands = bool(at) and heard[0].low in PREPOSITIONS and heard[at - 1].low in OPINIONS | DOCUMENTS
    return heard[at:] if stands else heard


def _asks_what(heard: list[Word]) -> bool:
    """Whether it is "what we know is", "what the trial showed was"."""
    return heard[0].low == "what" and any(
        word.low in SPEAKERS | PEOPLE | DOCUMENTS | SURE for word in heard[1:]
    )


def _stays_near(subject: list[Word], between: list[Word]) -> bool:
    """Whether between a pronoun and what reports stand only words of stance and function words."""
    if len(subject) > 1 or subject[-1].low not in _NEAR:
        return True
    return all(
        word.low in _STANCE or is_adverb(word.low) or word.low.endswith("'s") for word in between
    )


def _governs(kind: Word, between: list[Word]) -> bool:
    """Whether a participle belongs to a source ("a paper saying"), not to a sentence before it."""
    if kind.low not in REPORTING or not kind.low.endswith("ing"):
        return True
    before = between[-1].low if between else ""
    if any(word.low == "with" for word in between):
        return False
    if before in PEOPLE | DOCUMENTS | OPINIONS:
        return any(is_verb(word.low) for word in between[:-1])
    return is_auxiliary(before) or is_adverb(before) or before in ("am", "without", "worth")


def _without_tail(matrix: str, heard: list[Word]) -> list[Word]:
    """Words up to what reports: "was shown by Kim" ends in "shown"."""
    if _reports(heard[-1].low):
        return heard
    # "Legend has it that"
    if [word.low for word in heard[-2:]] == ["has", "it"]:
        return [*heard[:-2], Word("holds", capital=False, lower_rest=True)]
    cut = heard_in(_PASSIVE_TAIL.sub("", matrix))
    while cut and (is_adverb(cut[-1].low) or cut[-1].low in SPEAKERS):
        cut = cut[:-1]
    return cut if cut and cut[-1].low in REPORTING | SURE else heard


def _reports(word: str) -> bool:
    return word in _BE or word in REPORTING | DISPUTING | SURE | OPINIONS
