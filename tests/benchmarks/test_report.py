"""The report: what both files hold, that foreign text stays text, what cannot be compared."""

from pathlib import Path

import pytest

from benchmarks.hallucination.scored import read_manifest
from benchmarks.report import judge_quality, judges, plain_markdown, write_report
from benchmarks.runs import RunFolder
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
    assert "| a | 0.500 [0.095, 0.905] |" in markdown
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
