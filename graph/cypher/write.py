"""Text of what changes the graph. `$rows` are maps sorted by key; `$source` is a source's name.

What creates or sets returns one row, `written`: less than the rows given means that an end is
missing. Closed words make the text, every value is a parameter. Label or relation type at run time
(`$(row.type)`) would be one statement for all of them, at four times the cost.
"""

from graph.vocabulary import ConceptType, RelationType, relationship_type

ADD_DEGREES = """
    UNWIND $rows AS row
    MATCH (c:Concept {key: row.key})
    SET c.degree = c.degree + row.more
    RETURN count(*) AS written
"""

# -- sources -----------------------------------------------------------------------------------
BEGIN = """
    MERGE (s:Source {key: $key})
    SET s.name = $name, s.kind = $kind, s.sha256 = $sha256, s.state = 'pending',
        s.skipped = $skipped
    REMOVE s.items, s.documents, s.chunks, s.concepts, s.claims, s.relations
"""
COMMIT = """
    MATCH (s:Source {key: $key})
    SET s += $properties, s.state = 'committed'
"""

# -- documents and chunks ----------------------------------------------------------------------
CREATE_DOCUMENTS = """
    MATCH (s:Source {key: $source_key})
    UNWIND $rows AS row
    CREATE (d:Document {key: row.key, title: row.title, doi: row.doi, pmid: row.pmid})
    CREATE (d)-[:FROM {title: row.title, doi: row.doi, pmid: row.pmid}]->(s)
    RETURN count(*) AS written
"""
SET_DOCUMENTS = """
    UNWIND $rows AS row
    MATCH (d:Document {key: row.key})
    SET d.title = row.title, d.doi = row.doi, d.pmid = row.pmid
    RETURN count(*) AS written
"""
ATTEST_DOCUMENTS = """
    MATCH (s:Source {key: $source_key})
    UNWIND $rows AS row
    MATCH (d:Document {key: row.key})
    MERGE (d)-[f:FROM]->(s)
    SET f.title = row.title, f.doi = row.doi, f.pmid = row.pmid
    RETURN count(*) AS written
"""
CREATE_CHUNKS = """
    UNWIND $rows AS row
    MATCH (d:Document {key: row.document})
    CREATE (k:Chunk {key: row.key, part: row.part, text: row.text})
    CREATE (k)-[:PART_OF {source: $source, position: row.position, section: row.section}]->(d)
    RETURN count(*) AS written
"""
ATTEST_CHUNKS = """
    UNWIND $rows AS row
    MATCH (k:Chunk {key: row.key})
    MATCH (d:Document {key: row.document})
    MERGE (k)-[p:PART_OF {source: $source}]->(d)
    SET p.position = row.position, p.section = row.section
    RETURN count(*) AS written
"""

# -- concepts and their names ------------------------------------------------------------------
# A property set to null is not there: most names stand where they were written.
_NAMES = "{source: $source, form: name.form, form_key: name.form_key, n: name.n, \
identifiers: name.identifiers, as_written: name.as_written}"

CREATE_NAMES = f"""
    UNWIND $rows AS name
    MATCH (d:Document {{key: name.document}})
    MATCH (c:Concept {{key: name.concept}})
    CREATE (d)-[:NAMES {_NAMES}]->(c)
    RETURN count(*) AS written
"""
SET_NAMES = """
    UNWIND $rows AS name
    MATCH (d:Document {key: name.document})-[n:NAMES {source: $source, form: name.form}]->
        (c:Concept {key: name.concept})
    USING INDEX d:Document(key) USING INDEX c:Concept(key)
    WHERE coalesce(n.as_written, c.key) = coalesce(name.as_written, c.key)
    SET n.n = name.n, n.identifiers = name.identifiers
    RETURN count(*) AS written
"""
SET_SHOWN_NAMES = """
    UNWIND $rows AS row
    MATCH (c:Concept {key: row.key})
    SET c.name = row.name, c.aliases = row.aliases, c.identifiers = row.identifiers
    RETURN count(*) AS written
"""


