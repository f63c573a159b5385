"""Every connector conforms, over servers that answer as the real ones do; and badly."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.connectors import CONNECTORS, open_connectors
from retrieval.connectors.connector import Connector, Failed, Found
from retrieval.connectors.reach import Reach
from tests.conformance.connector import Known, check_connector, check_fails
from tests.retrieval.connectors.reaching import KEYS, SITE, reach_for, reaching
from tests.servers.literature import MODES, Services
from tests.servers.papers import FEVER, RETRACTED, UNKNOWN

pytestmark = pytest.mark.loopback

SAYS = "Velorin lowered fever in mice by 1.5 °C (p < 0.05)."
KNOWN = {
    "pubmed": Known("velorin fever", FEVER.pmid, SAYS, UNKNOWN, "12345", "cohort", 23),
    "pmc": Known("velorin fever", FEVER.pmcid, SAYS, UNKNOWN, "PMC12", "cohort", 13),
    "pubtator": Known("velorin fever", FEVER.pmid, SAYS, UNKNOWN, "12345", "cohort", 23),
    "biorxiv": Known(
        "velorin fever", FEVER.doi_at("biorxiv"), SAYS, UNKNOWN, "10.1101/none", "cohort", 9
    ),
    "medrxiv": Known("velorin fever", FEVER.doi_at("medrxiv"), SAYS, UNKNOWN, "10.1101/none"),
    "crossref": Known("velorin fever", FEVER.doi, SAYS, UNKNOWN, "10.5555/none", "cohort", 33),
    "openalex": Known("velorin fever", "W1", SAYS, UNKNOWN, "W999", "cohort", 33),
    "web": Known(
        "velorin fever", f"http://{SITE}/1", SAYS, UNKNOWN, f"http://{SITE}/none", "cohort", 23
    ),
    "folder": Known("velorin fever", "fever.txt", SAYS, UNKNOWN, "none.txt", "cohort", 23),
}
WITHDRAWN = {
    "pubmed": RETRACTED.pmid,
    "pmc": RETRACTED.pmcid,
    "pubtator": RETRACTED.pmid,
    "biorxiv": RETRACTED.doi_at("biorxiv"),
    "medrxiv": RETRACTED.doi_at("medrxiv"),
    "crossref": RETRACTED.doi,
    "openalex": "W2",
}
OF_SERVICES = [name for name in KNOWN if name not in ("folder", "web")]


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A folder of papers of several kinds."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "fever.txt").write_text(f"{FEVER.title}\n\n{FEVER.abstract}\n", "utf-8")
    (folder / "page.html").write_text("<title>Sleep</title><p>Velorin and sleep.", "utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "binary.txt").write_bytes(b"\x7fELF\0\0")
    (folder / ".hidden.txt").write_text("velorin fever velorin fever", "utf-8")
    for n in range(30):
        (folder / f"cohort{n}.md").write_text(f"# Cohort {n}\n\nCohort {n} was healthy.", "utf-8")
    (tmp_path / "outside.txt").write_text("velorin fever fever", "utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    return folder


@pytest.fixture
def world(tmp_path: Path, papers: Path) -> Iterator[tuple[Reach, Services]]:
    with reaching(tmp_path / "home", papers=papers) as found:
        yield found


def _opened(name: str, world: tuple[Reach, Services]) -> Connector:
    [connector] = open_connectors(world[0], [name])
    return connector


def test_every_connector_has_a_case() -> None:
    assert set(KNOWN) == set(CONNECTORS.names())


@pytest.mark.parametrize("name", KNOWN)
def test_every_connector_conforms(name: str, world: tuple[Reach, Services]) -> None:
    retracted = frozenset([WITHDRAWN[name]] if name in WITHDRAWN else [])
    check_connector(_opened(name, world), replace(KNOWN[name], retracted=retracted))


@pytest.mark.parametrize("mode", [*MODES, "torn", "cut"])
@pytest.mark.parametrize("name", OF_SERVICES)
def test_a_service_in_trouble_is_a_failure_that_is_not_remembered(
    name: str, mode: str, world: tuple[Reach, Services]
) -> None:
    connector, known = _opened(name, world), KNOWN[name]
    world[1].mode = mode
    check_fails(connector, known)
    world[1].mode = "fine"
    found = connector.search(known.query, 5)
    assert isinstance(found, Found)
    assert found.records


@pytest.mark.parametrize("name", [*OF_SERVICES, "web"])
def test_what_was_asked_is_answered_offline_and_nothing_else(
    name: str, world: tuple[Reach, Services]
) -> None:
    online = _opened(name, world)
    known = KNOWN[name]
    found, document = online.search(known.query, 5), online.fetch(known.id)
    asked = len(world[1].asked)
    reach = world[0]
    offline = _opened(
        name,
        (
            replace(
                reach,
                network=replace(reach.network, offline=True),
                pages=replace(reach.pages, offline=True),
            ),
            world[1],
        ),
    )
    assert offline.search(known.query, 5) == found
    assert offline.fetch(known.id) == document
    other = offline.search("something else", 5)
    assert isinstance(other, Failed)
    assert other.reason == "offline"
    assert len(world[1].asked) == asked


@pytest.mark.parametrize("name", OF_SERVICES)
def test_text_in_another_encoding_than_it_says_is_read(
    name: str, world: tuple[Reach, Services]
) -> None:
    world[1].mode = "cp1252"
    document = _opened(name, world).fetch(KNOWN[name].id)
    assert not isinstance(document, Failed), document
    assert "1.5 °C" in document.text


def test_no_key_is_kept_or_shown(world: tuple[Reach, Services], tmp_path: Path) -> None:
    shown = []
    for name in KNOWN:
        connector = _opened(name, world)
        shown += [repr(connector.search("velorin", 5)), repr(connector), repr(vars(connector))]
    world[1].mode = "error"
    for name in OF_SERVICES:
        shown.append(repr(_opened(name, world).search("another question", 5)))
    sent = " ".join(f"{one.path} {one.headers}" for one in world[1].asked)
    for secret in KEYS.values():
        assert secret.reveal() in sent
        assert not any(secret.reveal() in text for text in shown)
        for path in (tmp_path / "home").rglob("*"):
            assert not path.is_file() or secret.reveal().encode() not in path.read_bytes()


def test_a_day_limits_what_is_asked_for(world: tuple[Reach, Services]) -> None:
    from datetime import date

    for name in ("pubmed", "pmc", "crossref", "openalex", "biorxiv", "web"):
        _opened(name, world).search("velorin", 2, until=date(2020, 2, 3))
        last = [one for one in world[1].asked if "efetch" not in one.path][-1]
        sent = f"{last.path} {last.body.decode()}"
        assert any(day in sent for day in ("2020-02-03", "2020%2F02%2F03", "02/03/2020")), sent


def test_an_unknown_or_repeated_name_is_refused(world: tuple[Reach, Services]) -> None:
    from hubscope.errors import InputError

    for names in (["pubmd"], [], ["pubmed", "pubmed"]):
        with pytest.raises(InputError):
            open_connectors(world[0], names)


def test_the_web_without_a_key_can_be_read_but_not_searched(tmp_path: Path) -> None:
    from hubscope.settings import Secret

    with reaching(tmp_path, serper_api_key=Secret("")) as (reach, _):
        [web] = open_connectors(reach, ["web"])
        assert not isinstance(web.fetch(f"http://{SITE}/1"), Failed)
        searched = web.search("velorin")
        assert isinstance(searched, Failed)
        assert searched.reason == "no_key"


def test_services_that_are_not_there_fail(tmp_path: Path) -> None:
    from tests.retrieval.connectors.reaching import settings_for

    reach = reach_for(settings_for(tmp_path, None))
    for name in OF_SERVICES:
        [connector] = open_connectors(reach, [name])
        check_fails(connector, KNOWN[name])
    reach.close()


@pytest.mark.parametrize(
    ("name", "size"), [("openalex", 7), ("crossref", 7), ("web", 4), ("pubtator", 10)]
)
def test_pages_are_turned_until_there_is_enough(
    name: str, size: int, world: tuple[Reach, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "serper" if name == "web" else name
    monkeypatch.setattr(f"retrieval.connectors.{module}._PAGE", size)
    found = _opened(name, world).search("cohort", 17)
    assert isinstance(found, Found)
    assert len({one.id for one in found.records}) == 17
    pages = [one for one in world[1].asked if "export" not in one.path]
    assert len(pages) == -(-17 // size)
    everything = _opened(name, world).search("cohort", 500)
    assert isinstance(everything, Found)
    assert len(everything.records) == 40
