"""The final answer alone as a claim: a bare answer, put into the words of its question.

Agents that answer with a name, a number or a yes say nothing that the rules (claims.py) could take.
With its question the answer is a claim that can be checked. Questions that no form here reads give
none: they are counted as answers that nothing names.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from benchmarks.agents.trajectory import Trajectory
from benchmarks.judging.claims import AgentClaimText, normalised
from benchmarks.judging.extractor import Extraction
from ingest.answers import yes_no_maybe
from ingest.function_words import DETERMINERS, NEGATIONS, PREPOSITIONS, is_adverb
from ingest.questions import completed

ANSWERS = "answers"
_MOST_WORDS = 12  # a longer answer states something itself
_MOST_LISTED = 4  # words of a name in a list
_MARKUP = frozenset("<>\\{}")
_LIST = re.compile(r"\s*(?:[,;\n]|\band\b)\s*")
_LABEL = re.compile(r"(?:the\s+)?(?:final\s+)?answer(?:\s+is)?\s*:\s*", re.IGNORECASE)
_BE = r"(?P<be>is|are|was|were)"
_WHETHER = re.compile(rf"{_BE} (?P<subject>.+?) (?P<what>an? .+)", re.IGNORECASE)
_WHERE = re.compile(
    rf"(?:which|what) chromosome {_BE} (?P<subject>.+?) located (?:in|on)(?: .+)?", re.IGNORECASE
)
_WITH_WHAT = re.compile(
    rf"(?:which|what) (?P<kind>[\w ]+?) {_BE} (?P<subject>.+)"
    r" (?P<done>\w+(?:ed|en|wn) (?:with|to|by|in|on|at|from|for))",
    re.IGNORECASE,
)
_CONVERT = re.compile(
    r"convert (?P<subject>\S+) (?:in)?to (?:an? |the )?(?P<kind>.+)", re.IGNORECASE
)
_WHAT_ARE = re.compile(r"(?:what|which) are (?:the )?(?P<kind>.+)", re.IGNORECASE)
_CHROMOSOME = re.compile(r"^chr(?:omosome|om)?[ .]?(?=\d|[xy]\b)", re.IGNORECASE)
_WHICH_IS = re.compile(rf"(?:which|what) \w+ {_BE} (?P<rest>.+)", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\w*[^\We]ed|given|known|seen|taken|shown|made|found|thought")


@dataclass(frozen=True, slots=True)
class AnswersExtractor:
    """Claims made of final answers; no other text of a trajectory is read."""

    name: str = ANSWERS
    fingerprint: str = ANSWERS

    def extract_many(
        self, trajectories: Sequence[Trajectory], *, include_reasoning: bool = False
    ) -> list[Extraction]:
        """One extraction for each trajectory, in order."""
        return [_extraction(one) for one in trajectories]


def _extraction(trajectory: Trajectory) -> Extraction:
    answer = _LABEL.sub("", trajectory.final or trajectory.choice or "", count=1).strip()
    if not answer:
        return Extraction()
    claims: dict[str, AgentClaimText] = {}
    for text in statements(trajectory.question, answer):
        step, norm = max(len(trajectory.steps) - 1, 0), normalised(text)
        claims.setdefault(norm, AgentClaimText(step, text, norm, 1, answer))
    return Extraction(tuple(claims.values()), unnamed=int(not claims))


def statements(question: str, answer: str) -> list[str]:
    """What an answer says to its question, one assertion each; none where no form reads it.

    >>> statements("Which gene is SNP rs7 associated with?", "ABO")
    ['SNP rs7 is associated with gene ABO.']
    >>> statements("Is ACE a protein-coding gene?", "No")
    ['ACE is not a protein-coding gene.']
    >>> statements("What are genes related to anemia?", "GPI, AK1")
    ['GPI is one of the genes related to anemia.', 'AK1 is one of the genes related to anemia.']
    """
    asked = " ".join(question.split()).rstrip("?. ")
    answer = answer.strip().rstrip(".")
    if found := _WHETHER.fullmatch(asked):
        return list(_whether(found, answer)) if _is_whole(found["subject"]) else []
    if found := _WHAT_ARE.fullmatch(asked):
        parts = [part for part in _LIST.split(answer) if part]
        if all(_is_name(part, _MOST_LISTED) for part in parts):
            return [f"{part} is one of the {found['kind']}." for part in dict.fromkeys(parts)]
        return []
    if not _is_name(answer):
        return []
    text = _named(asked, answer)
    if not text and not _is_inverted(asked):
        text = completed(f"{asked}?", answer) or ""
    return [text] if text else []


def _whether(found: re.Match[str], answer: str) -> Iterator[str]:
    verdict = yes_no_maybe(answer)
    if verdict in ("yes", "no"):
        denied = " not" if verdict == "no" else ""
        yield f"{found['subject']} {found['be'].lower()}{denied} {found['what']}."


def _is_whole(subject: str) -> bool:
    """Whether a subject is all that stands before "a": not "aspirin better than"."""
    words = subject.lower().split()
    return not (words[-1] in PREPOSITIONS or NEGATIONS & {*words} or _has_participle(words))


def _has_participle(words: Sequence[str]) -> bool:
    """Whether something is said of a noun: "ACE expressed", neither "expressed" nor a noun."""
    named = [word for word in words if word not in DETERMINERS and not is_adverb(word)]
    return any(_PARTICIPLE.fullmatch(word) for word in named[1:])


def _is_inverted(asked: str) -> bool:
    """Whether another subject than the answer stands is there: "Which organ is A made in"."""
    found = _WHICH_IS.fullmatch(asked)
    words = found["rest"].lower().split() if found else []
    return _has_participle([*takewhile(lambda word: word not in PREPOSITIONS, words)])


def _named(asked: str, answer: str) -> str:
    """The statement of a question for one name, "" where no form reads it."""
    if found := _WHERE.fullmatch(asked):
        number = _CHROMOSOME.sub("", answer)  # "chr8" is chromosome 8
        return f"{found['subject']} {found['be'].lower()} located on chromosome {number}."
    if found := _WITH_WHAT.fullmatch(asked):
        be = found["be"].lower()
        return f"{found['subject']} {be} {found['done']} {found['kind'].lower()} {answer}."
    if found := _CONVERT.fullmatch(asked):
        return f"The {found['kind']} of {found['subject']} is {answer}."
    return ""


def _is_name(answer: str, most: int = _MOST_WORDS) -> bool:
    """A name or number, and neither a yes or no nor the label of an option."""
    words = answer.split()
    if _MARKUP & {*answer}:  # a page that was pasted
        return False
    return len(answer) > 1 and 0 < len(words) <= most and not yes_no_maybe(answer)
