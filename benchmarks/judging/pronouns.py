"""Pronouns that begin a statement, replaced by what they mean where that is plain."""

import re

from benchmarks.judging.predicates import looks_plural
from benchmarks.judging.verbs import base_form, is_auxiliary, is_base, is_third_person

UNRESOLVED = "unresolved_pronoun"
UNNAMED = "unnamed_subject"

_LONGEST_OWNER = 5
_PERSONAL = frozenset({"it", "they", "he", "she", "its", "their", "his", "her"})
_POSSESSIVE = frozenset({"its", "their", "his", "her"})
OWNING = re.compile(r"^(?:its|their|his|her)\b", re.IGNORECASE)
_PLURAL = frozenset({"they", "their"})
# "This drug" needs the sentence before it as much as "it" does.
_PRONOUN = re.compile(
    r"^(its?|they|their|he|she|his|her|these|those|this|that|such)\s+", re.IGNORECASE
)
# "It is not proven that ...": no subject is meant.
_EXPLETIVE = re.compile(
    r"^it (?:is|was|has been|remains)(?: not| also| well| \w+ly)* (?!an?\b|the\b|one\b|another\b)"
    r"(?:\w+ that\b|(?:possible|difficult|hard|easy|common|safe|rare|impossible|advisable) )"
    r"|^it (?:is|was|(?:would|will|may|might|could|can)(?: not)? be) (?:\w+ly )?(?:in)?"
    r"(?:appropriate|prudent|necessary|important|advisable|crucial|essential|vital|critical"
    r"|imperative|wise|reasonable)\b.* (?:to|that)\b"
    r"|^it (?:is|was)(?: not)? (?:(?:only|just|merely|mainly|primarily) )?[^,;]{1,60}?"
    r"(?: alone)? (?:who|that) ",
    re.IGNORECASE,
)
# "In yeast, it ..."
_OPENING = re.compile(
    r"^(?:in|for|with|during|under|at|by|upon|after|before|despite|as|when|since|from)\b[^,;]{1,80},"
    r" (?=(?:it|they|he|she|these|this) )",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"^(?:because|since|as|when|if|once) (?=(?:it|they|he|she) )", re.IGNORECASE)
_EVENT = re.compile(
    r"^(?P<this>this|that) (?:(?:can|could|may|might|would|will) (?:also |\w+ly |then )*"
    r"(?!be\b|not\b|have\b|lead\w*\b(?! to))[a-z]+ |(?P<also>(?:also|\w+ly|then|further) )?"
    r"(?P<third>(?!is\b|was\b|has\b|does\b)[a-z]+s) )",
    re.IGNORECASE,
)


def named_subject(statement: str, subject: str) -> tuple[str, str]:
    """The statement with its pronoun replaced by the last subject, or with a note.

    >>> named_subject("It binds zinc", "ACE"), named_subject("It binds zinc", "")
    (('ACE binds zinc', ''), ('It binds zinc', 'unnamed_subject'))
    """
    opening = _OPENING.match(statement) or _BECAUSE.match(statement)
    if opening is not None:
        rest, note = named_subject(statement[opening.end() :], subject)
        return statement[: opening.end()] + rest, note
    pronoun = _PRONOUN.match(statement)
    if pronoun is None or _EXPLETIVE.match(statement):
        return statement, ""
    if subject and (caused := _EVENT.match(statement)) is not None:
        # "This leads to ..." says it of what the sentence before was about.
        if caused["third"] is None:
            return f"{subject} {statement[caused.end('this') + 1 :]}", ""
        if is_third_person(caused["third"].casefold()):
            verb = base_form(caused["third"]) if looks_plural(subject) else caused["third"]
            return f"{subject} {caused['also'] or ''}{verb} {statement[caused.end() :]}", ""
    word = pronoun[1].casefold()
    if word in _POSSESSIVE and len(subject.split()) > _LONGEST_OWNER:
        return statement, UNNAMED
    if subject and word in _PERSONAL and looks_plural(subject) == (word in _PLURAL):
        ending = "" if word not in _POSSESSIVE else "'" if subject.endswith("s") else "'s"
        return subject + ending + statement[pronoun.end(1) :], ""
    follower = statement[pronoun.end() :].split(maxsplit=1)
    verb = follower[0].casefold() if follower else ""
    points = word not in _PERSONAL and not (is_auxiliary(verb) or _is_verb_of(word, verb))
    return statement, UNRESOLVED if points else UNNAMED


def _is_verb_of(pronoun: str, word: str) -> bool:
    """Whether a word behind "this" or "these" is its verb: "this leads", not "these results"."""
    if pronoun in ("this", "that"):
        return is_third_person(word)
    return pronoun in ("these", "those") and is_base(word)
