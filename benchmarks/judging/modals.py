"""Modals that hedge, cut: what "may inhibit" is said to inhibit (SCHEMA, method 6.1).

"May", "might" and "could" before the main verb of a claim. Kept where they say something: what may
be used or given is allowed, what could be seen or could not be done is a matter of ability, and
what "may or may not" be so is open. "Can" is ability; a condition's own modal belongs to it.
"""

import re

from benchmarks.judging.noun_phrases import head
from benchmarks.judging.predicates import Token, VerbKind, looks_plural, main_verb, tokens_of
from benchmarks.judging.verbs import gerund_base, is_base, is_past, is_verbal_base, third_person
from ingest.function_words import (
    DETERMINERS,
    FUNCTION_WORDS,
    PREPOSITIONS,
    is_adverb,
    words,
)

_HEDGING = words("may might could")
_CONDITION = words("if when whenever whether unless once until")
# "May be used", "may be needed": what is allowed or called for.
_ALLOWED = words(
    """
    used taken given administered offered prescribed considered tried added combined applied
    performed repeated stopped continued omitted eaten substituted started attempted employed
    consulted needed required necessary warranted advisable appropriate indicated
    recommended ordered crushed chewed swallowed diluted mixed injected stored
    """
)
# "Could be detected", "patients could walk": what was found possible.
_FOUND = words(
    """
    able detected seen found identified observed measured explained distinguished obtained achieved
    reached predicted determined demonstrated shown reproduced confirmed excluded prevented avoided
    improved reduced treated
    """
)
_ABLE = re.compile(
    r"\b(?:patients?|participants?|subjects|children|infants?|people|men|women|mice|rats|animals"
    r"|individuals|he|she|they|we|you|i|one|researchers|clinicians|physicians|doctors)$",
    re.IGNORECASE,
)
_ADJUNCT = re.compile(
    r"^(?:in|at|among|within|during|on|over|despite|by|for|with|as|besides|beyond|after|under"
    r"|like|unlike|through|from|without|upon|following|due|additionally|\w+ly)\b[^,;]*, ",
    re.IGNORECASE,
)
_OF_MANY = re.compile(
    r"^(?:some|many|most|several|few|all|both|half|a (?:\w+ )?(?:number|variety|range|majority"
    r"|minority|few|couple|lot)|the (?:majority|rest)|they|these|those|we|you|people)\b(?! (?:of"
    r" )?(?:the )?(?:blood|tissue|cases? of))",
    re.IGNORECASE,
)
# "Agents capable of", "cells treated with".
_NARROWED = re.compile(r"((?:[\w-]+ ){0,4}?[\w-]+s) (?:capable|able|\w+ed|\w+ing) ")
_BRACKETS = re.compile(r" \([^()]*\)")
_BEHIND_HEAD = re.compile(
    rf" (?:{'|'.join(sorted(PREPOSITIONS - {'like'}))}|like|such|that|which|who)\b"
)
_OPEN = re.compile(
    r"^(?:may|might|could)(?: or (?:may|might|could) not\b|,| not only\b| as well\b)", re.IGNORECASE
)
# Adverbs between a modal and its verb; those that hedge go with it.
_ASIDE = re.compile(
    r"(?:(?:also|even|then|thus|still|often|just|never|indeed|therefore|well|further|instead"
    r"|perhaps|[a-z]+ly|in (?:fact|turn|part|addition|some cases|certain cases|theory)),? )+",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:potentially|possibly|conceivably|perhaps|theoretically|well|likely) ", re.I
)
_VERB = re.compile(r"[a-z][a-z-]*")
_NO_VERBS = FUNCTION_WORDS - {"be", "have", "do"}
_BE = {True: ("are", "were"), False: ("is", "was")}
_HAVE = {True: "have", False: "has"}
_DO = {True: "do", False: "does"}
_PARTICIPLES = words("been begun become given taken shown seen grown known gone done undergone")


