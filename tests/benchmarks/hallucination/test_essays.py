"""Free-text answers: graded by a model against the reference where no rule decides, or counted."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.agents.trajectory import Outcome, Step, Trajectory
from benchmarks.hallucination.essays import essay_of, grades_of
from benchmarks.hallucination.judged import read_judged
from benchmarks.hallucination.scoring import Equipment, Options, score
from benchmarks.judging.answer_judge import AnswerJudge
from benchmarks.runs import RunFolder, create_run
from benchmarks.steps import Steps, open_grader
from benchmarks.verify import verify
from graph.store import ItemRecord
from hubscope.errors import InputError
from hubscope.llm.doubles import ScriptedModel
from hubscope.llm.opening import Models
from tests.benchmarks.hallucination.judging import Bench, bench

REFERENCE = "Drink water, rest, and see a doctor after three days of fever."
ASKED = "What helps against fever?"
ITEM = ItemRecord("k1", "s", "1", ASKED, json.dumps(REFERENCE), "", "open", "{}")
LONG = "Rest and plenty of water help; a fever of more than three days is for a doctor to see."


def said(final: str | None, **more: object) -> Trajectory:
    return replace(Trajectory("t", (Step("I answer."),), item="1", final=final), **more)  # type: ignore[arg-type]


def test_what_no_rule_decides_is_graded_by_the_model_and_nothing_else_is_sent() -> None:
    model = ScriptedModel([{"score": 0.75, "reason": "most of it"}])
    given = [
        said(LONG),
        said(REFERENCE),  # word for word: by rule
        said(None),  # no answer is wrong
        said(LONG, score=0.5),  # the source's own score wins
        said(LONG, outcome=Outcome.ERROR),
    ]
    found = grades_of(given, [ITEM] * 5, AnswerJudge(model))
    assert [one.score for one in found] == [0.75, 1.0, 0.0, 0.5, None]
    assert len(model.asked) == 1
    prompt = model.asked[0].messages[0].text
    assert REFERENCE in prompt
    assert ITEM.question in prompt
    assert [one.score for one in grades_of(given[:1], [ITEM], None)] == [None]


@pytest.mark.parametrize(
    "item",
    [
        None,
        replace(ITEM, answer=json.dumps("A"), options=json.dumps({"A": "rest", "B": "run"})),
        replace(ITEM, answer=json.dumps("yes"), kind="boolean"),
        replace(ITEM, answer=json.dumps("")),
    ],
)
def test_without_a_reference_or_with_options_it_is_no_essay(item: ItemRecord | None) -> None:
    assert essay_of(said(LONG), item) is None


def test_several_references_stand_together() -> None:
    essay = essay_of(said(LONG), replace(ITEM, answer=json.dumps(["Rest.", ["Water."]])))
    assert essay is not None
    assert essay.reference == "Rest.\nWater."


def graded(made: Bench, model: ScriptedModel) -> Equipment:
    return replace(made.equipment, grader=AnswerJudge(model))


@pytest.fixture
def made(tmp_path: Path) -> Bench:
    return bench(tmp_path)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """Answers in free text to an item whose gold answer no rule compares them with."""
    text = "Metformin raises blood glucose."
    answers = ["It certainly does raise it, they say.", "Nobody has ever measured it properly."]
    trajectories = [
        Trajectory(f"t{n}", (Step(text),), item="1", final=final) for n, final in enumerate(answers)
    ]
    return create_run(tmp_path, "r", trajectories, [], format="own", items="", imported_from=[])


def test_a_run_of_essays_is_scored_by_their_grades(made: Bench, run: RunFolder) -> None:
    with pytest.raises(InputError, match="not known whether the answer is right"):
        score(run, made.equipment, Options(draws=50))
    model = ScriptedModel([{"score": 1.0, "reason": ""}, {"score": 0.25, "reason": ""}])
    scored = score(run, graded(made, model), Options(draws=50))
    scores = sorted(one.score or 0.0 for one in read_judged(run.judged))
    assert scores == [0.25, 1.0]
    assert scored.scores["acc"].value == 0.625
    # Only what is wrong in part is judged, claim by claim.
    assert scored.coverage.in_scope == 1
    assert json.loads((run.path / "manifest.json").read_text("utf-8"))["grader"].startswith(
        "scripted ("
    )
    assert verify(run) == []


def test_an_answer_that_the_grader_fails_on_is_counted_and_never_scored(
    made: Bench, run: RunFolder
) -> None:
    scored = score(run, graded(made, ScriptedModel([])), Options(everything=True, draws=50))
    assert (scored.coverage.ungraded, scored.coverage.unknown) == (2, 2)
    assert scored.scores["acc"].value is None
    assert any("grader failed on 2 answers" in one for one in scored.warnings)
    assert all(one.ungraded.startswith("judge_failed") for one in read_judged(run.judged))


def test_a_grader_is_a_model_and_never_the_one_under_test(tmp_path: Path) -> None:
    assert open_grader(Steps(), "m", None) is None
    with Models(tmp_path) as models:
        for name, reason in (("rules", "bad_grader"), ("openai:gpt-4o", "self_judging")):
            with pytest.raises(InputError) as raised:
                open_grader(Steps(grader=name), "gpt-4o-2024-08-06", models)
            assert raised.value.reason == reason
