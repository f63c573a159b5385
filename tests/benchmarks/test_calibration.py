"""Calibration: a judge against people, by hand; corrected scores; what is wrong with labels."""

import math
from pathlib import Path

import pytest

from benchmarks.calibration import Calibration, calibrate, calibration_of
from benchmarks.human_labels import claim_id
from benchmarks.measured_judge import Method
from benchmarks.runs import RunFolder
from benchmarks.verify import verify
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from tests.benchmarks.made_runs import R, S, U, claim, judged, made_run

# Four trajectories of two claims. The judge says S R | S U | R R | S S.
VERDICTS = {"t1": (S, R), "t2": (S, U), "t3": (R, R), "t4": (S, S)}
# People:                                          S R | S U | R S | S -.
PEOPLE = {"t1": (S, R), "t2": (S, U), "t3": (R, S), "t4": (S,)}


def _run(home: Path) -> RunFolder:
    return made_run(
        home,
        "made",
        [
            judged(id, *(claim(f"{id} says {n}", v, degree=n * 9) for n, v in enumerate(verdicts)))
            for id, verdicts in VERDICTS.items()
        ],
    )


def _csv(path: Path, rows: list[tuple[str, str, str]]) -> Path:
    lines = ["claim,label,rater", *(",".join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _labels(people: dict[str, tuple[Verdict, ...]], rater: str) -> list[tuple[str, str, str]]:
    return [
        (claim_id(id, f"{id} says {n}"), str(label).lower(), rater)
        for id, labels in people.items()
        for n, label in enumerate(labels)
    ]


def _one_rater(folder: Path, method: Method = Method.PPI) -> Calibration:
    run = _run(folder)
    path = _csv(folder / "human.csv", _labels(PEOPLE, "ann"))
    return calibrate(run, [path], method).calibration


def test_agreement_and_confusion_are_those_of_a_table_filled_by_hand(tmp_path: Path) -> None:
    found = _one_rater(tmp_path)
    # Seven labels; the judge parts from people once, at t3's second claim: S read as R.
    assert (found.claims, found.scored, found.trajectories, found.tied) == (7, 8, 4, 0)
    assert found.confusion == {
        "SUPPORTED": {"SUPPORTED": 3, "UNVERIFIABLE": 0, "REFUTED": 1},
        "UNVERIFIABLE": {"SUPPORTED": 0, "UNVERIFIABLE": 1, "REFUTED": 0},
        "REFUTED": {"SUPPORTED": 0, "UNVERIFIABLE": 0, "REFUTED": 2},
    }
    assert found.agreement.value == pytest.approx(6 / 7)
    # p_e = (4*3 + 1*1 + 2*3)/49 = 19/49; kappa = (42/49 - 19/49)/(30/49) = 23/30.
    assert found.kappa.value == pytest.approx(23 / 30)
    # Squared distances: observed 4; expected (4*1 + 4*3*4 + 1*3 + 1*3 + 2*3*4 + 2*1)/7 = 84/7 = 12.
    assert found.weighted_kappa.value == pytest.approx(1 - 4 / 12)
    # Seven units, 14 ratings: S 7, U 2, R 5; one unit disagrees: D_o = 2/14, D_e = 118/182.
    assert found.alpha.value == pytest.approx(1 - (2 / 14) / (118 / 182))
    assert (found.alpha_people.value, found.alpha_people.note) == (None, "undefined")
    refuted, supported = found.per_class["REFUTED"], found.per_class["SUPPORTED"]
    assert refuted.precision.value == pytest.approx(2 / 3)
    assert (refuted.precision.denominator, refuted.recall.denominator) == (3, 2)
    assert refuted.recall.value == 1.0
    assert (supported.precision.value, supported.recall.value) == (1.0, 0.75)
    assert [(one.label, one.verdict, one.text) for one in found.disagreements] == [
        (S, R, "t3 says 1")
    ]


def test_scores_are_corrected_by_what_people_say_of_the_sample(tmp_path: Path) -> None:
    found = _one_rater(tmp_path).scores
    micro = found["hs_micro"]
    # The judge on all: (0+1 + 0+.5 + 1+1 + 0+0)/8; of the seven labelled claims it says 3.5 in
    # sum, people 2.5; sum of products 2.25, of squares 3.25.
    assert micro.raw.value == pytest.approx(3.5 / 8)
    assert micro.people.value == pytest.approx(2.5 / 7)
    power = (2.25 - 3.5 * 2.5 / 7) / (3.25 - 3.5**2 / 7)
    assert power == pytest.approx(2 / 3)
    assert micro.corrected.value == pytest.approx(2.5 / 7 + 2 / 3 * (3.5 / 8 - 3.5 / 7))
    # Every claim weighs half in the macro mean: the same.
    assert found["hs_macro"].corrected.value == pytest.approx(micro.corrected.value)
    assert micro.corrected.low is not None
    assert micro.corrected.high is not None
    assert 0 <= micro.corrected.low <= 2.5 / 7 - 1 / 24 <= micro.corrected.high <= 1


def test_a_weighted_score_is_corrected_with_its_own_weights(tmp_path: Path) -> None:
    weighted = _one_rater(tmp_path).scores["hsw_micro"]
    # w = 1 for degree 0 and W = 1 + ln 10 for degree 9, the second claim of each trajectory.
    w = 1 + math.log(10)
    raw, sample = (1 + 2.5 * w) / (4 + 4 * w), (1 + 2.5 * w) / (4 + 3 * w)
    people = (1 + 1.5 * w) / (4 + 3 * w)
    # (weight, judge, people) of the seven: residuals about the weighted means, squared weights.
    seven = [(1, 0, 0), (w, 1, 1), (1, 0, 0), (w, 0.5, 0.5), (1, 1, 1), (w, 1, 0), (1, 0, 0)]
    covariance = sum(v**2 * (f - sample) * (y - people) for v, f, y in seven)
    power = covariance / sum(v**2 * (f - sample) ** 2 for v, f, _ in seven)
    assert 0 < power < 1
    assert weighted.raw.value == pytest.approx(raw)
    assert weighted.people.value == pytest.approx(people)
    assert weighted.corrected.value == pytest.approx(people + power * (raw - sample))


def test_a_judge_that_never_varies_moves_nothing(tmp_path: Path) -> None:
    run = made_run(tmp_path, "flat", [judged(f"t{i}", claim("a", U)) for i in range(4)])
    rows = [(claim_id(f"t{i}", "a"), label, "ann") for i, label in enumerate(("refuted",) * 2)]
    found = calibrate(run, [_csv(tmp_path / "h.csv", rows)]).calibration.scores["hs_micro"]
    assert (found.raw.value, found.corrected.value) == (0.5, 1.0)


def test_rogan_gladen_turns_the_confusion_round(tmp_path: Path) -> None:
    micro = _one_rater(tmp_path, Method.ROGAN_GLADEN).scores["hs_micro"]
    # Verdicts S 4/8, U 1/8, R 3/8; P(S|S) = 3/4, P(R|S) = 1/4, U and R are read right:
    # S = (4/8)/(3/4) = 2/3, U = 1/8, R = 3/8 - 2/3/4 = 5/24; HS = 1/16 + 5/24.
    assert micro.corrected.value == pytest.approx(1 / 16 + 5 / 24)


def test_a_class_that_nobody_labelled_leaves_rogan_gladen_undefined(tmp_path: Path) -> None:
    path = _csv(tmp_path / "h.csv", _labels({"t1": (S, R), "t3": (R, S)}, "ann"))
    found = calibrate(_run(tmp_path), [path], Method.ROGAN_GLADEN).calibration
    assert found.scores["hs_micro"].corrected.value is None
    assert any("people call only 0 claims UNVERIFIABLE" in one for one in found.warnings)


def test_several_raters_are_compared_with_each_other_and_their_majority_decides(
    tmp_path: Path,
) -> None:
    rows = _labels({"t1": (S, R)}, "ann") + _labels({"t1": (S, S)}, "bob")
    rows += _labels({"t1": (R, S), "t2": (S, U)}, "cy") + _labels({"t2": (S, R)}, "ann")
    found = calibrate(_run(tmp_path), [_csv(tmp_path / "h.csv", rows)]).calibration
    # t1: S S R -> S, R S S -> S; t2: S S -> S; U R -> tied.
    assert (found.claims, found.tied) == (4, 1)
    assert any("1 of 4 labelled claims have no majority" in one for one in found.warnings)
    assert found.agreement.denominator == 3
    assert found.agreement.value == pytest.approx(2 / 3)
    pairs = {(one.first, one.second): (one.n, one.agreement) for one in found.pairs}
    assert pairs["ann", "bob"] == (2, 0.5)
    assert pairs["judge", "cy"] == (4, 0.5)
    assert found.alpha_people.value is not None
    # People's mean penalties: 1/3, 1/3, 0, 3/4.
    assert found.scores["hs_micro"].people.value == pytest.approx((1 / 3 + 1 / 3 + 0.75) / 4)


def test_a_rater_called_judge_is_not_taken_for_the_judge(tmp_path: Path) -> None:
    path = _csv(tmp_path / "h.csv", _labels({"t3": (S, S)}, "judge"))
    (pair,) = calibrate(_run(tmp_path), [path]).calibration.pairs
    assert (pair.first, pair.second, pair.agreement) == ("judge", "judge (rater)", 0.0)


def test_an_adjudication_decides_and_is_no_rater(tmp_path: Path) -> None:
    rows = _labels({"t1": (S, R)}, "ann") + _labels({"t1": (R, R)}, "bob")
    rows += _labels({"t1": (R,)}, "adjudicated")
    found = calibrate(_run(tmp_path), [_csv(tmp_path / "h.csv", rows)]).calibration
    assert found.confusion["REFUTED"] == {"SUPPORTED": 1, "UNVERIFIABLE": 0, "REFUTED": 1}
    assert found.tied == 0
    assert found.scores["hs_micro"].people.value == 1.0
    # Ann and Bob part on one of two claims: four ratings, S once, R three times.
    assert found.alpha_people.value == pytest.approx(1 - (2 / 4) / (6 / 12))


def test_rows_without_a_usable_label_are_listed_with_their_place(tmp_path: Path) -> None:
    good, second = _labels({"t1": (S, R)}, "ann")
    rows = [good, good, (good[0], "refuted", "bob"), (good[0], "supported", "bob")]
    rows += [("", "refuted", "ann"), (second[0], "", "ann"), (second[0], "wrong", "ann")]
    rows += [("0" * 32, "refuted", "ann")]
    found = calibrate(_run(tmp_path), [_csv(tmp_path / "h.csv", rows)])
    assert [(one.where.rpartition(":")[2], one.reason) for one in found.skipped] == [
        ("6", "no_claim"),
        ("7", "no_label"),
        ("8", "unknown_label"),
        ("9", "unknown_claim"),
        ("3", "labelled_before"),
        ("4", "two_labels"),
        ("5", "two_labels"),
    ]
    assert found.calibration.claims == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("claim,rater\nx,ann\n", "missing_column"),
        ("claim,label\nx,supported\n", "no_valid_items"),
        ("", "no_valid_items"),
    ],
)
def test_a_file_of_no_use_is_refused_and_nothing_is_kept(
    tmp_path: Path, text: str, reason: str
) -> None:
    run, path = _run(tmp_path), tmp_path / "h.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        calibrate(run, [path])
    assert caught.value.reason == reason
    assert "h.csv" in str(caught.value)
    assert calibration_of(run) is None


