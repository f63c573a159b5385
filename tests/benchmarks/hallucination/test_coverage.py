"""Coverage: what a run's scores rest on, and the traps that one run alone can show."""

from dataclasses import replace
from typing import Any

import pytest

from benchmarks.hallucination.coverage import coverage_of, coverage_warnings
from benchmarks.hallucination.judged import JudgedTrajectory
from tests.benchmarks.made_runs import S, claim, judged


def _warned(given: list[JudgedTrajectory]) -> str:
    n_null = sum(not any(c.verdict for c in one.claims) for one in given)
    return "\n".join(coverage_warnings(coverage_of(given, n_null)))


def _run(n: int = 20, **changes: Any) -> list[JudgedTrajectory]:
    return [
        replace(judged(str(i), claim("a", S), score=1.0), answer=f"answer {i}", **changes)
        for i in range(n)
    ]


def test_a_run_without_faults_warns_of_nothing() -> None:
    assert _warned(_run(tool_calls=2, tool_failures=0)) == ""


def test_tools_that_failed_are_warned_of_with_their_number() -> None:
    assert "tools failed: 40 of 40 calls" in _warned(_run(tool_calls=2, tool_failures=2))
    assert "tools failed" not in _warned(_run(tool_calls=5, tool_failures=2))


@pytest.mark.parametrize(("alike", "warned"), [(20, True), (19, True), (18, False)])
def test_constant_answers_are_warned_of(alike: int, warned: bool) -> None:
    given = [
        replace(one, answer="Yes " if i < alike else f"no {i}") for i, one in enumerate(_run())
    ]
    assert (f"constant answers: {alike} of 20 are 'yes'" in _warned(given)) is warned


def test_a_handful_of_answers_may_be_alike() -> None:
    assert _warned([replace(one, answer="yes") for one in _run(9)]) == ""


def test_partial_coverage_is_warned_of() -> None:
    errors = [judged(str(i), claim("a", S), claim("b", None), score=1.0) for i in range(4)]
    assert "coverage: 4 of 8 claims are errors" in _warned(errors)
    silent = [judged("s", score=1.0), *_run(3)]
    assert "coverage: 1 of 4 trajectories in scope have no scored claim" in _warned(silent)
    assert "no item in the graph" in _warned(_run(kind=""))
    assert "of 20 of 20 trajectories nobody knows" in _warned(_run(score=None))
