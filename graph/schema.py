"""Schema: constraints and indexes as numbered migrations; the graph knows which it has.

A migration is a list of statements that may run twice. Add one at the end, never change one that
was released. Beside them the graph is closed over the fields of science that are known here: it
has a constraint for each of their relations, and remembers their words.
"""

from dataclasses import dataclass
from functools import partial
from itertools import chain

from graph.connection import Connection, rows
from graph.cypher import write
from graph.fields import known
from graph.vocabulary import KEYED_LABELS, LIFE_SCIENCE, RelationType, Vocabulary, relationship_type
from hubscope.errors import UnavailableError

_CORRECTING_LABELS = ("Correction", "CorrectionLayer")
_FIRST_LABELS = tuple(label for label in KEYED_LABELS if label not in _CORRECTING_LABELS)
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
    Migration(1, "one node a key", tuple(map(unique_node_key, _FIRST_LABELS))),
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
    Migration(
        4,
        "corrections by what they speak of, evidence by the claim that was written",
        (
            *map(unique_node_key, _CORRECTING_LABELS),
            "CREATE INDEX correction_to IF NOT EXISTS FOR (x:Correction) ON (x.to)",
            "CREATE INDEX correction_form IF NOT EXISTS FOR (x:Correction) ON (x.form_key)",
            "CREATE INDEX correction_pending IF NOT EXISTS FOR (x:Correction) ON (x.pending)",
            "CREATE INDEX evidence_claim IF NOT EXISTS FOR ()-[e:EVIDENCED_BY]-() ON (e.claim)",
        ),
    ),
)
LATEST = MIGRATIONS[-1].version

_VERSION = "MATCH (s:Schema) RETURN max(s.version) AS version"
_CONCEPTS = "MATCH (c:Concept) RETURN count(c) AS n"
_SET_VERSION = "MERGE (s:Schema) SET s.version = $version"
_WORDS = """
    MATCH (s:Schema)
    RETURN coalesce(s.types, []) AS types, coalesce(s.relations, []) AS relations
"""
_SET_WORDS = "MATCH (s:Schema) SET s.types = $types, s.relations = $relations"
_HELD = """
    OPTIONAL MATCH (c:Concept) WHERE c.type IN $types
    WITH collect(DISTINCT c.type) AS types
    OPTIONAL MATCH (k:Claim) WHERE k.relation IN $relations
    RETURN types, collect(DISTINCT k.relation) AS relations
"""


def version(connection: Connection) -> int:
    """The schema's version in the graph; 0 if it has none."""
    found = connection.read(_VERSION)[0]["version"]
    return int(found or 0)


def migrate(connection: Connection) -> int:
    """Bring the schema up to date and wait until its indexes answer; idempotent.

    Returns:
        Number of migrations that were applied.

    Raises:
        UnavailableError: the graph was written by a later hubscope, or holds what belongs to a
            field of science that is not known here.
    """
    have = version(connection)
    if have > LATEST:
        raise UnavailableError(
            f"the graph has schema {have}, this hubscope knows {LATEST}: upgrade hubscope.",
            reason="newer_schema",
        )
    if have == 0 and connection.read(_CONCEPTS)[0]["n"]:  # made by the server's import
        for statement in write.EMPTY_LISTS:
            connection.write_in_pieces(statement)
    pending = [migration for migration in MIGRATIONS if migration.version > have]
    for migration in pending:
        connection.write_schema(migration.statements)
        connection.read("CALL db.awaitIndexes($seconds)", seconds=_AWAIT_S)
        connection.write(partial(rows, query=_SET_VERSION, version=migration.version))
    _close_over(connection, known())
    return len(pending)


def _close_over(connection: Connection, fields: Vocabulary) -> None:
    """Give every relation of the fields its constraint, and remember the fields' words."""
    types, relations = sorted(fields.bands), sorted(fields.relations)
    stored = connection.read(_WORDS)[0]
    if (stored["types"], stored["relations"]) == (types, relations):
        return
    gone = {
        "types": sorted(set(stored["types"]) - set(types)),
        "relations": sorted(set(stored["relations"]) - set(relations)),
    }
    if any(gone.values()) and (held := sorted(chain(*connection.read(_HELD, **gone)[0].values()))):
        raise UnavailableError(
            f"the graph holds what no vocabulary here knows: {', '.join(held[:3])}. Put the "
            "vocabulary's file back into the folder vocabularies of HUBSCOPE_HOME.",
            reason="unknown_field",
        )
    new = sorted(set(relations) - set(stored["relations"]))
    connection.write_schema(
        [unique_relation_key(relationship_type(word)) for word in map(RelationType, new)]
    )
    connection.read("CALL db.awaitIndexes($seconds)", seconds=_AWAIT_S)
    connection.write(partial(rows, query=_SET_WORDS, types=types, relations=relations))
