"""The floor of writing: the same elements by bare CREATE, ends matched by key, nothing checked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import partial

from graph.connection import Connection, Row, rows
from graph.model import Contribution, Source
from graph.names import identity
from graph.neo4j_deriving import batched
from graph.vocabulary import relationship_type


def create_concepts(connection: Connection, part: Contribution) -> None:
    """Concepts, one statement a type."""
    by_type: defaultdict[str, list[Row]] = defaultdict(list)
    for concept in part.concepts:
        same = identity(concept.name)
        by_type[concept.type].append(
            {
                "key": concept.key,
                "identity": same,
                "name": concept.name,
                "degree": 0,
                "aliases": [concept.name],
                "identifiers": [],
            }
        )
    for type, given in by_type.items():
        _create_nodes(
            connection,
            f"Concept:{type}",
            f"type: '{type}', identity: row.identity, name: row.name, degree: row.degree, "
            "aliases: row.aliases, identifiers: row.identifiers",
            given,
        )


def create_relations(connection: Connection, part: Contribution) -> None:
    """Relations, one statement a type."""
    by_type: defaultdict[str, list[Row]] = defaultdict(list)
    for evidence in part.evidence:
        claim = evidence.claim
        by_type[relationship_type(claim.relation)].append(
            {
                "from": claim.head,
                "to": claim.tail,
                "key": claim.relation_key,
                "origin": [evidence.origin.value],
                "strength": "strong",
                "hedge": evidence.hedge,
                "support": 1,
            }
        )
    for type, given in by_type.items():
        properties = {name: f"row.{name}" for name in ("key", "origin", "strength", "hedge")}
        _create_relations(
            connection, "Concept", type, "Concept", properties | {"support": "row.support"}, given
        )


def create_provenance(connection: Connection, source: Source, part: Contribution) -> None:
    """Everything else: documents, chunks, names, claims with their ends and evidence."""
    connection.write(lambda tx: rows(tx, "CREATE (:Source {key: $key})", key=source.key))
    _create_nodes(
        connection,
        "Document",
        "title: row.title, pmid: row.pmid",
        [{"key": d.key, "title": d.title, "pmid": d.pmid} for d in part.documents],
    )
    _create_relations(
        connection,
        "Document",
        "FROM",
        "Source",
        {"title": "row.title", "pmid": "row.pmid"},
        [
            {"from": d.key, "to": source.key, "title": d.title, "pmid": d.pmid}
            for d in part.documents
        ],
    )
    _create_nodes(
        connection,
        "Chunk",
        "text: row.text, part: row.part",
        [{"key": chunk.key, "text": chunk.text, "part": chunk.part.value} for chunk in part.chunks],
    )
    _create_relations(
        connection,
        "Chunk",
        "PART_OF",
        "Document",
        {"source": "row.source", "position": "row.position", "section": "row.section"},
        [
            {
                "from": chunk.key,
                "to": chunk.document,
                "source": source.name,
                "position": chunk.position,
                "section": chunk.section,
            }
            for chunk in part.chunks
        ],
    )
    _create_relations(
        connection,
        "Document",
        "NAMES",
        "Concept",
        {name: f"row.{name}" for name in ("source", "form", "form_key", "n", "identifiers")},
        [
            {
                "from": naming.document,
                "to": naming.concept,
                "source": source.name,
                "form": naming.form,
                "form_key": naming.concept,
                "n": naming.n,
                "identifiers": [],
            }
            for naming in part.namings
        ],
    )
    _create_claims(connection, source, part)


def _create_claims(connection: Connection, source: Source, part: Contribution) -> None:
    claims = [evidence.claim for evidence in part.evidence]
    _create_nodes(
        connection,
        "Claim",
        "relation: row.relation, polarity: row.polarity",
        [
            {
                "key": claim.key,
                "relation": claim.relation,
                "polarity": claim.polarity.value,
            }
            for claim in claims
        ],
    )
    for type, end in (("SUBJECT", "head"), ("OBJECT", "tail")):
        ends = [{"from": claim.key, "to": getattr(claim, end)} for claim in claims]
        _create_relations(connection, "Claim", type, "Concept", {}, ends)
    names = ("key", "source", "quote", "quoted", "sign", "hedge", "confidence", "extractor")
    _create_relations(
        connection,
        "Claim",
        "EVIDENCED_BY",
        "Chunk",
        {name: f"row.{name}" for name in (*names, "wording", "origin")},
        [
            {
                "from": evidence.claim.key,
                "to": evidence.chunk,
                "key": evidence.claim.key,
                "source": source.name,
                "quote": evidence.quote,
                "quoted": evidence.quoted,
                "sign": evidence.sign,
                "hedge": evidence.hedge,
                "confidence": evidence.confidence,
                "extractor": evidence.extractor,
                "wording": evidence.wording,
                "origin": evidence.origin.value,
            }
            for evidence in part.evidence
        ],
    )


def _create_nodes(
    connection: Connection, label: str, properties: str, given: Iterable[Row]
) -> None:
    query = f"UNWIND $rows AS row CREATE (:{label} {{key: row.key, {properties}}})"
    _run(connection, query, sorted(given, key=lambda row: str(row["key"])))


def _create_relations(
    connection: Connection,
    start: str,
    type: str,
    end: str,
    properties: Mapping[str, str],
    given: Iterable[Row],
) -> None:
    listed = ", ".join(f"{name}: {value}" for name, value in properties.items())
    query = (
        f"UNWIND $rows AS row MATCH (a:{start} {{key: row.from}}) MATCH (b:{end} {{key: row.to}}) "
        f"CREATE (a)-[:{type} {{{listed}}}]->(b)"
    )
    _run(connection, query, given)


def _run(connection: Connection, query: str, given: Iterable[Row]) -> None:
    for batch in batched(given):
        connection.write(partial(rows, query=query, rows=batch))
