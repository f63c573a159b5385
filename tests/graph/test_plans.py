"""Statements over many keys or rows seek by key, whatever the size of the graph when planned.

Their plans are kept (`graph.neo4j_deriving.KEEP_PLAN`), so a plan made for an empty graph serves a
full one.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from graph.cypher import read, write
from graph.neo4j_deriving import KEEP_PLAN
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import ConceptType, RelationType

pytestmark = pytest.mark.neo4j

_PARAMETERS = {
    "rows": [{"key": "a"}],
    "keys": ["a"],
    "source": "a",
    "source_key": "a",
    "run_key": "a",
    "parts": ["context"],
    "limit": 5,
    "seen": ["a"],
    "cap": 1,
    "last": True,
    "centre": "a",
    "form_key": "a",
}
_OF_RELATION = (
    write.create_claims_with_relations,
    write.create_relations,
    write.set_relations,
    write.delete_relations,
    read.known_relations,
)


def statements() -> dict[str, str]:
    """Every statement over `$rows` or `$keys`, by name."""
    constants = {
        name: text
        for module in (read, write)
        for name, text in vars(module).items()
        if name.isupper() and isinstance(text, str) and ("$rows" in text or "$keys" in text)
    }
    of_relation = {build.__name__: build(RelationType("activates")) for build in _OF_RELATION}
    return constants | of_relation | {"create_concepts": write.create_concepts(ConceptType("Gene"))}


def operators(plan: dict[str, Any]) -> Iterator[str]:
    """Names of the operators of a plan."""
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators(child)


def test_no_statement_scans_even_when_planned_for_an_empty_graph(store: Neo4jStore) -> None:
    driver, database = store.connection.driver, store.connection.database
    scans = {}
    with driver.session(database=database) as session:
        for name, text in statements().items():
            given = {key: value for key, value in _PARAMETERS.items() if f"${key}" in text}
            plan = session.run(f"EXPLAIN {text}", given).consume().plan
            assert plan is not None
            if found := [operator for operator in operators(plan) if "Scan" in operator]:
                scans[name] = found
    assert scans == {}


def test_kept_plans_are_asked_for(store: Neo4jStore) -> None:
    answer = store.connection.read(f"{KEEP_PLAN}UNWIND $keys AS key RETURN key", keys=["a"])
    assert answer == [{"key": "a"}]
