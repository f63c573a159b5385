"""Correcting the graph on the Concept page in Chromium: it writes the file of `hubscope curate`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from graph.model import Concept
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import ConceptType
from hubscope.settings import Settings
from ingest import corrections_file
from tests.browser.conftest import Reader
from ui.cli import run
from ui.connection import curation_of

pytestmark = [pytest.mark.browser, pytest.mark.neo4j, pytest.mark.model, pytest.mark.slow]

INSULIN = Concept(ConceptType("Protein"), "insulin").key
NEPHRITIS = '[[rename]]\nconcept = "nephritis"\ntype = "Disease"\nto = "inflamed kidneys"\n'


@pytest.fixture
def curators_file(demo: Neo4jStore, settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A file given to `hubscope curate`, of which nothing fits the demo; undone after the test."""
    curation, file = curation_of(settings), tmp_path / "mine.toml"
    file.write_text(f"# Mine.\n{NEPHRITIS}", "utf-8")
    assert run(["curate", str(file)]) == 0
    yield file
    file.write_text("# Nothing any more.\n", "utf-8")
    curation.apply(demo, file)
    for kept in curation.folder.iterdir():
        kept.unlink()


def test_the_neighbourhood_is_saved_as_a_picture(reader: Reader) -> None:
    reader.open(f"/concept?concept={INSULIN}")
    reader.reads("Evidence of what is drawn: MEDIUM")
    button = reader.page.get_by_label("Download as PNG").first
    button.hover(force=True)
    with reader.page.expect_download() as waiting:
        button.click()
    picture = Image.open(waiting.value.path())
    assert picture.format == "PNG"
    assert min(picture.size) > 500
    assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 20


def test_a_concept_is_renamed_in_the_curators_file_and_what_fits_nothing_is_listed(
    reader: Reader, demo: Neo4jStore, curators_file: Path
) -> None:
    page = reader.page
    reader.open("/concept")
    reader.reads("Corrections by people (1, 1 fit nothing)", "the graph has no Disease 'nephritis'")
    reader.open(f"/concept?concept={INSULIN}")
    page.get_by_text("Correct this concept").click()
    reader.choose(page.locator(".st-key-rename-to"), "islet hormone")
    page.locator(".st-key-rename-reason input").fill("so the ward says")
    page.locator(".st-key-rename-do button").click()
    expect(page.locator(".big").first).to_have_text("islet hormone", timeout=30_000)
    assert curators_file.read_text("utf-8").startswith(f"# Mine.\n{NEPHRITIS}")
    _, said = corrections_file.read(curators_file)
    assert (said.to, said.reason) == ("islet hormone", "so the ward says")
    corrected = list(demo.canonical())
    assert run(["curate"]) == 0
    assert list(demo.canonical()) == corrected


@pytest.fixture
def _taken_back(demo: Neo4jStore, settings: Settings) -> Iterator[None]:
    """What a test corrects is taken back after it, and the graph is what it was."""
    before = list(demo.canonical())
    yield
    curation = curation_of(settings)
    for correction in curation.corrections():
        curation.withdraw(correction)
    curation.apply(demo)
    assert list(demo.canonical()) == before


@pytest.mark.usefixtures("_taken_back")
def test_a_claim_is_rejected(reader: Reader, demo: Neo4jStore) -> None:
    page, degree = reader.page, demo.concepts([INSULIN])[INSULIN].degree
    reader.open(f"/concept?concept={INSULIN}")
    page.get_by_text("Correct this concept").click()
    page.get_by_role("tab", name="Reject a claim").click()
    reader.choose(page.locator(".st-key-reject-claim"), "Insulin causes hypokalemia")
    page.locator(".st-key-reject-do button").click()
    reader.reads("Corrected: reject Protein 'Insulin' causes Disease 'hypokalemia'")
    assert demo.concepts([INSULIN])[INSULIN].degree == degree - 1
