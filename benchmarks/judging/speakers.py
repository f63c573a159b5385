"""Who speaks in a frame: its first noun group, and whether that can say or show something."""

import re
from dataclasses import dataclass

from benchmarks.judging.predicates import looks_plural
from benchmarks.judging.stance import DOCUMENTS, OPINIONS, PEOPLE, REPORTING, SAYING, SPEAKERS
from benchmarks.judging.verbs import is_auxiliary, is_base, is_finite, is_past
from ingest.function_words import DETERMINERS, FUNCTION_WORDS, PREPOSITIONS, is_adverb, words

LONGEST_SUBJECT = 7
_POINTING = words("this that these those it there she he they all what nobody both")
_PARTS = words("and & et al al. the of for dr dr. prof prof. professor jr")
_STOPS = words("who which to go goes went come comes came")
_AMOUNTS = words("most some many all both none several majority number body series review analysis")
_YEAR = re.compile(r"\(?(?:19|20)\d\d[a-z]?\)?")
WORD = re.compile(r"[^\s,;:()\"“”]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a frame: in lower case, and whether it is written as a name."""

    low: str
    capital: bool
    lower_rest: bool


def heard_in(matrix: str) -> list[Word]:
    """The words of a frame."""
    return [
        Word(lowered(found.group()), found.group()[0].isupper(), found.group()[1:].islower())
        for found in WORD.finditer(matrix)
    ]


def lowered(word: str) -> str:
    """A word in lower case, its apostrophe plain and its dot off."""
    return word.casefold().replace("’", "'").rstrip(".")


def subject_in(heard: list[Word]) -> list[Word]:
    """The first noun group of a frame, of "most of the papers" all; [] where it is too long."""
    last = len(heard) - 1
    someone = heard[0].low == "one" and last > 0 and is_verb(heard[1].low)
    if someone or heard[0].low in SPEAKERS - {"one"}:
        return heard[:1]
    end = last
    for at, word in enumerate(heard[1:last], 1):
        before, after = heard[at - 1].low, heard[at + 1].low
        if word.low == "of" and before in _AMOUNTS:
            continue
        stops = word.low in PREPOSITIONS | _STOPS or _is_helping(word.low)
        stops = stops and not is_acronym(word)
        plural = is_base(word.low) and looks_plural(before)
        may_be_verb = word.low in REPORTING or is_finite(word.low) or plural
        is_its_verb = may_be_verb and _stands(before) and not _stands(after)
        if stops or (is_adverb(word.low) and before not in DETERMINERS - PEOPLE) or is_its_verb:
            end = at
            break
    return heard[:end] if end <= LONGEST_SUBJECT else []


def is_acronym(word: Word) -> bool:
    """Whether it is written in capitals: WHO is no "who"."""
    return word.capital and not word.lower_rest and len(word.low) > 1


def _is_helping(word: str) -> bool:
    return word == "am" or is_auxiliary(word)


def is_verb(word: str) -> bool:
    """Whether a lower-case word may be the verb of a frame."""
    return _is_helping(word) or is_finite(word)


def _stands(word: str) -> bool:
    return word in SPEAKERS | PEOPLE | DOCUMENTS | OPINIONS | _POINTING


def stands_for(subject: list[Word]) -> bool:
    """Whether a subject is a speaker, a source or an opinion, or a name that is cited."""
    return _stands(subject[-1].low) or is_cited(subject)


def is_cited(subject: list[Word]) -> bool:
    """Whether a subject is a name as papers cite it: two authors, "et al.", a year."""
    written = [word for word in subject if word.capital and word.lower_rest]
    cited = any(_YEAR.fullmatch(word.low) or word.low == "et" for word in subject)
    return is_name(subject) and (cited or len(written) > 1)


def may_speak(subject: list[Word], verb: Word) -> bool:
    """Whether a subject of a verb of saying is a name or one of its kind: "my professor"."""
    if verb.low not in SAYING:
        return False
    one = subject[0].low in DETERMINERS and len(subject) > 1 and not looks_plural(subject[-1].low)
    one = one and all(word.low != "patient" for word in subject)
    return (one or is_name(subject)) and is_finite_form(verb.low)


def is_finite_form(verb: str) -> bool:
    """Whether a form is no noun: "the new claim that", "post-traumatic stress"."""
    return verb.endswith("ed") or (verb.endswith("s") and not verb.endswith("ss")) or is_past(verb)


def is_name(subject: list[Word]) -> bool:
    """Whether all are written as names; one plural alone begins a sentence: "Patients"."""
    if any(word.low in FUNCTION_WORDS - _PARTS and not is_acronym(word) for word in subject):
        return False
    named = [word for word in subject if word.low not in _PARTS and not _YEAR.fullmatch(word.low)]
    written = bool(named) and all(word.capital for word in named)
    return written and not (len(named) == 1 and looks_plural(named[0].low))
