"""The pages Runs and Labelling on the demo's data, as people meet them in Chromium."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks.labelling import LabelBook
from benchmarks.runs import open_run
from hubscope.settings import Settings
from tests.browser.conftest import Reader
from tests.ui.scored_run import HOSTILE

pytestmark = [pytest.mark.browser, pytest.mark.neo4j, pytest.mark.model, pytest.mark.slow]

CARELESS = "demo:careless"


@pytest.fixture
def unlabelled(settings: Settings) -> Iterator[LabelBook]:
    """The book of the demo's careless run; what a test labels is gone after it."""
    book = LabelBook(settings.home, CARELESS)
    yield book
    folder = open_run(settings.home, CARELESS).path
    for path in (book.path, folder / "labels.jsonl", folder / "calibration.json"):
        path.unlink(missing_ok=True)


def test_runs_are_compared_and_a_click_on_a_flip_opens_its_trajectory(reader: Reader) -> None:
    reader.open("/runs?first=demo%3Acareful&second=demo%3Acareless")
    reader.reads("Accuracy against HS^w", "exact McNemar p", "HS^w (micro)", "items flip")
    assert not reader.page.get_by_test_id("stException").count()
    table = reader.page.locator(".st-key-item-flips canvas").first
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 40, box["y"] + 35 + 17)
    reader.wait_for_place("/trajectory?")
    reader.wait_for_place("run=demo%3Acareless")


def test_the_address_of_a_comparison_shows_the_same_to_somebody_else(reader: Reader) -> None:
    reader.open("/runs?first=demo%3Acareless&second=demo%3Acareful")
    reader.wait_for_place("first=demo%3Acareless")
    chosen = reader.page.locator(".st-key-first input, .st-key-second input")
    assert [box.input_value() for box in chosen.all()] == ["demo:careless", "demo:careful"]


def test_claims_are_labelled_by_keyboard_and_the_judge_is_measured(
    reader: Reader, unlabelled: LabelBook
) -> None:
    reader.open("/labelling?run=demo%3Acareless&rater=Ann&n=3")
    for n, key in enumerate("123"):
        reader.reads(f"{n} of 3 labelled by Ann", "Evidence")
        reader.page.keyboard.press(key)
        reader.wait_for_text(f"{n + 1} of 3 labelled by Ann")
    assert [str(one.verdict) for one in unlabelled.labels()] == [
        "SUPPORTED",
        "UNVERIFIABLE",
        "REFUTED",
    ]
    reader.open("/labelling?run=demo%3Acareless&work=Result")
    with reader.page.expect_download() as waiting:
        reader.page.get_by_text("Download as CSV").click()
    with Path(waiting.value.path()).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["label"] for row in rows) == ["REFUTED", "SUPPORTED", "UNVERIFIABLE"]
    reader.page.get_by_text("Measure the judge with these labels").click()
    reader.wait_for_text("The judge against people")
    reader.reads("only 3 labelled claims", "people \\ judge")


def test_a_second_rater_sees_the_same_claims_and_not_the_first_ones_labels(
    reader: Reader, unlabelled: LabelBook
) -> None:
    reader.open("/labelling?run=demo%3Acareless&rater=Ann&n=2")
    first = reader.page.locator(".big").inner_text()
    reader.page.keyboard.press("3")
    reader.wait_for_text("1 of 2 labelled by Ann")
    reader.open("/labelling?run=demo%3Acareless&rater=Bob&n=2")
    expect(reader.page.locator(".big")).to_have_text(first)
    assert "you said" not in reader.text
    reader.page.keyboard.press("1")
    reader.wait_for_text("1 of 2 labelled by Bob")
    reader.open("/labelling?run=demo%3Acareless&n=2&work=Adjudicate")
    reader.reads("1 claims with labels that differ")
    assert "Ann" not in reader.text
    reader.page.keyboard.press("3")
    reader.wait_for_text("1 are decided")


def test_hostile_claims_are_shown_as_they_are(reader: Reader) -> None:
    reader.open("/labelling?run=hostile&rater=Ann")
    reader.page.get_by_role("button", name="Skip").click()
    reader.wait_for_text("claim 2")
    reader.reads(HOSTILE)
    reader.open("/runs?first=hostile&second=demo%3Acareful")
    reader.reads("the runs differ in judge")
    assert reader.page.locator("img").count() == 0
