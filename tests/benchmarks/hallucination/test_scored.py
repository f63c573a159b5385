"""Scored runs: numbers from the folder alone, and only from a whole one."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.hallucination.scored import (
    Unknown,
    graph_copy,
    judged_of,
    read_manifest,
    rescore,
)
from benchmarks.runs import RunFolder
from benchmarks.verify import verify
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from tests.ui.scored_run import scored_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return scored_run(tmp_path)


def test_coverage_counts_everything_that_is_left_out(run: RunFolder) -> None:
    coverage = rescore(run).coverage
    assert (coverage.trajectories, coverage.in_scope) == (2, 2)
    assert (coverage.claims, coverage.scored, coverage.errors) == (3, 2, 1)
    assert coverage.verdicts == {
        Verdict.SUPPORTED: 1,
        Verdict.UNVERIFIABLE: 0,
        Verdict.REFUTED: 1,
    }
    assert coverage.by_evidence == {"gold": 1, "none": 2}


def test_what_the_graph_lacks_is_counted_in_any_spelling(run: RunFolder) -> None:
    text = run.judged.read_text("utf-8")
    text = text.replace('"bucket":""', '"bucket":"ACE-2"', 1)
    run.judged.write_text(text.replace('"bucket":""', '"bucket":"ace2"', 1), "utf-8")
    assert rescore(run).unknown == (Unknown("ACE-2", 2),)


def test_half_a_journal_gives_no_numbers_and_the_command_that_goes_on(run: RunFolder) -> None:
    first, second = run.judged.read_bytes().splitlines(keepends=True)
    run.judged.write_bytes(first + second[:40])
    with pytest.raises(InputError, match=r"1 of 2 .*hubscope score by-hand --all"):
        rescore(run)
    assert [one.what for one in verify(run)] == ["judged.jsonl"]


def test_a_trajectory_that_is_judged_twice_is_not_counted_twice(run: RunFolder) -> None:
    lines = run.judged.read_bytes()
    run.judged.write_bytes(lines + lines.splitlines(keepends=True)[0])
    with pytest.raises(InputError, match=r"2 of 2 .*1 more line"):
        rescore(run)


def test_a_judged_trajectory_of_another_run_is_refused(run: RunFolder) -> None:
    text = run.judged.read_text("utf-8").replace('"id":"right"', '"id":"foreign"')
    run.judged.write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"1 of 2 .*1 more line"):
        rescore(run)


def test_a_manifest_of_another_version_says_so(run: RunFolder) -> None:
    stored = run.read("manifest.json")
    del stored["evidence"]
    run.write("manifest.json", stored)
    with pytest.raises(InputError, match="another version: run `hubscope score by-hand`"):
        read_manifest(run)


def test_conditions_of_judging_are_compared_whatever_version_wrote_them(run: RunFolder) -> None:
    manifest = read_manifest(run)
    stored = run.read("manifest.json")
    assert manifest.judged_like(stored)
    assert replace(manifest, seed=7, anchor="mean").judged_like(stored)
    assert not replace(manifest, evidence="other chunks").judged_like(stored)
    assert not replace(manifest, evidence_chunks=5).judged_like(stored)
    assert not replace(manifest, evidence_characters=300).judged_like(stored)
    assert not manifest.judged_like({name: stored[name] for name in stored if name != "evidence"})


def test_the_graph_gets_a_copy_of_every_claim(run: RunFolder) -> None:
    copied = graph_copy(run, rescore(run), judged_of(run))
    right, wrong = copied.trajectories
    assert (right.id, right.hs, right.score) == ("right", 0.0, 1.0)
    assert (wrong.id, wrong.hs, wrong.score) == ("wrong", 1.0, 0.0)
    assert [claim.reason for claim in wrong.claims] == ["", "gold: timeout"]
    assert [claim.penalty for claim in wrong.claims] == [1.0, None]