def create_concepts(type: ConceptType) -> str:
    """Create concepts of one type with the names that one source's documents give them.

    Rows: `key, identity, name, chosen, aliases, identifiers`, and `names`, each `document, form,
    form_key, n, identifiers, as_written`. Counts names, not concepts.
    """
    return f"""
        UNWIND $rows AS row
        CREATE (c:Concept:{type} {{
            key: row.key, identity: row.identity, type: '{type}', name: row.name, degree: 0,
            aliases: row.aliases, identifiers: row.identifiers, chosen: row.chosen
        }})
        WITH c, row
        UNWIND row.names AS name
        MATCH (d:Document {{key: name.document}})
        CREATE (d)-[:NAMES {_NAMES}]->(c)
        RETURN count(*) AS written
    """


# The server's bulk import makes no empty lists.
_IN_PIECES = "IN TRANSACTIONS OF 10000 ROWS"
EMPTY_LISTS = (
    f"MATCH (c:Concept) WHERE c.aliases IS NULL CALL (c) {{ SET c.aliases = [] }} {_IN_PIECES}",
    "MATCH (c:Concept) WHERE c.identifiers IS NULL "
    f"CALL (c) {{ SET c.identifiers = [] }} {_IN_PIECES}",
    "MATCH (:Document)-[n:NAMES]->(:Concept) WHERE n.identifiers IS NULL "
    f"CALL (n) {{ SET n.identifiers = [] }} {_IN_PIECES}",
)

# -- claims, their evidence, their relations ----------------------------------------------------
_EVIDENCE = "key: e.key, source: $source, quote: e.quote, quoted: e.quoted, sign: e.sign, \
hedge: e.hedge, confidence: e.confidence, extractor: e.extractor, wording: e.wording, \
origin: e.origin"
# A property set to null is not there, but asking for it costs: only where there are corrections.
_CORRECTED = "claim: e.claim, head: e.head, tail: e.tail, disbelieved: e.disbelieved"


def _create_claim(*, corrected: bool) -> str:
    return f"""
        CREATE (c:Claim {{key: row.key, relation: row.relation, polarity: row.polarity}})
        CREATE (c)-[:SUBJECT]->(head)
        CREATE (c)-[:OBJECT]->(tail)
        WITH c, row
        UNWIND row.evidence AS e
        MATCH (k:Chunk {{key: e.chunk}})
        CREATE (c)-[:EVIDENCED_BY {{{_EVIDENCE}{", " + _CORRECTED if corrected else ""}}}]->(k)
        RETURN count(*) AS written
"""


def create_claims(*, corrected: bool) -> str:
    """Create claims and their evidence, in a graph with corrections or without.

    Rows: `key, head, tail, relation, polarity` and `evidence`. Counts evidence, not claims.
    """
    return f"""
        UNWIND $rows AS row
        MATCH (head:Concept {{key: row.head}})
        MATCH (tail:Concept {{key: row.tail}})
{_create_claim(corrected=corrected)}"""


# Of two rows with one quote and extractor the lesser key stays (graph.attestations).
MERGE_EVIDENCE = """
    UNWIND $rows AS e
    MATCH (c:Claim {key: e.to})
    MATCH (k:Chunk {key: e.chunk})
    MERGE (c)-[r:EVIDENCED_BY {source: $source, quote: e.quote, extractor: e.extractor}]->(k)
    FOREACH (_ IN CASE WHEN r.key IS NULL OR e.key < r.key THEN [1] ELSE [] END |
        SET r.key = e.key, r.quoted = e.quoted, r.sign = e.sign, r.hedge = e.hedge,
            r.confidence = e.confidence, r.wording = e.wording, r.origin = e.origin)
    RETURN count(*) AS written
"""


def create_claims_with_relations(relation: RelationType, *, corrected: bool = False) -> str:
    """Create asserted claims of one relation, their evidence and their relation in one statement.

    Rows: `key, head, tail, relation, polarity, relation_key`, the relation's `origin, strength,
    hedge, support`, and `evidence`. Counts evidence, not claims.
    """
    return f"""
        UNWIND $rows AS row
        MATCH (head:Concept {{key: row.head}})
        MATCH (tail:Concept {{key: row.tail}})
        CREATE (head)-[:{relationship_type(relation)} {{
            key: row.relation_key, origin: row.origin, strength: row.strength, hedge: row.hedge,
            support: row.support
        }}]->(tail)
{_create_claim(corrected=corrected)}"""


