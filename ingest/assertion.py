"""Negation, doubt and direction around a trigger: what a sentence asserts and what it only asks."""

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.function_words import AUXILIARIES, BE, HAVE, is_adverb, words

_DOUBT = words(
    """
    whether hypothesize hypothesized hypothesised hypothesis hypotheses aim aims aimed purpose
    objective objectives goal unclear unknown uncertain controversial if investigate
    investigated asked asks question questioned unproven hypothetical suspected expected
    debated
    """
)
_STUDY = words(
    """
    determine investigate assess evaluate examine study test explore analyze analyse compare
    identify clarify describe establish ascertain elucidate verify measure review
    """
)
_INVERSE = words("inversely negatively inverse negative oppositely")
_NEGATIVE = words("not no never neither nor cannot unable fails fail failed without")
_RARE = words("rarely seldom infrequently")
_PARTLY = words(
    """
    directly necessarily always entirely fully completely exclusively commonly usually typically
    generally often frequently
    """
)
_FAILING = words("fail fails failed")
_PASSING = words(
    """
    to shown known found seem seems seemed appear appears appeared reported demonstrated proven
    proved tend tends tended likely help helps helped able fail fails failed unable thought
    believed considered observed suggested
    """
)
_ADDITIVE = frozenset({"only", "just", "merely", "solely", "simply"})
_CLAUSE = frozenset({";", ":", "but", "although", "whereas", "while", "however"})


@dataclass(frozen=True, slots=True)
class GapWords:
    """The words between a subject and its verb: how many, and what they say."""

    length: int
    is_negative: bool = False
    sign: int = 1
    has_be: bool = False
    has_have: bool = False


def read_gap(words: Sequence[str], at: int) -> GapWords:
    """Auxiliaries, adverbs and negations that stand before word `at`.

    >>> read_gap(["zinc", "does", "not", "inhibit"], 3)
    GapWords(length=2, is_negative=True, sign=1, has_be=False, has_have=False)
    """
    first = at
    while first > 0 and _is_gap(words[first - 1]):
        # "the capacity to metabolize" is no statement about the capacity.
        if words[first - 1] == "to" and not (first > 1 and _is_gap(words[first - 2])):
            break
        first -= 1
    gap = list(words[first:at])
    n_negative = sum(
        1
        for n, word in enumerate(gap)
        if (word in _NEGATIVE or word.endswith(("n't", "n’t")) or _is_rare(gap, n))
        and not (word == "not" and gap[n + 1 : n + 2] and gap[n + 1] in _ADDITIVE)
    )
    if gap and gap[-1] in _ADDITIVE and len(gap) > 1 and gap[-2] == "not":
        n_negative = 0
    after_to = gap[len(gap) - 1 - gap[::-1].index("to") :] if "to" in gap else gap
    return GapWords(
        len(gap),
        is_negative=n_negative % 2 == 1,
        sign=-1 if _INVERSE & set(gap) else 1,
        has_be=any(word in BE for word in after_to),
        has_have=any(word in HAVE for word in after_to) and "been" not in gap,
    )


def is_partial(gap: Sequence[str], *, is_negative: bool) -> bool:
    """Whether words before a verb neither assert nor deny it as a whole.

    >>> is_partial("is not directly".split(), is_negative=True)  # may still be linked
    True
    >>> is_partial(["is", "rarely"], is_negative=False), is_partial(["is"], is_negative=False)
    (True, False)
    """
    if is_negative:
        return bool(_PARTLY & set(gap))
    return any(word in _RARE and not _is_rare(gap, at) for at, word in enumerate(gap))


def _is_rare(gap: Sequence[str], at: int) -> bool:
    """Whether a word takes a failure back: "rarely fails to"."""
    return gap[at] in _RARE and bool(_FAILING & set(gap[at + 1 : at + 2]))


def _is_gap(word: str) -> bool:
    return (
        word in AUXILIARIES
        or word in _NEGATIVE - {"no", "neither", "nor", "without"}
        or word in _PASSING
        or word in _INVERSE
        or is_adverb(word)
        or word.endswith(("n't", "n’t"))
    )


_EVIDENCE = words("evidence proof indication suggestion support sign")
_SHOWING = words(
    """
    show suggest support indicate demonstrate find found shown reveal confirm prove establish true
    """
)
_ABSENCE = words("absence lack without despite")


def denies(before: Sequence[str], *, of_evidence: bool = False) -> bool:
    """Whether words deny what follows them: "there is no evidence that", "did not show that".

    Args:
        before: the words to look at.
        of_evidence: only count what denies a whole clause, not a single negation.

    >>> denies("there is no evidence that".split(), of_evidence=True)
    True
    >>> denies("drug a not only".split())
    False
    """
    for at, word in enumerate(before):
        following = before[at + 1 : at + 4]
        if _ADDITIVE & set(following[:1]):
            continue  # "not only" affirms
        if word in {"no", "not", "without", "little"} or word.endswith(("n't", "n’t")):
            if _EVIDENCE & set(following[:2]) and "that" in before[at:]:
                return True
            if _SHOWING & set(following[:2]) and "that" in before[at:]:
                return True
            if not of_evidence:
                return True
        elif not of_evidence and (word in _NEGATIVE or word in _ABSENCE):
            return True
    return False


def is_asserted(words: Sequence[str], at: int) -> bool:
    """Whether the sentence asserts what its trigger at word `at` says, rather than asks it."""
    if words and words[-1] == "?":
        return False
    before = words[:at]
    if _DOUBT & set(before):
        return False
    return not any(
        word == "to" and n + 1 < len(before) and before[n + 1] in _STUDY
        for n, word in enumerate(before)
    )
