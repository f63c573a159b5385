"""When a REFUTED cannot be: a passage that says the same, and a claim that something was tried.

A judge that looks for differences finds one in every sentence that is not the claim itself, and
refutes what stands there nearly word for word: "NSAA is reliable in DMD" beside the same with both
names written out. So no REFUTED stands where nearly all words of the claim are in the sentence that
it rests on and nothing parts the two: neither a denial of what the other asserts, nor an opposite,
nor another number, nor another word in the same place.

And "X was studied as a treatment of Y" is not refuted by "X does not help in Y".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from benchmarks.judging.features import Analysis, analyse
from benchmarks.judging.opinions import Asked, PassageOpinion
from benchmarks.judging.words import contraries
from graph.vocabulary import Verdict

# Share of a claim's words that a sentence has to hold to say the same.
_NEARLY_ALL = 0.8
# Words behind a negation that it may deny.
_REACH = 5
# Words that a denial passes on to the one behind them: "did not appear to significantly improve".
_LIGHT = frozenset(
    {"appear", "seem", "show", "shown", "find", "found", "demonstrate", "observe", "report"}
    | {"suggest", "indicate", "known", "evidence", "become", "able"}
)
_POINTER = re.compile(r"\s*\[\d+(?:\s*[,;–-]\s*\d+)*\]")
# "X is a retroviral vector, not an adenoviral one": the rest says what X is.
_NOT_ANOTHER = re.compile(r", (?:and |but )?not [^,;]+$")
_TRIED = (
    r"(?:developed|studied|investigated|evaluated|tested|examined|assessed|explored|researched"
    r"|trialled|trialed|conducted)"
)
_NEVER_TRIED = re.compile(rf"\b(?:not|never|no)\b(?: \w+){{0,3}} {_TRIED}\b", re.IGNORECASE)
_ONLY_TRIED = re.compile(
    # "X was first developed for ...", "X has been studied in ..."
    rf"\b(?:is|was|are|were|been|being) (?:\w+ly |also |once |first ){{0,2}}{_TRIED}\b"
    # "The trial evaluated ...", "studies have examined ..."
    r"|\b(?:trials?|stud(?:y|ies)|research(?:ers)?|experiments?)(?: has| have)?"
    rf" (?:\w+ly |also ){{0,2}}{_TRIED}\b"
    r"|\bthere (?:have|has) been (?:\w+ ){0,2}(?:trials?|stud(?:y|ies)|research)\b",
    re.IGNORECASE,
)


def says_the_same(claim: str, sentence: str) -> bool:
    """Whether a sentence holds nearly all that a claim says, and nothing that parts them.

    >>> same = "The North Star Assessment (NSA) is reliable in Duchenne muscular dystrophy."
    >>> says_the_same("NSA is a reliable assessment in DMD", same)
    True
    >>> says_the_same("Aspirin lowers fever in adults.", "Aspirin does not lower fever in adults.")
    False
    >>> says_the_same("Cholera is caused by a virus.", "Cholera is caused by a bacterium.")
    False
    """
    shown = analyse(_POINTER.sub("", sentence))
    said = analyse(_without_contrast(_POINTER.sub("", claim).rstrip(". "), shown))
    missing = [at for at in said.content if not _holds(shown, said, at)]
    return (
        len(said.content) - len(missing) >= _NEARLY_ALL * len(said.content) > 0
        and not said.numbers - shown.numbers
        and not _denies(shown, said)
        and set(_denied(said)) <= set(_denied(shown))
        and not _opposite(said, shown)
        and not any(_exchanged(said, at, shown) for at in missing)
    )


def only_tried(claim: str) -> bool:
    """Whether a claim says that something was developed or studied, whatever came of it.

    >>> only_tried("Isradipine was investigated as a treatment of Parkinson's disease.")
    True
    >>> only_tried("Isradipine has never been tested in patients.")
    False
    """
    return _ONLY_TRIED.search(claim) is not None and not analyse(claim).negations


def without_agreement(
    asked: Sequence[Asked], opinions: Sequence[PassageOpinion]
) -> list[PassageOpinion]:
    """The opinions, with what is left of each REFUTED that cannot be.

    Where the sentence says the same, the more probable of the other verdicts; where the claim only
    says that something was tried, and the sentence nothing of trying, UNVERIFIABLE.
    """
    return [
        _cleared(claim, opinion) if opinion.verdict is Verdict.REFUTED else opinion
        for (claim, _), opinion in zip(asked, opinions, strict=True)
    ]


def _cleared(claim: str, opinion: PassageOpinion) -> PassageOpinion:
    if says_the_same(claim, opinion.quote):
        left = {**opinion.probabilities, Verdict.REFUTED: 0.0}
        total = sum(left.values())
        left = {verdict: share / total for verdict, share in left.items()}
        return replace(opinion, verdict=max(left, key=left.__getitem__), probabilities=left)
    if only_tried(claim) and not _speaks_of_trying(opinion.quote):
        return replace(opinion, verdict=Verdict.UNVERIFIABLE, cited=())
    return opinion


def _without_contrast(claim: str, sentence: Analysis) -> str:
    """A claim without the "not Y" behind it, unless the sentence has all words of Y."""
    contrast = _NOT_ANOTHER.search(claim)
    if contrast is None or not set(analyse(contrast.group()).words) - set(sentence.stems):
        return claim
    return claim[: contrast.start()]


def _holds(text: Analysis, other: Analysis, at: int) -> bool:
    """Whether a text has a word of another, as such, short for its words, or written out."""
    word = other.folded[at]
    return (
        other.stems[at] in text.stems
        or word in _initials(text)
        or any(at in place for place in _written_out(other, text))
    )


def _initials(text: Analysis) -> set[str]:
    """What runs of two to six words of a text are short for."""
    return {short for short, _ in _runs(text)}


def _written_out(text: Analysis, other: Analysis) -> list[range]:
    """Places of a text whose words another one has short."""
    return [place for short, place in _runs(text) if short in other.folded]


def _runs(text: Analysis) -> Iterator[tuple[str, range]]:
    letters = [text.folded[at][0] for at in text.content]
    for size in range(2, 7):
        for start in range(len(letters) - size + 1):
            first, last = text.content[start], text.content[start + size - 1]
            yield "".join(letters[start : start + size]), range(first, last + 1)


def _speaks_of_trying(sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in (_ONLY_TRIED, _NEVER_TRIED))


def _denies(one: Analysis, other: Analysis) -> bool:
    """Whether a text denies what another has undenied."""
    if not other.negations:
        behind = [word for at in one.negations for word in one.stems[at + 1 : at + 1 + _REACH]]
        return not set(other.words).isdisjoint(behind)
    theirs = set(_denied(other))
    return any(word in other.stems and word not in theirs for word in _denied(one))


def _denied(text: Analysis) -> list[str]:
    """The word that each negation of a text denies: the first that carries weight behind it."""
    found = []
    for negation in text.negations:
        behind = [
            text.stems[at]
            for at in text.content
            if at > negation and text.stems[at] not in _LIGHT and not text.folded[at].endswith("ly")
        ]
        found += behind[:1]
    return found


def _opposite(one: Analysis, other: Analysis) -> bool:
    ours, theirs = set(one.words), set(other.words)
    return any(not contraries(word).isdisjoint(theirs - ours) for word in ours - theirs)


def _exchanged(claim: Analysis, at: int, sentence: Analysis) -> bool:
    """Whether the sentence has another word where the claim has a missing one.

    That is a word that the claim has not, in no other spelling either, behind the same word or
    before the same one; a word that the claim adds between two of the sentence's replaces none.
    """
    place = claim.content.index(at)
    words, others = claim.words, sentence.words
    before = words[place - 1] if place else None
    behind = words[place + 1] if place + 1 < len(words) else None
    pairs = list(pairwise(others))
    if (before, behind) in pairs:
        return False
    strange = [word not in words and word[:4] != words[place][:4] for word in others]
    return any(
        (new and left == before) or (old and right == behind)
        for (left, right), new, old in zip(pairs, strange[1:], strange[:-1], strict=True)
    )
