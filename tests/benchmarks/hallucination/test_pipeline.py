"""From trajectories to judged claims: anchors, tiers, verdicts, and errors that are no verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from benchmarks.agents.trajectory import Call, Outcome, Step, Trajectory
from benchmarks.hallucination.judged import JudgedTrajectory
from benchmarks.hallucination.pipeline import ANSWER_KEPT, BATCH, Scope, judge_trajectories
from graph.vocabulary import Verdict
from hubscope.errors import UnavailableError
from retrieval.evidence import TierName
from retrieval.tiers import Candidates, TierRequest
from tests.benchmarks.hallucination.judging import Bench, bench
from tests.retrieval.graphs import ANSWER, CONTEXT, ELSEWHERE, GLUCOSE, METFORMIN

ALL = Scope(everything=True)


@dataclass(frozen=True)
class Down:
    """A tier that cannot be asked."""

    name: TierName = TierName.WEB

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        raise UnavailableError("the web is down")


@pytest.fixture
def made(tmp_path: Path) -> Bench:
    return bench(tmp_path)


def _said(text: str, id: str = "t", item: str | None = "1", **more: object) -> Trajectory:
    return Trajectory(id, (Step(text),), item=item, **more)  # type: ignore[arg-type]


def _judged(made: Bench, *trajectories: Trajectory, scope: Scope = ALL) -> list[JudgedTrajectory]:
    return list(judge_trajectories(trajectories, made.tools, scope))


def test_a_claim_is_judged_on_its_items_gold_evidence_and_anchored_to_what_it_names(
    made: Bench,
) -> None:
    (one,) = _judged(made, _said("Metformin raises blood glucose in adults."))
    (claim,) = one.claims
    assert claim.verdict is Verdict.REFUTED
    assert claim.evidence_tier == "gold"
    assert claim.chunks[0] == CONTEXT.key
    assert set(claim.chunks) <= {CONTEXT.key, ANSWER.key}
    assert {anchor.key for anchor in claim.anchors} == {METFORMIN.key, GLUCOSE.key}
    assert [anchor.key for anchor in claim.anchors] == sorted([METFORMIN.key, GLUCOSE.key])
    assert {(anchor.degree, anchor.match) for anchor in claim.anchors} == {(1, "exact")}
    assert made.judge.asked[0].item_question == "Does metformin lower glucose?"


def test_the_answer_and_the_fate_of_tool_calls_go_with_the_verdicts(made: Bench) -> None:
    calls = (Call("search", {}, "Error: no network"), Call("search", {}, "Metformin lowers it."))
    trajectory = Trajectory("t", (Step("Let me search.", calls),), item="1", final="no " * 100)
    (one,) = _judged(made, trajectory)
    assert (one.tool_calls, one.tool_failures) == (2, 1)
    assert one.answer == ("no " * 100)[:ANSWER_KEPT]
    assert _judged(made, replace(trajectory, choice="B"))[0].answer == "B"


def test_without_gold_evidence_the_graph_is_asked(made: Bench) -> None:
    said = _said("In the liver metformin inhibits glucose release.", item=None)
    (claim,) = _judged(made, said)[0].claims
    assert (claim.evidence_tier, claim.chunks) == ("graph", (ELSEWHERE.key,))


def test_no_evidence_is_unverifiable_and_the_judge_is_not_asked(made: Bench) -> None:
    (claim,) = _judged(made, _said("Aspirin inhibits platelets.", item=None))[0].claims
    assert (claim.verdict, claim.evidence_tier) == (Verdict.UNVERIFIABLE, None)
    assert (claim.anchors, claim.chunks, claim.error) == ((), (), "")
    assert made.judge.asked == []


def test_claims_about_what_the_graph_lacks_are_grouped_by_what_they_name(made: Bench) -> None:
    text = "Aspirin inhibits platelets. Aspirin is cheap. Metformin lowers blood glucose."
    (one,) = _judged(made, _said(text, item=None))
    assert [claim.bucket for claim in one.claims] == ["Aspirin", "Aspirin", ""]


def test_no_evidence_and_a_tier_that_failed_is_an_error(tmp_path: Path) -> None:
    (one,) = _judged(bench(tmp_path, [Down()]), _said("Aspirin inhibits platelets."))
    (claim,) = one.claims
    assert claim.verdict is None
    assert claim.error == "no tier has evidence and web: the web is down"
    assert claim.tier_errors == ("web: the web is down",)


def test_a_tier_that_failed_before_one_with_evidence_is_noted(made: Bench, tmp_path: Path) -> None:
    both = bench(tmp_path / "other", [Down(), *made.finder.tiers])
    (claim,) = _judged(both, _said("Metformin lowers blood glucose in adults."))[0].claims
    assert (claim.verdict, claim.evidence_tier) == (Verdict.SUPPORTED, "gold")
    assert claim.tier_errors == ("web: the web is down",)


def test_a_judge_that_fails_on_one_claim_fails_on_no_other(made: Bench) -> None:
    text = "Metformin blocks blood glucose in adults. Metformin lowers blood glucose in adults."
    failed, fine = _judged(made, _said(text))[0].claims
    assert (failed.verdict, failed.error) == (None, "the judge gave up")
    assert (fine.verdict, fine.error) == (Verdict.SUPPORTED, "")


@pytest.mark.parametrize(
    ("final", "score", "reason"),
    [
        ("no", 0.0, ""),
        ("yes", 1.0, "the answer is right"),
        ("perhaps later", None, "not known whether the answer is right"),
    ],
)
def test_by_default_only_wrong_answers_are_judged(
    final: str, score: float | None, reason: str, made: Bench
) -> None:
    said = _said("Metformin raises blood glucose in adults.", final=final)
    (one,) = _judged(made, said, scope=Scope())
    assert (one.score, one.scope_reason, one.in_scope) == (score, reason, not reason)
    assert bool(one.claims) == one.in_scope
    assert _judged(made, said)[0].claims


def test_a_trajectory_keeps_its_outcome_and_says_what_was_not_read(made: Bench) -> None:
    long = "Metformin " + "very " * 300 + "much lowers glucose."
    text = f"{long} It lowers glucose in adults. This drug lowers glucose."
    (one,) = _judged(made, _said(text, outcome=Outcome.TOOL_LOOP))
    assert (one.outcome, one.too_long, one.unnamed) == ("tool_loop", 1, 1)
    assert [claim.note for claim in one.claims] == ["unresolved_pronoun"]


def test_thinking_gives_claims_only_where_it_is_asked_for(made: Bench) -> None:
    thought = Trajectory("t", (Step("", reasoning="Metformin raises blood glucose."),), item="1")
    assert _judged(made, thought)[0].claims == ()
    (claim,) = _judged(made, thought, scope=Scope(everything=True, include_reasoning=True))[
        0
    ].claims
    assert claim.verdict is Verdict.REFUTED


def test_batches_change_nothing(made: Bench) -> None:
    many = [
        _said(f"Metformin {verb} blood glucose in group {n}.", id=f"t{n:03}")
        for n in range(BATCH + 3)
        for verb in [("raises", "lowers")[n % 2]]
    ]
    together = _judged(made, *many)
    assert [one.id for one in together] == [one.id for one in many]
    assert together == [_judged(made, one)[0] for one in many]
