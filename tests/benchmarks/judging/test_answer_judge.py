"""Final answers graded by a model: a score in [0, 1] or an error, never a guess."""

import pytest

from benchmarks.judging.answer_judge import AnswerJudge, read_score
from hubscope.llm.doubles import ScriptedModel
from hubscope.llm.structured import ReplyFault


def test_an_answer_is_graded_and_an_empty_one_is_not_sent() -> None:
    model = ScriptedModel(['{"score": 0.25, "reason": "part of it"}'])
    judge = AnswerJudge(model)
    assert judge.grade("q", "zinc", "zinc and iron").score == 0.25
    for empty in (None, "", "  \n", "\u200b"):
        assert judge.grade("q", empty, "42").outcome == "no_answer"
    assert len(model.asked) == 1


def test_two_unreadable_replies_are_an_error() -> None:
    model = ScriptedModel(["good", '{"score": "good"}'])
    found = AnswerJudge(model).grade("q", "a", "b")
    assert found.score is None
    assert found.error.startswith("parse_error: ")
    assert len(AnswerJudge(ScriptedModel([])).fingerprint) == 64
    assert AnswerJudge(ScriptedModel([])).grade("q", "a", "b").error.startswith("judge_failed: ")


@pytest.mark.parametrize(
    "reply",
    [
        '{"score": 1.5}',
        '{"score": -0.1}',
        '{"score": true}',
        '{"score": NaN}',
        '{"score": "0.5"}',
        "0.5",
    ],
)
def test_what_is_no_score_is_refused(reply: str) -> None:
    with pytest.raises(ReplyFault):
        read_score(reply)
