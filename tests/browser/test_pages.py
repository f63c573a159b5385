"""Every page of the app on the demo's data, as a reader meets it in Chromium."""

import io
import re
import urllib.parse
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from benchmarks.demo import PLANTED
from graph.model import Concept
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import ConceptType
from hubscope.settings import Settings
from ingest import corrections_file
from ingest.correction import Kind
from ingest.pipeline import Plan, ingest, load_extractor, remove
from tests.browser.conftest import Reader
from tests.ui.ablated_run import ablated_run, with_directions
from tests.ui.scored_run import HOSTILE
from ui.app import PAGES
from ui.connection import curation_of, spool_folder

pytestmark = [pytest.mark.browser, pytest.mark.neo4j, pytest.mark.model, pytest.mark.slow]

CARELESS = "run=demo%3Acareless"
INSULIN = Concept(ConceptType("Protein"), "insulin").key
BLUE = (0, 114, 178)
LEGEND = 60


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/", ["Overview", "Sources\n\n3", "Health of the graph", "Worst failure hubs"]),
        ("/hubs", ["Showing", "Failure by number of relations", "Download as CSV"]),
        ("/concept", ["Or begin with one of the most connected"]),
        (f"/concept?concept={INSULIN}", ["Insulin", "Protein", "Relations", "What agents said"]),
        ("/trajectory", ["step 1", "tool call", "refuted", "weight", "evidence: gold"]),
        ("/sources", ["Download as CSV", "Left out (", "Remove this source …"]),
        ("/fusion", ["Names count as near", "Would be fused", "Kept apart"]),
        ("/console", ["Queries that read", "Run"]),
    ],
)
def test_every_page_shows_what_it_is_for(reader: Reader, path: str, says: list[str]) -> None:
    joint = "&" if "?" in path else "?"
    reader.open(f"{path}{joint}{CARELESS}")
    reader.reads(*says)
    assert not reader.page.get_by_test_id("stException").count()
    assert not reader.page.get_by_test_id("stAlert").count()


def test_the_navigation_names_every_page_and_keeps_the_run(reader: Reader) -> None:
    reader.open("/?run=demo%3Acareful")
    for title, _ in PAGES.values():
        reader.page.get_by_test_id("stSidebarNav").get_by_text(title, exact=True).click()
        expect(reader.page.get_by_role("heading", level=1)).to_have_text(title)
        reader.wait()
        reader.wait_for_place("run=demo%3Acareful")
    assert "Neo4j: connected" in reader.page.get_by_test_id("stSidebar").inner_text()


def test_a_click_on_a_run_of_the_overview_shows_where_it_fails(reader: Reader) -> None:
    reader.open("/?run=hostile")
    box = reader.page.get_by_test_id("stDataFrame").first.bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 40, box["y"] + 35 + 17)
    reader.wait_for_place("/hubs?run=demo%3Acareful")
    reader.reads("Showing")


def test_the_planted_hubs_are_first_and_a_click_opens_the_first(reader: Reader) -> None:
    reader.open(f"/hubs?{CARELESS}")
    names = reader.page.locator(".st-key-hubs-Failure-hubs canvas td[aria-colindex='1']")
    names.first.wait_for(state="attached")
    first = [name.casefold() for name in names.all_text_contents()[: len(PLANTED)]]
    assert sorted(first) == sorted(name.casefold() for name in PLANTED)
    box = reader.page.locator(".st-key-hubs-Failure-hubs canvas").first.bounding_box()
    assert box is not None
    reader.page.mouse.click(box["x"] + 40, box["y"] + 35 + 17)
    reader.wait_for_place("/concept?")
    expect(reader.page.locator(".big").first).to_have_text(first[0], ignore_case=True)


