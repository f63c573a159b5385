"""The battery of judges' replies: one verdict or an error, never a guess."""

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.judging.verdicts import read_verdict, read_verdicts
from graph.vocabulary import Verdict
from tests.batteries.reading import cases, made

Case = dict[str, Any]


class NotYet(Exception):
    """This op belongs to a part that is still to come."""


COMING = {
    "judge": "a chat model as judge of a run",
    "judge_answer": "answers judged by a chat model",
    "configure": "the choice of a judge beside the model under test",
}


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
    assert "ignored" not in expect or list(found.ignored) == expect["ignored"]


OPS: dict[str, Callable[[Case, Case], None]] = {"parse": _parse, "parse_batch": _parse_batch}


def _with_marks(parameter: Any) -> Any:
    case = parameter.values[0]
    op = case["input"]["op"]
    if op in OPS:
        return parameter
    coming = COMING.get(op, "another part")
    mark = pytest.mark.xfail(strict=True, raises=NotYet, reason=f"still to come: {coming}")
    return pytest.param(case, id=case["id"], marks=mark)


@pytest.mark.parametrize("case", [_with_marks(case) for case in cases("verdict_parser")])
def test_verdict_parser_case(case: Case) -> None:
    op = case["input"]["op"]
    if op not in OPS:
        raise NotYet(op)
    OPS[op](case["input"], case["expect"])
