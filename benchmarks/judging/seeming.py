"""Verbs that only hedge or attribute, cut: what "seems to", "is thought to" do is said to be done.

Only in the present: what "was thought to" be so may not be thought so any more. Modals are cut by
modals.py, "is likely to" states something.
"""

import re

from benchmarks.judging.negation import negated
from benchmarks.judging.verbs import is_base, third_person

_I = re.IGNORECASE
_SEEMING = re.compile(
    r"\b(?:(?P<seems>seems?|appears?)"
    r"|(?P<does>do|does) not (?:seem|appear)"
    r"|(?P<is>is|are|has been|have been)(?P<denied> not)? (?:\w+ly )?"
    r"(?:thought|believed|said|reported|considered|presumed|assumed|claimed|understood|hypothesi[sz]ed|suspected))"
    r" (?P<before>not )?to (?P<after>not )?(?P<adverb>(?:also|\w+ly) )?(?P<base>[a-z]+)\b",
    _I,
)
_BE = {True: "is", False: "are"}
_HAVE = {True: "has", False: "have"}
_DO = {True: "does", False: "do"}
_SINGULAR = frozenset({"seems", "appears", "does", "is", "has been"})
# "I do not think that X", "I doubt that X": the speaker says that X is not so.
_NOT_THINK = re.compile(
    r"^i (?:(?:do not|don['’]t) (?:really |actually )?(?:think|believe|suppose)|doubt)"
    r" (?:that )?(?=\S)",
    _I,
)


def without_seeming(text: str) -> str:
    """A clause whose verb is what it is said to do.

    >>> without_seeming("Zinc seems to inhibit ACE"), without_seeming("Statins are thought to work")
    ('Zinc inhibits ACE', 'Statins work')
    >>> without_seeming("Zinc does not appear to be toxic")
    'Zinc is not toxic'
    """
    return _SEEMING.sub(_stated, text)


def _stated(found: re.Match[str]) -> str:
    word = (found["seems"] or found["does"] or found["is"]).casefold()
    is_singular = word in _SINGULAR
    is_denied = any((found["does"], found["denied"], found["before"], found["after"]))
    base, adverb = found["base"].casefold(), found["adverb"] or ""
    denial = "not " if is_denied else ""
    if base in ("be", "have"):
        verb = (_BE if base == "be" else _HAVE)[is_singular]
        return f"{verb} {denial}{adverb}".rstrip()
    if not is_base(base):
        return found.group()
    if is_denied:
        return f"{_DO[is_singular]} not {adverb}{base}"
    return adverb + (third_person(base) if is_singular else base)


def denied_opinion(sentence: str) -> str:
    """What a speaker does not think, denied; the sentence itself where it says no such thing.

    >>> denied_opinion("I don't think that zinc inhibits ACE")
    'zinc does not inhibit ACE'
    """
    found = _NOT_THINK.match(sentence)
    denied = negated(sentence[found.end() :]) if found else None
    return denied or sentence
