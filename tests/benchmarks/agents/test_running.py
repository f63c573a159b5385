"""Runs of the agent: run folders like imported ones, resumed, capped, never thrown away."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.agents.agent import Limits
from benchmarks.agents.dataset import Dataset, read_dataset
from benchmarks.agents.folder import AgentFolder, agent_folder
from benchmarks.agents.running import Options, Session, run_agent
from benchmarks.agents.trajectory import Outcome, Tokens
from benchmarks.runs import RunFolder, create_run, delete_run, list_runs, open_run
from hubscope.errors import BudgetError, InputError, UnavailableError
from hubscope.files import locked
from hubscope.llm.chat import Reply, Request
from tests.benchmarks.agents.agents import (
    Shelf,
    Thinker,
    dataset,
    saying,
    searching_then,
    turns_of,
)

ANSWERS = searching_then("Zinc inhibits ACE.\nAnswer: yes")


def _run(
    home: Path,
    say: Callable[[Request], Reply] = ANSWERS,
    given: Dataset | None = None,
    shelf: Shelf | None = None,
    **options: object,
) -> tuple[Session, Thinker]:
    model = Thinker(say)
    chosen = replace(Options(parallel=2), **options)  # type: ignore[arg-type]  # a test's own
    session = run_agent(_folder(home), given or dataset(), model, shelf or Shelf(), chosen)
    return session, model


def _folder(home: Path) -> AgentFolder:
    return agent_folder(home, "mine")


def _files(run: RunFolder) -> set[str]:
    return {path.name for path in run.path.iterdir()}


def test_a_run_of_the_agent_is_a_run_as_an_imported_one(tmp_path: Path) -> None:
    session, _ = _run(tmp_path, cost=lambda: 0.25)
    assert session.stopped is None
    (run,) = list_runs(tmp_path)
    record = run.record()
    assert (record.name, record.model, record.format) == ("mine", "test:thinker", "agent")
    assert (record.trajectories, record.steps, record.n_items, record.cost) == (3, 6, 3, 0.25)
    first, *_ = found = list(run.trajectories())
    assert [one.item for one in found] == ["1", "2", "3"]
    assert (first.final, first.choice, first.score, first.outcome) == (
        "yes",
        "yes",
        1.0,
        "answered",
    )
    assert first.steps[0].calls[0].observation == "Zinc inhibits ACE."
    assert (first.meta, first.tokens) == ({}, Tokens(prompt=300, completion=30))
    assert not [name for name in _files(run) if name.startswith("checkpoints")]
    imported = create_run(
        tmp_path, "same", found, [], format="own", items="", imported_from=["x"]
    ).record()
    assert imported.sha256 == record.sha256


def test_a_summary_counts_outcomes_failures_and_right_answers(tmp_path: Path) -> None:
    def say(request: Request) -> Reply:
        asked = request.messages[1].text
        if "loops" in asked:
            return searching_then("", searches=99)(request)
        return searching_then("Answer: no" if "wrong" in asked else "Answer: yes")(request)

    items = [
        replace(one, question=text)
        for one, text in zip(
            dataset("1234").items, ("right?", "wrong?", "loops?", "right too?"), strict=True
        )
    ]
    shelf = Shelf(lambda call: "Error: gone" if call.arguments == {"query": "zinc 0"} else "Zinc.")
    summary = _run(tmp_path, say, Dataset("d", tuple(items)), shelf)[0].summary
    assert {name: n for name, n in summary.outcomes.items() if n} == {"answered": 3, "tool_loop": 1}
    assert (summary.trajectories, summary.wanted, summary.waiting) == (4, 4, 0)
    # Every conversation's first search fails; the one that loops has eleven more calls.
    assert (summary.tool_failures.hits, summary.tool_failures.n) == (4, 15)
    # A loop has no answer, which is wrong.
    assert (summary.accuracy.hits, summary.accuracy.n) == (2, 4)
    assert set(summary.outcomes) == set(Outcome)


def test_the_same_run_again_asks_nothing_and_changes_nothing(tmp_path: Path) -> None:
    _run(tmp_path)
    run = open_run(tmp_path, "mine")
    before = {path.name: path.read_bytes() for path in run.path.iterdir()}
    session, model = _run(tmp_path)
    assert (model.asked, session.summary.trajectories) == ([], 3)
    assert {path.name: path.read_bytes() for path in run.path.iterdir()} == before


def test_a_larger_limit_is_a_longer_run_of_the_same(tmp_path: Path) -> None:
    first, model = _run(tmp_path, limit=1)
    assert (len(model.asked), first.summary.trajectories, first.summary.wanted) == (2, 1, 1)
    second, model = _run(tmp_path, limit=2)
    assert (len(model.asked), second.summary.trajectories, second.summary.waiting) == (2, 2, 0)
    third, model = _run(tmp_path, limit=1)
    assert (model.asked, third.summary.trajectories) == ([], 2)


def test_the_cap_stops_a_run_and_what_was_done_is_kept(tmp_path: Path) -> None:
    calls = iter(range(100))

    def say(request: Request) -> Reply:
        if next(calls) >= 3:
            raise BudgetError("the cap is reached")
        return ANSWERS(request)

    session, _ = _run(tmp_path, say, parallel=1)
    assert isinstance(session.stopped, BudgetError)
    assert (session.summary.trajectories, session.summary.waiting) == (1, 2)
    assert open_run(tmp_path, "mine").record().trajectories == 1
    again, model = _run(tmp_path)
    assert (again.stopped, again.summary.waiting) == (None, 0)
    # The second item's search was paid for; only its answer and the third item are asked.
    assert len(model.asked) == 3


def test_an_item_that_a_service_fails_on_is_an_error_that_is_tried_again(tmp_path: Path) -> None:
    def say(request: Request) -> Reply:
        if "ACE2" in request.messages[1].text and turns_of(request):
            raise UnavailableError("no reply", reason="timed_out")
        return ANSWERS(request)

    given = dataset()
    items = (given.items[0], replace(given.items[1], question="Does zinc inhibit ACE2?"))
    session, _ = _run(tmp_path, say, Dataset("d", items))
    assert session.stopped is None
    assert (session.summary.outcomes["error"], session.summary.waiting) == (1, 1)
    _, broken = open_run(tmp_path, "mine").trajectories()
    assert (broken.outcome, broken.score, len(broken.steps)) == (Outcome.ERROR, None, 1)
    assert broken.meta["ended"] == "timed_out"
    again, model = _run(tmp_path, given=Dataset("d", items))
    assert (again.summary.outcomes["error"], again.summary.waiting) == (0, 0)
    assert len(model.asked) == 1


def test_a_service_that_answers_nothing_is_said(tmp_path: Path) -> None:
    def say(request: Request) -> Reply:
        raise UnavailableError("no reply", reason="unreachable")

    session, _ = _run(tmp_path, say)
    assert isinstance(session.stopped, UnavailableError)
    assert session.stopped.reason == "unreachable"


def test_a_model_that_will_never_answer_stops_the_run_at_once(tmp_path: Path) -> None:
    def say(request: Request) -> Reply:
        raise InputError("no key", reason="no_key")

    session, model = _run(tmp_path, say, parallel=1)
    assert isinstance(session.stopped, InputError)
    assert len(model.asked) == 1


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    stopping = threading.Event()

    def say(request: Request) -> Reply:
        stopping.set()
        return ANSWERS(request)

    session, model = _run(tmp_path, say, stopping=stopping, parallel=1)
    assert (session.stopped, session.summary.waiting, len(model.asked)) == (None, 3, 1)
    again, model = _run(tmp_path)
    assert (again.summary.waiting, len(model.asked)) == (0, 5)


def test_a_bug_of_ours_is_raised_and_the_run_published(tmp_path: Path) -> None:
    def say(request: Request) -> Reply:
        if "ACE2" in request.messages[1].text:
            raise ZeroDivisionError
        return ANSWERS(request)

    given = dataset()
    items = (given.items[0], replace(given.items[1], question="Does zinc inhibit ACE2?"))
    with pytest.raises(ZeroDivisionError):
        _run(tmp_path, say, Dataset("d", items), parallel=1)
    assert open_run(tmp_path, "mine").record().trajectories == 1


CHANGES: Sequence[tuple[str, dict[str, object]]] = (
    ("model", {"say": "other"}),
    ("data set", {"given": dataset("12")}),
    ("limit of turns", {"limits": Limits(turns=3)}),
    ("tools", {"shelf": "other"}),
)


@pytest.mark.parametrize(("what", "changed"), CHANGES, ids=[what for what, _ in CHANGES])
def test_a_run_is_never_gone_on_with_under_other_conditions(
    tmp_path: Path, what: str, changed: dict[str, object]
) -> None:
    _run(tmp_path)
    before = (_folder(tmp_path).journal).read_bytes()
    model, shelf = Thinker(ANSWERS), Shelf()
    if changed.get("say"):
        model.fingerprint = "another"
    if changed.get("shelf"):
        shelf.fingerprint = "another"
    given, limits = changed.get("given", dataset()), changed.get("limits", Limits())
    assert isinstance(given, Dataset)
    assert isinstance(limits, Limits)
    with pytest.raises(InputError, match=f"another {what}.*runs delete mine") as caught:
        run_agent(_folder(tmp_path), given, model, shelf, Options(limits=limits))
    assert caught.value.reason == "run_exists"
    assert model.asked == []
    assert _folder(tmp_path).journal.read_bytes() == before


def test_an_imported_run_is_never_written_over(tmp_path: Path) -> None:
    _run(tmp_path)
    found = list(open_run(tmp_path, "mine").trajectories())
    delete_run(tmp_path, "mine")
    create_run(tmp_path, "mine", found, [], format="own", items="", imported_from=["x"])
    with pytest.raises(InputError, match="holds imported trajectories"):
        _run(tmp_path)


def test_scores_of_other_trajectories_are_removed(tmp_path: Path) -> None:
    _run(tmp_path, limit=1)
    run = open_run(tmp_path, "mine")
    run.write("scores.json", {})
    run.write("labels.jsonl", {})
    _run(tmp_path, limit=1)
    assert run.has("scores.json")
    _run(tmp_path, limit=2)
    assert not run.has("scores.json")
    assert run.has("labels.jsonl")


def test_trajectories_that_are_not_the_journals_are_found(tmp_path: Path) -> None:
    _run(tmp_path)
    folder = _folder(tmp_path)
    assert folder.trajectories_sha256() == folder.run.record().sha256
    text = folder.journal.read_text("utf-8")
    folder.journal.write_text(text.replace("Zinc inhibits ACE.", "Zinc harms ACE."), "utf-8")
    assert folder.trajectories_sha256() != folder.run.record().sha256


def test_a_run_that_another_process_works_on_is_left_alone(tmp_path: Path) -> None:
    _run(tmp_path, limit=1)
    lock = tmp_path / "runs" / ".mine.lock"
    with locked(lock), pytest.raises(UnavailableError):
        _run(tmp_path)


def test_a_journal_torn_by_a_crash_loses_its_last_line_alone(tmp_path: Path) -> None:
    _run(tmp_path)
    journal = _folder(tmp_path).journal
    journal.write_bytes(journal.read_bytes()[:-20])
    session, model = _run(tmp_path)
    assert (session.summary.waiting, len(model.asked)) == (0, 2)


def test_items_come_from_a_file_with_what_was_skipped(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    rows = [
        {"id": "a", "question": "What inhibits ACE?", "options": ["zinc", "iron"], "answer": "A"},
        {"id": "b", "question": "Does zinc inhibit ACE?", "answer": "yes"},
        {"id": "c"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    given = read_dataset(path, "table")
    assert [item.id for item in given.items] == ["a", "b"]
    assert [item.kind for item in given.items] == ["choice", "boolean"]
    assert len(given.problems) == 1

    def say(request: Request) -> Reply:
        return saying(
            "Answer: A" if "A. zinc\nB. iron" in request.messages[1].text else "Answer: no"
        )

    session, _ = _run(tmp_path, say, given)
    assert (session.summary.accuracy.hits, session.summary.accuracy.n) == (1, 2)
    assert session.summary.skipped == 1
    assert [one.score for one in open_run(tmp_path, "mine").trajectories()] == [1.0, 0.0]
