"""The report: what both files hold, that foreign text stays text, what cannot be compared."""

import re
from pathlib import Path

import pytest

from benchmarks.calibration import calibrate_labels
from benchmarks.hallucination.score import ALL_ALIKE, Score
from benchmarks.hallucination.scored import read_manifest
from benchmarks.human_labels import HumanLabel, claim_id
from benchmarks.report import interval, judge_quality, judges, plain_markdown, write_report
from benchmarks.runs import RunFolder
from graph.vocabulary import Verdict
from hubscope.codec import to_json
from hubscope.errors import InputError
from tests.ui.scored_run import HOSTILE, scored_run

CARD = {
    "classes": ["SUPPORTED", "REFUTED"],
    "quality": {
        "test": {
            "a": {
                "n": 4,
                "accuracy": 0.75,
                "macro_f1": 0.7,
                "majority": 0.5,
                "confusion": [[2, 0], [1, 1]],
            },
            "b": {
                "n": 2,
                "accuracy": 0.5,
                "macro_f1": 0.3,
                "majority": 1.0,
                "confusion": [[1, 1], [0, 0]],
            },
        }
    },
}


def _changed(run: RunFolder, **changes: object) -> RunFolder:
    run.write("manifest.json", {**to_json(read_manifest(run)), **changes})
    return run


def _written(runs: list[RunFolder], folder: Path) -> tuple[str, str]:
    html, markdown = write_report(runs, folder / "r.html")
    return html.read_text("utf-8"), markdown.read_text("utf-8")


def test_both_files_hold_scores_coverage_hubs_slices_examples_and_the_judge(tmp_path: Path) -> None:
    for text in _written([scored_run(tmp_path)], tmp_path):
        assert "HS^w (micro)" in text
        assert "2 of 2 trajectories in scope" in text
        assert "Zinc" in text
        assert "hub tier" in text
        assert "Zinc inhibits ACE2" in text
        assert "Nothing is known of the quality of the judge" in text
        assert "Runs side by side" not in text


def test_text_from_outside_stays_text(tmp_path: Path) -> None:
    html, markdown = _written([scored_run(tmp_path)], tmp_path)
    assert HOSTILE not in html + markdown
    assert "<img" not in html
    assert "![x]" not in markdown
    assert plain_markdown("a|b\n# *c*") == "a\\|b \\# \\*c\\*"


def test_several_runs_stand_side_by_side_with_what_parts_them(tmp_path: Path) -> None:
    runs = [scored_run(tmp_path, "a"), scored_run(tmp_path, "b")]
    html, markdown = _written(runs, tmp_path)
    assert "Runs side by side" in html
    assert "| a | not named | 0.500 [0.095, 0.905]‡ |" in markdown
    assert "not comparable" not in html + markdown
    _changed(runs[0], evidence_chunks=5, evidence="more")
    for text in _written(runs, tmp_path):
        assert "the runs differ in evidence: their scores are not comparable" in text
        assert "the runs differ in evidence limits" in text
        assert "the runs differ in items" not in text


def test_every_judge_is_shown_with_its_own_confusion(tmp_path: Path) -> None:
    first = _changed(scored_run(tmp_path, "a"), judge_test=CARD, judge_fingerprint="1" * 64)
    other = _changed(scored_run(tmp_path, "b"), judge_fingerprint="2" * 64)
    same = _changed(scored_run(tmp_path, "c"), judge_fingerprint="2" * 64)
    html, markdown = _written([first, other, same], tmp_path)
    for text in (html, markdown):
        assert "“by hand 111111111111” is right on 66.7 % of 6 held-out pairs" in text
        assert text.count("“by hand 222222222222”") == 1
    assert "| SUPPORTED | 3 | 1 |" in markdown


def test_quality_sums_the_confusion_over_all_sets() -> None:
    quality = judge_quality(CARD)
    assert quality is not None
    assert (quality.n, quality.accuracy) == (6, 4 / 6)
    assert quality.confusion == ((3, 1), (1, 1))
    assert judge_quality({}) is None


def test_one_judge_goes_by_its_name(tmp_path: Path) -> None:
    assert judges([read_manifest(scored_run(tmp_path))]) == [("by hand", None)]


def test_a_report_needs_whole_runs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least one run"):
        write_report([], tmp_path / "r.html")
    run = scored_run(tmp_path)
    run.judged.write_bytes(b"")
    with pytest.raises(InputError, match="0 of 2 trajectories are judged"):
        write_report([run], tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("name", ["r.md", "r.MD"])
def test_the_markdown_never_takes_the_place_of_the_html(name: str, tmp_path: Path) -> None:
    run = scored_run(tmp_path)
    with pytest.raises(InputError, match=r"name it .*r\.html"):
        write_report([run], tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_journal_that_was_changed_since_is_said_in_both_files(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = scored_run(tmp_path)
    text = run.judged.read_text("utf-8").replace('"REFUTED"', '"SUPPORTED"')
    run.judged.write_text(text, "utf-8")
    for written in _written([run], tmp_path):
        assert "judged.jsonl was changed after it was scored" in written.replace("&#39;", "'")
    assert "hubscope score by-hand" in caplog.text


def test_an_interval_that_says_nothing_is_marked() -> None:
    alike = Score(0.0, 0.0, 0.0, 5, 5.0, ALL_ALIKE)
    assert interval(alike) == "[0.000, 0.000]†"
    assert interval(Score(0.5, 0.1, 0.9, 5, 5.0)) == "[0.100, 0.900]"
    assert interval(Score(0.5, 0.1, 0.9, 4, 4.0)) == "[0.100, 0.900]‡"
    assert interval(Score(None, None, None, 0, 0.0, "nothing to divide by")) == ""


def test_labelled_runs_show_scores_raw_and_corrected(tmp_path: Path) -> None:
    runs = [scored_run(tmp_path, "a"), scored_run(tmp_path, "b")]
    label = HumanLabel(claim_id("wrong", "Zinc inhibits ACE2"), "ann <b>", Verdict.SUPPORTED, "")
    calibrate_labels(runs[0], [label])
    html, markdown = _written(runs, tmp_path)
    for text in (html, markdown):
        assert re.search("HS\\^w \\(?micro\\)?,(<br>| )corrected", text)
        assert "not labelled" in text
        assert "People labelled 1 of 2 scored claims" in text
        assert "only 1 labelled claims" in text
        assert "<b>" not in text
    html, markdown = _written(runs[1:], tmp_path)
    assert "corrected |" not in markdown
    assert "are not corrected for the judge" in html


def test_a_table_says_what_scores_of_wrong_answers_run_over(tmp_path: Path) -> None:
    run = _changed(scored_run(tmp_path), scope="wrong answers")
    for text in _written([run], tmp_path):
        assert "accuracy runs over all trajectories" in text
