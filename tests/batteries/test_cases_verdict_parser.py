"""The battery of judges' replies: one verdict or an error, never a guess."""

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.judging.answer_judge import AnswerJudge
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.judge_choice import bare_name, choose_judge, same_model
from benchmarks.judging.model_judge import ModelJudge
from benchmarks.judging.verdicts import read_verdict, read_verdicts
from graph.vocabulary import Verdict
from hubscope.errors import InputError, UnavailableError
from hubscope.llm.chat import Reply, Request
from hubscope.llm.doubles import ScriptedModel
from tests.batteries.reading import cases, made
from tests.servers.obedient import ObedientModel, outside_material

Case = dict[str, Any]


def _parse(given: Case, expect: Case) -> None:
    found = read_verdict(made(given["reply"]))
    assert (found.verdict is None) == bool(found.error)
    if "verdict" in expect:
        assert found.verdict == expect["verdict"]
    elif "error_or" in expect:
        assert found.verdict in (None, Verdict(expect["error_or"]))
    else:
        assert found.verdict is None
    if "reason" in expect:
        assert found.reason == expect["reason"]


def _parse_batch(given: Case, expect: Case) -> None:
    found = read_verdicts(given["claims"], made(given["reply"]))
    assert {*found.verdicts, *found.errors} == {*given["claims"]}
    assert "verdicts" not in expect or found.verdicts == expect["verdicts"]
    assert "errors" not in expect or sorted(found.errors) == sorted(expect["errors"])
    assert "ignored" not in expect or sorted(found.ignored) == sorted(expect["ignored"])


class Failing:
    """A model that is never there in time."""

    name = "scripted"
    fingerprint = "0" * 64

    def reply(self, request: Request) -> Reply:
        raise UnavailableError("no whole reply within 120 s", reason="timed_out")


def _model(given: Case) -> ScriptedModel | Failing | ObedientModel:
    match given.get("judge"):
        case "raises_timeout":
            return Failing()
        case "obeys_last_imperative":
            return ObedientModel()
    return ScriptedModel([made(reply) for reply in given.get("judge_replies", [])])


def _judge(given: Case, expect: Case) -> None:
    model = _model(given)
    [found] = ModelJudge(model).judge_many([JudgeInput(given["claim"], tuple(given["evidence"]))])
    if "verdict" in expect:
        assert found.verdict == expect["verdict"]
        assert found.error is None
    if "error" in expect:
        assert found.verdict is None  # and so it has no penalty
        assert str(found.error).startswith(f"{expect['error']}:")
    if "judge_calls" in expect:
        assert isinstance(model, ScriptedModel)
        assert len(model.asked) == expect["judge_calls"]
    if expect.get("raw_reply_kept"):
        assert given["judge_replies"][1] in str(found.error)
    if "prompt_contains_unescaped_delimiter" in expect:
        assert isinstance(model, ObedientModel)
        [prompt] = model.prompts
        # Outside of what stands between two marks there is nothing of the claim.
        assert model.obeyed == []
        claim = " ".join(given["claim"].split())  # a claim is one line to a judge
        assert claim in prompt
        assert claim not in outside_material(prompt)
        assert found.verdict != "SUPPORTED"


def _judge_answer(given: Case, expect: Case) -> None:
    model = _model(given)
    found = AnswerJudge(model).grade("", given["answer"], given["reference"])
    if "score" in expect:
        assert found.score == expect["score"]
    if "outcome" in expect:
        assert found.outcome == expect["outcome"]
    if "error" in expect:
        assert found.score is None
        assert found.error.startswith(f"{expect['error']}:")
    if "judge_calls" in expect:
        assert isinstance(model, ScriptedModel)
        assert len(model.asked) == expect["judge_calls"]


def _configure(given: Case, expect: Case) -> None:
    if "error" in expect:
        with pytest.raises(InputError) as raised:
            choose_judge(given["model"], given["judge"])
        assert raised.value.reason == expect["error"]
        return
    chosen = choose_judge(given["model"], given["judge"])
    assert bare_name(chosen) == expect.get("judge", expect.get("error_or_default"))
    assert not same_model(chosen, given["model"])


OPS: dict[str, Callable[[Case, Case], None]] = {
    "parse": _parse,
    "parse_batch": _parse_batch,
    "judge": _judge,
    "judge_answer": _judge_answer,
    "configure": _configure,
}


@pytest.mark.parametrize("case", cases("verdict_parser"))
def test_verdict_parser_case(case: Case) -> None:
    OPS[case["input"]["op"]](case["input"], case["expect"])
