"""Results in the form of a participle, cut off: "X does Y, leading to Z"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from benchmarks.judging.predicates import (
    MainVerb,
    Token,
    VerbKind,
    looks_plural,
    main_verb,
    tokens_of,
)
from benchmarks.judging.verb_phrases import (
    SUBORDINATE,
    is_negated,
    is_passive,
    participle,
)
from benchmarks.judging.verbs import (
    gerund_base,
    past,
    third_person,
)
from ingest.function_words import PREPOSITIONS, words

_PARTICIPLE = re.compile(
    r",\s+(?P<sure>(?:and\s+)?(?:thereby|thus|ultimately|subsequently|consequently|hence|further)\s+)?"
    r"(?:(?:further|also|in turn|potentially|possibly|\w+ly)\s+)*(?P<gerund>[a-z]+ing)\s+(?=\w)"
)
# These introduce examples, means or circumstances, not what follows from a sentence.
_NO_RESULT = words(
    """
    include involve regard concern use contain consist range depend accord follow start have
    consider compare suggest indicate show demonstrate imply highlight reflect mean
    underscore support name note say base assume begin reveal confirm express encompass
    """
)
# These say what the subject is for, whatever is done to it.
_OF_THE_SUBJECT = words("play serve act function participate")
_LASTING = words(
    """
    expected thought believed shown proposed anticipated designed involved implicated
    associated located expressed found known localized
    """
)
_AND_GERUND = re.compile(r",? and (?:\w+ly )?([a-z]+ing) ")
# As often a noun in a list: "receptors, binding sites".
_NOUN_LIKE = words("signal bind process splice test screen bleed bridge house train build cluster")
_LISTING = re.compile(r"\b(?:including|such as|like|e\.g\.|categories)(?:\W|$)")
_REPORTED = words("documented demonstrated reported described found showed observed noted")
_MAKING_IT = re.compile(r"^(?:it|them) (?=(?:an?|the|one of|essential|important|crucial) )")
TRAILING_ADVERB = re.compile(r" (?:also|often|further|then|\w+ly)$")
_OPENS_SUBORDINATE = words("if when while although though whereas unless because since")


def result(statement: str) -> tuple[str, ...] | None:
    """What "X does Y, leading to Z" says of X, apart."""
    for found in _PARTICIPLE.finditer(statement):
        base = gerund_base(found["gerund"])
        main, rest = statement[: found.start()], statement[found.end() :]
        if not base or main.count("(") != main.count(")"):
            continue
        turned = _turned(main, base, rest, bool(found["sure"]))
        if turned is not None:
            return main, *turned
    return None


def _turned(main: str, base: str, rest: str, sure: bool) -> list[str] | None:
    """The participles as sentences of their own with the subject of the main clause."""
    tokens = tokens_of(main)
    verb = main_verb(tokens)
    if verb is None or is_negated(tokens[verb.at :]) or tokens[0].word in _OPENS_SUBORDINATE:
        return None
    if any(token.word in SUBORDINATE and token.word != "to" for token in tokens[: verb.at]):
        return None
    if "that" in [token.word for token in tokens[verb.at + 1 : verb.at + 2]]:
        return None
    subject = main[: tokens[verb.at].start].strip()
    subject = TRAILING_ADVERB.sub("", subject)
    identity = _MAKING_IT.match(rest) if base == "make" else None
    if identity is not None:
        be = "are" if verb.plural or looks_plural(subject) else "is"
        return [f"{subject} {be} {rest[identity.end() :]}"]
    if base in _NO_RESULT:
        return None
    # What follows from being done to is not what the subject does.
    lasting = participle(tokens, verb) in _LASTING or base in _OF_THE_SUBJECT
    if verb.kind is VerbKind.BE and is_passive(tokens, verb) and not lasting:
        return None
    is_listed = _lists_gerunds(main[tokens[verb.at].end :]) or base in _NOUN_LIKE
    if (
        not sure
        and base not in _OF_THE_SUBJECT
        and (is_listed or _LISTING.search(main[tokens[verb.at].end :]))
    ):
        return None
    if tokens[verb.at].word in _REPORTED:
        return None
    other = re.match(r"(and|or) ([a-z]+ing) ", rest)
    if other is not None and gerund_base(other[2]):
        second = _conjugated(gerund_base(other[2]), main, tokens, verb)
        rest = f"{other[1]} {second} {rest[other.end() :]}"
    parts = [f"{subject} {_conjugated(base, main, tokens, verb)} {rest}"]
    for also in _AND_GERUND.finditer(rest):
        another = gerund_base(also[1])
        if another and another not in _NO_RESULT and another not in _NOUN_LIKE:
            parts = [f"{subject} {_conjugated(base, main, tokens, verb)} {rest[: also.start()]}"]
            conjugated = _conjugated(another, main, tokens, verb)
            parts.append(f"{subject} {conjugated} {rest[also.end() :]}")
            break
    return parts


def _conjugated(base: str, main: str, tokens: Sequence[Token], verb: MainVerb) -> str:
    if verb.kind is VerbKind.MODAL:
        return f"{main[tokens[verb.at].start : tokens[verb.at].end]} {base}"
    if verb.past:
        return past(base)
    plural = verb.plural
    if plural is None:
        plural = looks_plural(main[: tokens[verb.at].start])
    return base if plural else third_person(base)


def _lists_gerunds(main: str) -> bool:
    """Whether the clause has gerunds behind a preposition, which a further one may go on with."""
    tokens = tokens_of(main)
    return any(
        gerund_base(token.word) and before.word in PREPOSITIONS
        for before, token in pairwise(tokens)
    )
