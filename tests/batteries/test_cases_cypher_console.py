"""The battery of the console: what is refused without a server, and what a server then stops."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from graph.console import QueryResult, check_query, identifier, run_query
from graph.neo4j_store import Neo4jStore
from hubscope.errors import InputError
from tests.batteries.reading import cases, made

Case = dict[str, Any]

_CASES = cases("cypher_console")
_TIMEOUT_S = 5.0
_LIMIT = 100


def _on_a_server(case: Case) -> bool:
    return bool({"stopped_by", "long_lists"} & case["expect"].keys())


@pytest.mark.parametrize("case", [case for case in _CASES if "query" in case.values[0]["input"]])
def test_a_query_is_allowed_or_refused_without_a_server(case: Case) -> None:
    query, expect = made(case["input"]["query"]), case["expect"]
    if expect["decision"] == "allow":
        check_query(query)
        return
    with pytest.raises(InputError) as caught:
        check_query(query)
    assert caught.value.reason == expect.get("why", caught.value.reason)
    assert caught.value.reason


@pytest.mark.parametrize(
    "case", [case for case in _CASES if "identifier" in case.values[0]["input"]]
)
def test_an_identifier_is_of_the_schema_or_refused(case: Case) -> None:
    text = made(case["input"]["identifier"])
    if "refused" in case["expect"]:
        with pytest.raises(InputError):
            identifier(text)
    else:
        assert identifier(text) == case["expect"]["quoted"]


@pytest.mark.neo4j
@pytest.mark.parametrize("case", [case for case in _CASES if _on_a_server(case.values[0])])
def test_what_may_run_is_stopped_by_a_limit(case: Case, store: Neo4jStore) -> None:
    store.connection.driver.execute_query(
        "UNWIND range(1, 400) AS i "
        "CREATE (:Chunk {key: toString(i), embedding: [x IN range(1, 384) | x / 2.0]})",
        database_=store.connection.database,
    )
    expect = case["expect"]
    if "long_lists" in expect:
        _shortened(_run(store, case))
    else:
        _LIMITS[expect["stopped_by"]](store, case)


def _run(store: Neo4jStore, case: Case) -> QueryResult:
    return run_query(
        store.connection.driver,
        made(case["input"]["query"]),
        limit=_LIMIT,
        timeout_s=_TIMEOUT_S,
        database=store.connection.database,
    )


def _shortened(found: QueryResult) -> None:
    assert found.rows
    assert "[0.5, 1.0, 1.5, ... 384 numbers]" in json.dumps(found.rows)


def _by_rows(store: Neo4jStore, case: Case) -> None:
    found = _run(store, case)
    assert len(found.rows) == _LIMIT
    assert found.truncated


def _by_timeout(store: Neo4jStore, case: Case) -> None:
    """Stopped in time; a planner that finds a short cut (counts of the store) answers in time."""
    try:
        seconds = _run(store, case).milliseconds / 1000
    except InputError as error:
        if error.reason != "timeout":
            raise
    else:
        assert seconds < _TIMEOUT_S


def _by_memory(store: Neo4jStore, case: Case) -> None:
    with pytest.raises(InputError) as caught:
        _run(store, case)
    assert caught.value.reason in {"memory", "timeout"}


_LIMITS: dict[str, Callable[[Neo4jStore, Case], None]] = {
    "row_cap": _by_rows,
    "timeout": _by_timeout,
    "memory_or_timeout": _by_memory,
}
