"""Scores of a run: what an interval without width is worth."""

import pytest

from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.hallucination.score import ALL_ALIKE, score_run
from graph.vocabulary import Verdict

RIGHT, WRONG = Verdict.SUPPORTED, Verdict.REFUTED


def _run(*verdicts: Verdict) -> list[JudgedTrajectory]:
    return [
        JudgedTrajectory(f"t{n}", (JudgedClaim("Zinc binds.", 0, verdict=verdict),), score=0.0)
        for n, verdict in enumerate(verdicts)
    ]


@pytest.mark.parametrize("verdict", [RIGHT, WRONG, Verdict.UNVERIFIABLE])
def test_trajectories_that_are_all_alike_have_an_interval_with_a_note(verdict: Verdict) -> None:
    scores = score_run(_run(verdict, verdict, verdict), seed=1, draws=50)
    for name in ("hr", "hs_macro", "hs_micro", "hsw_micro", "wacc"):
        assert scores[name].note == ALL_ALIKE
        assert scores[name].low == scores[name].high
    # Wilson's interval has a width.
    assert (scores["hf"].note, scores["acc"].note) == ("", "")


def test_one_trajectory_and_different_ones_have_no_such_note() -> None:
    assert score_run(_run(WRONG), seed=1, draws=50)["hr"].note == "one_cluster"
    assert score_run(_run(WRONG, RIGHT), seed=1, draws=50)["hr"].note == ""
