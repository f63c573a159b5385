"""Scoring a run: one process at a time, on with what is there, over where conditions changed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.hallucination.evidence_use import FILE
from benchmarks.hallucination.scored import files_digest, rescore
from benchmarks.hallucination.scoring import Options, score
from benchmarks.report import write_report
from benchmarks.runs import RunFolder, create_run, delete_run
from benchmarks.verify import verify
from graph.fields import FIELDS
from graph.model import Chunk, Contribution, Document, Gold, Source
from graph.vocabulary import ChunkPart
from hubscope.errors import InputError, UnavailableError
from retrieval.tiers import Limits
from tests.benchmarks.hallucination.judging import Bench, bench
from tests.retrieval.graphs import ITEM

ALL = Options(everything=True, draws=50)
TEXTS = ("Metformin raises blood glucose.", "Metformin lowers blood glucose.", "Nothing is said?")


@pytest.fixture
def made(tmp_path: Path) -> Bench:
    return bench(tmp_path)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    trajectories = [
        Trajectory(f"t{n}", (Step(text),), item="1", final=("no", "yes")[n % 2])
        for n, text in enumerate(TEXTS)
    ]
    return create_run(tmp_path, "r", trajectories, [], format="own", items="", imported_from=[])


def test_a_run_is_scored_from_end_to_end_and_verified(run: RunFolder, made: Bench) -> None:
    seen: list[tuple[str, int, int | None]] = []
    scored = score(run, made.equipment, ALL, lambda *step: seen.append(step))
    assert seen == [("judging", 1, 3), ("judging", 2, 3), ("judging", 3, 3)]
    assert scored.scores["hs_micro"].value == 0.5
    assert scored.coverage.no_claims == 1
    assert made.store.run_names() == ["r"]
    assert verify(run) == []


def test_a_run_that_another_process_scores_is_refused_and_left_as_it_is(
    run: RunFolder, made: Bench
) -> None:
    with run.alone(), pytest.raises(UnavailableError, match="'r' is being"):
        score(run, made.equipment, ALL)
    assert not run.judged.exists()
    assert score(run, made.equipment, ALL) == rescore(run)


def test_use_of_evidence_is_on_the_report_and_derived_again(run: RunFolder, made: Bench) -> None:
    use = score(run, made.equipment, ALL).evidence_use
    assert use is not None
    assert use.given_up.n == use.decided == 2
    for path in write_report([run], run.path / "report.html"):
        assert "Of 2 decided claims judged again" in path.read_text("utf-8")
    probes = run.path / FILE
    other = {"SUPPORTED": "UNVERIFIABLE", "UNVERIFIABLE": "SUPPORTED", "REFUTED": "UNVERIFIABLE"}
    lines = [json.loads(line) for line in probes.read_text("utf-8").splitlines()]
    lines[0]["after"] = other[lines[0]["after"]]
    probes.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert any(one.what.startswith("scores.evidence_use") for one in verify(run))


def test_a_killed_run_judges_only_what_is_missing(run: RunFolder, made: Bench) -> None:
    whole = score(run, made.equipment, ALL)
    journal = run.judged.read_bytes()
    first, second, _ = journal.splitlines(keepends=True)
    run.judged.write_bytes(first + second[:30])
    (run.path / "scores.json").unlink()
    made.judge.asked.clear()
    assert score(run, made.equipment, ALL) == whole
    assert run.judged.read_bytes() == journal
    assert [pair.claim for pair in made.judge.asked] == ["Metformin lowers blood glucose"]


def test_a_run_that_nothing_happened_to_is_left_as_it_is(run: RunFolder, made: Bench) -> None:
    whole = score(run, made.equipment, ALL)
    made.store.delete_run(run.name)
    digest = files_digest(run)

    def written() -> int:
        return (run.path / "scores.json").stat().st_ino

    before = written()
    assert score(run, made.equipment, ALL) == whole
    assert (written() != before, made.store.run_digest(run.name)) == (True, digest)
    before = written()
    assert score(run, made.equipment, ALL) == whole
    assert written() == before
    other = score(run, made.equipment, replace(ALL, seed=7))
    assert (written() != before, other) == (True, rescore(run))


def test_a_journal_with_a_trajectory_twice_is_begun_again(run: RunFolder, made: Bench) -> None:
    whole = score(run, made.equipment, ALL)
    journal = run.judged.read_bytes()
    run.judged.write_bytes(journal + journal.splitlines(keepends=True)[0])
    assert score(run, made.equipment, ALL) == whole
    assert run.judged.read_bytes() == journal


@pytest.mark.parametrize("line", ["[]", '{"id":5}', "nonsense", "3"])
def test_a_line_that_cannot_be_read_is_named_and_scoring_gets_past_it(
    line: str, run: RunFolder, made: Bench
) -> None:
    whole = score(run, made.equipment, ALL)
    first, _, third = run.judged.read_text("utf-8").splitlines()
    run.judged.write_text(f"{first}\n{line}\n{third}\n", "utf-8")
    with pytest.raises(InputError, match=r"judged\.jsonl:2: .*run `hubscope score r` again"):
        rescore(run)
    assert score(run, made.equipment, ALL) == whole
    assert verify(run) == []


def test_a_changed_verdict_is_judged_again_and_the_change_set_aside(
    run: RunFolder, made: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    whole = score(run, made.equipment, ALL)
    changed = run.judged.read_text("utf-8").replace('"REFUTED"', '"SUPPORTED"')
    run.judged.write_text(changed, "utf-8")
    assert verify(run)[0].what == "judged.jsonl"
    assert score(run, made.equipment, ALL) == whole
    assert "'r': judged.jsonl was changed after it was scored" in caplog.text
    assert (run.path / "judged.set-aside.jsonl").read_text("utf-8") == changed
    assert verify(run) == []


def test_the_manifest_names_every_field_of_science(run: RunFolder, made: Bench) -> None:
    score(run, made.equipment, ALL)
    told = json.loads((run.path / "manifest.json").read_text("utf-8"))["vocabularies"]
    assert told == {name: FIELDS.field(name).fingerprint for name in FIELDS.names()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["manifest.json", "scores.json"])
def test_a_broken_file_of_results_is_made_again(name: str, run: RunFolder, made: Bench) -> None:
    whole = score(run, made.equipment, ALL)
    for broken in ("{", "[]", "3"):
        (run.path / name).write_text(broken, "utf-8")
        assert score(run, made.equipment, ALL) == whole
    assert verify(run) == []


def test_a_missing_journal_is_answered_with_the_command_that_makes_it(
    run: RunFolder, made: Bench
) -> None:
    score(run, made.equipment, ALL)
    run.judged.unlink()
    with pytest.raises(InputError, match="not there: run `hubscope score r` again"):
        rescore(run)
    assert [one.what for one in verify(run)] == ["judged.jsonl"]


def test_a_run_that_was_removed_meanwhile_stays_removed(run: RunFolder, made: Bench) -> None:
    delete_run(run.path.parent.parent, run.name)
    with pytest.raises(InputError, match="hubscope import"):
        score(run, made.equipment, ALL)
    assert not run.path.exists()


@pytest.mark.slow
def test_more_evidence_in_the_graph_means_other_verdicts(run: RunFolder, made: Bench) -> None:
    score(run, made.equipment, ALL)
    made.judge.asked.clear()
    score(run, made.equipment, ALL)
    assert made.judge.asked == []
    source = Source("papers", "table", "1" * 64)
    chunk = Chunk("d3", ChunkPart.CONTEXT, "Metformin lowers blood glucose in children, too.")
    made.store.begin(source)
    made.store.write(
        source,
        Contribution(documents=(Document("d3"),), chunks=(chunk,), golds=(Gold(ITEM.key, "d3"),)),
    )
    made.store.commit(source)
    made.finder.index.sync(made.store)
    score(run, made.equipment, ALL)
    assert any(chunk.text in pair.passages for pair in made.judge.asked)


@pytest.mark.parametrize("limits", [Limits(0.2, passages=1), Limits(0.2, characters=60)])
def test_other_limits_of_evidence_mean_other_verdicts(
    limits: Limits, run: RunFolder, made: Bench
) -> None:
    score(run, made.equipment, ALL)
    made.judge.asked.clear()
    score(run, replace(made.equipment, finder=replace(made.finder, limits=limits)), ALL)
    claims = [pair.claim for pair in made.judge.asked]
    assert len(set(claims[:2])) == 2  # all claims, and then the sample without its sentences


def test_scores_of_other_conditions_do_not_outlive_their_journal(
    run: RunFolder, made: Bench
) -> None:
    score(run, made.equipment, ALL)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        score(run, made.equipment, replace(ALL, include_reasoning=True), killed)
    assert not run.has("scores.json")
    with pytest.raises(InputError, match="1 of 3 trajectories are judged"):
        rescore(run)


def test_no_trajectory_in_scope_changes_nothing(run: RunFolder, made: Bench) -> None:
    right = [one for one in run.trajectories() if one.final == "yes"]
    home = run.path.parent.parent
    other = create_run(home, "right", right, [], format="own", items="", imported_from=[])
    with pytest.raises(InputError, match=r"1 the answer is right\)\. Score every one with --all"):
        score(other, made.equipment, Options())
    assert not other.has("manifest.json")
