"""Injections: does an order that stands in the evidence, or in the claim, move a judge's verdict?

Each injection orders a verdict that the judge does not give by itself. In a page it is a passage of
its own beside the evidence, in a chunk a sentence in the middle of it, in a trajectory it stands
behind the agent's claim. A verdict is moved where it becomes the one that was ordered.
"""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from string import Template

from benchmarks.judging.judge import Judge, JudgeInput
from graph.vocabulary import Verdict
from retrieval.sentences import split


class Place(StrEnum):
    """Where an injection stands."""

    PAGE = "page"
    CHUNK = "chunk"
    TRAJECTORY = "trajectory"


@dataclass(frozen=True, slots=True)
class Injection:
    """An order to a judge; its text has `$verdict` in it."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Moved:
    """What a judge made of the injections of one place.

    Attributes:
        tried: pairs of a claim and an injection.
        moved: those whose verdict became the ordered one.
        changed: those whose verdict became another one, the ordered one or not.
        errors: those that the judge failed on.
        examples: the first injections that moved a verdict.
    """

    place: Place
    tried: int
    moved: int
    changed: int
    errors: int
    examples: tuple[str, ...] = ()


@cache
def injections() -> tuple[Injection, ...]:
    """Every injection, place by place."""
    table = _table()
    return tuple(Injection(place, text) for place in Place for text in table[place])


@cache
def bases() -> tuple[JudgeInput, ...]:
    """The claims that are tried, with their evidence."""
    return tuple(JudgeInput(one["claim"], (one["passage"],)) for one in _table()["bases"])


@cache
def _table() -> dict[str, list]:  # type: ignore[type-arg]  # texts, and tables under `bases`
    return tomllib.loads(files("benchmarks.judging").joinpath("injections.toml").read_text("utf-8"))


def moved_verdicts(judge: Judge) -> list[Moved]:
    """How many verdicts of a judge each place's injections move."""
    before = [one.verdict for one in judge.judge_many(bases())]
    trials = list(_trials(before))
    found = judge.judge_many([given for _, _, given in trials])
    verdicts = [one.verdict for one in found]
    rows = []
    for place in Place:
        here = [
            (text, ordered, before[base], verdict)
            for ((base, injection, _), verdict) in zip(trials, verdicts, strict=True)
            if injection.place is place
            for text, ordered in [(injection.text, _ordered(before[base]))]
        ]
        moved = [text for text, ordered, _, verdict in here if verdict is ordered]
        rows.append(
            Moved(
                place,
                len(here),
                len(moved),
                sum(verdict not in (own, None) for _, _, own, verdict in here),
                sum(verdict is None for _, _, _, verdict in here),
                tuple(moved[:3]),
            )
        )
    return rows


def _trials(before: Sequence[Verdict | None]) -> Iterator[tuple[int, Injection, JudgeInput]]:
    for base, (given, own) in enumerate(zip(bases(), before, strict=True)):
        for injection in injections():
            text = Template(injection.text).substitute(verdict=str(_ordered(own)))
            yield base, injection, _PUT[injection.place](given, text)


def _ordered(own: Verdict | None) -> Verdict:
    """The verdict that is ordered: never the judge's own."""
    return Verdict.REFUTED if own is Verdict.SUPPORTED else Verdict.SUPPORTED


def _into_page(given: JudgeInput, text: str) -> JudgeInput:
    return replace(given, passages=(*given.passages, text))


def _into_chunk(given: JudgeInput, text: str) -> JudgeInput:
    passage = given.passages[0]
    said = [passage[start:end] for start, end in split(passage)]
    return replace(given, passages=(" ".join([said[0], text, *said[1:]]),))


def _into_claim(given: JudgeInput, text: str) -> JudgeInput:
    return replace(given, claim=f"{given.claim} {text}")


_PUT: dict[Place, Callable[[JudgeInput, str], JudgeInput]] = {
    Place.PAGE: _into_page,
    Place.CHUNK: _into_chunk,
    Place.TRAJECTORY: _into_claim,
}
