"""The pages Runs and Labelling without a browser and without a server."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from benchmarks.calibration import calibrate_labels
from benchmarks.human_labels import HumanLabel, claim_id
from benchmarks.labelling import LabelBook
from graph.vocabulary import Verdict
from tests.benchmarks.made_runs import R, S, claim, judged, made_run
from tests.ui.scored_run import HOSTILE, scored_run
from tests.ui.test_app import opened, texts

SAID = {
    "wrong": claim_id("wrong", "Zinc inhibits ACE2"),
    "right": claim_id("right", "Zinc binds ACE2"),
}


def _two_runs(home: Path) -> None:
    for name, verdict in (("a", S), ("b", R)):
        given = [
            judged(
                str(i), claim("x", S), claim(HOSTILE, verdict), score=float(i == 0 or name == "a")
            )
            for i in range(3)
        ]
        made_run(home, name, given)


# -- runs -----------------------------------------------------------------------------------------


def test_runs_stand_in_one_table_and_two_are_compared(app_home: Path) -> None:
    _two_runs(app_home)
    app = opened("runs")
    assert not app.exception
    table, items, claims = (frame.value for frame in app.dataframe)
    assert list(table["run"]) == ["a", "b"]
    assert table["HS"][0] == "0.00 [0.00, 0.00]‡"
    assert list(items["item"]) == ["1", "2"]
    assert list(items["right in"]) == ["first", "first"]
    assert list(claims["claim"]) == [HOSTILE] * 3
    said = texts(app)
    assert "The second wins 0 items and loses 2: net -2" in said
    assert "3 of 6 claims that both make are judged" in said
    assert "<img" not in said


def test_the_same_run_twice_is_not_compared(app_home: Path) -> None:
    _two_runs(app_home)
    app = opened("runs", first="a", second="a")
    app.query_params.update({"first": "a", "second": "a"})
    app.run()
    assert "two different runs" in texts(app)


def test_runs_of_other_conditions_are_warned_of(app_home: Path) -> None:
    _two_runs(app_home)
    made_run(app_home, "c", [judged("1", claim("x", S))], judge_fingerprint="other")
    assert "the runs differ in judge" in texts(opened("runs")).replace("\\", "")


def test_without_a_scored_run_the_page_says_how_to_score_one(app_home: Path) -> None:
    assert "hubscope score RUN" in texts(opened("runs"))
    assert "hubscope score" in texts(opened("labelling"))


def test_a_labelled_run_shows_its_corrected_score(app_home: Path) -> None:
    run = scored_run(app_home)
    calibrate_labels(run, [HumanLabel(id, "ann", Verdict.SUPPORTED, "") for id in SAID.values()])
    (table,) = (frame.value for frame in opened("runs").dataframe)
    assert table["HS^w corrected"][0].startswith("0.00 [0.00")


# -- labelling ------------------------------------------------------------------------------------


def _labelling(work: str = "Label", rater: str = "") -> AppTest:
    app = opened("labelling")
    if work != "Label":
        return app.button_group(key="work").set_value(work).run()
    return app.text_input(key="rater").set_value(rater).run()


def test_a_rater_labels_claims_blind_one_after_the_other(app_home: Path) -> None:
    scored_run(app_home)
    app = _labelling(rater="Ann")
    assert not app.exception
    said = texts(app)
    assert "0 of 2 labelled by Ann" in str(app.get("progress")[0].proto)
    assert "<img" not in said
    assert "evil" not in said.replace(HOSTILE.replace("<", "&lt;").replace(">", "&gt;"), "")
    for verdict in ("REFUTED", "SUPPORTED"):
        button = next(b for b in app.button if str(b.key).endswith(verdict))
        app = button.click().run()
    labels = LabelBook(app_home, "by-hand").labels()
    assert {one.claim for one in labels} == {*SAID.values()}
    assert [one.verdict for one in labels] == [Verdict.REFUTED, Verdict.SUPPORTED]
    assert app.success[0].value.startswith("All of these claims are labelled")


def test_what_the_judge_made_of_a_claim_is_not_on_the_page(app_home: Path) -> None:
    scored_run(app_home)
    app = _labelling(rater="Ann")
    drawn = [str(element.proto.body) for element in app.get("html")]
    task = next(body for body in drawn if "<b>Evidence</b>" in body)
    assert "confidence" not in task
    assert "you said" not in task
    assert "0.9" not in task
    assert "Zinc binds ACE2. &lt;img" not in task  # the judge's quote


@pytest.mark.parametrize("name", ["", "Adjudicated"])
def test_a_rater_needs_a_name_of_their_own(app_home: Path, name: str) -> None:
    scored_run(app_home)
    app = _labelling(rater=name)
    assert not [b for b in app.button if str(b.key).startswith("label-")]


def test_only_what_raters_disagree_on_is_adjudicated(app_home: Path) -> None:
    scored_run(app_home)
    book = LabelBook(app_home, "by-hand")
    for rater, verdict in (("ann", Verdict.SUPPORTED), ("bob", Verdict.REFUTED)):
        book.give(SAID["wrong"], rater, verdict)
        book.give(SAID["right"], rater, Verdict.SUPPORTED)
    app = _labelling(work="Adjudicate")
    assert "**1** claims with labels that differ" in texts(app)
    assert "ann" not in texts(app)
    button = next(b for b in app.button if str(b.key).endswith("REFUTED"))
    app = button.click().run()
    assert "**0** claims with labels that differ; 1 are decided" in texts(app)
    assert book.labels()[-1] == HumanLabel(SAID["wrong"], "adjudicated", Verdict.REFUTED, "app")


def test_the_result_measures_the_judge_with_the_labels_given(app_home: Path) -> None:
    scored_run(app_home)
    book = LabelBook(app_home, "by-hand")
    for id in SAID.values():
        book.give(id, "ann", Verdict.SUPPORTED)
    app = _labelling(work="Result")
    assert list(app.dataframe[0].value["claims labelled"]) == [2]
    app = app.button(key="measure").click().run()
    said = texts(app)
    assert "Cohen&#39;s kappa" in said
    assert "The judge against people" in said
    assert "only 2 labelled claims" in said.replace("\\", "")
