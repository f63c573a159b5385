"""Scores of final answers: by rule, and in free text by a model against the item's reference."""

import json
from collections.abc import Sequence

from benchmarks.agents.trajectory import Outcome, Trajectory
from benchmarks.answers import gold_texts, grade
from benchmarks.judging.answer_judge import AnswerGrade, AnswerJudge, Essay
from graph.store import ItemRecord

_CLOSED = ("choice", "boolean", "claim")


def grades_of(
    trajectories: Sequence[Trajectory],
    items: Sequence[ItemRecord | None],
    grader: AnswerJudge | None,
) -> list[AnswerGrade]:
    """One grade for each trajectory, in order; a rule decides where one fits.

    Args:
        trajectories: whose final answers are graded.
        items: theirs, None where it is not known.
        grader: of what no rule decides; None = that has no score.

    Raises:
        BudgetError: the cap of the run is reached.
        NoModelError: no request will be answered.
    """
    pairs = list(zip(trajectories, items, strict=True))
    essays = [essay_of(*pair) if grader else None for pair in pairs]
    asked = [one for one in essays if one is not None]
    graded = iter(grader.grade_many(asked) if grader else ())
    return [
        AnswerGrade(grade(*pair)) if essay is None else next(graded)
        for pair, essay in zip(pairs, essays, strict=True)
    ]


def essay_of(trajectory: Trajectory, item: ItemRecord | None) -> Essay | None:
    """The answer as one to be graded; None where a rule decides, or there is no reference.

    A choice or a yes or no that cannot be read is no essay, and an error says nothing.
    """
    if item is None or item.options or item.kind in _CLOSED:
        return None
    if trajectory.outcome is Outcome.ERROR:
        return None
    if grade(trajectory, item) is not None:
        return None
    reference = "\n".join(gold_texts(json.loads(item.answer)))
    answer = trajectory.final or trajectory.choice or ""
    if not reference.strip() or not answer.strip():
        return None
    return Essay(trajectory.question or item.question, answer, reference)
