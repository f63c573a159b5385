"""Measuring the judge that ships: every step counts, and the card keeps what the layer reached."""

from collections.abc import Sequence
from typing import Any

import pytest

from benchmarks.ablation.shipped import false_alarms, measured, quality
from benchmarks.judging.augment import Example
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.silence import Abstract, Nearness, Retrieved, Statement
from benchmarks.judging.verdicts import NO_EVIDENCE, Judgement
from graph.vocabulary import Verdict

SUPPORTED, REFUTED, UNVERIFIABLE = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.UNVERIFIABLE


class Literal:
    """Refutes what its passage says "not" of, supports what it says, else does not know."""

    name = "literal"
    fingerprint = "0" * 64
    card: dict[str, Any] = {}  # noqa: RUF012  # nobody writes to it

    def judge_many(self, pairs: Sequence[JudgeInput]) -> list[Judgement]:
        return [self._judged(one.claim, one.passages[0]) for one in pairs]

    def _judged(self, claim: str, passage: str) -> Judgement:
        if claim not in passage:
            return NO_EVIDENCE
        verdict = REFUTED if "not" in passage else SUPPORTED
        rest = {one: 0.1 for one in Verdict if one is not verdict}
        return Judgement(verdict, probabilities={verdict: 0.8, **rest})


def test_quality_is_of_the_verdicts_on_the_whole_passage() -> None:
    examples = [
        Example("s", "a", ("It is.", "a"), SUPPORTED, "given"),
        Example("s", "a", ("not", "a"), SUPPORTED, "given"),
        Example("s", "b", ("a",), UNVERIFIABLE, "given"),
    ]
    found = quality(Literal(), examples)
    assert found.confusion == ((1, 1, 0), (0, 0, 0), (0, 0, 1))
    assert (found.n, found.decided_accuracy) == (3, 0.5)
    assert found.calibration_error == pytest.approx((0.8 - 0.5) * 2 / 3)


def test_one_refuting_passage_makes_a_statement_a_false_alarm() -> None:
    abstract = Abstract("s", "1", ("It fell.",))
    passages = (("a",), ("not", "a"), ("not", "a"))
    found = [
        Retrieved(Statement(abstract, "a", 0), passages, Nearness.OWN),
        Retrieved(Statement(abstract, "b", 0), passages, Nearness.OWN),
        Retrieved(Statement(abstract, "a", 0), (("a",),), Nearness.ANOTHER),
    ]
    assert false_alarms(Literal(), found) == {"own": 0.5, "another": 0.0}


def test_the_card_keeps_what_the_layer_reached_on_dev() -> None:
    card = {"layer": 1, "quality": {"dev": 2, "test": 3}, "false_alarms": {"dev": 4, "test": 5}}
    tested = quality(Literal(), [Example("s", "a", ("a",), SUPPORTED, "given")])
    made = measured(card, {"one": tested}, {"literal": {"own": 0.5}})
    assert made["layer"] == 1
    assert made["quality"] == {"dev": 2, "test": {"one": tested.as_json()}}
    assert made["false_alarms"] == {"dev": 4, "test": {"literal": {"own": 0.5}}}