def create_relations(relation: RelationType) -> str:
    """Create relations between concepts whose claim is there already.

    Rows: `key, head, tail, origin, strength, hedge, support`.
    """
    return f"""
        UNWIND $rows AS row
        MATCH (head:Concept {{key: row.head}})
        MATCH (tail:Concept {{key: row.tail}})
        CREATE (head)-[:{relationship_type(relation)} {{
            key: row.key, origin: row.origin, strength: row.strength, hedge: row.hedge,
            support: row.support
        }}]->(tail)
        RETURN count(*) AS written
    """


def set_relations(relation: RelationType) -> str:
    """Set what is derived of relations. Rows: `key, origin, hedge, support`."""
    return f"""
        UNWIND $rows AS row
        MATCH ()-[r:{relationship_type(relation)} {{key: row.key}}]->()
        SET r.origin = row.origin, r.hedge = row.hedge, r.support = row.support
        RETURN count(*) AS written
    """


def delete_relations(relation: RelationType) -> str:
    """Delete relations. Rows: `key`."""
    return f"""
        UNWIND $rows AS row
        MATCH ()-[r:{relationship_type(relation)} {{key: row.key}}]->()
        DELETE r
        RETURN count(*) AS written
    """


# -- items -------------------------------------------------------------------------------------
CREATE_ITEMS = """
    MATCH (s:Source {key: $source_key})
    UNWIND $rows AS row
    CREATE (i:Item {key: row.key})
    SET i = row
    CREATE (i)-[:FROM]->(s)
    RETURN count(*) AS written
"""
MERGE_MENTIONS = """
    UNWIND $rows AS row
    MATCH (i:Item {key: row.item})
    MATCH (c:Concept {key: row.concept})
    MERGE (i)-[:MENTIONS {role: row.role}]->(c)
    RETURN count(*) AS written
"""
MERGE_GOLDS = """
    UNWIND $rows AS row
    MATCH (i:Item {key: row.item})
    MATCH (d:Document {key: row.document})
    MERGE (i)-[:GOLD]->(d)
    RETURN count(*) AS written
"""

# -- deletion ----------------------------------------------------------------------------------
# Each takes keys and deletes at most `$limit` of what this source attests there; `found` are the
# keys of what lost an attestation.
MARK_PENDING = "MATCH (s:Source {key: $source_key}) SET s.state = 'pending'"
DELETE_SOURCE = "MATCH (s:Source {key: $source_key}) DELETE s"
DELETE_ITEMS = """
    UNWIND $keys AS key
    MATCH (i:Item {key: key})
    OPTIONAL MATCH (i)-[:MENTIONS]->(c:Concept)
    WITH i, collect(DISTINCT c.key) AS concepts
    DETACH DELETE i
    RETURN concepts
"""
DELETE_EVIDENCE = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})
    MATCH (d)<-[:PART_OF {source: $source}]-(:Chunk)<-[e:EVIDENCED_BY {source: $source}]-(c:Claim)
    WITH e, c LIMIT $limit
    DELETE e
    RETURN collect(DISTINCT c.key) AS found
"""
DELETE_NAMES = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})
    MATCH (d)-[n:NAMES {source: $source}]->(c:Concept)
    WITH n, c LIMIT $limit
    DELETE n
    RETURN collect(DISTINCT c.key) AS found
"""
DELETE_CHUNKS = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})
    MATCH (d)<-[p:PART_OF {source: $source}]-(k:Chunk)
    WITH p, k LIMIT $limit
    DELETE p
    RETURN collect(k.key) AS found
"""
DELETE_UNATTESTED_CHUNKS = """
    UNWIND $keys AS key
    MATCH (k:Chunk {key: key})
    WHERE NOT EXISTS { (k)-[:PART_OF]->() }
    DETACH DELETE k
    RETURN count(*) AS deleted
