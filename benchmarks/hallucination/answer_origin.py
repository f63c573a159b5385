"""Where a final answer comes from: the agent's own observations, its question, or nowhere.

A wrong answer that stands in what the tools brought was misread, or the tools are wrong; one that
stands nowhere in it was invented. Answers are looked for as terms (names, numbers), word by word,
in any case; a yes or no, or a sentence, stands in no text and is not decided.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.agents.trajectory import Trajectory
from benchmarks.statistics import wilson
from ingest.answers import yes_no_maybe

_SPLIT = re.compile(r"\s*(?:[,;\n]|\band\b)\s*")
_MOST_WORDS = 3  # a longer part is a sentence, not a name
_NOTHING = re.compile(r"(?:n/?a|none|unknown|not found|no such \w+)\Z", re.IGNORECASE)
_CHROMOSOME = re.compile(r"(?:chr(?:omosome)?[ .]?)?(?P<name>\d{1,2}|x|y|mt)", re.IGNORECASE)
_GOLD = ("gold", "target", "expected_output", "ground_truth")


class Origin(StrEnum):
    """Where the terms of an answer stand."""

    OBSERVED = "observed"  # all of them in observations
    PARTLY = "partly_observed"
    ECHOED = "echoed"  # all of them in the question already
    INVENTED = "invented"  # none in observations
    UNDECIDED = "undecided"  # a yes or no, "none", or a sentence: no term to look for
    NO_OBSERVATION = "no_observation"  # no tool brought anything
    NO_ANSWER = "no_answer"


@dataclass(frozen=True, slots=True)
class AnswerOrigin:
    """An answer, how right it is, and where it comes from.

    Attributes:
        score: as the source states it, None = not known.
        gold_observed: whether the right answer stood in the observations, None = not decided.
    """

    trajectory: str
    score: float | None
    origin: Origin
    gold_observed: bool | None


@dataclass(frozen=True, slots=True)
class Share:
    """Hits of n with their 95 % Wilson interval; no value and no interval of none."""

    hits: int
    n: int
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class OriginTable:
    """Origins of a run's answers of one kind: `right` (score 1), `partly`, `wrong` (0), `unknown`.

    Attributes:
        invented: share of the answers that have terms of their own and observations.
        gold_observed: share of the answers whose right answer has terms and observations.
    """

    kind: str
    answers: int
    origins: dict[Origin, int]
    invented: Share
    gold_observed: Share


def origin_of(trajectory: Trajectory) -> AnswerOrigin:
    """Where a trajectory's final answer comes from."""
    observed = " \n ".join(
        call.observation or "" for step in trajectory.steps for call in step.calls
    )
    is_place = "chromosome" in trajectory.question.casefold()
    gold = _terms(_gold(trajectory), is_place)
    seen = None if not gold or not observed.strip() else all(_stands(t, observed) for t in gold)
    origin = _origin(trajectory, observed, is_place)
    return AnswerOrigin(trajectory.id, trajectory.score, origin, seen)


def origin_tables(trajectories: Iterable[Trajectory]) -> tuple[OriginTable, ...]:
    """Origins of a run's answers, those of right and wrong ones apart."""
    found = [origin_of(trajectory) for trajectory in trajectories]
    kinds = ("right", "partly", "wrong", "unknown")
    parted = {kind: [each for each in found if _kind(each.score) == kind] for kind in kinds}
    return tuple(_table(kind, members) for kind, members in parted.items() if members)


def _table(kind: str, members: Sequence[AnswerOrigin]) -> OriginTable:
    origins = Counter(each.origin for each in members)
    decided = sum(origins[each] for each in (Origin.OBSERVED, Origin.PARTLY, Origin.INVENTED))
    golds = [each.gold_observed for each in members if each.gold_observed is not None]
    return OriginTable(
        kind,
        len(members),
        {origin: origins[origin] for origin in Origin if origins[origin]},
        invented=_share(origins[Origin.INVENTED], decided),
        gold_observed=_share(sum(golds), len(golds)),
    )


def _share(hits: int, n: int) -> Share:
    interval = wilson(hits, n)
    if interval is None:
        return Share(hits, n, None, None, None)
    return Share(hits, n, hits / n, interval.low, interval.high)


def _kind(score: float | None) -> str:
    if score is None:
        return "unknown"
    return "right" if score == 1 else "wrong" if score == 0 else "partly"


def _origin(trajectory: Trajectory, observed: str, is_place: bool) -> Origin:
    if not (trajectory.final or "").strip():
        return Origin.NO_ANSWER
    if not observed.strip():
        return Origin.NO_OBSERVATION
    terms = _terms(trajectory.final or "", is_place)
    if not terms:
        return Origin.UNDECIDED
    # What the question names comes back in every echo of a query, so it tells nothing.
    own = [term for term in terms if not _stands(term, trajectory.question)]
    if not own:
        return Origin.ECHOED
    standing = sum(_stands(term, observed) for term in own)
    if standing == len(own):
        return Origin.OBSERVED
    return Origin.PARTLY if standing else Origin.INVENTED


def _terms(answer: str, is_place: bool) -> list[re.Pattern[str]]:
    """What to look for, a pattern a term; none where a part of the answer is no term."""
    parts = [part.strip(" .\"'`*") for part in _SPLIT.split(answer)]
    terms = [_term(part, is_place) for part in dict.fromkeys(part for part in parts if part)]
    return [] if None in terms else [term for term in terms if term is not None]


def _term(part: str, is_place: bool) -> re.Pattern[str] | None:
    """A term's pattern; None for a yes or no, "none", a sentence, a single letter.

    >>> place = _term("chr15", True)
    >>> [bool(place.search(text)) for text in ('"chromosome": "15"', "<Chromosome>15</Chromosome>")]
    [True, True]
    """
    place = _CHROMOSOME.fullmatch(part)
    if place and (is_place or not part[0].isdigit()) and (is_place or len(part) > 2):
        name = re.escape(place["name"])
        written = rf"chr(?:omosome)?[\s.:\"'=>]*{name}(?![\w])|(?<![\w.]){name}[pq](?:\d|ter)"
        return re.compile(written, re.IGNORECASE)
    if len(part) < 2 or len(part.split()) > _MOST_WORDS:
        return None
    if yes_no_maybe(part) or _NOTHING.match(part):
        return None
    return re.compile(rf"(?<!\w){re.escape(part)}(?!\w)", re.IGNORECASE)


def _stands(term: re.Pattern[str], text: str) -> bool:
    return term.search(text) is not None


def _gold(trajectory: Trajectory) -> str:
    """The right answer, where the record brought it along."""
    for name in _GOLD:
        value = trajectory.meta.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            return ", ".join(map(str, value))
    return ""
