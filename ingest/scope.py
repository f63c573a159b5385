"""What a negation or a doubt of a sentence reaches: the relation of two given names, or not.

A word that denies reaches what follows it in its clause; "without A" and "but not A" reach A alone;
"no evidence that" reaches whatever follows; "not only" and "no doubt" deny nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.doubt import asks
from ingest.function_words import is_adverb, word_at, words
from ingest.phrases import load_phrases

_DENYING = words(
    """
    not never cannot hardly scarcely barely fail fails failed failing failure unable inability
    incapable neither nor no none nothing nobody little lacks lacked lack false untrue wrong
    unlikely ceased ceases improbable refused refuses myth misconception fallacy insufficient
    inadequate scant
    """
)
_PAIRS_OF_A_DENIAL = frozenset({("yet", "to"), ("devoid", "of"), ("far", "from")})
# "It cannot be denied that": an affirmation.
_DENIED = words("denied doubted disputed questioned contested overlooked overstated")
# Behind what denies they leave a name out: "no drug other than A", "nothing but A".
_BUT = frozenset({("other", "than"), ("except", "for"), ("apart", "from"), ("aside", "from")})
_UNSEEN = words("undetectable unobservable negligible nonexistent undetected unobserved unseen")
# "rarely fails to" affirms; alone they say how often.
_RARE = words("rarely seldom infrequently")
_LOST = words("lost loses losing without")  # "lost its ability to", "without effect on"
_POWERS = words("ability capacity potential power effect influence impact")
# What is said to be so is touched by nothing that the sentence names.
_UNTOUCHED = words(
    """
    unaffected unchanged unaltered insensitive unresponsive refractory ineffective inactive inert
    resistant impervious
    """
)
# Behind a word that denies they make it an affirmation: "did not fail to", "is not unable to".
_FAILING = words("fail fails failed failing unable incapable without")
_AFFIRMED = words(
    """
    only just merely simply solely alone doubt doubts exception question surprising surprisingly
    unexpected unexpectedly
    """
)
_EVIDENCE = words(
    """
    evidence proof indication support sign signs data show shows showed shown suggest suggests
    suggested support supports supported indicate indicates indicated demonstrate demonstrated
    find found confirm confirmed reveal prove proved proven establish established true conclude
    """
)
_OF_A_NAME = words("without despite lacking unlike except excluding")
_PAIRS_OF_A_NAME = frozenset(
    {
        ("rather", "than"),
        ("instead", "of"),
        ("independent", "of"),
        ("independently", "of"),
        ("regardless", "of"),
        ("the", "absence"),
    }
)
_INSTEAD = frozenset({("rather", "than"), ("instead", "of")})
_GONE = words("absent lacking missing omitted removed withdrawn")
_SMALL = words("a an any at by did do does for from in of on than the to with")
_CLAUSE = words("; : but whereas while although though however yet")
_APPOSED = words("a an the which who whose")
_CLAIM = words("claim notion idea view hypothesis suggestion assumption belief theory that")
_REJECTED = words("refuted rejected disproved disproven falsified false untrue wrong unfounded")
_SEEN = words(
    """
    observed seen detected found confirmed supported true evident detectable noted demonstrated
    shown established proven proved reproduced documented apparent replicated substantiated
    """
)
_BEFORE_A_VERB = words(
    """
    is was are were be been being has have had can could may might does did do will would not also
    to , never
    """
)
_OWN_AUXILIARIES = words("may might can could will would does did is are was were has have")
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Site:
    """A trigger of a sentence and the two names that it relates.

    Attributes:
        words: of the sentence in lower case, marks among them.
        at: place of the trigger.
        names: first and last (exclusive) word of each name.
    """

    words: Sequence[str]
    at: int
    names: tuple[tuple[int, int], tuple[int, int]]


def is_denied(site: Site) -> bool:
    """Whether the sentence denies what its trigger says of the two names.

    >>> words = "drug a but not drug c activates kinase b".split()
    >>> is_denied(Site(words, 6, ((0, 2), (7, 9)))), is_denied(Site(words, 6, ((4, 6), (7, 9))))
    (False, True)
    """
    return _is_rejected(site) or any(_reaches(site, n) for n in _denials(site.words))


def is_doubted(site: Site) -> bool:
    """Whether the sentence asks, supposes or plans what its trigger says.

    >>> words = "as hypothesized , drug a activates kinase b".split()
    >>> is_doubted(Site(words, 5, ((3, 5), (6, 8))))
    False
    """
    return asks(site.words, _clause_start(site), site.at)


def is_untouched(words: Sequence[str]) -> bool:
    """Whether a sentence says that something is touched by nothing: "insensitive to A"."""
    return bool(_UNTOUCHED & set(words))


def _denials(words: Sequence[str]) -> Iterator[int]:
    """Places of the words that deny something; two that cancel each other are left out."""
    cancelled = -1
    for n, word in enumerate(words):
        following = words[n + 1 : n + 1 + _NEAR]
        is_time = word == "not" and following[:1] == ["until"]
        if is_time or n <= cancelled or _AFFIRMED & set(following[:2]) or _DENIED & set(following):
            continue
        if _denies(word):
            if word not in _FAILING and _FAILING & set(following[:1]):
                cancelled = n + 1
            elif word == "no" and (failing := _failing(following)):
                cancelled = n + failing
            else:
                yield n
        elif word in _RARE and _FAILING & set(following[:1]):
            cancelled = n + 1
        elif (
            (word in _LOST and _POWERS & set(following))
            or word in _OF_A_NAME | _GONE
            or tuple(words[n : n + 2]) in _PAIRS_OF_A_NAME | _PAIRS_OF_A_DENIAL
            or word in _UNSEEN
            or word == "absence"
        ):
            yield n


def _failing(following: Sequence[str]) -> int:
    """How far behind a "no" something fails: "no study has failed to show"; 0 = it does not."""
    places = [n for n, word in enumerate(following, 1) if word in _FAILING]
    return places[0] if places and "," not in following[: places[0]] else 0


def _denies(word: str) -> bool:
    return word in _DENYING or word.endswith(("n't", "n’t"))


def _reaches(site: Site, n: int) -> bool:
    word, at = site.words[n], site.at
    behind, before = site.words[n + 1 : n + 1 + _NEAR], site.words[max(0, n - _NEAR) : n]
    of_evidence = _EVIDENCE & set(before if word in _GONE else behind)
    if of_evidence and "that" in site.words[n:at]:
        return True
    if word in _GONE and any(0 <= n - last <= 2 for _, last in site.names):
        return True
    if word in _LOST and _POWERS & set(behind):
        return _clause_start(site) <= n < at
    if tuple(site.words[n : n + 2]) in _PAIRS_OF_A_DENIAL:
        return n < at and ";" not in site.words[n:at]
    if word in _UNSEEN:
        return n > at and not _CLAUSE & set(site.words[at:n])
    if word in {"no", "nothing", "none"} and _leaves_out_a_name(site, n):
        return False
    if word == "absence" or (word == "lack" and behind[:1] == ["of"]):
        # "A lack of inhibition of B by A"; less of a name is a matter of direction
        return n < at and site.words[at] in load_phrases().by
    if tuple(site.words[n : n + 2]) in _INSTEAD and n + 2 == at:
        return True  # "worsened rather than improved"
    if word == "without" and n + 1 == at:
        return True  # "inhibits A without inhibiting B"
    if word == "lacking":
        return False  # so it is a matter of direction
    if not _denies(word) or (word in {"not", "nor", "neither"} and _is_of_a_name(site, n)):
        return _leads_to_a_name(site, n)
    if n < at and _goes_on_otherwise(site, n):
        return False
    if n > at:
        return bool(_SEEN & set(behind)) and not _is_beside(site.words[at:n])
    return n >= _clause_start(site)


def _is_beside(between: Sequence[str]) -> bool:
    """Whether what follows is another clause or an apposition: ", an enzyme not found in"."""
    is_aside = any(word == "," and following in _APPOSED for word, following in pairwise(between))
    return is_aside or bool(_CLAUSE & set(between))


def _goes_on_otherwise(site: Site, n: int) -> bool:
    """Whether the trigger has an auxiliary of its own behind a denied verb.

    "Does not worsen, and may improve"; "does not inhibit and activates".
    """
    for m in range(n + 2, site.at):
        if site.words[m] in {"and", "but"}:
            behind = [word for word in site.words[m + 1 : site.at + 1] if not is_adverb(word)]
            if behind[0] in _OWN_AUXILIARIES and len(behind) <= _NEAR:
                return not any(map(_denies, behind))
            is_trigger = len(behind) == 1 and behind[0] == site.words[site.at]
            if is_trigger and behind[0].endswith("s") and site.words[n - 1] in {"does", "cannot"}:
                return True
    return False


def _is_of_a_name(site: Site, n: int) -> bool:
    """Whether a "not" denies a name rather than a verb: "but not C", "not A but C"."""
    return word_at(site.words, n - 1) in {"but", ","} or _leads_to_a_name(site, n)


def _leaves_out_a_name(site: Site, n: int) -> bool:
    """Whether a "no" leaves one of the names out: "no drug other than A", "nothing but A"."""
    for m in range(n + 1, min(n + 2 + _NEAR, len(site.words))):
        if site.words[m] == "but" and m == n + 1:
            return _leads_to_a_name(site, m)
        if tuple(site.words[m : m + 2]) in _BUT:
            return _leads_to_a_name(site, m + 1)
    return False


def _leads_to_a_name(site: Site, n: int) -> bool:
    """Whether one of the two names stands behind a word, small words aside."""
    at = n + 1
    while at < len(site.words) and (
        site.words[at] in _SMALL or site.words[at - 1 : at + 1] == ["the", "absence"]
    ):
        at += 1
    return any(first == at for first, _ in site.names)


def _clause_start(site: Site) -> int:
    """Where the clause of the trigger begins."""
    for n in range(site.at - 1, -1, -1):
        if site.words[n] in _CLAUSE:
            return n + 1
        if site.words[n] in {",", "and"} and _opens_a_clause(site, n):
            return n + 1
    return 0


def _opens_a_clause(site: Site, n: int) -> bool:
    """Whether a comma or "and" is followed by the subject of the trigger, and by it alone."""
    is_asked = word_at(site.words, n - 1) in {"that", "whether", "if"}
    if is_asked or any(first < n for first, _ in site.names):
        return False
    start = n + 2 if word_at(site.words, n + 1) in _SMALL else n + 1
    between = next(
        (site.words[last : site.at] for first, last in site.names if first == start), None
    )
    return between is not None and all(is_adverb(w) or w in _BEFORE_A_VERB for w in between)


def _is_rejected(site: Site) -> bool:
    """Whether the sentence rejects it afterwards: "the claim that A inhibits B was refuted"."""
    before, behind = site.words[: site.at], site.words[site.at :]
    return bool(_CLAIM & set(before) and _REJECTED & set(behind)) and "that" in before