"""
DELETE_DOCUMENTS = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})
    MATCH (d)-[f:FROM]->(:Source {key: $source_key})
    DELETE f
    WITH DISTINCT d
    WHERE NOT EXISTS { (d)-[:FROM]->() }
    DETACH DELETE d
    RETURN count(*) AS deleted
"""
DELETE_CLAIMS = """
    UNWIND $keys AS key
    MATCH (c:Claim {key: key})
    DETACH DELETE c
    RETURN count(*) AS deleted
"""
_UNATTESTED = """NOT EXISTS { (c)<-[:NAMES]-() } AND NOT EXISTS { (c)<-[:MENTIONS]-() }
        AND NOT EXISTS { (c)<-[:SUBJECT]-() } AND NOT EXISTS { (c)<-[:OBJECT]-() }"""
DELETE_CONCEPTS = f"""
    UNWIND $keys AS key
    MATCH (c:Concept {{key: key}})
    WHERE {_UNATTESTED}
    DETACH DELETE c
    RETURN count(*) AS deleted
"""
# What a crash between two transactions of a write may have left behind.
DELETE_UNATTESTED_CONCEPTS = f"""
    MATCH (c:Concept)
    WHERE {_UNATTESTED}
    WITH c LIMIT $limit
    DETACH DELETE c
    RETURN count(*) AS deleted
"""
# Relationships first: a hub with all of them would not fit a transaction.
CLEAR = (
    "MATCH ()-[r]->() WITH r LIMIT $limit DELETE r RETURN count(*) AS deleted",
    "MATCH (n) WHERE NOT n:Schema WITH n LIMIT $limit DELETE n RETURN count(*) AS deleted",
)

# -- results -----------------------------------------------------------------------------------
CREATE_RUN = """
    CREATE (r:Run {key: $key})
    SET r += $properties
"""
SET_RUN_DIGEST = "MATCH (r:Run {key: $key}) SET r.digest = $digest"
# Whose links may go with what is deleted.
FORGET_RUN_DIGESTS = "MATCH (r:Run) REMOVE r.digest"
CREATE_TRAJECTORIES = """
    MATCH (r:Run {key: $run_key})
    UNWIND $rows AS row
    CREATE (t:Trajectory {key: row.key})
    SET t = row
    CREATE (t)-[:OF]->(r)
    RETURN count(*) AS written
"""
CREATE_AGENT_CLAIMS = """
    UNWIND $rows AS row
    MATCH (t:Trajectory {key: row.trajectory})
    CREATE (a:AgentClaim {key: row.key})
    SET a = row.properties
    CREATE (t)-[:CLAIMS]->(a)
    RETURN count(*) AS written
"""
LINK_ABOUT = """
    UNWIND $rows AS row
    OPTIONAL MATCH (x:Correction {key: row.concept})
    MATCH (a:AgentClaim {key: row.key})
    MATCH (c:Concept {key: coalesce(x.to, row.concept)})
    CREATE (a)-[:ABOUT]->(c)
"""
LINK_JUDGED_ON = """
    UNWIND $rows AS row
    MATCH (a:AgentClaim {key: row.key})
    UNWIND row.chunks AS chunk
    MATCH (k:Chunk {key: chunk})
    CREATE (a)-[:JUDGED_ON]->(k)
"""
CREATE_FAILURES = """
    MATCH (r:Run {key: $run_key})
    UNWIND $rows AS row
    OPTIONAL MATCH (x:Correction {key: row.concept})
    MATCH (c:Concept {key: coalesce(x.to, row.concept)})
    CREATE (r)-[f:FAILS_AT]->(c)
    SET f = row
"""
# Claims go before their trajectories: a piece that took a trajectory would leave its other claims.
DELETE_RUN_PARTS = (
    """
    MATCH (:Run {key: $key})<-[:OF]-(:Trajectory)-[:CLAIMS]->(a:AgentClaim)
    WITH a LIMIT $limit
    DETACH DELETE a
    RETURN count(*) AS deleted
    """,
    """
    MATCH (:Run {key: $key})<-[:OF]-(t:Trajectory)
    WITH t LIMIT $limit
    DETACH DELETE t
    RETURN count(*) AS deleted
    """,
    # What an older version left of runs that it could not delete in one piece.
    """
    MATCH (a:AgentClaim) WHERE NOT EXISTS { (a)<-[:CLAIMS]-() }
    WITH a LIMIT $limit
    DETACH DELETE a
    RETURN count(*) AS deleted
    """,
)
DELETE_RUN = "MATCH (r:Run {key: $key}) DETACH DELETE r RETURN count(*) AS deleted"