def without_modal(text: str) -> tuple[str, str]:
    """A claim that says what it only held possible, and the modal that hedged it, "" for none.

    >>> without_modal("Zinc may inhibit ACE")
    ('Zinc inhibits ACE', 'may')
    >>> without_modal("Statins might not be safe"), without_modal("Zinc may be taken daily")
    (('Statins are not safe', 'might'), ('Zinc may be taken daily', ''))
    """
    tokens = tokens_of(text)
    verb = main_verb(tokens)
    if verb is None or verb.kind is not VerbKind.MODAL or tokens[0].word in _CONDITION:
        return text, ""
    modal = tokens[verb.at]
    before = tokens[verb.at - 1].word
    if modal.word not in _HEDGING or before in ("only", "also") or _OPEN.match(text[modal.start :]):
        return text, ""
    subject = text[: modal.start].rstrip()
    rest = tokens[verb.at + 1 :]
    denied = bool(rest) and rest[0].word == "not"
    rest = rest[denied:]
    aside = _ASIDE.match(text[rest[0].start :]) if rest else None
    between = aside.group() if aside else ""
    rest = [token for token in rest if token.start >= rest[0].start + len(between)]
    if not rest or not _VERB.fullmatch(rest[0].word) or rest[0].word in _NO_VERBS:
        return text, ""
    if _says_more(modal.word, subject, rest, denied=denied):
        return text, ""
    plural = _is_plural(text[rest[0].end :] if tokens[0].word == "there" else subject)
    between = _HEDGE.sub("", between)
    stated = _stated(text, rest, between, plural=plural, denied=denied)
    return text[: modal.start] + stated, modal.word


def _is_plural(subject: str) -> bool:
    """Whether the verb of a subject stands in the plural."""
    group = _ADJUNCT.sub("", subject)
    first = group.partition(", ")[0]
    if _OF_MANY.match(group):
        return True
    # "Studying prions": an action is one thing.
    if gerund_base(first.partition(" ")[0].casefold()) and " and " not in group:
        return False
    if ", " in group and re.search(r",? (?:and|or) [^,]*$", group):
        return " and " in group or looks_plural(group)
    narrowed = _NARROWED.match(first)
    if narrowed is not None and looks_plural(narrowed[1]):
        return True
    return looks_plural(_BEHIND_HEAD.split(head(_BRACKETS.sub("", first)), maxsplit=1)[0])


def _says_more(modal: str, subject: str, rest: list[Token], *, denied: bool) -> bool:
    """Whether a modal does not hedge but says what is allowed, or was found possible."""
    done = next((t.word for t in rest[1:] if not is_adverb(t.word)), "")
    if rest[0].word == "be" and done in _ALLOWED:
        return True
    if modal != "could":
        return False
    if rest[0].word == "have":
        return denied
    if any(token.word in _CONDITION for token in rest):
        return True
    seen = rest[0].word == "be" and done in _FOUND
    return denied or seen or _ABLE.search(subject) is not None


def _stated(text: str, rest: list[Token], between: str, *, plural: bool, denied: bool) -> str:
    """The predicate in the present, or the past where the modal stood before "have"."""
    verb, tail = rest[0].word, text[rest[0].end :]
    following = rest[1].word if len(rest) > 1 else ""
    denial = "not " if denied else ""
    if verb == "have" and following == "been":
        return f"{_BE[plural][1]} {denial}{between}{text[rest[1].end :].lstrip()}"
    if verb == "be":
        return f"{_BE[plural][0]} {denial}{between}{tail.lstrip()}"
    if verb == "have" and (is_past(following) or following in _PARTICIPLES):
        after = rest[2].word if len(rest) > 2 else ""
        # "may have led to" is "led to"; "may have reduced function" is "has reduced function".
        plain = following not in _PARTICIPLES and not denied
        if plain and (after in DETERMINERS or after in PREPOSITIONS):
            return f"{between}{text[rest[1].start :]}"
        return f"{between}{_HAVE[plural]} {denial}{text[rest[1].start :]}"
    if denied:
        return f"{_DO[plural]} not {between}{text[rest[0].start :]}"
    form = verb if plural else _third(verb)
    return between + form + (tail if plural else _conjugated(tail))


def _third(base: str) -> str:
    return "has" if base == "have" else third_person(base)


def _conjugated(tail: str) -> str:
    """What follows a verb in the third person, verbs that go on with it in the third person too."""
    tokens = tokens_of(tail)
    for at in range(len(tokens) - 2, -1, -1):
        token, following = tokens[at], tokens[at + 1].word
        after_and = at > 0 and tokens[at - 1].word in ("and", "or")
        listed = after_and or (tokens[at - 1].comma if at else token.comma)
        plain = after_and and (following in DETERMINERS | {"to"} or is_adverb(following))
        if listed and (is_verbal_base(token.word) or (plain and is_base(token.word))):
            tail = tail[: token.start] + _third(token.word) + tail[token.end :]
    return tail
