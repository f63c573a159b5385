"""The store on a server keeps the contract, and what only a server can break."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from neo4j.exceptions import ClientError

from graph import neo4j_correcting, neo4j_deleting, neo4j_writing, schema
from graph.checks import violations
from graph.connection import rows
from graph.corrections import Corrections
from graph.export import export
from graph.importing import import_graph
from graph.memory_store import MemoryStore
from graph.model import Chunk, Claim, Concept, Contribution, Document, Evidence, Naming, Source
from graph.neo4j_store import Neo4jStore
from graph.results import AgentClaim, RunResult, ScoredTrajectory
from graph.server import Endpoint
from graph.vocabulary import (
    KEYED_LABELS,
    LIFE_SCIENCE,
    ChunkPart,
    ConceptType,
    Origin,
    RelationType,
)
from hubscope.errors import UnavailableError
from hubscope.settings import Secret
from tests.conformance.corrections import CorrectionsConformance
from tests.conformance.store import PAPER, SEPSIS, TNF, WHOLE, A, B, StoreConformance, ingest

pytestmark = pytest.mark.neo4j


class TestNeo4jStore(StoreConformance):
    """The fixture `store` of conftest is one."""


class TestNeo4jStoreCorrected(CorrectionsConformance):
    """The fixture `store` of conftest is one."""


def change(store: Neo4jStore, query: str, **parameters: Any) -> None:
    store.connection.write(lambda tx: rows(tx, query, **parameters))


def many(source: Source, n: int) -> Contribution:
    """A chain of concepts, one relation, one chunk, one name each."""
    gene, causes = ConceptType("Gene"), RelationType("causes")
    concepts = tuple(Concept(gene, f"gene {i}") for i in range(n))
    chunks = tuple(Chunk(PAPER.key, ChunkPart.CONTEXT, f"{source.name} {i}") for i in range(n))
    return Contribution(
        concepts=concepts,
        documents=(PAPER,),
        chunks=chunks,
        namings=tuple(Naming(PAPER.key, concept.key, concept.name) for concept in concepts),
        evidence=tuple(
            Evidence(
                Claim(concepts[i - 1].key, causes, concepts[i].key),
                chunks[i].key,
                chunks[i].text,
                Origin.INTRINSIC,
                "rules",
            )
            for i in range(n)
        ),
    )


def test_part_of_any_size_is_written_in_many_transactions(
    store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neo4j_writing, "TRANSACTION_ROWS", 7)
    monkeypatch.setattr(neo4j_deleting, "BATCH_ROWS", 7)
    oracle = MemoryStore()
    for source, n in ((A, 30), (B, 20), (A, 40)):
        ingest(store, source, many(source, n))
        ingest(oracle, source, many(source, n))
        assert list(store.canonical()) == list(oracle.canonical())
    assert store.delete_source("a") == oracle.delete_source("a")
    assert list(store.canonical()) == list(oracle.canonical())
    assert violations(store) == []


def test_a_graph_moves_between_server_and_memory(store: Neo4jStore, tmp_path: Path) -> None:
    oracle, file = MemoryStore(), tmp_path / "graph.jsonl"
    ingest(oracle, A, WHOLE)
    ingest(oracle, B, many(B, 30))
    oracle.correct(Corrections({SEPSIS.key: TNF}, {TNF.key: "TNF"}))
    counts = export(oracle, file)
    found = import_graph(store, file, batch_elements=20)
    assert list(store.canonical()) == list(oracle.canonical())
    assert export(store, tmp_path / "again.jsonl") == counts
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()
    assert (found.sha256, import_graph(store, file).unchanged) == (counts.sha256, True)
    assert violations(store) == []


def test_deletion_clears_what_a_crash_between_transactions_left(
    store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neo4j_writing, "TRANSACTION_ROWS", 7)
    written = store.connection.write
    left = iter(range(8))  # the ninth transaction finds the server gone

    def dying(work: Any) -> Any:
        if next(left, None) is None:
            raise UnavailableError("gone")
        return written(work)

    store.begin(A)
    with monkeypatch.context() as patch:
        patch.setattr(store.connection, "write", dying)
        with pytest.raises(UnavailableError):
            store.write(A, many(A, 30))
    assert {violation.rule for violation in violations(store)} == {"pending"}
    store.delete_source("a")
    assert list(store.canonical()) == []


def test_correcting_killed_anywhere_is_finished_by_whoever_writes_next(
    store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neo4j_correcting, "MOVED_ROWS", 5)
    gene = [Concept(ConceptType("Gene"), f"gene {i}") for i in range(4)]
    corrections = Corrections(
        {gene[i].key: gene[0] for i in range(1, 3)}, {gene[0].key: "genes"}, frozenset({"claim"})
    )
    oracle = MemoryStore()
    ingest(oracle, A, many(A, 4))
    apart = list(oracle.canonical())
    oracle.correct(corrections)
    ingest(oracle, B, many(B, 3))
    corrected = list(oracle.canonical())
    written = store.connection.write
    ingest(store, A, many(A, 4))
    steps = 0
    while True:
        left = iter(range(steps))

        def dying(work: Any, left: Any = left) -> Any:
            if next(left, None) is None:
                raise UnavailableError("gone")
            return written(work)

        with monkeypatch.context() as patch:
            patch.setattr(store.connection, "write", dying)
            try:
                store.correct(corrections)
            except UnavailableError:
                steps += 1
            else:
                break
        if steps > 1:  # the first step says what is to be
            ingest(store, B, many(B, 3))
            assert list(store.canonical()) == corrected
            store.delete_source("b")
        store.correct(Corrections())
        assert list(store.canonical()) == apart
    assert steps > 5
    assert violations(store) == []


def test_read_queries_cannot_write(store: Neo4jStore) -> None:
    with pytest.raises(ClientError, match="Writing in read access mode"):
        store.connection.read("CREATE (:Concept {key: 'x'})")


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        ("MATCH (c:Concept {key: $key}) SET c.degree = 7", "degree"),
        ("MATCH (c:Concept {key: $key}) SET c.name = 'x'", "name"),
        ("MATCH (c:Concept {key: $key}) SET c.identity = 'x'", "key"),
        ("MATCH (c:Concept {key: $key})-[r:CAUSES]->() SET r.support = 9", "relation"),
        ("MATCH (c:Concept {key: $key})-[r:CAUSES]->() DELETE r", "relation"),
        ("MATCH ()-[e:EVIDENCED_BY]->() DELETE e", "unattested"),
        ("MATCH ()-[e:EVIDENCED_BY]->() SET e.quote = 'never said'", "quote"),
        (
            "MATCH (a:Concept {key: $key}), (b:Concept) CREATE (a)-[:TREATS {key: b.key}]->(b)",
            "relation",
        ),
        ("MATCH (c:Claim) SET c.relation = 'treats'", "key"),
        ("MATCH (s:Source) SET s.state = 'pending'", "pending"),
    ],
)
def test_checks_find_what_is_broken(store: Neo4jStore, damage: str, rule: str) -> None:
    ingest(store, A, WHOLE)
    assert violations(store) == []
    change(store, damage, key=TNF.key)
    assert rule in {violation.rule for violation in violations(store)}


@pytest.mark.parametrize(
    "damage",
    [
        "MATCH (l:CorrectionLayer) DELETE l",
        "MATCH (x:Correction) DELETE x",
        "MATCH (x:Correction) WHERE x.to IS NOT NULL SET x.pending = 'move'",
        "MATCH ()-[n:NAMES]->() SET n.as_written = 'x'",
        "MATCH ()-[m:MENTIONS]->() SET m.as_written = 'x'",
        "MATCH ()-[e:EVIDENCED_BY]->() SET e.head = 'x'",
        "MATCH ()-[e:EVIDENCED_BY]->() REMOVE e.disbelieved",
    ],
)
def test_checks_find_what_does_not_fit_the_corrections(store: Neo4jStore, damage: str) -> None:
    ingest(store, A, WHOLE)
    store.correct(Corrections({SEPSIS.key: TNF}))
    assert violations(store) == []
    change(store, damage)
    assert "correction" in {violation.rule for violation in violations(store)}


def test_every_key_has_its_constraint_and_indexes_answer(store: Neo4jStore) -> None:
    constraints = store.connection.read("SHOW CONSTRAINTS YIELD labelsOrTypes AS on, properties")
    unique = {row["on"][0] for row in constraints if row["properties"] == ["key"]}
    assert unique >= {*KEYED_LABELS, *(r.upper() for r in LIFE_SCIENCE.relations)}
    states = store.connection.read("SHOW INDEXES YIELD state RETURN DISTINCT state")
    assert states == [{"state": "ONLINE"}]
    assert schema.migrate(store.connection) == 0


def test_graph_of_a_later_hubscope_is_refused(store: Neo4jStore) -> None:
    change(store, "MATCH (s:Schema) SET s.version = $version", version=schema.LATEST + 1)
    try:
        with pytest.raises(UnavailableError, match="upgrade hubscope"):
            schema.migrate(store.connection)
    finally:
        change(store, "MATCH (s:Schema) SET s.version = $version", version=schema.LATEST)


def test_wrong_password_is_an_answer_with_a_remedy(server: Endpoint) -> None:
    with pytest.raises(UnavailableError, match="NEO4J_PASSWORD") as caught:
        Neo4jStore.connect(replace(server, password=Secret("not the password")))
    assert "not the password" not in str(caught.value)


def test_no_server_is_unavailable(free_port: int) -> None:
    nobody = Endpoint(f"bolt://127.0.0.1:{free_port}", "neo4j", Secret("secret"), "neo4j")
    with pytest.raises(UnavailableError, match="Is it running"):
        Neo4jStore.connect(nobody)


def test_relation_keeps_its_direction_and_lives_in_cypher(store: Neo4jStore) -> None:
    ingest(store, A, WHOLE)
    found = store.connection.read(
        "MATCH (h:Gene)-[r:CAUSES]->(t:Disease) RETURN h.key AS head, t.key AS tail, r.origin AS o"
    )
    assert found == [{"head": TNF.key, "tail": SEPSIS.key, "o": ["intrinsic"]}]


def test_documents_of_two_sources_merge_and_part(store: Neo4jStore) -> None:
    better = Document(PAPER.key, "A lesser title", doi="10.1/x")
    ingest(store, A, WHOLE)
    ingest(store, B, Contribution(documents=(better,)))
    title = "MATCH (d:Document) RETURN d.title AS title, d.doi AS doi, d.pmid AS pmid"
    assert store.connection.read(title) == [
        {"title": "A lesser title", "doi": "10.1/x", "pmid": "1"}
    ]
    store.delete_source("b")
    assert store.connection.read(title) == [{"title": PAPER.title, "doi": None, "pmid": "1"}]


def test_a_run_of_more_than_one_piece_is_replaced_and_deleted_whole(
    store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neo4j_deleting, "BATCH_ROWS", 3)
    trajectories = tuple(
        ScoredTrajectory(
            key=id,
            id=id,
            item=None,
            score=None,
            hs=None,
            hsw=None,
            claims=tuple(_agent_claim(f"{id}{n}") for n in range(5)),
        )
        for id in ("t1", "t2")
    )
    result = RunResult("long", "m", "embedded", "d", trajectories, ())
    store.write_run(result)
    store.write_run(result)
    assert _agent_claims(store) == 10
    change(store, "MATCH (t:Trajectory {id: 't1'}) DETACH DELETE t")  # as an older version did
    store.write_run(result)
    assert _agent_claims(store) == 10
    assert store.delete_run("long")
    assert _agent_claims(store) == 0


def _agent_claims(store: Neo4jStore) -> int:
    (found,) = store.connection.read("MATCH (a:AgentClaim) RETURN count(*) AS n")
    return int(found["n"])


def _agent_claim(key: str) -> AgentClaim:
    return AgentClaim(
        key=key,
        text="Zinc binds ACE2",
        step=0,
        concept=None,
        concept_name="",
        verdict=None,
        penalty=None,
        weight=1.0,
        degree=None,
        tier=None,
        confidence=None,
        quote="",
        reason="gold: timeout",
        chunks=(),
    )
