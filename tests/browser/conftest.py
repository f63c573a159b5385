"""The app in a real browser: the demo's data on a real server, served in a process of its own."""

import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect, sync_playwright

from benchmarks.demo import run_demo
from benchmarks.runs import list_runs
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from hubscope.settings import Settings
from ingest.pipeline import Plan, ingest, load_extractor
from tests.servers.behaviour import Asked, Says
from tests.servers.chat import ChatServer, serving
from tests.ui.scored_run import HOSTILE, scored_run
from ui.connection import spool_folder
from ui.serving import command, environment

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
START_S = 60
SIZE = (1380, 900)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, headless; skips where none is installed."""
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("no `chromium` on the path: apt-get install chromium fonts-dejavu-core")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


class Model:
    """The model that jobs of the app ask: it searches once, and answers only when it is let."""

    def __init__(self) -> None:
        self.let = threading.Semaphore(0)

    def __call__(self, asked: Asked) -> Says:
        if all(role != "assistant" for role, _ in asked.texts):
            return Says("I look.", (("literature_search", {"query": "insulin"}),), tokens=(500, 50))
        self.let.acquire(timeout=240)
        return Says("Insulin lowers blood glucose.\nAnswer: yes", tokens=(900, 40))


@pytest.fixture(scope="session")
def model() -> Iterator[tuple[Model, ChatServer]]:
    """A loopback model, whose address the app's jobs inherit."""
    scripted = Model()
    with serving("openai", scripted) as server:
        yield scripted, server


@pytest.fixture(scope="session")
def address(
    server: Endpoint,
    settings: Settings,
    model: tuple[Model, ChatServer],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """Where the app is served."""
    papers = tmp_path_factory.mktemp("papers")
    (papers / "insulin.txt").write_text("Insulin\n\nInsulin lowers blood glucose.\n", "utf-8")
    offline = {
        "HUBSCOPE_PAPERS": str(papers),
        "HUBSCOPE_OFFLINE": "1",
        "HUBSCOPE_LITERATURE": "folder",
    }
    its_environment = environment(settings) | model[1].variables | offline
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    log = tmp_path_factory.mktemp("app") / "log"
    with log.open("w") as out:
        app = subprocess.Popen(
            command(port), env=its_environment, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            _wait(app, f"http://127.0.0.1:{port}/_stcore/health", log)
            yield f"http://127.0.0.1:{port}"
        finally:
            app.terminate()
            app.wait(20)


def _wait(app: subprocess.Popen[bytes], health: str, log: Path) -> None:
    for _ in range(START_S * 10):
        if app.poll() is not None:
            break
        try:
            with urllib.request.urlopen(health, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise RuntimeError(f"the app did not start:\n{log.read_text()}")


@pytest.fixture
def demo(
    browser: Browser, settings: Settings, _connected: Neo4jStore, tmp_path: Path
) -> Neo4jStore:
    """The demo's graph and runs, and beside them a source and a run full of hostile text.

    Other tests of the session empty the graph, so it is filled again where that has happened.
    """
    if {one.name for one in _connected.sources()} >= {"demo-questions", "demo-claims", "hostile"}:
        return _connected
    _connected.clear()
    run_demo(
        settings,
        _connected,
        lambda what, done, total=None: None,
        spool_folder=spool_folder(settings),
    )
    triples = tmp_path / "hostile.tsv"
    triples.write_text(
        "head\trelation\ttail\thead_type\ttail_type\tquote\ttitle\n"
        f"{HOSTILE}\tinhibits\t=1+1\tDrug\tGene\t{HOSTILE} inhibits it.\t{HOSTILE}\n",
        "utf-8",
    )
    ingest(
        _connected,
        Plan((triples,), name="hostile"),
        load_extractor(),
        spool_folder=spool_folder(settings),
    )
    if "hostile" not in [run.name for run in list_runs(settings.home)]:
        scored_run(settings.home, "hostile")
    return _connected


class Reader:
    """Someone who reads the app; nothing but this machine may be asked, nothing may break."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.troubles.append(f"dialog: {dialog.message}"))
        page.route("**/*", self._local_only)

    def _local_only(self, route: Route) -> None:
        asked = urlsplit(route.request.url)
        if asked.hostname == "127.0.0.1" or asked.scheme in {"data", "blob"}:
            route.continue_()
        else:
            self.troubles.append(f"request: {route.request.url}")
            route.abort()

    def open(self, path: str) -> "Reader":
        """Go to a page and wait until it is drawn."""
        self.page.goto(self.address + path)
        self.wait()
        return self

    def wait(self) -> None:
        """Wait until Streamlit has run and drawn the page."""
        self.page.wait_for_timeout(300)  # until the run that a click starts has begun
        self.page.wait_for_selector(
            '[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=60_000
        )
        self.page.wait_for_function(
            "!document.querySelector('[data-testid=stSkeleton]')", timeout=60_000
        )
        self.page.wait_for_timeout(300)

    def choose(self, box: Locator, name: str) -> None:
        """Choose an option by keyboard, again where a page that is drawn anew took it away."""
        for _ in range(3):
            self.wait()
            box.locator("input").press_sequentially(name)
            box.locator("input").press("Enter")
            self.wait()
            if not box.count() or name in box.inner_text() + box.locator("input").input_value():
                return
        raise AssertionError(f"{name!r} cannot be chosen in {box.inner_text()!r}")

    def wait_for_place(self, part: str, *, gone: bool = False) -> None:
        """Wait until the address holds a text, or no longer: a click has been answered."""
        self.page.wait_for_url(lambda url: (part in url) is not gone, timeout=30_000)
        self.wait()

    def wait_for_text(self, words: str) -> None:
        """Wait until the page says something: what it does takes its time."""
        self.page.get_by_test_id("stMain").get_by_text(words).first.wait_for(timeout=60_000)
        self.wait()

    def reads(self, *said: str) -> None:
        """The page says all of this, at the latest when what draws it has come to rest."""
        for words in said:
            expect(self.page.get_by_test_id("stMain")).to_contain_text(
                words, use_inner_text=True, timeout=30_000
            )

    @property
    def text(self) -> str:
        """What the page says."""
        return self.page.get_by_test_id("stMain").inner_text()

    @property
    def place(self) -> str:
        """Path and query of the address."""
        split = urlsplit(self.page.url)
        return f"{split.path}?{split.query}"


@pytest.fixture
def reader(browser: Browser, demo: Neo4jStore, address: str) -> Iterator[Reader]:
    """A fresh visitor of the app on the demo's data; trouble of any page fails the test."""
    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
    someone = Reader(context.new_page(), address)
    yield someone
    context.close()
    assert not someone.troubles
