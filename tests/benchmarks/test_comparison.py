"""Comparison: two runs item by item, by hand; flips; every warning that a table may need."""

import math
from pathlib import Path
from typing import Any

import pytest

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.comparison import compare
from benchmarks.hallucination.judged import JudgedTrajectory
from benchmarks.runs import RunFolder
from hubscope.errors import InputError
from tests.benchmarks.made_runs import R, S, U, claim, judged, made_run


def _answers(home: Path, name: str, scores: str, **changes: Any) -> RunFolder:
    """Items 0, 1, ...: `1` right, `0` wrong, `?` not known, `.` not answered."""
    given = [
        JudgedTrajectory(f"{name}{i}", item=f"{i:02}", score=_SCORES[mark], answer=f"says {mark}")
        for i, mark in enumerate(scores)
        if mark != "."
    ]
    return made_run(home, name, given, **changes)


_SCORES = {"1": 1.0, "0": 0.0, "?": None, "h": 0.5}


def test_items_are_paired_and_those_of_one_run_only_are_listed(tmp_path: Path) -> None:
    runs = [_answers(tmp_path, "a", "11110000.1?1"), _answers(tmp_path, "b", "1110111010.1")]
    (found,) = compare(runs)
    # a 1111 0000 1? 1 against b 1110 1110 .. by item: 00-02 both, 03 loss, 04-06 gain, 07 neither,
    # 08 only b, 09 loss, 10 only a, 11 both.
    assert (found.both, found.gain, found.loss, found.neither) == (4, 3, 2, 1)
    assert (found.items, found.net, found.mcnemar_p) == (10, 1, 1.0)
    assert found.missing.first == ("08",)
    assert found.missing.second == ("10",)
    assert found.retention == pytest.approx(4 / 6)
    assert (found.accuracy.first.value, found.accuracy.second.value) == (0.6, 0.7)
    assert found.accuracy.difference.value == pytest.approx(0.1)
    assert found.interval is not None
    assert found.accuracy.difference.low is not None
    assert found.interval.low == pytest.approx(10 * found.accuracy.difference.low)
    assert [(flip.item, flip.gain) for flip in found.item_flips] == [
        ("03", False),
        ("04", True),
        ("05", True),
        ("06", True),
        ("09", False),
    ]
    assert (found.item_flips[0].first, found.item_flips[0].second) == ("says 1", "says 0")


def test_an_item_without_a_known_score_is_listed_as_such(tmp_path: Path) -> None:
    (found,) = compare([_answers(tmp_path, "a", "1?"), _answers(tmp_path, "b", "11")])
    assert (found.items, found.not_graded) == (1, ("01",))


def test_partial_credit_is_right_only_whole_and_its_difference_is_resampled(
    tmp_path: Path,
) -> None:
    (found,) = compare([_answers(tmp_path, "a", "hh1"), _answers(tmp_path, "b", "1h1")])
    assert (found.both, found.gain, found.neither) == (1, 1, 1)
    assert found.accuracy.difference.value == pytest.approx(0.5 / 3)
    assert found.accuracy.difference.low == 0.0


def test_runs_without_a_common_item_have_nothing_to_compare(tmp_path: Path) -> None:
    (found,) = compare([_answers(tmp_path, "a", "11"), _answers(tmp_path, "b", "..11")])
    assert (found.items, found.interval, found.mcnemar_p) == (0, None, 1.0)
    assert found.accuracy.difference.value is None
    assert found.missing.first == ("02", "03")


def test_an_item_that_is_answered_twice_is_right_where_both_answers_are(tmp_path: Path) -> None:
    twice = [
        JudgedTrajectory("x", item="1", score=1.0),
        JudgedTrajectory("y", item="1", score=0.0),
    ]
    runs = [
        made_run(tmp_path, "a", twice),
        made_run(tmp_path, "b", [JudgedTrajectory("z", item="1", score=1.0)]),
    ]
    (found,) = compare(runs)
    assert (found.gain, found.repeated) == (1, ("1",))
    assert found.accuracy.difference.value == pytest.approx(0.5)


def test_hallucination_scores_are_compared_over_the_items_that_both_have_claims_of(
    tmp_path: Path,
) -> None:
    first = [judged("1", claim("a", S), claim("b", R, 9)), judged("2", claim("c", R))]
    second = [judged("1", claim("a", S), claim("b", S, 9)), judged("2"), judged("3", claim("d", R))]
    (found,) = compare([made_run(tmp_path, "x", first), made_run(tmp_path, "y", second)])
    assert found.scored_in_both == 1
    w = 1 + math.log(10)
    hsw = found.scores["hsw_micro"]
    assert hsw.first.value == pytest.approx(w / (1 + w))
    assert hsw.second.value == 0.0
    assert hsw.difference.value == pytest.approx(-w / (1 + w))
    assert (hsw.difference.n, hsw.difference.note) == (1, "one_cluster")


