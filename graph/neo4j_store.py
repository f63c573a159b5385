"""The contract on a server. One writer at a time; any number of readers.

Writing, deleting, reading and results are modules of their own; this class is where they meet.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from graph import neo4j_reading as reading
from graph import neo4j_results as results
from graph import schema
from graph.connection import Connection, Reachable, rows
from graph.corrections import PEOPLE, Corrections, combined
from graph.cypher import write
from graph.model import Concept, Contribution, Source
from graph.neo4j_correcting import set_layer, unused
from graph.neo4j_deleting import delete_in_pieces, delete_source
from graph.neo4j_writing import require_pending, write_part
from graph.neo4j_written import written
from graph.results import FailureHub, RunResult
from graph.store import (
    AgentClaimRecord,
    ChunkRecord,
    ClaimRecord,
    ConceptRecord,
    Deleted,
    ItemRecord,
    Neighbourhood,
    RelationRecord,
    SourceRecord,
    SourceState,
)
from graph.vocabulary import ConceptType, RelationType


class Neo4jStore:
    """GraphStore on a Neo4j server (see `graph.store` for what each method promises)."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @classmethod
    def connect(
        cls, endpoint: Reachable, *, strict: bool = False, patience_s: float | None = None
    ) -> "Neo4jStore":
        """Connect, and bring the schema up to date.

        Args:
            endpoint: where and as whom.
            strict: the server's notices about our statements become Python warnings; for tests.
            patience_s: how long to wait for a server, and to try again; None = as long as is usual.

        Raises:
            UnavailableError: no server there, a refused login, or a graph of a later hubscope.
        """
        connection = Connection.open(endpoint, strict=strict, patience_s=patience_s)
        try:
            schema.migrate(connection)
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    def close(self) -> None:
        """Let go of the server."""
        self.connection.close()

    # -- writing ---------------------------------------------------------------------------------
    def begin(self, source: Source) -> None:
        """Make the source pending."""
        self.connection.write(
            partial(
                rows,
                query=write.BEGIN,
                key=source.key,
                name=source.name,
                kind=source.kind,
                sha256=source.sha256,
                skipped=source.skipped,
            )
        )

    def write(self, source: Source, part: Contribution) -> None:
        """Upsert a part of what the source contributes."""
        write_part(self.connection, source, part)

    def commit(self, source: Source) -> None:
        """Make the source committed, with counts of what it contributes."""
        self.connection.reading(lambda tx: require_pending(tx, source))
        properties = reading.source_counts(self.connection, source.key) | {
            "kind": source.kind,
            "sha256": source.sha256,
            "skipped": source.skipped,
        }
        self.connection.write(
            partial(rows, query=write.COMMIT, key=source.key, properties=properties)
        )

    def delete_source(self, name: str) -> Deleted:
        """Remove exactly what only this source attested."""
        return delete_source(self.connection, name)

    def correct(self, corrections: Corrections, *, layer: str = PEOPLE) -> None:
        """Set a layer of corrections."""
        set_layer(self.connection, layer, corrections)

    def clear(self) -> None:
        """Remove everything but the schema."""
        for query in write.CLEAR:
            delete_in_pieces(self.connection, query)

    # -- the graph as a whole --------------------------------------------------------------------
    def sources(self) -> list[SourceRecord]:
        """Every source, by name."""
        return reading.sources(self.connection)

    def stored(self, name: str) -> tuple[str, SourceState] | None:
        """The sha256 and the state of a source."""
        return reading.stored(self.connection, name)

    def layers(self) -> dict[str, Corrections]:
        """The layers of corrections, by name."""
        return reading.layers(self.connection)

    def unused(self, corrections: Corrections) -> tuple[str, ...]:
        """Keys that nothing in the graph answers to."""
        return unused(self.connection, corrections)

    def corrections(self) -> Corrections:
        """All layers combined."""
        return combined(self.layers())

    def degrees(self, *, with_vocabulary: bool = False) -> dict[str, int]:
        """Degree of every concept."""
        return reading.degrees(self.connection, with_vocabulary=with_vocabulary)

    def edges(self, *, with_vocabulary: bool = False) -> list[tuple[str, str]]:
        """(head, tail) of every counted relation, sorted."""
        return reading.edges(self.connection, with_vocabulary=with_vocabulary)

    def canonical(self) -> Iterator[str]:
        """The graph as lines in canonical order."""
        return reading.canonical(self.connection)

    # -- concepts and claims ---------------------------------------------------------------------
    def concepts(self, keys: Sequence[str]) -> dict[str, ConceptRecord]:
        """Those of the keys that exist."""
        return reading.concepts(self.connection, keys)

    def identified(self, keys: Sequence[str]) -> dict[str, Concept]:
        """Those of the keys that exist, named by their identity."""
        return reading.identified(self.connection, keys)

    def naming_documents(self, keys: Sequence[str]) -> dict[str, int]:
        """How many documents name each concept."""
        return reading.naming_documents(self.connection, keys)

    def relations_at(self, keys: Sequence[str]) -> list[RelationRecord]:
        """Relations with one of these concepts at an end."""
        return reading.relations_at(self.connection, keys)

    def forms(self) -> Iterator[tuple[str, str]]:
        """(form, concept key), sorted."""
        return reading.forms(self.connection)

    def find(self, name: str) -> list[ConceptRecord]:
        """Concepts with a form or an own name of this identity."""
        return reading.find(self.connection, name)

    def written(self, names: Sequence[str]) -> dict[str, list[Concept]]:
        """Concepts as written, by name."""
        return written(self.connection, names)

    def hubs(self, *, top: int, type: ConceptType | None = None) -> list[ConceptRecord]:
        """The concepts of highest degree."""
        return reading.hubs(self.connection, top, type)

    def neighbourhood(
        self, key: str, *, hops: int = 1, cap: int = 300, opened: Sequence[str] = ()
    ) -> Neighbourhood:
        """Concepts within `hops` relations."""
        return reading.neighbourhood(self.connection, key, hops=hops, cap=cap, opened=opened)

    def claims(
        self,
        *,
        about: str | None = None,
        relation: RelationType | None = None,
        source: str | None = None,
        limit: int | None = None,
    ) -> Iterator[ClaimRecord]:
        """Claims with their quotes, by key."""
        return reading.claims(
            self.connection, about=about, relation=relation, source=source, limit=limit
        )

    # -- evidence --------------------------------------------------------------------------------
    def chunks(self) -> Iterator[ChunkRecord]:
        """Every chunk, by key."""
        return reading.chunks(self.connection)

    def chunk_records(self, keys: Sequence[str]) -> dict[str, ChunkRecord]:
        """Those of the keys that exist."""
        return reading.chunk_records(self.connection, keys)

    def gold_chunks(self, item_keys: Sequence[str]) -> dict[str, list[str]]:
        """Item key to context and answer chunks of its documents."""
        return reading.gold_chunks(self.connection, item_keys)

    def neighbourhood_chunks(self, concept_keys: Sequence[str]) -> dict[str, list[str]]:
        """Concept key to chunks that evidence a claim at it."""
        return reading.neighbourhood_chunks(self.connection, concept_keys)

    # -- items -----------------------------------------------------------------------------------
    def items(self, source: str | None = None) -> Iterator[ItemRecord]:
        """Items, by source and id."""
        return reading.items(self.connection, source)

    def item_concepts(self, item_keys: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
        """Item key to sorted (role, concept key)."""
        return reading.item_concepts(self.connection, item_keys)

    # -- results ---------------------------------------------------------------------------------
    def write_run(self, result: RunResult) -> None:
        """Replace the copy of a run."""
        results.write_run(self.connection, result)

    def delete_run(self, name: str) -> bool:
        """Remove the copy of a run."""
        return results.delete_run(self.connection, name)

    def run_digest(self, name: str) -> str:
        """The digest that the copy of a run was written with."""
        return results.run_digest(self.connection, name)

    def run_names(self) -> list[str]:
        """Runs, sorted."""
        return results.run_names(self.connection)

    def failure_hubs(self, run: str, *, top: int) -> list[FailureHub]:
        """A run's failure hubs, worst first."""
        return results.failure_hubs(self.connection, run, top)

    def agent_claims(self, concept: str, *, limit: int = 200) -> list[AgentClaimRecord]:
        """What agents said about a concept."""
        return results.agent_claims(self.connection, concept, limit)
