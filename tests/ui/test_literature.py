"""`ingest --literature`: what it says before, what it gives, how it ends."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.neo4j_store import Neo4jStore
from tests.retrieval.connectors.reaching import SERVICES
from tests.servers.chat import providing
from tests.servers.literature import Services
from tests.servers.loopback import serving
from tests.servers.reader import reads_triples
from tests.servers.topics import items_about, topic_services
from ui.cli import run

TOPICS = ("asthma", "obesity", "stroke")


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    found = topic_services(TOPICS)
    with serving(found) as server:
        for name in SERVICES:
            monkeypatch.setenv(f"HUBSCOPE_{name.upper()}_URL", f"{server.base}/{name}")
        yield found


@pytest.fixture
def items(tmp_path: Path) -> str:
    return str(items_about(tmp_path / "asked.json", TOPICS[:2]))


def test_a_name_that_is_no_service_ends_it_before_anything_is_read(
    items: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ingest", items, "--literature", "pubmet"]) == 2
    assert "pubmed" in capsys.readouterr().err
    assert run(["ingest", items, "--literature", "web"]) == 2
    assert run(["ingest", items, "--literature", ""]) == 2


@pytest.mark.loopback
@pytest.mark.model
def test_a_dry_run_says_what_it_would_take_and_asks_nobody(
    items: str, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["ingest", items, "--literature", "pubmed,crossref", "--dry-run"]
    assert run([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["state"] for one in document["sources"]] == ["not written"]
    assert document["estimate"]["literature"] == {
        "services": ["pubmed", "crossref"],
        "seeds": 2,
        "known": 0,
        "searches": 4,
        "papers": 16,
    }
    assert run([*command, "--model", "openai:gpt-4o-mini"]) == 0
    said = capsys.readouterr().out
    assert "outward: 2 seeds (0 of them searched for before), 4 searches" in said
    assert "expected: 26 calls" in said
    assert services.asked == []


@pytest.mark.neo4j
@pytest.mark.model
def test_what_is_found_is_a_source_that_goes_with_the_benchmark(
    items: str,
    services: Services,
    store: Neo4jStore,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["ingest", items, "--literature", "pubmed,crossref"]

    def printed(*more: str, code: int = 0) -> Any:
        assert run([*command, *more, "--json"]) == code, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)

    services.down.add("crossref")
    found = printed()
    assert [one["source"] for one in found["sources"]] == ["asked", "literature of asked"]
    [search] = found["literature"]
    assert (search["seeds"], search["known"], search["papers"]) == (2, 0, 12)
    assert {one["service"] for one in search["failures"]} == {"crossref"}
    services.down.clear()
    assert printed()["literature"][0]["papers"] == 16
    asked = len(services.asked)
    again = printed()
    assert again["sources"][1]["unchanged"]
    assert again["literature"][0]["unchanged"]

    # With a model under a cap: exit 3, what was found is there, and more money goes on.
    with providing("openai", reads_triples, monkeypatch) as server:
        model = ("--model", "openai:gpt-4o-mini")
        stopped = printed(*model, "--max-cost", "0.003", code=3)
        assert stopped["sources"][1]["reasons"]["over_budget"] > 0
        assert stopped["costs"]["cost"] <= 0.003
        paid = server.answered
        whole = printed(*model, "--max-cost", "1")
        assert "over_budget" not in whole["sources"][1]["reasons"]
        assert server.answered > paid
    assert len(services.asked) == asked

    capsys.readouterr()
    assert run(["sources", "delete", "asked"]) == 0
    assert store.sources() == []
    assert list(store.chunks()) == []


@pytest.mark.neo4j
@pytest.mark.model
def test_offline_it_ends_with_what_to_do_and_the_benchmark_is_there(
    items: str,
    services: Services,
    store: Neo4jStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HUBSCOPE_OFFLINE", "1")
    other = str(items_about(tmp_path / "other.json", TOPICS[2:]))
    assert run(["ingest", other, "--literature", "pubmed"]) == 4
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert "no service of literature could be asked" in said
    assert "run again" in said
    assert [one.name for one in store.sources()] == ["other"]
    assert services.asked == []
