"""Clauses by rules: is there a verb, where does a sentence fall into two, what is its subject.

There is no parser here: closed classes of words and a list of verbs that science writes with decide.
Where they do not decide, the sentence stays whole.
"""

import re

_BE_HAVE = "is are was were has have had does do did can could may might will would must cannot"
_AUXILIARIES = frozenset(
    (
        _BE_HAVE + " should shall isn't aren't wasn't weren't doesn't don't didn't can't won't"
    ).split()
)
_VERBS = """accept account accumulate achieve act activate add affect aggravate aid alleviate allow
    alter ameliorate appear arise associate attach attenuate become begin belong benefit bind block boost
    break bring bypass calculate carry catalyze cause change characterize cleave code combine come commence
    comprise concentrate confer confirm connect consist contain continue contribute control convert convey
    correlate correspond cost counteract cover create cross cut damage decline decrease define degrade
    delay deliver demonstrate depend derive describe desensitize detect determine develop differ diminish
    direct disrupt distinguish downregulate drive eliminate emerge employ enable encode encompass enhance
    ensure enter establish evade exacerbate exceed exert exhibit exist express extend facilitate fail
    fall favor favour feature fight follow form function generate give go govern grow guide happen harbor
    harbour help hinder hold identify impact impair imply improve include increase indicate induce influence
    inhibit initiate interact interfere intervene invade involve keep kill lack last lead leave lie limit link
    live localize lose lower maintain make manifest mark match mean measure mediate metabolize migrate mimic
    modulate move mutate need obtain occur offer operate originate overlap participate pass penetrate
    perform permit persist phosphorylate play posit possess precede predict predispose present preserve
    prevent proceed produce progress project prolong promote protect prove provide range reach react
    reappear receive recognize recommend recruit reduce reflect regenerate regulate relate release relieve
    rely remain remove render repair replace replicate represent repress require resemble reside resolve
    respond result reveal rise run secrete seem sense separate serve share shift show signal silence
    slow span stabilize start stem stimulate stop store strengthen suffer suggest support suppress survive
    sustain synthesize take target tend trigger undergo upregulate use utilize vary work worsen yield"""
_IRREGULAR = """became began bound broke brought came drove fell felt found gave grew held kept led left
    lost made meant ran reached rose sent showed shown spread stood took underwent went wrote won"""


def _forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb + "s", verb + "d"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb[:-1] + "ies", verb[:-1] + "ied"}
    ending = "es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s"
    return {verb + ending, verb + "ed", verb + verb[-1] + "ed"}


_BASES = frozenset(_VERBS.split())
_FINITE = (
    _AUXILIARIES
    | frozenset(_IRREGULAR.split())
    | frozenset(form for verb in _BASES for form in _forms(verb))
)
_THIRD_PERSON = frozenset(form for form in _FINITE if form.endswith("s"))
_WORD = re.compile(r"[\w'’-]+")
_COORDINATION = re.compile(
    r"\s*;\s+|,\s+(?:and|but|while|whereas|although|so)\s+(?=\S)", re.IGNORECASE
)
_SUBORDINATE = re.compile(
    r"^(?:if|when|while|although|though|because|since|unless|whether|given|as|for|in order|to|by)\b",
    re.IGNORECASE,
)
# What a clause of its own begins with is its subject: none of these.
_NO_SUBJECT = re.compile(
    r"^(?:\w+ing|\w+ed|is|are|was|were|has|have|had|can|could|may|might|will|would|should|does|do|did"
    r"|not|also|thus|then|therefore|thereby|hence|to|of|in|on|at|by|for|from|with|as|than|or|that|which"
    r"|who|whose|where|when|even|sometimes|often|more|less|most|if|how|what|why|whether)\b",
    re.IGNORECASE,
)
_SUBJECT_WORDS = 7
_OPENERS = re.compile(
    r"^(?:in|on|at|by|for|from|with|as|to|when|if|while|although|there)\b", re.IGNORECASE
)


def is_finite(word: str) -> bool:
    """Whether a lower-case word is an auxiliary, a third person, or a past form of the list."""
    return word in _FINITE


def has_verb(text: str) -> bool:
    """Whether some word after the first may be a finite verb.

    >>> has_verb("Zinc inhibits ACE"), has_verb("Inhibition of ACE by zinc")
    (True, False)
    """
    words = _WORD.findall(text.casefold())
    return any(word in _FINITE or word in _BASES for word in words[1:])


def split_clauses(sentence: str) -> list[str]:
    """A sentence cut at coordinations where both sides have subject and verb; else whole.

    >>> split_clauses("ACE cleaves angiotensin I, and zinc is needed for its activity.")
    ['ACE cleaves angiotensin I', 'zinc is needed for its activity.']
    >>> split_clauses("ACE, renin, and zinc are measured.")
    ['ACE, renin, and zinc are measured.']
    """
    clauses, start = [], 0
    for cut in _COORDINATION.finditer(sentence):
        left, right = sentence[start : cut.start()], sentence[cut.end() :]
        if _is_clause(left) and _begins_clause(right):
            clauses.append(left)
            start = cut.end()
    return [*clauses, sentence[start:]]


def subject_of(statement: str) -> str:
    """The words before the first finite verb, "" where they are no plain noun group.

    >>> subject_of("Protein kinase C is an enzyme"), subject_of("In yeast, zinc is bound")
    ('Protein kinase C', '')
    """
    words = statement.split()
    for position, word in enumerate(words[: _SUBJECT_WORDS + 1]):
        bare = word.casefold()
        if position and (bare in _AUXILIARIES or bare in _THIRD_PERSON):
            subject = " ".join(words[:position])
            plain = "," not in subject and not _OPENERS.match(subject)
            return subject if plain and _balanced(subject) else ""
    return ""


def _is_clause(text: str) -> bool:
    return has_verb(text) and not _SUBORDINATE.match(text) and _balanced(text)


def _begins_clause(text: str) -> bool:
    """Whether a subject and then a finite verb come before the next comma."""
    if _NO_SUBJECT.match(text):
        return False
    words = re.split(r"[,;(]", text, maxsplit=1)[0].split()[: _SUBJECT_WORDS + 1]
    return any(word.casefold() in _AUXILIARIES | _THIRD_PERSON for word in words[1:])


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")")
