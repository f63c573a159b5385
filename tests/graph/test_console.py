"""The console on a real server: what it answers, and that each layer stops what it must."""

import time

import pytest
from neo4j import Driver

from graph import console
from graph.console import QueryResult, identifier, run_query
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import LIFE_SCIENCE
from hubscope.errors import InputError

neo4j = pytest.mark.neo4j


def _run(store: Neo4jStore, query: str, **options: float) -> QueryResult:
    limit, timeout_s = int(options.get("limit", 100)), options.get("timeout_s", 10.0)
    driver, database = store.connection.driver, store.connection.database
    return run_query(driver, query, {"n": 3}, limit=limit, timeout_s=timeout_s, database=database)


def _count(store: Neo4jStore) -> int:
    ((count,),) = _run(store, "MATCH (n) RETURN count(n)").rows
    return int(count)


def _create(driver: Driver) -> None:
    driver.execute_query(
        "UNWIND range(1, 300) AS i CREATE (:Concept:Gene {key: toString(i), degree: i})",
        database_="neo4j",
    )


@neo4j
def test_rows_are_plain_values_in_the_order_of_the_columns(store: Neo4jStore) -> None:
    _create(store.connection.driver)
    found = _run(
        store,
        "MATCH (c:Gene) WHERE c.degree <= $n RETURN c.degree AS degree, c ORDER BY degree DESC",
    )
    assert found.columns == ("degree", "c")
    assert [row[0] for row in found.rows] == [3, 2, 1]
    assert found.rows[2][1] == {
        "labels": ["Concept", "Gene"],
        "properties": {"key": "1", "degree": 1},
    }
    assert not found.truncated


@neo4j
@pytest.mark.parametrize(("limit", "truncated"), [(299, True), (300, False), (301, False)])
def test_one_row_more_than_the_limit_is_known_and_not_given(
    store: Neo4jStore, limit: int, truncated: bool
) -> None:
    _create(store.connection.driver)
    found = _run(store, "MATCH (c:Gene) RETURN c.key", limit=limit)
    assert (len(found.rows), found.truncated) == (min(limit, 300), truncated)


@neo4j
def test_rows_nobody_reads_are_not_computed(store: Neo4jStore) -> None:
    started = time.perf_counter()
    assert _run(store, "UNWIND range(1, 1000000000) AS x RETURN x", limit=10).truncated
    # A discarded rest would be computed up to the time-out of 10 s.
    assert time.perf_counter() - started < 8


@neo4j
def test_bytes_are_limited(store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "MOST_BYTES", 2_000)
    found = _run(store, f"UNWIND range(1, 90) AS x RETURN '{'a' * 96}' AS text")
    # Each row is 100 bytes of JSON: two brackets, two quotes, the text.
    assert (len(found.rows), found.truncated) == (20, True)


@neo4j
def test_a_query_that_takes_too_long_is_stopped(store: Neo4jStore) -> None:
    started = time.perf_counter()
    with pytest.raises(InputError) as caught:
        _run(store, "UNWIND range(1, 1000000000) AS x WITH x WHERE x < 0 RETURN x", timeout_s=1.0)
    assert caught.value.reason == "timeout"
    assert time.perf_counter() - started < 5


@neo4j
@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("MATCH (c:Gene) RETURN nothing", "syntax"),
        ("MATCH (c:Gene {key: $missing}) RETURN c", "parameter"),
        ("CALL db.index.fulltext.queryNodes('no such index', 'x')", "syntax"),
        ("RETURN 1 / 0", "syntax"),
    ],
)
def test_what_the_server_refuses_is_one_line(store: Neo4jStore, query: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        _run(store, query)
    assert caught.value.reason == reason
    assert "\n" not in str(caught.value)


@neo4j
@pytest.mark.parametrize(
    "query",
    [
        "CREATE (n:Concept) RETURN n",
        "MATCH (n) DETACH DELETE n",
        "CALL db.createLabel('Zzz')",
        "CALL dbms.listConfig() YIELD name RETURN name",
        "CREATE INDEX zz FOR (n:Zzz) ON (n.zzz)",
        "LOAD CSV FROM 'file:///x.csv' AS line RETURN line",
        "SHOW SETTINGS YIELD name RETURN name",
        "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    ],
)
def test_the_planner_refuses_it_too_where_the_guard_is_away(
    store: Neo4jStore, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    _create(store.connection.driver)
    before = _count(store)
    monkeypatch.setattr(console, "check_query", lambda text: None)
    with pytest.raises(InputError):
        _run(store, query)
    assert _count(store) == before


@pytest.mark.parametrize("name", sorted(LIFE_SCIENCE.bands))
def test_every_type_is_an_identifier(name: str) -> None:
    assert identifier(name) == name


@pytest.mark.parametrize("name", ["Zzz", "concept", "Concept ", "Concept\n", "`Concept`", "__db"])
def test_what_the_schema_lacks_is_no_identifier(name: str) -> None:
    with pytest.raises(InputError) as caught:
        identifier(name)
    assert caught.value.reason == "bad_identifier"
