"""The clause that frames a statement, cut: "the authors went on to show that X" says X.

Such a matrix clause has a speaker, a source or an opinion as its subject (stance.py) and ends in
what reports or judges: a verb ("we learn"), an adjective ("it is clear"), a noun ("I am of the
view"), or "is" behind an opinion ("their point is"). What "that" then begins is what is said to be
so. A thing that shows something is no source, and a frame that denies is never cut: "no study shows
that X" does not say X.
"""

import re
from dataclasses import dataclass

from benchmarks.judging.clauses import begins_clause
from benchmarks.judging.no_claims import TOOL_MENTION
from benchmarks.judging.predicates import VerbKind, looks_plural, main_verb, tokens_of
from benchmarks.judging.stance import (
    DISPUTING,
    DOCUMENTS,
    OPINIONS,
    PEOPLE,
    REPORTING,
    SAYING,
    SHOWING,
    SPEAKERS,
    SURE,
)
from benchmarks.judging.verbs import is_auxiliary, is_base, is_finite, is_past
from ingest.function_words import DETERMINERS, FUNCTION_WORDS, PREPOSITIONS, is_adverb, words

_I = re.IGNORECASE

# "None of the studies show that X" does not say X: such a frame is never cut.
DENYING = re.compile(
    r"\b(?:should|must|needs? to|look for|search)\b|\b(?:no|not|none|nothing|never|hardly|scarcely"
    r"|neither|nor|cannot|without|little|few"
    r"|fails?|failed|lack\w*|unlikely|unclear|doubt\w*|rather than|instead of|refut\w*|reject\w*"
    r"|contradict\w*|(?<!-)challeng(?:e|es|ed)|rel(?:y|ies) on|rests? on|disput\w*"
    r"|den(?:y|ies|ied)|disprov\w*|dispel\w*|debunk\w*"
    r"|question(?:s|ed)|against|wrong(?:ly)?|hop(?:e|es|ed|ing)|wish\w*)\b|n['’]t\b",
    _I,
)
# "If studies show that": a condition, no frame.
_CONDITIONAL = re.compile(
    r"^(?:if|whether|unless|when|once|should|while|although|though|whereas)\b", _I
)
# Words of denial that deny nothing: "nobody disputes that", "I cannot help but think that".
_AFFIRMING = re.compile(
    r"\b(?:(?:nobody|no one|few|hardly anyone) (?:\w+ )?(?:disputes?|doubts?|den(?:y|ies)"
    r"|questions?)"
    r"|(?:cannot|can not) (?:help but|but|help(?= \w+ing)|den(?:y|ied))"
    r"|(?:no|little|not the slightest|without) (?:\w+ )?"
    r"(?:doubt|question|surprise|wonder|secret|dispute|denying)"
    r"|goes without saying"
    r"|not (?:surprising|only|unreasonable|controversial|in (?:doubt|dispute|question))"
    r"|(?:should|must)(?: also)? be (?:noted|mentioned|stressed|acknowledged|remembered"
    r"|emphasi[sz]ed|recognized|kept in mind)"
    r"|(?:should|must) (?:say|add|note|admit|stress|confess|point out))\b",
    _I,
)
# What a speaker is about to do is no frame: "I want to verify that X".
_INTENDING = re.compile(
    r"\b(?:i|we|us|me)\b.*\b(?:will|shall|want|need|needs|plan|going|let|try|trying|have|aim"
    r"|intend|wonder|['’]ll) (?:to )?(?:\w+ )?(?:verify|confirm|check|determine|establish|see|find"
    r"|show|prove|assume|identify|know|learn|read|demonstrate|report|explain|state|document)\b"
    r"|\b(?:to|will|shall) (?:\w+ )?(?:verify|confirm|check|determine|establish|ensure)$",
    _I,
)
_THAT = re.compile(r"(?:,? |^)that,? (?=\S)", _I)
_WORD = re.compile(r"[^\s,;:()\"“”]+")
_PASSIVE_TAIL = re.compile(
    r"(?<=\w) (?:by|in|from|to|here|there|elsewhere|before|earlier|above|recently|across|with|"
    r"among|for|on)(?: [^\s,;:]+){0,6}$",
    _I,
)
_MOST_WORDS = 26
_LONGEST_SUBJECT = 7
_POINTING = words("this these those it there she he they all what nobody both")
# Behind these stands what shows or says, nothing of the matter: "it has long been known".
_NEAR = words("this these those it there she he they")
# "I have evidence that X", "we came to the view that X".
_NOUNS = OPINIONS | words("evidence data light attention")
# What a frame's opening says may belong to the statement: "in mice, we know that".
_ADJUNCT = words("if when unlike once unless instead since as")
_GROUND = words("considering based given taking judging from after overall by having despite")
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
    | words("shared widespread general broad fairly common reasonable logical")
)
_PARTS = words("and & et al al. the of for dr dr. prof prof. professor jr")
_SUBORDINATING = words(
    "who which whose whom that where while although though whereas because if when unless since"
)
_STOPS = words("who which to")
_AMOUNTS = words("most some many all both none several majority number body series review analysis")
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
_YEAR = re.compile(r"\(?(?:19|20)\d\d[a-z]?\)?")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a frame: in lower case, and whether it is written as a name."""

    low: str
    capital: bool
    lower_rest: bool


def unframed(text: str) -> str:
    """What a statement says without the clause that frames it; the text itself without one.

    >>> unframed("The authors went on to show that zinc binds ACE")
    'zinc binds ACE'
    >>> unframed("The idea that zinc binds ACE is old")
    'The idea that zinc binds ACE is old'
    >>> unframed("Low zinc means that ACE is lost")
    'Low zinc means that ACE is lost'
    """
    found = _THAT.search(text)
    while found is not None and found.start() > 0:
        frame, stated = text[: found.start()], text[found.end() :]
        if len(frame.split()) > _MOST_WORDS or ";" in frame:
            break
        for opening, matrix in _parts(frame):
            if not _is_relative(stated, matrix) and _is_frame(matrix):
                return opening + stated
        found = _THAT.search(text, found.end())
    return _bare(text)


def can_be_cut(frame: str) -> bool:
    """Whether a frame neither denies what it frames nor makes it a condition."""
    return not _CONDITIONAL.match(frame) and not denies(frame)


def denies(frame: str) -> bool:
    """Whether a frame denies what it frames."""
    return DENYING.search(_AFFIRMING.sub("", frame)) is not None


def _parts(frame: str) -> list[tuple[str, str]]:
    """The frame as a whole, and each part of it behind a comma with what stays before it."""
    first = _low(frame.partition(" ")[0])
    is_ground = first in _GROUND
    if not (is_ground or first in _ADJUNCT | PREPOSITIONS or first.endswith("ly")):
        return [("", frame)]
    commas = [found.end() for found in re.finditer(r", (?=\S)", frame)]
    return [("", frame), *(("" if is_ground else frame[:at], frame[at:]) for at in commas)]


def _is_relative(stated: str, matrix: str) -> bool:
    """Whether "that" goes on with a noun ("studies that have shown") or points at one."""
    last = _low(matrix.rpartition(" ")[2].strip(",()"))
    behind = (_low(word.strip(",")) for word in stated.split())
    verb = next((word for word in behind if not is_adverb(word)), "")
    if is_auxiliary(verb) or last in PREPOSITIONS:
        return True
    if last in _NOUNS:
        return is_finite(verb)
    return last not in REPORTING | SURE and (is_finite(verb) or is_base(verb))


def _is_frame(matrix: str) -> bool:
    if not can_be_cut(matrix) or _INTENDING.search(matrix):
        return False
    heard = _heard(matrix)
    heard = _after_standpoint(heard)
    inner = any(word.low in _SUBORDINATING for word in heard[1:])
    if inner or heard[0].low in PREPOSITIONS or TOOL_MENTION.search(matrix):
        return False
    reported = _without_tail(matrix, heard)
    subject = _subject(reported)
    if not subject:
        return False
    kind, between = reported[-1], reported[len(subject) : -1]
    if not _stays_near(subject, between) or not _governs(kind, between):
        return False
    if kind.low in _BE:
        return subject[-1].low in OPINIONS or _asks_what(heard)
    if subject[-1].low == "there":
        return kind.low in _NOUNS or any(word.low in _NOUNS for word in between)
    if kind.low in REPORTING | DISPUTING:
        return _stands_for(subject) or _may_speak(subject, kind)
    has_verb = any(_is_verb(word.low) for word in between)
    # "More likely that" compares, "anatomically possible that" says more than possible.
    last = between[-1].low if between else ""
    more = last in ("more", "less") or (kind.low == "possible" and last.endswith("ally"))
    causes = any(word.low in ("due", "owing", "because") for word in between)
    judges = (kind.low in _NOUNS and not causes) or (kind.low in SURE and not more)
    return judges and has_verb and _stands_for(subject)


def _after_standpoint(heard: list[Word]) -> list[Word]:
    """The words behind "from a clinical standpoint", where a speaker follows."""
    at = next((at for at, word in enumerate(heard) if word.low in SPEAKERS), 0)
    stands = bool(at) and heard[0].low in PREPOSITIONS and heard[at - 1].low in OPINIONS | DOCUMENTS
    return heard[at:] if stands else heard


def _bare(text: str) -> str:
    """What follows a speaker and a verb of saying without "that", where a clause follows."""
    words_left = list(_WORD.finditer(text))[: _LONGEST_SUBJECT + 2]
    for at, found in enumerate(words_left[:-1]):
        if not at or _low(found.group()) not in _BARE:
            continue
        frame, stated = text[: found.end()], text[found.end() :].lstrip(" ")
        said = _heard(frame)
        if said[-1].low.endswith("ing") and said[-2].low not in ("am", "are", "i'm", "we're"):
            continue
        subject = [word for word in said[:-1] if not is_adverb(word.low)]
        subject = [word for word in subject if word.low not in _HELPING]
        if not subject or subject != said[: len(subject)] or not _may_tell(subject, said[-1]):
            continue
        states = _has_subject_and_verb if subject[-1].low in DOCUMENTS else begins_clause
        if states(stated) and can_be_cut(frame) and not _INTENDING.search(frame):
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
    people = about in PEOPLE or about == "they"
    return verb.low in SAYING and (people or (_is_name(subject) and _is_finite(verb.low)))


def _asks_what(heard: list[Word]) -> bool:
    """Whether it is "what we know is", "what the trial showed was"."""
    return heard[0].low == "what" and any(
        word.low in SPEAKERS | PEOPLE | DOCUMENTS for word in heard[1:]
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
        return any(_is_verb(word.low) for word in between[:-1])
    return is_auxiliary(before) or is_adverb(before) or before in ("am", "without", "worth")


def _without_tail(matrix: str, heard: list[Word]) -> list[Word]:
    """Words up to what reports: "was shown by Kim" ends in "shown"."""
    if _reports(heard[-1].low):
        return heard
    cut = _heard(_PASSIVE_TAIL.sub("", matrix))
    while cut and (is_adverb(cut[-1].low) or cut[-1].low in SPEAKERS):
        cut = cut[:-1]
    return cut if cut and cut[-1].low in REPORTING | SURE else heard


def _heard(matrix: str) -> list[Word]:
    return [
        Word(_low(found.group()), found.group()[0].isupper(), found.group()[1:].islower())
        for found in _WORD.finditer(matrix)
    ]


def _low(word: str) -> str:
    return word.casefold().replace("’", "'").rstrip(".")


def _reports(word: str) -> bool:
    return word in _BE or word in REPORTING | DISPUTING | SURE | OPINIONS


def _subject(heard: list[Word]) -> list[Word]:
    """The first noun group of the frame, of "most of the papers" all."""
    last = len(heard) - 1
    if heard[0].low in SPEAKERS - {"one"} or (heard[0].low == "one" and _is_verb(heard[1].low)):
        return heard[:1]
    end = last
    for at, word in enumerate(heard[1:last], 1):
        before, after = heard[at - 1].low, heard[at + 1].low
        stops = word.low in PREPOSITIONS or _is_auxiliary(word) or word.low in _STOPS
        is_verb = word.low in REPORTING or is_finite(word.low)
        if word.low == "of" and before in _AMOUNTS:
            continue
        if stops or is_adverb(word.low) or (is_verb and _stands(before) and not _stands(after)):
            end = at
            break
    return heard[:end] if end <= _LONGEST_SUBJECT else []


def _is_auxiliary(word: Word) -> bool:
    return _is_helping(word.low) and not word.capital


def _is_helping(word: str) -> bool:
    return word == "am" or is_auxiliary(word)


def _is_verb(word: str) -> bool:
    return _is_helping(word) or is_finite(word)


def _stands(word: str) -> bool:
    return word in SPEAKERS | PEOPLE | DOCUMENTS | OPINIONS | _POINTING


def _stands_for(subject: list[Word]) -> bool:
    """Whether a subject is a speaker, a source or an opinion, or a name that is cited."""
    if _stands(subject[-1].low):
        return True
    written = [word for word in subject if word.capital and word.lower_rest]
    cited = any(_YEAR.fullmatch(word.low) or word.low == "et" for word in subject)
    return _is_name(subject) and (cited or len(written) > 1)


def _may_speak(subject: list[Word], verb: Word) -> bool:
    """Whether a subject of a verb of saying is a name or one of its kind: "my professor"."""
    if verb.low not in SAYING:
        return False
    one = subject[0].low in DETERMINERS and len(subject) > 1 and not looks_plural(subject[-1].low)
    one = one and all(word.low != "patient" for word in subject)
    return (one or _is_name(subject)) and _is_finite(verb.low)


def _is_finite(verb: str) -> bool:
    """Whether a form is no noun: "the new claim that", "post-traumatic stress"."""
    return verb.endswith("ed") or (verb.endswith("s") and not verb.endswith("ss")) or is_past(verb)


def _is_name(subject: list[Word]) -> bool:
    """Whether all are written as names; one plural alone begins a sentence: "Patients"."""
    if any(word.low in FUNCTION_WORDS - _PARTS for word in subject):
        return False
    named = [word for word in subject if word.low not in _PARTS and not _YEAR.fullmatch(word.low)]
    written = bool(named) and all(word.capital for word in named)
    return written and not (len(named) == 1 and looks_plural(named[0].low))