def test_a_concept_is_found_by_name_and_a_near_miss_is_suggested_for(reader: Reader) -> None:
    reader.open("/concept")
    box = reader.page.locator(".st-key-find input")
    box.fill("INSULIN")
    box.press("Enter")
    reader.wait_for_place(f"concept={INSULIN}")
    box.fill("insuline")
    box.press("Enter")
    reader.reads("No concept is named “insuline”. Did you mean: insulin")
    reader.page.go_back()
    reader.wait_for_place(INSULIN, gone=True)


def test_a_click_into_the_picture_goes_to_that_concept(reader: Reader) -> None:
    reader.open(f"/concept?concept={INSULIN}&colour=verdicts&{CARELESS}")
    x, y = _middle_of(reader, BLUE)
    reader.page.mouse.click(x, y)
    reader.wait_for_place(INSULIN, gone=True)
    reader.reads("Showing")
    expect(reader.page.locator(".big").first).not_to_have_text("Insulin")


def test_a_click_opens_a_concept_and_a_filter_chooses_and_the_link_holds_both(
    reader: Reader, browser: Browser, address: str
) -> None:
    reader.open(f"/concept?concept={INSULIN}&click=opens&colour=verdicts&{CARELESS}")
    before = _drawn(reader)
    x, y = _middle_of(reader, BLUE)
    reader.page.mouse.click(x, y)
    reader.wait_for_place("opened=")
    assert f"concept={INSULIN}" in reader.place
    reader.reads("Opened: ")
    opened = _drawn(reader)
    assert opened > before
    kinds = reader.page.locator(".st-key-relations").get_by_test_id("stMultiSelect")
    kinds.click()
    reader.choose(kinds, reader.page.get_by_role("option").last.inner_text())
    reader.wait_for_place("relations=")
    few = _drawn(reader)
    assert few < opened
    context = browser.new_context()
    other = Reader(context.new_page(), address).open(reader.place)
    assert _drawn(other) == few
    with other.page.expect_download() as waiting:
        other.page.get_by_text("Download as CSV").first.click()
    rows = Path(waiting.value.path()).read_text("utf-8").splitlines()
    assert rows[0].startswith("head,head_type,relation,tail")
    assert len({row.split(",")[2] for row in rows[1:]}) == 1
    other.page.get_by_text("Close what was opened (1)").click()
    other.wait_for_place("opened=", gone=True)
    context.close()


def _drawn(reader: Reader) -> int:
    """How many concepts the picture says that it shows."""
    reader.reads("Showing ")
    found = re.search(r"Showing (\d+) of \d+ concepts", reader.text)
    assert found is not None, reader.text
    return int(found[1])