def test_the_interval_of_a_difference_resamples_items_in_both_runs_at_once(
    tmp_path: Path,
) -> None:
    # Every item is one penalty worse in the second run, however they differ among themselves.
    first = [judged(f"{i}", claim("a", S), claim("b", R if i % 2 else S)) for i in range(20)]
    second = [judged(f"{i}", claim("a", R), claim("b", R if i % 2 else S)) for i in range(20)]
    (found,) = compare([made_run(tmp_path, "x", first), made_run(tmp_path, "y", second)])
    difference = found.scores["hs_macro"].difference
    ends = [difference.low, difference.value, difference.high]
    assert ends == [pytest.approx(0.5)] * 3


def test_claims_of_equal_wording_that_are_judged_differently_are_listed(tmp_path: Path) -> None:
    first = [judged("1", claim("Zinc binds ACE2", S), claim("b", U), claim("c", None))]
    second = [judged("1", claim("zinc  binds ACE2", R), claim("b", U), claim("c", S))]
    (found,) = compare([made_run(tmp_path, "x", first), made_run(tmp_path, "y", second)])
    assert found.same_claims == 3
    assert [(one.text, one.first, one.second) for one in found.claim_flips] == [
        ("c", None, S),
        ("Zinc binds ACE2", S, R),
    ]


def test_several_runs_are_compared_with_the_first_and_adjusted_by_holm(tmp_path: Path) -> None:
    runs = [
        _answers(tmp_path, "a", "0" * 12),
        _answers(tmp_path, "b", "1" * 6 + "0" * 6),
        _answers(tmp_path, "c", "1" * 5 + "0" * 7),
    ]
    first, second = compare(runs)
    assert (first.mcnemar_p, second.mcnemar_p) == (2 / 64, 2 / 32)
    assert (first.holm_p, second.holm_p) == (4 / 64, 4 / 64)


def test_one_run_or_the_same_twice_is_no_comparison(tmp_path: Path) -> None:
    run = _answers(tmp_path, "a", "1")
    for runs in ([run], [run, run]):
        with pytest.raises(InputError):
            compare(runs)


# -- warnings -------------------------------------------------------------------------------------


def _warned(tmp_path: Path, scores: str = "10", **changes: Any) -> str:
    runs = [_answers(tmp_path, "a", "10"), _answers(tmp_path, "b", scores, **changes)]
    return "\n".join(compare(runs)[0].warnings)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"judge_fingerprint": "other"}, "differ in judge"),
        ({"degree_snapshot": "other"}, "differ in degree snapshot"),
        ({"evidence": "other"}, "differ in evidence"),
        ({"dataset": "other"}, "differ in items"),
        ({"tiers": ("graph",)}, "differ in tiers"),
        ({"relevance_floor": 0.3}, "differ in relevance floor"),
        ({"scope": "wrong answers"}, "differ in scope"),
        ({"anchor": "mean"}, "differ in anchor rule"),
        ({"code": "other"}, "differ in hubscope code"),
        ({"trajectories": "other"}, "other trajectories than those that were scored"),
    ],
)
def test_what_parts_two_runs_is_said(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    assert said in _warned(tmp_path, **changes)


def test_equal_conditions_give_no_warning_of_a_mixed_cohort(tmp_path: Path) -> None:
    assert "differ in" not in _warned(tmp_path)


def test_scores_of_wrong_answers_only_are_said_to_run_over_others_than_accuracy(
    tmp_path: Path,
) -> None:
    runs = [_answers(tmp_path, name, "10", scope="wrong answers") for name in "ab"]
    said = "\n".join(compare(runs)[0].warnings)
    assert "accuracy runs over all trajectories, HS and HS^w over the wrong ones" in said
    assert "over the items that both runs answer wrong" in said


def test_the_same_trajectories_judged_twice_are_told_apart_from_two_agents(
    tmp_path: Path,
) -> None:
    given = [judged("1", claim("a", S))]
    runs = [made_run(tmp_path, name, given) for name in ("x", "y")]
    assert "the same trajectories" in "\n".join(compare(runs)[0].warnings)
    other = [Trajectory("1", (Step("Something else."),), item="1")]
    runs = [runs[0], made_run(tmp_path, "z", given, other)]
    assert "the same trajectories" not in "\n".join(compare(runs)[0].warnings)


def test_a_journal_that_was_changed_by_hand_is_said(tmp_path: Path) -> None:
    runs = [_answers(tmp_path, name, "10") for name in "ab"]
    text = runs[1].judged.read_text("utf-8")
    runs[1].judged.write_text(text.replace("0.0", "1.0"), "utf-8")
    assert "judged.jsonl was changed" in "\n".join(compare(runs)[0].warnings)
