"""Rows of hubs: the same columns whatever they rank, of the graph or of a run."""

from pathlib import Path

import pytest

from benchmarks.hubs import failure_rows, hub_rows
from graph.vocabulary import ConceptType, HubTier
from hubscope.errors import InputError
from tests.retrieval.graphs import GLUCOSE, METFORMIN, small_graph
from tests.ui.scored_run import scored_run


@pytest.mark.parametrize("by", ["degree", "pagerank"])
def test_hubs_of_the_graph_leave_failures_open(by: str) -> None:
    rows = hub_rows(small_graph(), by=by, top=5)
    # One relation between two concepts: equal in degree and PageRank, so by key.
    assert [row["key"] for row in rows] == sorted([METFORMIN.key, GLUCOSE.key])
    assert {row["degree"] for row in rows} == {1}
    assert {row["pagerank"] for row in rows} == {0.5}
    assert {row["failure"] for row in rows} == {None}


@pytest.mark.parametrize("by", ["degree", "pagerank"])
def test_hubs_of_one_type(by: str) -> None:
    rows = hub_rows(small_graph(), by=by, top=1, type=ConceptType("Drug"))
    assert [row["name"].casefold() for row in rows] == ["metformin"]


def test_failure_hubs_have_the_columns_of_hubs(tmp_path: Path) -> None:
    scored_run(tmp_path)
    (row,) = failure_rows(tmp_path, None, top=5)
    assert row.keys() == hub_rows(small_graph(), by="degree", top=1)[0].keys()
    assert (row["name"], row["claims"], row["refuted"], row["penalty"]) == ("Zinc", 2, 1, 1.0)
    assert row["failure_low"] < row["failure"] < row["failure_high"]
    assert row["tier"] is HubTier.OFF  # of the snapshot, in which nothing has a relation
    assert failure_rows(tmp_path, None, top=5, type=ConceptType("Drug")) == []


def test_of_several_scored_runs_one_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Scored runs: none"):
        failure_rows(tmp_path, None, top=5)
    scored_run(tmp_path, "a")
    scored_run(tmp_path, "b")
    with pytest.raises(InputError, match="Scored runs: a, b"):
        failure_rows(tmp_path, None, top=5)
    assert len(failure_rows(tmp_path, "b", top=5)) == 1


def test_hubs_of_a_changed_journal_come_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = scored_run(tmp_path)
    failure_rows(tmp_path, None, top=5)
    assert caplog.text == ""
    text = run.judged.read_text("utf-8").replace('"SUPPORTED"', '"REFUTED"')
    run.judged.write_text(text, "utf-8")
    assert failure_rows(tmp_path, None, top=5)[0]["refuted"] == 2
    assert "judged.jsonl was changed after it was scored" in caplog.text


def test_a_half_judged_run_has_no_failure_hubs(tmp_path: Path) -> None:
    run = scored_run(tmp_path)
    first, *_ = run.judged.read_bytes().splitlines(keepends=True)
    run.judged.write_bytes(first)
    with pytest.raises(InputError, match="1 of 2 trajectories are judged"):
        failure_rows(tmp_path, None, top=5)