def _middle_of(reader: Reader, colour: tuple[int, int, int]) -> tuple[float, float]:
    """Middle of what is drawn in a colour: one node has it, the legend above is left out."""
    canvas = reader.page.locator(f".st-key-network-{INSULIN} canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    for _ in range(20):  # it is drawn some time after the page
        picture = np.array(Image.open(io.BytesIO(canvas.screenshot())).convert("RGB"))
        down, across = np.nonzero((picture[LEGEND:] == colour).all(axis=2))
        if len(down):
            return box["x"] + float(across.mean()), box["y"] + LEGEND + float(down.mean())
        reader.page.wait_for_timeout(250)
    raise AssertionError("no concept is drawn in this colour")


def test_an_address_shows_the_same_to_somebody_else(
    reader: Reader, browser: Browser, address: str
) -> None:
    reader.open(f"/trajectory?{CARELESS}")
    reader.page.get_by_text("refuted claims", exact=True).click()
    reader.wait()
    reader.page.locator(".st-key-next button").first.click()
    reader.wait_for_place("trajectory=")
    context = browser.new_context()
    other = Reader(context.new_page(), address).open(reader.place)
    other.reads(reader.text)
    assert other.place == reader.place
    context.close()


def test_from_a_verdict_to_its_trajectory_and_back_to_the_concept(reader: Reader) -> None:
    reader.open(f"/concept?concept={INSULIN}")
    reader.page.get_by_role("link", name="careless-demo-insulin-glucose").first.click()
    reader.wait_for_place(f"/trajectory?{CARELESS}&trajectory=careless-demo-insulin-glucose")
    reader.reads("Does insulin lower blood glucose?")
    reader.page.get_by_role("link", name="Insulin").first.click()
    reader.wait_for_place(f"concept={INSULIN}")


def test_hostile_text_is_shown_as_it_is_and_does_nothing(reader: Reader, demo: Neo4jStore) -> None:
    reader.open("/trajectory?run=hostile&trajectory=wrong")
    reader.reads(f"Does zinc bind? {HOSTILE}", f"{HOSTILE} binds ACE2")
    (concept,) = demo.find(HOSTILE)
    reader.open(f"/concept?concept={concept.key}&run=hostile")
    expect(reader.page.locator(".big")).to_have_text(HOSTILE)
    reader.reads(f"“{HOSTILE} inhibits it.”")
    for path in ("/hubs?by=Most+connected&search=img", "/sources", "/?run=hostile"):
        reader.open(path)
    query = urllib.parse.quote(f"MATCH (n) WHERE n.name = '{HOSTILE}' DELETE n")
    reader.open(f"/console?q={query}")
    reader.reads("Refused")
    assert reader.page.locator("img").count() == 0


def test_what_is_filtered_is_downloaded_and_no_cell_is_a_formula(reader: Reader) -> None:
    reader.open("/hubs?by=Most+connected&search=1%2B1")
    with reader.page.expect_download() as waiting:
        reader.page.get_by_text("Download as CSV").click()
    header, row = Path(waiting.value.path()).read_text("utf-8").splitlines()
    assert header.startswith("key,name,type,degree")
    assert ",'=1+1,Gene," in row


def test_a_query_is_run_from_the_address_and_a_writing_one_is_refused(reader: Reader) -> None:
    query = "MATCH (c:Concept) WHERE c.name = $name RETURN c.degree AS relations"
    asked = urllib.parse.urlencode({"q": query, "params": '{"name": "Insulin"}'})
    reader.open(f"/console?{asked}")
    reader.reads("1 rows in")
    reader.open("/console?" + urllib.parse.urlencode({"q": "MATCH (n) DETACH DELETE n"}))
    reader.reads("Refused")


def test_an_example_query_fills_the_console_and_runs(reader: Reader) -> None:
    reader.open("/console")
    reader.choose(reader.page.locator(".st-key-example"), "Where a run fails")
    expect(reader.page.locator(".st-key-q textarea")).to_have_value(re.compile("FAILS_AT"))
    reader.reads("rows in")
    reader.wait_for_place("q=")


def test_what_was_left_out_is_shown_and_a_source_is_removed_when_that_is_meant(
    reader: Reader, demo: Neo4jStore, settings: Settings, tmp_path: Path
) -> None:
    triples = tmp_path / "lacking.tsv"
    triples.write_text(
        "head\trelation\ttail\thead_type\ttail_type\nzinc\tinhibits\tACE\tDrug\tProtein\n"
        "zinc\tadmires\tACE\tDrug\tProtein\n",
        "utf-8",
    )
    before = list(demo.canonical())
    ingest(
        demo,
        Plan((triples,), name="lacking"),
        load_extractor(),
        spool_folder=spool_folder(settings),
    )
    reader.open("/sources?source=lacking")
    reader.reads("Left out (1)")
    reader.page.get_by_text("lacking.tsv:3").first.wait_for(state="attached")
    reader.page.get_by_text("Remove this source …").click()
    reader.page.get_by_role("button", name="Keep it").click()
    reader.wait()
    assert "lacking" in {one.name for one in demo.sources()}
    reader.page.get_by_text("Remove this source …").click()
    reader.page.get_by_role("button", name="Remove it").click()
    reader.page.get_by_test_id("stToast").get_by_text("Removed lacking").wait_for(timeout=60_000)
    reader.wait()
    assert list(demo.canonical()) == before
    reader.page.get_by_text("Check the whole graph").click()
    reader.wait_for_text("Everything that must hold of the graph holds.")


def test_a_concept_is_corrected_from_its_page_and_the_correction_taken_back(
    reader: Reader, demo: Neo4jStore
) -> None:
    before = list(demo.canonical())
    reader.open(f"/concept?concept={INSULIN}")
    reader.page.get_by_text("Correct this concept").click()
    reader.page.get_by_role("tab", name="Another type").click()
    reader.choose(reader.page.locator(".st-key-retype-to"), "Drug")
    reader.wait()
    reader.page.locator(".st-key-retype-do button").click()
    reader.wait_for_text("Corrected: retype Protein 'insulin' to Drug")
    reader.wait_for_place(INSULIN, gone=True)
    expect(reader.page.locator(".tag").first).to_have_text("Drug")
    assert INSULIN not in demo.concepts([INSULIN])
    reader.open(f"/concept?concept={INSULIN}")
    expect(reader.page.locator(".tag").first).to_have_text("Drug")
    reader.page.get_by_text("Correct this concept").click()
    reader.page.get_by_role("button", name="Take back").click()
    reader.wait_for_text("Taken back: retype")
    reader.wait_for_place(f"concept={INSULIN}")
    assert list(demo.canonical()) == before


def test_a_fusion_is_read_applied_and_undone_and_a_wrong_one_forbidden(
    reader: Reader, demo: Neo4jStore, settings: Settings, tmp_path: Path
) -> None:
    triples = tmp_path / "near.tsv"
    triples.write_text(
        "head\trelation\ttail\thead_type\ttail_type\n"
        "zinc\tcauses\twobbly knee disorder\tDrug\tDisease\n"
        "zinc\tcauses\twobbly knee disease\tDrug\tDisease\n",
        "utf-8",
    )
    folder = spool_folder(settings)
    ingest(demo, Plan((triples,), name="near"), load_extractor(), spool_folder=folder)
    before = list(demo.canonical())
    reader.open("/fusion?search=wobbly")
    reader.wait_for_text("wobbly knee disease")
    reader.page.get_by_text("Apply all …").click()
    reader.page.get_by_role("button", name="Apply", exact=True).click()
    reader.wait_for_text("fused (fusion 0001)")
    assert demo.find("wobbly knee disease") == demo.find("wobbly knee disorder")
    reader.page.get_by_text("Undo the last").click()
    reader.wait_for_text("again what they were")
    assert list(demo.canonical()) == before
    row = reader.page.locator("[data-testid=stHorizontalBlock]", has_text="wobbly knee disease")
    row.last.get_by_role("button", name="Keep apart").click()
    reader.wait_for_text("stay apart, whatever a plan thinks")
    (said,) = corrections_file.read(curation_of(settings).file)
    assert said.kind is Kind.KEEP_APART
    curation_of(settings).withdraw(said)
    remove(demo, "near", spool_folder=folder)


def test_an_ablation_is_drawn_with_its_ideal_and_a_flip_opens(
    reader: Reader, settings: Settings
) -> None:
    with_directions(ablated_run(settings.home))
    reader.open("/ablation?ablation=by-rule")
    reader.reads("Accuracy by round", "IS, immediate sensitivity", "flip rate", "Flips (3)")
    assert not reader.page.get_by_test_id("stException").count()
    picture = np.asarray(
        Image.open(io.BytesIO(reader.page.locator(".st-key-accuracy-by-round").screenshot()))
    )
    assert (np.abs(picture[..., :3].astype(int) - BLUE).sum(axis=2) < 30).sum() > 200
    for chart in ("directions-by-round", "mean-states"):
        reader.page.locator(f".st-key-{chart} canvas").first.wait_for()
    reader.page.get_by_text("3 sentences").first.click()
    reader.reads("gone after round 0")
    assert reader.page.locator("img[src=x]").count() == 0
