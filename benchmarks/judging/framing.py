"""The clause that frames a statement, cut: "the authors went on to show that X" says X.

Such a matrix clause has a speaker, a source or an opinion as its subject and ends in what reports
or judges: a verb ("we learn"), an adjective ("it is clear"), a noun ("I am of the view"), or "is"
behind an opinion ("their point is"; frames.py, by the words of stance.py). What "that" then begins
is what is said to be so. A thing that shows something is no source, and a frame that denies is
never cut (denial.py): "no study shows that X" does not say X.
"""

import re

from benchmarks.judging.clauses import begins_clause
from benchmarks.judging.denial import can_be_cut
from benchmarks.judging.frames import NOUNS, intends, is_frame
from benchmarks.judging.predicates import VerbKind, main_verb, tokens_of
from benchmarks.judging.speakers import (
    LONGEST_SUBJECT,
    WORD,
    Word,
    heard_in,
    is_cited,
    is_finite_form,
    is_name,
    lowered,
)
from benchmarks.judging.stance import (
    DOCUMENTS,
    PEOPLE,
    REPORTING,
    SAYING,
    SHOWING,
    SPEAKERS,
    SURE,
)
from benchmarks.judging.verbs import is_auxiliary, is_base, is_finite
from ingest.function_words import BE, PREPOSITIONS, is_adverb, words

_THAT = re.compile(r"(?:,? |^)that,? (?=\S)", re.IGNORECASE)
_MOST_WORDS = 26
# What a frame's opening says may belong to the statement: "in mice, we know that".
_ADJUNCT = words("if when unlike once unless instead since as")
_GROUND = words("considering based given taking judging from after overall by having despite")
_HELPING = words("do does did have has had would might may could can also am are")
# What reports without "that"; a source is said less freely to do so than a speaker.
_BARE = (SAYING | SHOWING) - words(
    "hear heard hearing mean means meant add adds added learn learning"
)
_OF_DOCUMENTS = words(
    """
    say says said suggest suggests suggested show shows showed state states stated indicate
    indicates indicated conclude concludes concluded claim claims claimed confirm confirmed
    """
)


def unframed(text: str) -> str:
    """What a statement says without the clause that frames it; the text itself without one.

    >>> unframed("The authors went on to show that zinc binds ACE")
    'zinc binds ACE'
    >>> unframed("The idea that zinc binds ACE is old")
    'The idea that zinc binds ACE is old'
    >>> unframed("Low zinc means that ACE is lost")
    'Low zinc means that ACE is lost'
    """
    found = _THAT.search(text, 1)
    while found is not None:
        frame, stated = text[: found.start()], text[found.end() :]
        if len(frame.split()) > _MOST_WORDS or ";" in frame:
            break
        for opening, matrix in _parts(frame):
            if not _is_relative(stated, matrix) and is_frame(matrix):
                return opening + stated
        found = _THAT.search(text, found.end())
    return _bare(text)


def _parts(frame: str) -> list[tuple[str, str]]:
    """The frame as a whole, and each part of it behind a comma with what stays before it."""
    first = lowered(frame.partition(" ")[0])
    is_ground = first in _GROUND
    if not (is_ground or first in _ADJUNCT | PREPOSITIONS or first.endswith("ly")):
        return [("", frame)]
    commas = [found.end() for found in re.finditer(r", (?=\S)", frame)]
    return [("", frame), *(("" if is_ground else frame[:at], frame[at:]) for at in commas)]


def _is_relative(stated: str, matrix: str) -> bool:
    """Whether "that" goes on with a noun ("studies that have shown") or points at one."""
    last = lowered(matrix.rpartition(" ")[2].strip(",()"))
    first, *others = [lowered(word.strip(",")) for word in stated.split()[:2]]
    if is_auxiliary(first) or last in PREPOSITIONS:
        return True
    # "Cardiomegaly is": a name.
    verb = others[0] if others and is_adverb(first) and not is_auxiliary(others[0]) else first
    if last in NOUNS:
        return is_finite(verb)
    return last not in REPORTING | SURE | BE and (is_finite(verb) or is_base(verb))


def _bare(text: str) -> str:
    """What follows a speaker and a verb of saying without "that", where a clause follows."""
    words_left = list(WORD.finditer(text))[: LONGEST_SUBJECT + 2]
    for at, found in enumerate(words_left[:-1]):
        if not at or lowered(found.group()) not in _BARE:
            continue
        frame, stated = text[: found.end()], text[found.end() :].lstrip(" ")
        said = heard_in(frame)
        if said[-1].low.endswith("ing") and said[-2].low not in ("am", "are", "i'm", "we're"):
            continue
        subject = [word for word in said[:-1] if not is_adverb(word.low)]
        subject = [word for word in subject if word.low not in _HELPING]
        if not subject or subject != said[: len(subject)] or not _may_tell(subject, said[-1]):
            continue
        states = _has_subject_and_verb if subject[-1].low in DOCUMENTS else begins_clause
        if states(stated) and can_be_cut(frame) and not intends(frame):
            return stated
    return text


def _has_subject_and_verb(stated: str) -> bool:
    """Whether a clause follows for certain: a source often "suggests a change"."""
    verb = main_verb(tokens_of(stated.partition(",")[0]))
    return verb is not None and verb.kind not in (VerbKind.BASE, VerbKind.PAST)


def _may_tell(subject: list[Word], verb: Word) -> bool:
    about = subject[-1].low
    if any(word.low in PREPOSITIONS for word in subject):
        return False
    if about in DOCUMENTS:
        return verb.low in _OF_DOCUMENTS
    if about in SPEAKERS:
        return True
    if about in PEOPLE or about == "they":
        return verb.low in SAYING
    return is_cited(subject) or (
        verb.low in SAYING and is_name(subject) and is_finite_form(verb.low)
    )
