"""Concepts as sources write them, whatever corrections have made of them: in both stores."""

import pytest

from graph.corrections import Corrections
from graph.memory_store import MemoryStore
from graph.store import GraphStore
from tests.ingest.curating import concept, write

FORM = "tumour necrosis factor alpha"
TNFA, TNF = concept("Gene", "TNFA"), concept("Gene", "TNF")


@pytest.fixture(params=["memory", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def graph(request: pytest.FixtureRequest) -> GraphStore:
    made: GraphStore = (
        MemoryStore() if request.param == "memory" else request.getfixturevalue("store")
    )
    write(made, forms={"TNFA": FORM})
    return made


def names(graph: GraphStore, *asked: str) -> dict[str, list[tuple[str, str]]]:
    found = graph.written(asked)
    return {name: [(one.type, one.name) for one in concepts] for name, concepts in found.items()}


@pytest.mark.parametrize(
    "layer",
    [
        Corrections(),
        Corrections({TNFA.key: TNF}),
        Corrections({TNF.key: concept("Protein", "LTA")}),
        Corrections({TNFA.key: TNF}, {TNF.key: "cachectin"}),
    ],
)
def test_corrections_do_not_change_what_is_written(graph: GraphStore, layer: Corrections) -> None:
    before = names(graph, "TNFA", "tnf", FORM.upper(), "nobody", "ERK1", "cachectin", "LTA")
    assert before == {
        "TNFA": [("Gene", "tnfa")],
        "tnf": [("Gene", "tnf")],
        FORM.upper(): [("Gene", "tnfa")],
        "nobody": [],
        "ERK1": [("Protein", "erk1")],
        "cachectin": [],
        "LTA": [],
    }
    graph.correct(layer)
    assert names(graph, *before) == before


def test_a_name_of_two_types_means_both(graph: GraphStore) -> None:
    write(graph, [("Protein", "TNF", "causes", "Disease", "fever")], "more")
    assert sorted(names(graph, "TNF")["TNF"]) == [("Gene", "tnf"), ("Protein", "tnf")]


def test_what_is_no_longer_written_is_not_found(graph: GraphStore) -> None:
    graph.correct(Corrections({TNFA.key: TNF}))
    graph.delete_source("facts")
    assert names(graph, "TNFA", FORM) == {"TNFA": [], FORM: []}
