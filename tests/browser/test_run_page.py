"""The page Run in Chromium: an agent started, watched, stopped, gone on with; files imported."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.runs import delete_run, open_run, run_folder
from hubscope.settings import Settings
from tests.browser.conftest import Model, Reader
from tests.servers.chat import ChatServer
from tests.ui.scored_run import HOSTILE
from ui.jobs.folder import list_jobs

pytestmark = [pytest.mark.browser, pytest.mark.neo4j, pytest.mark.model, pytest.mark.slow]

ITEMS = "demo-questions"


@pytest.fixture
def clean(settings: Settings) -> Iterator[None]:
    """What a test starts and makes is gone after it."""
    yield
    for job in list_jobs(settings.home):
        job.stop(at_once=True)
        job.remove()
    for name in ("started", "theirs"):
        if run_folder(settings.home, name).has("run.json"):
            delete_run(settings.home, name)


def _fill(reader: Reader, key: str, text: str) -> None:
    box = reader.page.locator(f"[class*=st-key-{key}]").locator("input, textarea")
    box.fill(text)
    box.press("Control+Enter" if "\n" in text or key.endswith("paths") else "Enter")
    reader.wait()


def _click(reader: Reader, key: str) -> None:
    reader.page.locator(f".st-key-{key} button").click()
    reader.wait()


def _column(reader: Reader, number: int) -> list[str]:
    """The cells of a column of the page's first table."""
    table = reader.page.get_by_test_id("stDataFrame").first
    cells = table.locator(f"canvas td[aria-colindex='{number}']")
    cells.first.wait_for(state="attached")
    return cells.all_text_contents()


def test_an_agent_is_estimated_started_watched_stopped_gone_on_with_and_scored(
    reader: Reader, settings: Settings, model: tuple[Model, ChatServer], clean: None
) -> None:
    script, server = model
    reader.open("/run?work=Agent+run")
    reader.choose(reader.page.locator(".st-key-agent-items"), ITEMS)
    _fill(reader, "agent-model", "openai:gpt-4o-mini")
    _fill(reader, "agent-run", "started")
    _fill(reader, "agent-limit", "3")
    _fill(reader, "agent-parallel", "1")
    _click(reader, "start")
    reader.wait_for_text("3 items: about 12 calls")
    assert server.asked == []
    assert reader.page.locator(".st-key-again button").is_disabled()
    _fill(reader, "cap-", "1")
    _click(reader, "again")
    script.let.release()
    reader.wait_for_text("1 of 3")
    reader.reads("Rate", "Time left", "Cost so far", "$1")
    reader.open(reader.place)  # another tab sees the same
    reader.wait_for_text("1 of 3")
    reader.reads("running")
    _click(reader, "stop")
    reader.wait_for_text("What is in flight is waited for")
    script.let.release()
    reader.wait_for_text("Stopped. What was done is kept.")
    reader.reads("Items that wait to be answered")
    script.let.release(10)
    _click(reader, "again")
    reader.wait_for_text("Score it")
    reader.reads("3 of 3")
    asked = len(server.asked)
    assert asked == 6  # nothing was paid twice
    assert open_run(settings.home, "started").record().trajectories == 3
    _click(reader, "score")
    reader.wait_for_text("All runs")
    reader.reads("verdicts:")
    reader.page.get_by_role("button", name="All runs").click()
    reader.wait_for_place("/runs")
    names = _column(reader, 1)
    assert "started" in names
    reader.wait_for_place("run=started")


def test_a_file_of_the_browser_is_linted_and_imported(
    reader: Reader, settings: Settings, tmp_path: Path, clean: None
) -> None:
    lines = [
        {"id": "a", "steps": [{"text": f"{HOSTILE} inhibits ACE2."}], "final": "no"},
        {"id": HOSTILE, "steps": "none"},
    ]
    file = tmp_path / "theirs.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    reader.open("/run?work=Import")
    reader.page.locator(".st-key-import-up input[type=file]").set_input_files(file)
    reader.wait_for_text("What is odd")
    reader.reads("Read as own")
    kinds = _column(reader, 2)
    assert kinds == ["unknown_shape"]
    with reader.page.expect_download() as waiting:
        reader.page.get_by_text("Download as CSV").click()
    assert "unknown_shape" in Path(waiting.value.path()).read_text("utf-8")
    _fill(reader, "import-run", "theirs")
    _click(reader, "import")
    reader.wait_for_text("Score it")
    assert open_run(settings.home, "theirs").record().trajectories == 1
    assert not list_jobs(settings.home)
