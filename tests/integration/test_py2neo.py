"""A notebook that uses py2neo (end of life since 2023) can still read the graph.

Found with py2neo 2021.2.4 and Neo4j 2026.09: `bolt://` and `neo4j://` both work without any
setting, over Bolt 4.3. What does not: `graph.schema.get_indexes` and `get_uniqueness_constraints`,
which call a procedure that Neo4j no longer has.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.neo4j_store import Neo4jStore
from graph.server import Endpoint
from graph.vocabulary import ChunkPart, ConceptType, Origin, RelationType

pytestmark = pytest.mark.neo4j

GENE, DISEASE = ConceptType("Gene"), ConceptType("Disease")
SENTENCE = "Loss of TP53 causes Li-Fraumeni syndrome; TP53 activates CDKN1A."


@pytest.fixture
def filled(store: Neo4jStore) -> Neo4jStore:
    """TP53 with two relations, each with its quote."""
    tp53, syndrome = Concept(GENE, "TP53"), Concept(DISEASE, "Li-Fraumeni syndrome")
    cdkn1a = Concept(GENE, "CDKN1A")
    paper = Document("paper", title="A paper", pmid="1")
    chunk = Chunk(paper.key, ChunkPart.CONTEXT, SENTENCE)
    claims = [
        Claim(tp53.key, RelationType("causes"), syndrome.key),
        Claim(tp53.key, RelationType("activates"), cdkn1a.key),
    ]
    source = Source("py2neo", "test", "0" * 64)
    store.begin(source)
    store.write(
        source,
        Contribution(
            concepts=(tp53, syndrome, cdkn1a),
            documents=(paper,),
            chunks=(chunk,),
            namings=tuple(
                Naming(paper.key, concept.key, concept.name) for concept in (tp53, syndrome, cdkn1a)
            ),
            evidence=tuple(
                Evidence(claim, chunk.key, SENTENCE, Origin.INTRINSIC, "test") for claim in claims
            ),
        ),
    )
    store.commit(source)
    return store


@pytest.fixture(params=["bolt", "neo4j"])
def notebook(request: pytest.FixtureRequest, server: Endpoint, filled: Neo4jStore) -> Iterator[Any]:
    """The graph as a py2neo notebook opens it."""
    import py2neo

    uri = server.uri.replace("bolt://", f"{request.param}://")
    graph = py2neo.Graph(
        uri, auth=(server.username, server.password.reveal()), name=server.database
    )
    yield graph
    graph.service.connector.close()


def test_hubs_are_one_query(notebook: Any) -> None:
    found = notebook.run(
        "MATCH (c:Concept) WHERE c.degree >= $least RETURN c.name AS name, c.degree AS degree",
        least=2,
    ).data()
    assert found == [{"name": "TP53", "degree": 2}]


def test_concepts_are_nodes_with_labels_and_properties(notebook: Any) -> None:
    node = notebook.nodes.match("Concept", name="TP53").first()
    assert set(node.labels) == {"Concept", "Gene"}
    assert node["type"] == "Gene"


def test_relations_are_relationships_with_their_ends(notebook: Any) -> None:
    (relationship,) = notebook.relationships.match(r_type="CAUSES")
    assert relationship.start_node["name"] == "TP53"
    assert relationship.end_node["name"] == "Li-Fraumeni syndrome"
    assert relationship["support"] == 1


def test_a_relation_leads_back_to_its_quote(notebook: Any) -> None:
    quote = notebook.evaluate(
        "MATCH (:Concept {name: 'CDKN1A'})<-[:OBJECT]-(:Claim)-[e:EVIDENCED_BY]->(:Chunk)"
        "-[:PART_OF]->(d:Document {pmid: '1'}) RETURN e.quote"
    )
    assert quote == SENTENCE
