"""Labelling: the draw, what a task shows and hides, the book of labels, the export."""

import csv
from dataclasses import fields
from pathlib import Path

import pytest

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.calibration import calibrate
from benchmarks.hallucination.judged import JudgedClaim, JudgedTrajectory
from benchmarks.hallucination.scored import judged_of
from benchmarks.human_labels import claim_id, draw, said_claims
from benchmarks.labelling import (
    EXPORT_COLUMNS,
    LabelBook,
    LabellingTask,
    disagreed,
    export_rows,
    labelling_tasks,
    sheet_row,
)
from graph.vocabulary import Verdict
from hubscope.errors import InputError
from tests.benchmarks.made_runs import R, S, U, claim, judged, made_run
from tests.ui.scored_run import scored_run
from ui.output import csv_text

MANY = [judged(f"t{i}", claim("a", S), claim("b", R), claim("c", None)) for i in range(50)]


def test_a_larger_draw_begins_with_the_smaller_and_order_does_not_matter() -> None:
    claims = said_claims(MANY)
    small, large = draw(claims, 10, seed=1), draw(claims[::-1], 40, seed=1)
    assert large[:10] == small
    assert draw(claims, 10, seed=2) != small
    assert len({one.id for one in draw(claims, 1000, seed=1)}) == 100


def test_only_scored_claims_in_scope_are_drawn() -> None:
    assert {one.claim.text for one in draw(said_claims(MANY), 1000, seed=1)} == {"a", "b"}
    out = JudgedTrajectory("o", (claim("a", S),), in_scope=False)
    with pytest.raises(InputError):
        draw(said_claims([out]), 5, seed=1)
    with pytest.raises(InputError):
        draw(said_claims(MANY), 0, seed=1)


def test_a_draw_is_random_not_by_verdict_nor_by_place() -> None:
    drawn = draw(said_claims(MANY), 50, seed=3)
    refuted = sum(one.claim.verdict is R for one in drawn)
    # 25 expected; a fair draw is within four standard deviations of sqrt(50)/4.
    assert 15 <= refuted <= 35


def test_a_task_shows_the_evidence_and_nothing_of_the_judge(tmp_path: Path) -> None:
    given = JudgedTrajectory(
        "t",
        (
            JudgedClaim(
                "a", 0, chunks=("k1", "gone"), verdict=U, confidence=0.77, quote="the judge's"
            ),
        ),
    )
    run = made_run(tmp_path, "x", [given])
    (task,) = labelling_tasks(run, 5, 1, lambda keys: {"k1": "A passage."}, lambda ids: {})
    assert (task.evidence, task.lost) == (("A passage.",), 1)
    hidden = {"verdict", "confidence", "quote"}
    assert not hidden & {one.name for one in fields(LabellingTask)}
    assert not {"UNVERIFIABLE", "0.77", "the judge's"} & {*sheet_row(task).values()}


def test_a_task_says_how_the_agent_put_it(tmp_path: Path) -> None:
    said = [Trajectory("t", (Step("I think zinc probably inhibits ACE2."),), item="i7")]
    given = JudgedTrajectory("t", (claim("zinc inhibits ACE2", S),), item="i7")
    run = made_run(tmp_path, "x", [given], said)
    (task,) = labelling_tasks(run, 5, 1, lambda keys: {}, lambda ids: {"i7": "Does it?"})
    assert task.sentence == "I think zinc probably inhibits ACE2."
    assert task.question == "Does it?"


def test_a_sentence_that_is_the_claim_is_not_shown_twice(tmp_path: Path) -> None:
    tasks = labelling_tasks(scored_run(tmp_path), 5, 1, lambda keys: {}, lambda ids: {})
    found = {task.text: task for task in tasks}
    assert found["Zinc inhibits ACE2"].sentence == ""
    assert found["Zinc binds ACE2"].question == "Does it?"


def test_a_later_label_replaces_an_earlier_one_of_the_same_rater(tmp_path: Path) -> None:
    book = LabelBook(tmp_path, "a run/with: signs.")
    assert book.labels() == []
    book.give("1", "ann", S)
    book.give("1", " bob  b ", R)
    book.give("1", "ann", U)
    assert [(one.rater, one.verdict) for one in book.labels()] == [("bob b", R), ("ann", U)]
    assert book.path.parent == tmp_path / "labels"
    with pytest.raises(InputError):
        book.give("1", "  ", S)
    with pytest.raises(InputError):
        book.give("1", "n" * 61, S)


def test_a_claim_is_open_while_raters_differ_and_nobody_has_decided(tmp_path: Path) -> None:
    book = LabelBook(tmp_path, "x")
    for claim_, rater, verdict in (("1", "a", S), ("1", "b", R), ("2", "a", S), ("2", "b", S)):
        book.give(claim_, rater, verdict)
    assert disagreed(book.labels()) == ["1"]
    book.give("1", "adjudicated", S)
    assert disagreed(book.labels()) == []


def test_what_is_exported_is_what_calibrate_reads(tmp_path: Path) -> None:
    run = made_run(tmp_path, "x", [judged("t", claim("=1+1", S), claim("b", R))])
    book = LabelBook(tmp_path, "x")
    book.give(claim_id("t", "=1+1"), "ann", S)
    book.give(claim_id("t", "b"), "ann", S)
    book.give("of another run", "ann", S)
    rows = export_rows(book.labels(), said_claims(judged_of(run)))
    path = tmp_path / "human.csv"
    path.write_text(csv_text(EXPORT_COLUMNS, rows), "utf-8")
    with path.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 2
    found = calibrate(run, [path])
    assert (found.calibration.claims, found.skipped) == (2, ())
    assert found.calibration.confusion[Verdict.SUPPORTED] == {
        "SUPPORTED": 1,
        "UNVERIFIABLE": 0,
        "REFUTED": 1,
    }
