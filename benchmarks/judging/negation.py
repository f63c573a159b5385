"""Sentences denied and reworded by rule: what teaches a judge that a shared negation is agreement.

A claim and its quote that both say "did not" agree; with a negation on one side only they exclude
each other. The rules make both kinds, and the same thing said in other words on either side.
"""

import random
import re

_NEGATIVE = re.compile(r"\b(?:not|never|no|none|nor|neither|cannot|without|fail\w*)\b|n't", re.I)
_AUXILIARY = re.compile(
    r"(?<!\bwhich )(?<!\bwho )(?<!\bthat )"
    r"\b(?:is|are|was|were|can|will|would|should|must|does|do|did"
    r"|(?:has|have|had)(?= (?:been|\w+ed|shown|given|led|become|begun|had)\b))\b"
)
_REGULAR = """increase reduce decrease lower raise improve enhance impair inhibit activate promote
suppress stimulate block prevent induce regulate upregulate downregulate affect alter change cause
mediate control bind interact phosphorylate encode express produce release require involve contain
include protect treat predict correlate associate differ show demonstrate result lead occur play
appear remain receive direct star record perform design create publish report work live die end
start open close earn score reach exceed accelerate delay extend shorten trigger modulate target
cleave degrade transport reverse restore worsen influence support drive limit attenuate enable
contribute determine form belong serve feature represent join marry graduate peak last cover
develop gross premiere happen kill infect diminish abolish elevate boost depend convert"""
_IRREGULAR = {
    "made": "make",
    "won": "win",
    "sold": "sell",
    "began": "begin",
    "became": "become",
    "grew": "grow",
    "rose": "rise",
    "fell": "fall",
    "led": "lead",
    "had": "have",
    "has": "have",
    "wrote": "write",
    "took": "take",
    "came": "come",
    "went": "go",
    "gave": "give",
    "held": "hold",
    "bound": "bind",
    "lost": "lose",
    "left": "leave",
    "spent": "spend",
}
# "Some are not" does not exclude "some are", nor does "may not" exclude "may".
_WEAK = re.compile(
    r"^(?:some|many|most|all|several|few|only|both|each|every|at least|there (?:is|are) some)\b"
    r"|\b(?:may|might|could|only|or)\b",
    re.I,
)
# A past form behind one of these is no verb of its own: "with reduced function".
_BEFORE_NOUNS = """a an the of in on at to for by with from and or as than is are was were be been
being has have had its their his her this these those very more most less"""
_NO_SUBJECT = frozenset(_BEFORE_NOUNS.split())


def _forms() -> dict[str, tuple[str, str]]:
    """Form of a verb to its auxiliary and its bare form."""
    forms = {past: ("did", bare) for past, bare in _IRREGULAR.items()}
    forms["has"] = ("does", "have")
    for bare in _REGULAR.split():
        third = bare + ("es" if bare.endswith(("s", "sh", "ch", "x")) else "s")
        if bare.endswith("y") and bare[-2] not in "aeiou":
            third, past = bare[:-1] + "ies", bare[:-1] + "ied"
        else:
            past = bare + ("d" if bare.endswith("e") else "ed")
        forms[third] = ("does", bare)
        if bare not in ("bind", "lead", "show"):
            forms[past] = ("did", bare)
    forms["showed"] = ("did", "show")
    for bare, past in (("star", "starred"), ("transfer", "transferred"), ("occur", "occurred")):
        forms[past] = ("did", bare)
    return forms


_FORMS = _forms()


def is_negated(text: str) -> bool:
    """The text holds a word that denies."""
    return _NEGATIVE.search(text) is not None


def negated(text: str) -> str | None:
    """The text with its main verb denied; None where that would not be its contradiction.

    So it is where it is denied already, where no verb is known, and for "some", "all", "may".

    >>> negated("Aspirin reduces fever.")
    'Aspirin does not reduce fever.'
    >>> negated("The treatment significantly increased survival.")
    'The treatment did not significantly increase survival.'
    >>> negated("Ebola is caused by a virus.")
    'Ebola is not caused by a virus.'
    >>> negated("No cure is known.") is None
    True
    """
    if is_negated(text) or _WEAK.search(text):
        return None
    places = [found for found in (_auxiliary(text), _verb(text)) if found is not None]
    return min(places)[1] if places else None


