"""Text that looks for what must never be: each query returns the `key` of what breaks its rule."""

from graph.cypher.read import any_relation
from graph.vocabulary import RelationType, relationship_type

# rule: its query
UNATTESTED = {
    "concept": """
        MATCH (c:Concept)
        WHERE NOT EXISTS { (c)<-[:NAMES|MENTIONS|SUBJECT|OBJECT]-() }
        RETURN c.key AS key
    """,
    "document": """
        MATCH (d:Document)
        WHERE NOT EXISTS { (d)-[:FROM]->(:Source) }
        RETURN d.key AS key
    """,
    "chunk": """
        MATCH (k:Chunk)
        WHERE NOT EXISTS { (k)-[:PART_OF]->(:Document) }
        RETURN k.key AS key
    """,
    "claim": """
        MATCH (c:Claim)
        WHERE NOT EXISTS { (c)-[:EVIDENCED_BY]->(:Chunk) }
        RETURN c.key AS key
    """,
    "item": """
        MATCH (i:Item)
        WHERE NOT EXISTS { (i)-[:FROM]->(:Source) }
        RETURN i.key AS key
    """,
    "name": """
        MATCH (d:Document)-[n:NAMES]->(c:Concept)
        WHERE NOT EXISTS { (d)-[:FROM]->(:Source {name: n.source}) }
        RETURN DISTINCT c.key AS key
    """,
    "evidence": """
        MATCH (c:Claim)-[e:EVIDENCED_BY]->(k:Chunk)
        WHERE NOT EXISTS { (k)-[:PART_OF {source: e.source}]->(:Document)-[:FROM]->(:Source) }
        RETURN DISTINCT c.key AS key
    """,
}
MISQUOTED = """
    MATCH (c:Claim)-[e:EVIDENCED_BY]->(k:Chunk)
    WHERE e.quoted AND NOT k.text CONTAINS e.quote
    RETURN DISTINCT c.key AS key
"""
PENDING = "MATCH (s:Source {state: 'pending'}) RETURN s.name AS key"

CONCEPT_KEYS = """
    MATCH (c:Concept)
    WHERE c.key > $after
    RETURN c.key AS key, [c.type, c.identity] AS parts,
        size(labels(c)) = 2 AND c.type IN labels(c) AS fits
    ORDER BY key LIMIT $page
"""
CHUNK_KEYS = """
    MATCH (c:Chunk)-[:PART_OF]->(d:Document)
    WHERE c.key > $after
    WITH DISTINCT c, d ORDER BY c.key LIMIT $page
    RETURN c.key AS key, [d.key, c.part, c.text] AS parts, true AS fits
    ORDER BY key
"""
CLAIM_KEYS = """
    MATCH (c:Claim)
    WHERE c.key > $after
    WITH c ORDER BY c.key LIMIT $page
    MATCH (head:Concept)<-[:SUBJECT]-(c)-[:OBJECT]->(tail:Concept)
    RETURN c.key AS key, [head.key, c.relation, tail.key, c.polarity] AS parts,
        COUNT { (c)-[:SUBJECT|OBJECT]->() } = 2 AS fits
    ORDER BY key
"""
ITEM_KEYS = """
    MATCH (i:Item)-[:FROM]->(s:Source)
    WHERE i.key > $after
    RETURN i.key AS key, ['item', s.name, i.id] AS parts, i.source = s.name AS fits
    ORDER BY key LIMIT $page
"""
SOURCE_KEYS = """
    MATCH (s:Source)
    WHERE s.key > $after
    RETURN s.key AS key, ['source', s.name] AS parts, true AS fits
    ORDER BY key LIMIT $page
"""
KEYS = {
    "concept": CONCEPT_KEYS,
    "chunk": CHUNK_KEYS,
    "claim": CLAIM_KEYS,
    "item": ITEM_KEYS,
    "source": SOURCE_KEYS,
}

CONCEPT_PAGE = """
    MATCH (c:Concept)
    WHERE c.key > $after
    RETURN c.key AS key, c.name AS name, c.aliases AS aliases, c.identifiers AS identifiers
    ORDER BY key LIMIT $page
"""
CLAIM_PAGE = """
    MATCH (c:Claim)
    WHERE c.key > $after
    RETURN c.key AS key
    ORDER BY key LIMIT $page
"""


def unclaimed_relations(relation: RelationType) -> str:
    """Relations of one type that no asserted claim stands behind."""
    return f"""
        MATCH (head:Concept)-[r:{relationship_type(relation)}]->(tail:Concept)
        WHERE NOT EXISTS {{
            (head)<-[:SUBJECT]-(:Claim {{
                relation: '{relation}', polarity: 'positive'
            }})-[:OBJECT]->(tail)
        }}
        RETURN r.key AS key
    """


def degrees() -> str:
    """Concepts whose degree is not the number of their counted relations."""
    return f"""
        MATCH (c:Concept)
        WITH c, COUNT {{
            MATCH (c)-[r:{any_relation()}]-(other:Concept)
            WHERE other <> c AND any(origin IN r.origin WHERE origin <> 'vocabulary')
        }} AS counted
        WHERE c.degree IS NULL OR c.degree <> counted
        RETURN c.key AS key
    """
