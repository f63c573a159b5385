"""The page Run without a browser: forms, lint of imports, how jobs are shown."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from benchmarks.runs import open_run
from tests.ui.scored_run import HOSTILE
from tests.ui.test_app import opened, texts
from ui.jobs.folder import JobFolder, jobs_folder, list_jobs
from ui.jobs.job import Job

AGENT = Job(
    ("agent", "--model=openai:gpt-4o-mini", "--run=mini", "items.jsonl"),
    "mini",
    0.0,
    pays=True,
    cap=0.5,
)
TRAJECTORIES = [
    {"id": "a", "steps": [{"text": "Zinc inhibits ACE2."}], "final": "no"},
    {"id": "b", "steps": "none"},
    {"id": "a", "steps": [{"text": "Zinc binds ACE2."}], "final": "yes"},
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home without a server; Streamlit's caches are of the process, so they are emptied."""
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path / "home"))
    st.cache_resource.clear()
    yield tmp_path / "home"
    st.cache_resource.clear()


def job_in(home: Path, job: Job, code: int | None, *, said: str = "", printed: str = "") -> str:
    """A job whose process is gone."""
    folder = JobFolder(jobs_folder(home) / "20261130-160000-agent-00ff")
    folder.path.mkdir(parents=True)
    folder.write("job.json", job)
    (folder.path / "stderr").write_text(said, "utf-8")
    (folder.path / "stdout").write_text(printed, "utf-8")
    if code is not None:
        folder.end(code)
    return folder.id


def test_without_jobs_the_page_offers_an_agent_and_needs_no_server(home: Path) -> None:
    app = opened("run")
    assert not app.exception
    assert not app.error
    assert "A literature agent answers" in texts(app)
    assert app.button(key="start").label == "Estimate the cost …"
    assert "Nothing was started here yet" in texts(_at(app, "Jobs"))


def _at(app: AppTest, work: str) -> AppTest:
    """A part of the page."""
    return app.button_group(key="work").set_value(work).run()


def test_what_is_missing_or_wrong_is_said_and_nothing_is_started(home: Path) -> None:
    app = opened("run")
    app.button(key="start").click().run()
    assert "Items" in app.error[0].value
    _at(app, "Ingest")
    app.text_area(key="ingest-paths").set_value("items.jsonl")
    app.text_input(key="ingest-model").set_value("sk-0123456789abcdefghij")
    app.button(key="start").click().run()
    assert "environment variables" in app.error[0].value
    assert list_jobs(home) == []


def test_a_form_is_still_filled_in_after_a_look_elsewhere(home: Path) -> None:
    app = opened("run")
    app.text_input(key="agent-model").set_value("openai:gpt-4o-mini").run()
    _at(app, "Import")
    _at(app, "Agent run")
    assert app.text_input(key="agent-model").value == "openai:gpt-4o-mini"


def test_a_model_that_costs_nothing_starts_at_once(home: Path) -> None:
    app = opened("run")
    app.text_input(key="agent-model").set_value("replay:replies.jsonl").run()
    assert app.button(key="start").label == "Start"
    assert app.number_input(key="agent-cap").disabled


@pytest.mark.parametrize(
    ("code", "said", "shown"),
    [
        (0, "", "done"),
        (1, "hubscope: it broke", "it broke"),
        (2, "note\nhubscope: no price\n", "no price"),
        (3, "hubscope: the cap is reached", "the cap is reached"),
        (4, "hubscope: no key", "no key"),
        (130, "interrupted: run the same command again to go on", "What was done is kept"),
        (None, "", "Its process is gone"),
    ],
)
def test_how_a_job_ended_is_said_and_whether_it_can_go_on(
    home: Path, code: int | None, said: str, shown: str
) -> None:
    job_in(home, AGENT, code, said=said)
    app = opened("run")
    assert not app.exception
    assert shown in texts(app).replace("\\", "")
    assert "hubscope agent --max-cost=0.5 --model=openai:gpt-4o-mini" in texts(app)
    labels = [button.label for button in app.button]
    assert ("Go on" in labels) is (code not in (0, 2))
    assert ("Try again" in labels) is (code == 2)
    assert "Remove from this list" in labels


def test_what_was_estimated_starts_under_a_cap_or_expressly_without_one(home: Path) -> None:
    id = job_in(home, replace(AGENT, cap=None, rehearsal=True), 0, printed="2 items: $0.10")
    app = opened("run")
    assert "2 items: $0.10" in texts(app)
    assert "estimated" in texts(app)
    assert app.button(key="again").label == "Start"
    assert app.button(key="again").disabled
    app.checkbox(key=f"uncapped-{id}").check().run()
    assert not app.button(key="again").disabled
    app.checkbox(key=f"uncapped-{id}").uncheck()
    app.number_input(key=f"cap-{id}").set_value(1.5).run()
    assert not app.button(key="again").disabled


def test_what_a_job_says_is_shown_as_it_is_and_without_keys(home: Path) -> None:
    key = "sk-canary-0123456789abcdef"
    job = replace(AGENT, title=HOSTILE)
    job_in(home, job, 2, said=f"hubscope: {HOSTILE} {key}", printed=f"{HOSTILE} {key}")
    app = opened("run")
    assert not app.exception
    assert "canary" not in texts(app)
    assert "\\!\\[x\\]" in app.error[0].value


def test_a_job_is_removed_from_the_list(home: Path) -> None:
    job_in(home, AGENT, 0)
    app = opened("run")
    app.button(key="forget").click().run()
    assert not app.exception
    assert list_jobs(home) == []


def test_files_are_linted_before_they_become_a_run(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "theirs.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in TRAJECTORIES), "utf-8")
    app = _at(opened("run"), "Import")
    assert app.text_area(key="import-paths").value == ""
    app.text_area(key="import-paths").set_value(f"{file}\n").run()
    assert not app.exception
    assert not app.error
    assert "Read as" in texts(app)
    table = app.dataframe[0].value
    assert set(table["what"]) == {"problem"}
    assert "duplicate_id" in set(table["kind"])
    assert app.button(key="import").disabled
    assert not (home / "runs").exists()
    app.text_input(key="import-run").set_value("theirs").run()
    app.button(key="import").click().run()
    assert not app.exception
    assert open_run(home, "theirs").record().trajectories == 2
    assert app.button(key="score").label == "Score it"


def test_what_was_imported_is_not_said_of_other_files(home: Path, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(TRAJECTORIES[0]) + "\n", "utf-8")
    app = _at(opened("run"), "Import")
    app.text_area(key="import-paths").set_value(str(tmp_path / "first.jsonl")).run()
    app.text_input(key="import-run").set_value("theirs").run()
    app.button(key="import").click().run()
    assert "is there" in texts(app)
    app.text_area(key="import-paths").set_value(str(tmp_path / "second.jsonl")).run()
    assert not app.exception
    assert "is there" not in texts(app)
    app.text_area(key="import-paths").set_value(str(tmp_path / "first.jsonl")).run()
    assert "is there" in texts(app)


@pytest.mark.parametrize("what", ["none.jsonl", "folder", "empty.jsonl"])
def test_files_that_cannot_be_read_are_one_clear_box(home: Path, tmp_path: Path, what: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.jsonl").touch()
    app = _at(opened("run"), "Import")
    app.text_area(key="import-paths").set_value(str(tmp_path / what)).run()
    assert not app.exception
    assert len(app.error) == 1
    assert what.partition(".")[0] in app.error[0].value
