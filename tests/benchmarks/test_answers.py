"""Grading final answers: what the rules decide, and what they leave open."""

import pytest

from benchmarks.agents.trajectory import Outcome, Step, Trajectory
from benchmarks.answers import grade
from graph.store import ItemRecord
from hubscope.keys import canonical_json


def _item(answer: object, options: dict[str, str] | None = None) -> ItemRecord:
    shown = canonical_json([[k, v] for k, v in options.items()]) if options else ""
    return ItemRecord("k", "s", "q1", "?", canonical_json(answer), shown, "choice", "{}")


def _said(final: str | None, score: float | None = None) -> Trajectory:
    return Trajectory("t", (Step("x"),), final=final, score=score)


FOUR = {"A": "zinc", "B": "copper", "C": "iron", "D": "lead"}


@pytest.mark.parametrize(
    ("final", "answer", "options", "expected"),
    [
        ("B", "B", FOUR, 1.0),
        ("(B) copper", "B", FOUR, 1.0),
        ("B. copper", "A", FOUR, 0.0),
        ("Copper", "B", FOUR, 1.0),
        ("The answer is B.", "B", FOUR, 1.0),
        ("I cannot tell from what I know about metals", "B", FOUR, None),
        ("Yes.", "yes", None, 1.0),
        ("No, it does not", "yes", None, 0.0),
        ("REFUTES", "no", None, 1.0),
        ("maybe", "maybe", None, 1.0),
        ("False", False, None, 1.0),
        ("0", 0, None, 1.0),
        ("zinc", ["zinc", "copper"], None, 1.0),
        ("B) copper, of course", "B", FOUR, 1.0),
        ("B copper", "B", FOUR, 1.0),
        ("The answer is: [B]", "B", FOUR, 1.0),
        ("A patient with anaemia may lack iron", "A", FOUR, None),
        ("D. radiodurans is a bacterium", "D", FOUR, None),
        ("No, it does not", "B", {"A": "yes", "B": "no"}, 1.0),
        ("supported", "entailment", None, 1.0),
        ("REFUTES", "contradiction", None, 1.0),
        ("NEI", "NOT_ENOUGH_INFO", None, 1.0),
        ("supported", "NOT_ENOUGH_INFO", None, 0.0),
        ("No conclusion can be drawn", "yes", None, None),
        ("acetylsalicylic acid", "aspirin", None, None),
        ("ASA", [["aspirin", "ASA"]], None, 1.0),
        ("aspirin", [["aspirin", "ASA"]], None, 1.0),
        ("7", 8, None, 0.0),
        ("7.0", 7, None, 1.0),
        ("seven", 7, None, None),
        (None, "yes", None, 0.0),
        (" ", "yes", None, 0.0),
    ],
)
def test_an_answer_is_graded_by_rule(
    final: str | None, answer: object, options: dict[str, str] | None, expected: float | None
) -> None:
    assert grade(_said(final), _item(answer, options)) == expected


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome.NO_ANSWER, 0.0),
        (Outcome.TOOL_LOOP, 0.0),
        (Outcome.OVER_BUDGET, 0.0),
        (Outcome.ERROR, None),
    ],
)
def test_no_answer_is_wrong_unless_an_error_took_its_place(
    outcome: Outcome, expected: float | None
) -> None:
    assert grade(Trajectory("t", (), outcome=outcome), _item("yes")) == expected


def test_the_score_of_the_source_wins() -> None:
    assert grade(_said("no", score=1.0), _item("yes")) == 1.0


def test_without_an_item_nothing_is_known() -> None:
    assert grade(_said("yes"), None) is None
