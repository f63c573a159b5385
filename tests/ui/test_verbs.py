"""Every verb on a real server with the bundled sample: JSON keys, exit codes."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.runs import open_run
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from hubscope.settings import Settings
from ingest.grading import EvidenceTier
from tests.servers.behaviour import Asked, Says
from tests.servers.chat import providing
from ui.cli import run
from ui.connection import open_store

pytestmark = [pytest.mark.neo4j, pytest.mark.model, pytest.mark.slow]

SAMPLE = Path(__file__).resolve().parents[2] / "benchmarks" / "sample"
Verb = Callable[..., Any]


@pytest.fixture(scope="module")
def prepared(server: Endpoint, settings: Settings) -> Iterator[None]:
    """The demo's graph and runs in the session's home."""
    store = Neo4jStore.connect(server)
    store.clear()
    assert run(["demo", "--json"]) == 0
    yield
    store.clear()
    store.close()


@pytest.fixture
def verb(prepared: None, capsys: pytest.CaptureFixture[str]) -> Verb:
    """Runs a verb with --json and returns its document; another exit code than 0 fails."""

    def call(*arguments: str, code: int = 0, lines: bool = False) -> Any:
        capsys.readouterr()
        assert run([*arguments, "--json"]) == code, capsys.readouterr().err
        text = capsys.readouterr().out
        assert "\x1b" not in text
        return [json.loads(line) for line in text.splitlines()] if lines else json.loads(text)

    return call


def test_ingest_says_what_became_of_each_source(verb: Verb) -> None:
    (one,) = verb("ingest", str(SAMPLE / "questions.json"), "--source", "demo-questions")["sources"]
    assert {"source", "format", "state", "items", "concepts", "relations", "chunks"} <= one.keys()
    assert {"skipped", "unchanged", "seconds"} <= one.keys()
    assert (one["state"], one["unchanged"], one["items"]) == ("committed", True, 30)


def test_preview_shows_quotes_and_writes_nothing(verb: Verb) -> None:
    before = verb("sources")
    (record, *_) = verb("ingest", str(SAMPLE / "questions.json"), "--preview", "2")["records"]
    assert record["where"]
    assert verb("sources") == before


def test_sources_are_listed_and_checked(verb: Verb) -> None:
    listed = verb("sources")["sources"]
    assert [one["source"] for one in listed] == ["demo-claims", "demo-questions"]
    assert {"kind", "sha256", "items", "concepts", "relations"} <= listed[0].keys()
    assert verb("sources", "check") == {"ok": True, "violations": []}


@pytest.mark.parametrize("by", ["degree", "pagerank", "failures"])
def test_hubs_have_every_column(verb: Verb, by: str) -> None:
    more = ["--run", "demo:careless"] if by == "failures" else []
    rows = verb("hubs", "--by", by, "--top", "5", *more)["hubs"]
    wanted = "key name type degree pagerank tier claims refuted unverifiable penalty failure"
    assert {*wanted.split(), "failure_low", "failure_high"} == rows[0].keys()
    assert len(rows) == 5
    assert (rows[0]["failure"] is not None) == (by == "failures")


def test_hubs_as_csv(prepared: None, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["hubs", "--csv", "--top", "3", "--type", "gene"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["type"] for row in rows} == {"Gene"}
    assert rows[0]["failure"] == ""


def test_a_concept_comes_with_quotes_and_what_agents_said(verb: Verb) -> None:
    found = verb("concept", "insulin")
    assert found["concept"]["type"] == "Protein"
    relation = found["relations"][0]
    wanted = {"relation", "direction", "other", "sources", "quotes", "believed", "evidence_tier"}
    assert wanted <= relation.keys()
    tiers = [one["evidence_tier"] for one in found["relations"] if one["evidence_tier"]]
    assert set(tiers) <= set(EvidenceTier)
    assert found["evidence"]["tier"] in set(EvidenceTier)
    assert sum(found["evidence"]["alone"].values()) >= len(tiers) > 0
    assert any("nsulin" in one["quotes"][0]["quote"] for one in found["relations"])
    assert {one["claim"]["verdict"] for one in found["agent_claims"]} >= {"SUPPORTED", "REFUTED"}


def test_claims_are_json_lines_with_provenance(verb: Verb) -> None:
    rows = verb("claims", "--about", "aspirin", lines=True)
    wanted = {"key", "head", "relation", "tail", "origin", "sources", "quotes", "strength", "hedge"}
    assert all(wanted <= row.keys() for row in rows)
    assert ("Aspirin", "inhibits") in {(row["head"], row["relation"]) for row in rows}


def test_cypher_returns_rows_with_parameters_and_a_limit(verb: Verb) -> None:
    query = "MATCH (c:Concept) WHERE c.degree >= $least RETURN c.name ORDER BY c.name"
    found = verb("cypher", query, "--param", "least=1", "--limit", "2")
    assert found["columns"] == ["c.name"]
    assert len(found["rows"]) == 2
    assert found["truncated"] is True
    assert isinstance(found["milliseconds"], int)


def test_the_index_is_in_step_and_finds(verb: Verb) -> None:
    verb("index", "build")
    status = verb("index", "status")
    assert {"chunks", "model", "dimension", "fingerprint"} <= status.keys()
    assert status["in_step"] is True
    hits = verb("index", "search", "aspirin and the stomach", "--top", "3")["hits"]
    assert hits[0]["source"] == "demo-claims"
    assert "peptic ulcer" in hits[0]["text"]


def test_import_says_what_came_and_what_is_odd(verb: Verb, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    line = (SAMPLE / "trajectories.jsonl").read_text("utf-8").splitlines()[0]
    path.write_text(f"{line}\nnot json\n", "utf-8")
    found = verb("import", str(path), "--run", "odd", "--items", "demo-questions")
    (one,) = found["runs"]
    assert (one["run"], one["trajectories"], one["steps"]) == ("odd", 1, 2)
    assert (found["trajectories"], found["steps"], found["format"]) == (1, 2, "own")
    assert [one["kind"] for one in found["problems"]] == ["invalid_json"]
    assert verb("runs", "delete", "odd")["deleted"] is True


def test_score_prints_every_score_with_interval_and_denominator(verb: Verb) -> None:
    found = verb("score", "demo:careless", "--all")
    assert {"run", "judge", "degree_snapshot", "coverage", "slices"} <= found.keys()
    for name in ("acc", "wacc", "hr", "hs_macro", "hs_micro", "hsw_macro", "hsw_micro", "hf"):
        assert {"value", "low", "high", "n", "denominator"} <= found[name].keys()
        assert found[name]["low"] <= found[name]["value"] <= found[name]["high"]
    assert found["hubs"][0].keys() == verb("hubs", "--top", "1")["hubs"][0].keys()
    dimensions = {"type", "band", "hub_tier", "evidence", "task", "anchoring"}
    assert dimensions == found["slices"].keys()


def test_runs_report_and_verify(verb: Verb, tmp_path: Path) -> None:
    rows = verb("runs")["runs"]
    rows = [row for row in rows if row["run"].startswith("demo:")]  # others have runs here, too
    assert [row["run"] for row in rows] == ["demo:careful", "demo:careless"]
    assert {"run", "model", "items", "scored", "hs", "hsw", "cost"} <= rows[0].keys()
    assert [row["items"] for row in rows] == [20, 20]
    files = verb("report", "demo:careful", "--html", str(tmp_path / "r.html"))["files"]
    assert all(Path(name).exists() for name in files)
    assert verb("verify", "demo:careless") == {"ok": True, "differences": []}


def test_doctor_and_db_status(verb: Verb) -> None:
    checks = verb("doctor")["checks"]
    assert all({"name", "ok", "detail", "fix"} <= check.keys() for check in checks)
    assert all(check["ok"] for check in checks)
    status = verb("db", "status")
    wanted = {"running", "uri", "version", "edition", "pid", "home", "nodes", "relationships"}
    assert wanted <= status.keys()
    assert status["running"] is True
    assert status["uri"].startswith("bolt://127.0.0.1:")


@pytest.mark.parametrize(
    "arguments",
    [
        ["concept", "no such thing"],
        ["claims", "--about", "no such thing"],
        ["sources", "delete", "no such source"],
        ["import", str(SAMPLE / "trajectories.jsonl"), "--run", "x", "--items", "no such source"],
        ["score", "demo:careful", "--all", "--tiers", "gold,astrology"],
        ["score", "demo:careful", "--all", "--judge", "oracle"],
        ["cypher", "MATCH (n) RETURN m"],
    ],
)
def test_what_is_not_there_is_exit_code_2_and_one_line(
    arguments: list[str], prepared: None, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1


def test_a_broken_degree_is_a_violation_and_exit_code_1(
    verb: Verb, server: Endpoint, settings: Settings
) -> None:
    with open_store(settings) as store:
        change = "MATCH (c:Concept {name: 'Insulin'}) SET c.degree = c.degree + $by"
        with store.connection.driver.session() as session:
            session.run(change, by=1).consume()
            try:
                found = verb("sources", "check", code=1)
            finally:
                session.run(change, by=-1).consume()
    assert found["ok"] is False
    assert any("degree" in one["rule"] for one in found["violations"])


def test_a_changed_journal_fails_verify_with_exit_code_1(verb: Verb, settings: Settings) -> None:
    journal = open_run(settings.home, "demo:careful").judged
    whole = journal.read_text("utf-8")
    journal.write_text(whole.replace('"REFUTED"', '"SUPPORTED"', 1), "utf-8")
    try:
        found = verb("verify", "demo:careful", code=1)
    finally:
        journal.write_text(whole, "utf-8")
    assert found["ok"] is False
    assert found["differences"]


def test_doctor_names_a_server_that_is_not_there(
    prepared: None, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["--uri", "bolt://127.0.0.1:9", "doctor"]) == 4
    assert "FAIL server" in capsys.readouterr().out


def test_the_graph_moves_as_a_file(verb: Verb, tmp_path: Path) -> None:
    file = tmp_path / "graph.jsonl.gz"
    out = verb("export", str(file))
    assert {"concepts", "relations", "claims", "sha256"} <= out.keys()
    back = verb("import-graph", str(file))
    assert (back.pop("unchanged"), back.pop("bulk")) == (True, False)
    assert back == {name: out[name] for name in back}
    for format in ("graphml", "csv"):
        written = verb("export", str(tmp_path / format), "--format", format)
        assert written["sha256"] == out["sha256"]


def test_runs_of_the_agent_are_scored_verified_reported_and_compared(
    verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "insulin.txt").write_text("Insulin\n\nInsulin lowers glucose.\n", "utf-8")
    monkeypatch.setenv("HUBSCOPE_PAPERS", str(tmp_path))

    def script(asked: Asked) -> Says:
        if all(role != "assistant" for role, _ in asked.texts):
            return Says(
                "Insulin inhibits lipolysis.", (("literature_search", {"query": "insulin"}),)
            )
        return Says("Answer: yes" if asked.model == "gpt-4o" else "Answer: no")

    names = {"agent:one": "gpt-4o", "agent:other": "gpt-4o-mini"}
    more = ["--limit", "4", "--literature", "folder", "--no-web"]
    with providing("openai", script, monkeypatch):
        for name, model in names.items():
            found = verb(
                "agent", "demo-questions", "--model", f"openai:{model}", "--run", name, *more
            )
            assert (found["trajectories"], found["outcomes"]["answered"]) == (4, 4)
    for name in names:
        scored = verb("score", name, "--all")
        assert scored["coverage"]["tool_calls"] == 4
        assert scored["coverage"]["tool_failures"] == 0
        assert scored["acc"]["n"] == 4
        assert verb("verify", name) == {"ok": True, "differences": []}
    assert verb("report", *names)["files"]
    compared = verb("compare", *names)
    assert compared["both"] + compared["neither"] + compared["gain"] + compared["loss"] == 4
    for name in names:
        verb("runs", "delete", name)