def _auxiliary(text: str) -> tuple[int, str] | None:
    found = _AUXILIARY.search(text)
    if found is None or found.start() == 0:
        return None
    return found.start(), f"{text[: found.end()]} not{text[found.end() :]}"


def _verb(text: str) -> tuple[int, str] | None:
    words = list(re.finditer(r"[A-Za-z][\w-]*", text))
    for number, word in enumerate(words[1:], start=1):
        form = _FORMS.get(word.group())
        if form is None:
            continue
        before = words[number - 1].group()
        adverb = before.endswith("ly") and number > 1
        subject = words[number - 2].group() if adverb else before
        if subject.lower() in _NO_SUBJECT:
            continue
        start = words[number - 1].start() if adverb else word.start()
        lead = f"{before} " if adverb else ""
        return start, f"{text[:start]}{form[0]} not {lead}{form[1]}{text[word.end() :]}"
    return None


_SHORT = (
    (r"\b(did|does|do|is|are|was|were|could|would|should|has|have|had) not\b", r"\1n't"),
    (r"\b(did|does|do|is|are|was|were|could|would|should|has|have|had)n't\b", r"\1 not"),
)
_NEGATIVE_WORDINGS = (
    *_SHORT,
    (r"\bdid not (?=(?!have\b)[a-z]+\b)", "failed to "),
    (r"\bdoes not (?=(?!have\b)[a-z]+\b)", "fails to "),
    (r"\bfailed to ", "did not "),
    (r"\bdid not (?:affect|change|alter)\b", "had no effect on"),
    (r"\bdoes not (?:affect|change|alter)\b", "has no effect on"),
    (r"\bis not (?=associated|linked|correlated)", "shows no association: it is not "),
    (r"\b(is|are|was|were) not\b", r"\1 by no means"),
    (r"\b(did|does) not\b", r"\1 not at all"),
)
_WORDINGS = (
    (r"\breduces\b", "lowers"),
    (r"\breduced\b", "lowered"),
    (r"\breduce\b", "lower"),
    (r"\bdecreased\b", "reduced"),
    (r"\bdecreases\b", "reduces"),
    (r"\bdecrease\b", "reduce"),
    (r"\blowers\b", "reduces"),
    (r"\bincreases\b", "raises"),
    (r"\bincreased\b", "raised"),
    (r"\bimproves\b", "enhances"),
    (r"\bimproved\b", "enhanced"),
    (r"\bimprove\b", "enhance"),
    (r"\bassociated with\b", "linked to"),
    (r"\blinked to\b", "associated with"),
    (r"\bcompared with\b", "relative to"),
    (r"\bpatients\b", "subjects"),
    (r"\bcauses\b", "leads to"),
    (r"\bincluding\b", "such as"),
    (r"\bfewer than\b", "less than"),
    (r"\bmore than\b", "over"),
    (r"\bapproximately\b", "about"),
    (r"\bchildren\b", "kids"),
    (r"\bshowed\b", "displayed"),
)
_FRAMES = (
    "We found that {}",
    "The results show that {}",
    "In this study, {}",
    "Overall, {}",
    "These data indicate that {}",
    "According to the authors, {}",
    "It was observed that {}",
    "As reported earlier, {}",
    "In conclusion, {}",
    "Our findings confirm that {}",
)


def reworded(text: str, rng: random.Random, *, frame: bool = False) -> str:
    """The text in other words of the same meaning, as far as a rule applies.

    Args:
        text: one sentence.
        rng: chooses among the rules that apply.
        frame: may set it behind an opening such as "We found that": evidence reads so.
    """
    for rules in (_NEGATIVE_WORDINGS, _WORDINGS):
        fits = [rule for rule in rules if re.search(rule[0], text)]
        if fits and rng.random() < 0.6:
            pattern, other = rng.choice(fits)
            text = re.sub(pattern, other, text, count=1)
    if frame and rng.random() < 0.5:
        text = rng.choice(_FRAMES).format(_within(text))
    return text


def _within(text: str) -> str:
    """A sentence as part of another: its first word in lower case where it is a common one."""
    first, space, rest = text.partition(" ")
    plain = first.lower() in _OPENINGS
    return f"{first.lower() if plain else first}{space}{rest}"


_COMMON_FIRST = """the a an this these those there it in on at for with after before during between
among most many some all patients treatment use both each high low early when while"""
_OPENINGS = frozenset(_COMMON_FIRST.split())
