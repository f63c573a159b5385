"""`hubscope curate`: applied, listed, undone, and again after every change of the graph."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.checks import violations
from graph.neo4j_store import Neo4jStore
from hubscope.settings import Settings
from tests.ingest.curating import file_of
from ui.cli import run
from ui.connection import curation_of

pytestmark = pytest.mark.neo4j

FACTS = """head,head_type,relation,tail,tail_type
zinc,Drug,inhibits,ACE protein,Protein
TNFA,Gene,causes,sepsis,Disease
TNF,Gene,causes,fever,Disease
"""
MERGE = '[[merge]]\nconcept = "TNFA"\ntype = "Gene"\ninto = "TNF"\n'
RETYPE = '[[retype]]\nconcept = "Nobody knows it"\ntype = "Other"\nto = "Pathway"\n'


@pytest.fixture
def facts(store: Neo4jStore, settings: Settings, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "facts.csv"
    path.write_text(FACTS, "utf-8")
    names = tmp_path / "names.tsv"
    names.write_text("TNFA\tGene\tOWN:1\t\nTNF\tGene\tOWN:2\t\n", "utf-8")
    assert run(["ingest", str(path), "--lexicon", str(names)]) == 0
    yield path
    folder = curation_of(settings).folder
    for file in folder.iterdir() if folder.exists() else ():
        file.unlink()


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def test_corrections_are_applied_listed_and_undone(
    store: Neo4jStore, facts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = list(store.canonical())
    path = file_of(tmp_path, MERGE + RETYPE)
    done = said(capsys, "curate", str(path))
    assert [one["correction"] for one in done["applied"]] == ["merge Gene 'TNFA' into Gene 'TNF'"]
    assert [(one["where"], one["reason"]) for one in done["unknown"]] == [
        (f"{path}:5", "no_such_concept")
    ]
    (tnf,) = store.find("TNFA")
    assert (tnf.name, tnf.degree) == ("TNF", 2)
    assert violations(store) == []
    path.write_text("# nothing any more\n", "utf-8")
    assert said(capsys, "curate")["applied"] == []
    assert list(store.canonical()) == before


def test_a_claim_that_is_rejected_is_shown_as_not_believed(
    store: Neo4jStore, facts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (fever,) = said(capsys, "concept", "fever")["relations"]
    assert (fever["believed"], fever["evidence_tier"]) == (True, "MEDIUM")
    block = '[[reject]]\nhead = "TNF"\nhead_type = "Gene"\nrelation = "causes"\n'
    path = file_of(tmp_path, block + 'tail = "fever"\ntail_type = "Disease"\n')
    said(capsys, "curate", str(path))
    found = said(capsys, "concept", "fever")
    (fever,) = found["relations"]
    assert (fever["believed"], fever["evidence_tier"]) == (False, None)
    assert found["evidence"]["limits"] == ["no relation"]
    assert run(["concept", "fever"]) == 0
    assert "TNF (not believed)" in capsys.readouterr().out


def test_corrections_outlive_a_source_that_is_deleted_and_read_again(
    store: Neo4jStore, facts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "curate", str(file_of(tmp_path, MERGE)))
    corrected = list(store.canonical())
    assert run(["sources", "delete", "facts"]) == 0
    assert "1 fit nothing" in capsys.readouterr().err
    assert run(["ingest", str(facts), "--lexicon", str(tmp_path / "names.tsv")]) == 0
    assert "corrections: 1 applied" in capsys.readouterr().err
    assert list(store.canonical()) == corrected


def test_a_graph_that_is_imported_is_corrected_at_once(
    store: Neo4jStore, facts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", str(tmp_path / "graph.jsonl")]) == 0
    said(capsys, "curate", str(file_of(tmp_path, MERGE)))
    corrected = list(store.canonical())
    store.clear()
    capsys.readouterr()
    assert run(["import-graph", str(tmp_path / "graph.jsonl")]) == 0
    assert "corrections: 1 applied" in capsys.readouterr().err
    assert list(store.canonical()) == corrected


def test_a_bad_file_exits_2_with_its_line_and_changes_nothing(
    store: Neo4jStore, facts: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = list(store.canonical())
    path = file_of(tmp_path, MERGE + "[[merg]]\n")
    assert run(["curate", str(path)]) == 2
    assert f"{path}:5: " in capsys.readouterr().err
    assert list(store.canonical()) == before
