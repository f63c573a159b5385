"""Schema: constraints and indexes as numbered migrations; the graph knows which it has.

A migration is a list of statements that may run twice. Add one at the end, never change one that
was released.
"""

from dataclasses import dataclass
from functools import partial

from graph.connection import Connection, rows
from graph.vocabulary import LIFE_SCIENCE, relationship_type
from hubscope.errors import UnavailableError

KEYED_LABELS = (
    "Concept",
    "Document",
    "Chunk",
    "Claim",
    "Source",
    "Item",
    "Run",
    "Trajectory",
    "AgentClaim",
)
# Relationships that are no relations of a vocabulary: what leads from a concept to its sources.
STRUCTURAL_TYPES = (
    "SUBJECT",
    "OBJECT",
    "EVIDENCED_BY",
    "PART_OF",
    "FROM",
    "NAMES",
    "MENTIONS",
    "GOLD",
    "OF",
    "CLAIMS",
    "ABOUT",
    "JUDGED_ON",
    "FAILS_AT",
)
_AWAIT_S = 300


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    version: int
    what: str
    statements: tuple[str, ...]


def unique_node_key(label: str) -> str:
    """The constraint that makes a label's key unique."""
    return (
        f"CREATE CONSTRAINT {label.lower()}_key IF NOT EXISTS "
        f"FOR (n:{label}) REQUIRE n.key IS UNIQUE"
    )


def unique_relation_key(type: str) -> str:
    """The constraint that makes a relation type's key unique."""
    return (
        f"CREATE CONSTRAINT {type.lower()}_key IF NOT EXISTS "
        f"FOR ()-[r:{type}]-() REQUIRE r.key IS UNIQUE"
    )


MIGRATIONS = (
    Migration(1, "one node a key", tuple(map(unique_node_key, KEYED_LABELS))),
    Migration(
        2,
        "one relation a key",
        tuple(unique_relation_key(relationship_type(r)) for r in LIFE_SCIENCE.relations),
    ),
    Migration(
        3,
        "hubs by degree, concepts by a written form, what agents said by concept",
        (
            "CREATE INDEX concept_degree IF NOT EXISTS FOR (c:Concept) ON (c.degree)",
            "CREATE INDEX names_form IF NOT EXISTS FOR ()-[n:NAMES]-() ON (n.form_key)",
            "CREATE INDEX agent_claim_concept IF NOT EXISTS FOR (a:AgentClaim) ON (a.concept)",
        ),
    ),
)
LATEST = MIGRATIONS[-1].version

_VERSION = "MATCH (s:Schema) RETURN max(s.version) AS version"
_SET_VERSION = "MERGE (s:Schema) SET s.version = $version"


def version(connection: Connection) -> int:
    """The schema's version in the graph; 0 if it has none."""
    found = connection.read(_VERSION)[0]["version"]
    return int(found or 0)


def migrate(connection: Connection) -> int:
    """Bring the schema up to date and wait until its indexes answer; idempotent.

    Returns:
        Number of migrations that were applied.

    Raises:
        UnavailableError: the graph was written by a later hubscope.
    """
    have = version(connection)
    if have > LATEST:
        raise UnavailableError(
            f"the graph has schema {have}, this hubscope knows {LATEST}: upgrade hubscope.",
            reason="newer_schema",
        )
    pending = [migration for migration in MIGRATIONS if migration.version > have]
    for migration in pending:
        connection.write_schema(migration.statements)
        connection.read("CALL db.awaitIndexes($seconds)", seconds=_AWAIT_S)
        connection.write(partial(rows, query=_SET_VERSION, version=migration.version))
    return len(pending)
