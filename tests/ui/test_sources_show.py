"""`hubscope sources show`: what was left out of a source, where and why."""

import json
from pathlib import Path

import pytest

from graph.neo4j_store import Neo4jStore
from hubscope.settings import Settings
from ingest.skips import forget
from ui.cli import run
from ui.connection import spool_folder

pytestmark = pytest.mark.neo4j


def test_a_source_is_shown_with_what_was_left_out(
    store: Neo4jStore, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "facts.csv"
    path.write_text("head,relation,tail\nzinc,frobs,ACE\nzinc,inhibits,ACE\n,treats,x\n", "utf-8")
    assert run(["ingest", str(path)]) == 0
    capsys.readouterr()
    assert run(["sources", "show", "facts", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["source"], shown["skipped"]) == ("facts", 2)
    assert shown["reasons"] == {"missing_head": 1, "unknown_relation": 1}
    assert {place["where"] for place in shown["places"]} == {f"{path}:2", f"{path}:4"}
    assert run(["sources", "show", "facts"]) == 0
    assert f"{path}:4: missing_head" in capsys.readouterr().out
    forget(spool_folder(settings), "facts")
    assert run(["sources", "show", "facts"]) == 0
    assert "known where it was read" in capsys.readouterr().out
    assert run(["sources", "show", "nobody"]) == 2
    assert "Known: facts" in capsys.readouterr().err
