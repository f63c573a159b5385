"""Ingest, agent and score by models, as child processes on a real Neo4j, both protocols.

Each verb is killed once in the middle and run again: the result is that of verbs never disturbed,
and no request is paid twice. By one of the protocols, caps stop agent and score before that, and
none is passed; what a dry run of agent (after a pilot of three items) and of score expects is what
comes. By the other, ingest searches outward; by the first it does so under a cap and killed, too.
What stands on a page of the web, on a paper, in the graph is found there. All of it is counted at
the server.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks.runs import open_run
from graph.export import export
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from hubscope.settings import Settings
from tests.integration.laboratory import Bill, Laboratory, opened

pytestmark = [
    pytest.mark.neo4j,
    pytest.mark.model,
    pytest.mark.slow,
    pytest.mark.loopback,
    pytest.mark.timeout(1200),
]
# With what is found outward the graph has evidence for the claims; without it a search finds some.
OUTWARD = ("--literature", "pubmed,crossref")
CASES = {
    "openai": ((), {"gold": 2, "web": 2, "literature": 2}),
    "anthropic": (OUTWARD, {"gold": 2, "graph": 4}),
}
# Estimates and caps take five processes more.
ESTIMATED = "openai"


@pytest.fixture
def endpoint(store: Neo4jStore, server: Endpoint) -> dict[str, str]:
    """Where children find the server of this session, empty."""
    return {
        "NEO4J_URI": server.uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password.reveal(),
        "NEO4J_DATABASE": server.database,
    }


@dataclass(frozen=True)
class Results:
    """What the three verbs leave behind."""

    trajectories: bytes
    judged: bytes
    scores: dict[str, Any]
    graph: bytes


def _results(laboratory: Laboratory, store: Neo4jStore) -> Results:
    run = open_run(laboratory.home, "mine")
    return Results(
        run.trajectories_file.read_bytes(),
        run.judged.read_bytes(),
        json.loads((run.path / "scores.json").read_text("utf-8")),
        _graph(laboratory, store),
    )


def _graph(laboratory: Laboratory, store: Neo4jStore) -> bytes:
    path = laboratory.home.parent / "graph.jsonl"
    export(store, path)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("protocol", "outward", "evidence"), [(name, *case) for name, case in CASES.items()], ids=CASES
)
def test_stopped_killed_and_gone_on_with_is_as_never_disturbed(
    protocol: str,
    outward: Sequence[str],
    evidence: dict[str, int],
    endpoint: dict[str, str],
    store: Neo4jStore,
    settings: Settings,
    tmp_path: Path,
) -> None:
    with opened(tmp_path, protocol, endpoint, settings.cache) as site:
        quiet = site.laboratory("quiet")
        quiet.run("ingest", *outward)
        if protocol == ESTIMATED:
            quiet.run("agent", "--limit", "3")  # the pilot of the estimate
        for verb in ("agent", "score"):
            if protocol == ESTIMATED:
                expected, nothing = quiet.run(verb, "--dry-run")
                assert nothing == Bill()
            said, paid = quiet.run(verb)
            if protocol == ESTIMATED:
                _assert_near(expected, paid)
        # The claims that gold and graph say nothing of are searched for on the web, and paid for.
        searched = evidence.get("web", 0) + evidence.get("literature", 0)
        assert said["costs"]["web_searches"] == searched
        undisturbed = _results(quiet, store)
        store.clear()
        struck = site.laboratory("struck")
        struck.strike("ingest", 1, *outward)
        struck.run("ingest", *outward)
        for verb in ("agent", "score"):
            if protocol == ESTIMATED:
                struck.stop(verb)
            struck.strike(verb, 4)
            struck.run(verb)
        assert _results(struck, store) == undisturbed
    requests = sorted(quiet.provider.bill.requests)
    assert len(requests) == len({*requests})
    assert sorted(struck.provider.bill.requests) == requests
    assert undisturbed.scores["coverage"]["by_evidence"] == evidence


def test_an_outward_ingest_stopped_at_its_cap_and_killed_is_as_never_disturbed(
    endpoint: dict[str, str], store: Neo4jStore, settings: Settings, tmp_path: Path
) -> None:
    with opened(tmp_path, ESTIMATED, endpoint, settings.cache) as site:
        quiet = site.laboratory("quiet")
        quiet.run("ingest", *OUTWARD)
        undisturbed = _graph(quiet, store)
        store.clear()
        struck = site.laboratory("struck")
        struck.stop("ingest", *OUTWARD)
        struck.strike("ingest", 1, *OUTWARD)
        struck.run("ingest", *OUTWARD)
        assert _graph(struck, store) == undisturbed
    requests = sorted(quiet.provider.bill.requests)
    assert len(requests) == len({*requests})
    assert sorted(struck.provider.bill.requests) == requests


def _assert_near(expected: Mapping[str, Any], paid: Bill) -> None:
    """What a dry run said is within a fifth of what came."""
    real = {
        "calls": len(paid.requests),
        "input_tokens": paid.input_tokens,
        "output_tokens": paid.output_tokens,
        "cost": paid.cost,
    }
    said = {name: expected[name] for name in real}
    assert said == pytest.approx(real, rel=0.2)
