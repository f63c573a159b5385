"""Statements that write rows seek by key, whatever the size of the graph when they are planned.

Their plans are kept (`graph.neo4j_deriving.KEEP_PLAN`), so a plan made for an empty graph, or for
one of a few nodes, serves a full one.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from graph.cypher import correct, write
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import ConceptType, RelationType
from tests.conformance.store import WHOLE, A, ingest

pytestmark = pytest.mark.neo4j

_PARAMETERS = {"rows": [{"key": "a"}], "source": "a", "source_key": "a", "run_key": "a"}
_OF_RELATION = (
    write.create_claims_with_relations,
    write.create_relations,
    write.set_relations,
    write.delete_relations,
)
_OF_TYPE = (write.create_concepts, correct.create_concepts)


def statements() -> dict[str, str]:
    """Every statement that says how many rows it wrote, by name."""
    constants = {
        f"{module.__name__}.{name}": text
        for module in (write, correct)
        for name, text in vars(module).items()
        if name.isupper() and isinstance(text, str) and "$rows" in text and "AS written" in text
    }
    of_relation = {build.__name__: build(RelationType("activates")) for build in _OF_RELATION}
    of_type = {f"{f.__module__}.{f.__name__}": f(ConceptType("Gene")) for f in _OF_TYPE}
    return constants | of_relation | of_type


def operators(plan: dict[str, Any]) -> Iterator[str]:
    """Names of the operators of a plan."""
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators(child)


@pytest.mark.parametrize("filled", [False, True])
def test_no_statement_that_writes_scans(store: Neo4jStore, filled: bool) -> None:
    if filled:
        ingest(store, A, WHOLE)
    scans = {}
    with store.connection.driver.session(database=store.connection.database) as session:
        for name, text in statements().items():
            given = {key: value for key, value in _PARAMETERS.items() if f"${key}" in text}
            plan = session.run(f"EXPLAIN {text}", given).consume().plan
            assert plan is not None
            if found := [operator for operator in operators(plan) if "Scan" in operator]:
                scans[name] = found
    assert scans == {}
