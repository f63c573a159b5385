"""`score` over all four tiers, against services on loopback; what they found can be deleted."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.agents.formats.own import to_record
from benchmarks.agents.trajectory import Step, Trajectory
from benchmarks.hallucination.judged import read_judged
from benchmarks.runs import open_run
from graph.neo4j_store import Neo4jStore
from hubscope.settings import Settings
from tests.retrieval.connectors.reaching import SERVICES
from tests.servers.literature import Services
from tests.servers.loopback import serving
from ui.cli import run

SAID = "Velorin lowers fever in mice. Qqqqin raises zzzzose in xxxx."


def _import(folder: Path, name: str) -> None:
    path = folder / "given.jsonl"
    one = Trajectory("t1", (Step(SAID),), question="Does velorin lower fever?", final="yes")
    path.write_text(json.dumps(to_record(one)) + "\n", "utf-8")
    assert run(["import", str(path), "--run", name, "--json"]) == 0


def _printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def test_a_tier_without_its_key_is_said_before_anything_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HUBSCOPE_HOME", str(tmp_path))
    _import(tmp_path, "live")
    capsys.readouterr()
    assert run(["score", "live", "--tiers", "gold,web"]) == 4
    said = capsys.readouterr().err
    assert "SERPER_API_KEY" in said
    assert said.count("\n") == 1
    assert run(["score", "live", "--tiers", "gold,wev"]) == 2


@pytest.mark.neo4j
@pytest.mark.model
def test_a_run_is_scored_over_four_tiers_and_what_was_found_is_deletable(
    store: Neo4jStore,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SERPER_API_KEY", "canary-serper-key")
    # The pages that the search finds are of a site that is not there.
    monkeypatch.setattr("retrieval.addresses.system_addresses", _loopback_only)
    _import(tmp_path, "live")
    services = Services()
    with serving(services) as server:
        for name in SERVICES:
            monkeypatch.setenv(f"HUBSCOPE_{name.upper()}_URL", f"{server.base}/{name}")
        tiers = "gold,graph,web,literature"
        dry = _printed(capsys, "score", "live", "--all", "--tiers", tiers, "--dry-run")
        assert (dry["web_searches_at_most"], services.asked) == (2, [])
        assert dry["web_cost_at_most"] == pytest.approx(0.002)
        assert run(["score", "live", "--all", "--tiers", "web", "--max-cost", "0.0005"]) == 3
        assert (capsys.readouterr().out, services.asked) == ("", [])
        found = _printed(capsys, "score", "live", "--all", "--tiers", tiers)
        asked = len(services.asked)
        again = _printed(capsys, "score", "live", "--all", "--tiers", tiers)
        assert len(services.asked) == asked
    assert found["coverage"]["by_evidence"]["literature"] == 1
    assert (found["costs"]["web_searches"], found["costs"]["cost"]) == (2, pytest.approx(0.002))
    assert again["hs_macro"] == found["hs_macro"]
    [judged] = read_judged(open_run(settings.home, "live").judged)
    [claim] = [one for one in judged.claims if one.evidence_tier]
    assert claim.text.startswith("Velorin lowers fever")
    assert list(claim.tiers_without) == [
        "gold: nothing there",
        "graph: nothing there",
        "web: failed: failed: web blocked_unresolved",
    ]
    listed = {one["source"]: one["kind"] for one in _printed(capsys, "sources")["sources"]}
    assert listed == {"literature for run live": "literature"}
    assert _printed(capsys, "sources", "check")["ok"]
    assert _printed(capsys, "index", "status")["in_step"]
    _printed(capsys, "sources", "delete", "literature for run live")
    assert _printed(capsys, "sources")["sources"] == []
    assert list(store.chunks()) == []
    _printed(capsys, "runs", "delete", "live")


def _loopback_only(host: str, port: int) -> tuple[str, ...]:
    return (host,) if host == "127.0.0.1" else ()