def test_a_file_without_raters_is_by_one_person_named_like_it(tmp_path: Path) -> None:
    rows = [f"{id};{label}" for id, label, _ in _labels(PEOPLE, "")]
    (tmp_path / "ann.csv").write_text("\n".join(["Claim ID;Label", *rows]), "utf-8")
    found = calibrate(_run(tmp_path), [tmp_path / "ann.csv"]).calibration
    assert (found.raters, found.claims) == (("ann",), 7)


def test_the_calibration_is_derived_again_from_the_folder_and_outlives_a_judge(
    tmp_path: Path,
) -> None:
    run = _run(tmp_path)
    path = _csv(tmp_path / "h.csv", _labels(PEOPLE, "ann"))
    first = calibrate(run, [path], Method.ROGAN_GLADEN).calibration
    assert calibration_of(run) == first
    text = run.judged.read_text("utf-8")
    run.judged.write_text(text.replace("REFUTED", "SUPPORTED"), "utf-8")
    again = calibration_of(run)
    assert again is not None
    assert again.confusion["REFUTED"]["SUPPORTED"] == 2


def test_a_sample_chosen_by_verdict_is_told_apart_from_a_random_one(tmp_path: Path) -> None:
    many = [judged(f"t{i}", claim("a", S), claim("b", R)) for i in range(40)]
    run = made_run(tmp_path, "many", many)
    chosen = [(claim_id(one.id, "b"), "REFUTED", "ann") for one in many]
    found = calibrate(run, [_csv(tmp_path / "h.csv", chosen)]).calibration
    assert any("no random draw" in one for one in found.warnings)
    drawn = [(claim_id(one.id, text), "REFUTED", "ann") for one in many for text in "ab"]
    found = calibrate(run, [_csv(tmp_path / "h.csv", drawn)]).calibration
    assert not any("no random draw" in one for one in found.warnings)


def test_claims_that_the_judge_failed_on_are_counted_and_leave_every_figure(
    tmp_path: Path,
) -> None:
    run = made_run(tmp_path, "errs", [judged("t", claim("a", S), claim("b", None))])
    rows = [(claim_id("t", text), "SUPPORTED", "ann") for text in "ab"]
    found = calibrate(run, [_csv(tmp_path / "h.csv", rows)]).calibration
    assert (found.claims, found.judge_errors, found.scored) == (1, 1, 1)
    assert found.agreement.note == "one_cluster"


def test_verify_derives_the_calibration_again(tmp_path: Path) -> None:
    run = _run(tmp_path)
    calibrate(run, [_csv(tmp_path / "h.csv", _labels(PEOPLE, "ann"))])
    assert verify(run) == []
    labels = run.path / "labels.jsonl"
    labels.write_text(labels.read_text("utf-8").replace("UNVERIFIABLE", "REFUTED"), "utf-8")
    assert {"calibration.labels", "calibration.kappa.value"} <= {one.what for one in verify(run)}
    labels.unlink()
    assert [one.what for one in verify(run)] == ["labels.jsonl"]
