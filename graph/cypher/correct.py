"""Text of corrections: what is stored of them, and how attestations go where they belong.

An attestation stands at the concept or claim that it speaks for under the corrections. Where that
is not where it was written it says so: `as_written` on NAMES and MENTIONS; `claim`, `head`, `tail`
on EVIDENCED_BY, and `disbelieved` where it is not to be believed.

A `(:Correction {key})` is what the layers combined say of a concept or claim: `to` (with its type
and identity), `name`, `rejected`. `pending` is `move` while attestations may still stand at one of
`places`, and `judge` while evidence may not yet know whether it is believed.
"""

# -- layers and what they say together -----------------------------------------------------------
ANY = "MATCH (x:Correction) RETURN count(x) AS n"
LAYERS = "MATCH (l:CorrectionLayer) RETURN l.key AS name, l.content AS content ORDER BY name"
SET_LAYER = "MERGE (l:CorrectionLayer {key: $name}) SET l.content = $content"
DELETE_LAYER = "MATCH (l:CorrectionLayer {key: $name}) DELETE l"
STORED = """
    MATCH (x:Correction)
    RETURN collect(x {.key, .to, .to_type, .to_identity, .name, .rejected}) AS found
"""
OF_CONCEPTS = """
    UNWIND $keys AS key
    MATCH (x:Correction {key: key})
    RETURN collect(x {.key, .to, .to_type, .to_identity, .name, .rejected}) AS found
"""
# What is known of the concept as it was written lets a correction be taken back.
SET_IDENTITIES = """
    UNWIND $rows AS row
    MERGE (x:Correction {key: row.key})
    SET x.places = coalesce(x.places, []) + coalesce(x.to, row.key), x.pending = 'move',
        x.to = row.to, x.to_type = row.to_type, x.to_identity = row.to_identity
    WITH x
    OPTIONAL MATCH (c:Concept {key: x.key})
    SET x.type = coalesce(x.type, c.type), x.identity = coalesce(x.identity, c.identity)
    RETURN count(*) AS written
"""
SET_WRITTEN = """
    UNWIND $rows AS row
    MATCH (x:Correction {key: row.key})
    SET x.type = row.type, x.identity = row.identity
    RETURN count(*) AS written
"""
SET_CHOSEN_NAMES = """
    UNWIND $rows AS row
    MERGE (x:Correction {key: row.key})
    SET x.name = row.name, x.form_key = row.form_key
    WITH row
    OPTIONAL MATCH (c:Concept {key: row.key})
    SET c.chosen = row.name
    RETURN count(*) AS written
"""
SET_REJECTED = """
    UNWIND $rows AS row
    MERGE (x:Correction {key: row.key})
    SET x.rejected = row.rejected, x.pending = 'judge'
    RETURN count(*) AS written
"""
PENDING = """
    MATCH (x:Correction {pending: $pending})
    WITH x ORDER BY x.key LIMIT $limit
    RETURN collect(x {.key, .to, .to_type, .to_identity, .type, .identity, .places}) AS found
"""
SETTLED = """
    UNWIND $keys AS key
    MATCH (x:Correction {key: key})
    REMOVE x.pending, x.places
"""
DELETE_EMPTY = """
    MATCH (x:Correction)
    WHERE x.to IS NULL AND x.name IS NULL AND x.rejected IS NULL AND x.pending IS NULL
    DELETE x
"""

# -- what was written of a concept -----------------------------------------------------------------
_WRITES = """(
        EXISTS {{ (c)<-[n:NAMES]-() WHERE coalesce(n.as_written, c.key) = {key} }}
        OR EXISTS {{ (c)<-[m:MENTIONS]-() WHERE coalesce(m.as_written, c.key) = {key} }}
        OR EXISTS {{
            (c)<-[:SUBJECT]-()-[e:EVIDENCED_BY]->() WHERE coalesce(e.head, c.key) = {key}
        }}
        OR EXISTS {{
            (c)<-[:OBJECT]-()-[e:EVIDENCED_BY]->() WHERE coalesce(e.tail, c.key) = {key}
        }}
    )"""
WRITTEN_CONCEPTS = f"""
    UNWIND $keys AS key
    OPTIONAL MATCH (x:Correction {{key: key}})
    MATCH (c:Concept {{key: coalesce(x.to, key)}})
    WHERE {_WRITES.format(key="key")}
    RETURN collect({{key: key}}) AS found
"""
WRITTEN_LINES = f"""
    UNWIND $keys AS key
    MATCH (x:Correction {{to: key}})
    MATCH (c:Concept {{key: key}})
    WHERE {_WRITES.format(key="x.key")}
    RETURN {{kind: 'written', key: x.key, concept: key, type: x.type, identity: x.identity}} AS line
"""
LAYER_KEYS = """
    MATCH (l:CorrectionLayer)
    WHERE l.key > $after
    RETURN l.key AS key, l.content AS content ORDER BY key LIMIT $page
"""
LIVE_CONCEPTS = """
    UNWIND $keys AS key
    OPTIONAL MATCH (x:Correction {key: key})
    MATCH (c:Concept {key: coalesce(x.to, key)})
    RETURN collect({key: key}) AS found
"""
MADE_CLAIMS = """
    UNWIND $keys AS key
    WITH key
    WHERE EXISTS { (:Claim {key: key}) } OR EXISTS { ()-[:EVIDENCED_BY {claim: key}]->() }
    RETURN collect({key: key}) AS found
"""

# -- attestations that stand where they do not belong ----------------------------------------------
# `$to` says where the written keys belong that are on the move; other keys stay where they are.
MISPLACED_NAMES = """
    UNWIND $places AS place
    MATCH (:Concept {key: place})<-[n:NAMES]-(d:Document)
    WITH n, d, place, coalesce(n.as_written, place) AS written
    WHERE $to[written] <> place
    WITH n, d, place, written LIMIT $limit
    RETURN collect({
        id: elementId(n), at: d.key, source: n.source, place: place, written: written,
        properties: properties(n)
    }) AS found
"""
MISPLACED_MENTIONS = """
    UNWIND $places AS place
    MATCH (:Concept {key: place})<-[m:MENTIONS]-(i:Item)
    WITH m, i, place, coalesce(m.as_written, place) AS written
    WHERE $to[written] <> place
    WITH m, i, place, written LIMIT $limit
    RETURN collect({
        id: elementId(m), at: i.key, source: i.source, place: place, written: written,
        properties: properties(m)
    }) AS found
"""
MISPLACED_EVIDENCE = """
    UNWIND $places AS place
    MATCH (:Concept {key: place})<-[:SUBJECT|OBJECT]-(c:Claim)
    WITH DISTINCT c
    MATCH (head:Concept)<-[:SUBJECT]-(c)-[:OBJECT]->(tail:Concept)
    MATCH (c)-[e:EVIDENCED_BY]->(k:Chunk)
    WITH c, e, k, head.key AS head, tail.key AS tail,
        coalesce(e.head, head.key) AS written_head, coalesce(e.tail, tail.key) AS written_tail
    WHERE $to[written_head] <> head OR $to[written_tail] <> tail
    WITH * LIMIT $limit
    RETURN collect({
        id: elementId(e), at: k.key, source: e.source, place: c.key, relation: c.relation,
        polarity: c.polarity, head: head, tail: tail, written_head: written_head,
        written_tail: written_tail, properties: properties(e)
    }) AS found
"""


def create_concepts(type: str) -> str:
    """Create concepts of one type as yet without a name. Rows: `key, identity, chosen`."""
    return f"""
        UNWIND $rows AS row
        CREATE (:Concept:{type} {{
            key: row.key, identity: row.identity, type: '{type}', name: row.identity, degree: 0,
            aliases: [], identifiers: [], chosen: row.chosen
        }})
        RETURN count(*) AS written
    """


CREATE_NAMES = """
    UNWIND $rows AS row
    MATCH (d:Document {key: row.at})
    MATCH (c:Concept {key: row.to})
    CREATE (d)-[n:NAMES]->(c)
    SET n = row.properties, n.as_written = row.as_written
    RETURN count(*) AS written
"""
CREATE_MENTIONS = """
    UNWIND $rows AS row
    MATCH (i:Item {key: row.at})
    MATCH (c:Concept {key: row.to})
    CREATE (i)-[m:MENTIONS]->(c)
    SET m = row.properties, m.as_written = row.as_written
    RETURN count(*) AS written
"""
CREATE_CLAIMS = """
    UNWIND $rows AS row
    MATCH (head:Concept {key: row.head})
    MATCH (tail:Concept {key: row.tail})
    CREATE (c:Claim {key: row.key, relation: row.relation, polarity: row.polarity})
    CREATE (c)-[:SUBJECT]->(head)
    CREATE (c)-[:OBJECT]->(tail)
    RETURN count(*) AS written
"""
CREATE_EVIDENCE = """
    UNWIND $rows AS row
    MATCH (c:Claim {key: row.to})
    MATCH (k:Chunk {key: row.at})
    CREATE (c)-[e:EVIDENCED_BY]->(k)
    SET e = row.properties, e.claim = row.claim, e.head = row.head, e.tail = row.tail,
        e.disbelieved = row.disbelieved
    RETURN count(*) AS written
"""
DELETE_MOVED = """
    UNWIND $ids AS id
    MATCH ()-[moved]->()
    WHERE elementId(moved) = id
    DELETE moved
"""
# Of two rows with one written claim, quote and extractor the lesser key stays
# (graph.attestations).
MERGE_EVIDENCE = """
    UNWIND $rows AS row
    MATCH (c:Claim {key: row.to})
    MATCH (k:Chunk {key: row.chunk})
    OPTIONAL MATCH (c)-[known:EVIDENCED_BY {
        source: $source, quote: row.quote, extractor: row.extractor
    }]->(k)
    WHERE coalesce(known.claim, c.key) = coalesce(row.claim, c.key)
    FOREACH (_ IN CASE WHEN row.key < known.key THEN [1] ELSE [] END |
        SET known.key = row.key, known.quoted = row.quoted, known.sign = row.sign,
            known.hedge = row.hedge, known.confidence = row.confidence,
            known.wording = row.wording, known.origin = row.origin)
    FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
        CREATE (c)-[:EVIDENCED_BY {
            key: row.key, source: $source, quote: row.quote, quoted: row.quoted, sign: row.sign,
            hedge: row.hedge, confidence: row.confidence, extractor: row.extractor,
            wording: row.wording, origin: row.origin, claim: row.claim, head: row.head,
            tail: row.tail, disbelieved: row.disbelieved
        }]->(k))
    RETURN count(*) AS written
"""
MERGE_MENTIONS = """
    UNWIND $rows AS row
    MATCH (i:Item {key: row.item})
    MATCH (c:Concept {key: row.concept})
    OPTIONAL MATCH (i)-[known:MENTIONS {role: row.role}]->(c)
    WHERE coalesce(known.as_written, c.key) = coalesce(row.as_written, c.key)
    FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
        CREATE (i)-[:MENTIONS {role: row.role, as_written: row.as_written}]->(c))
    RETURN count(*) AS written
"""

# -- what follows from a move ----------------------------------------------------------------------
# Evidence of rejected claims, and of what was said of two concepts that are now one.
_DISBELIEVED = """(
        (head = tail AND coalesce(e.head, head.key) <> coalesce(e.tail, tail.key))
        OR EXISTS { (x:Correction {key: c.key}) WHERE x.rejected }
        OR EXISTS { (x:Correction {key: coalesce(e.claim, c.key)}) WHERE x.rejected }
    )"""
JUDGE = f"""
    UNWIND $keys AS key
    CALL (key) {{
        MATCH (c:Claim {{key: key}})
        RETURN c
        UNION
        MATCH (c:Claim)-[:EVIDENCED_BY {{claim: key}}]->()
        RETURN c
    }}
    WITH DISTINCT c
    MATCH (head:Concept)<-[:SUBJECT]-(c)-[:OBJECT]->(tail:Concept)
    MATCH (c)-[e:EVIDENCED_BY]->()
    SET e.disbelieved = CASE WHEN {_DISBELIEVED} THEN true ELSE null END
    RETURN collect(DISTINCT c.key) AS claims, collect(DISTINCT e.source) AS sources
"""
MOVE_ABOUT = """
    UNWIND $rows AS row
    MATCH (a:AgentClaim {concept: row.key})
    OPTIONAL MATCH (a)-[before:ABOUT]->()
    DELETE before
    WITH DISTINCT a, row.to AS to
    MATCH (c:Concept {key: to})
    CREATE (a)-[:ABOUT]->(c)
"""
MOVE_FAILURES = """
    UNWIND $rows AS row
    UNWIND row.places AS place
    WITH DISTINCT row.key AS key, row.to AS to, place
    WHERE place <> to
    MATCH (:Concept {key: place})<-[f:FAILS_AT {concept: key}]-(r:Run)
    OPTIONAL MATCH (c:Concept {key: to})
    WITH r, c, f, properties(f) AS said
    DELETE f
    FOREACH (_ IN CASE WHEN c IS NULL THEN [] ELSE [1] END |
        CREATE (r)-[now:FAILS_AT]->(c)
        SET now = said)
"""
# A source without its counts is counted when asked.
FORGET_COUNTS = """
    UNWIND $keys AS key
    MATCH (s:Source {key: key})
    REMOVE s.items, s.documents, s.chunks, s.concepts, s.claims, s.relations
"""
UNCOUNTED = """
    MATCH (s:Source {state: 'committed'})
    WHERE s.concepts IS NULL
    RETURN s.key AS key
"""
SET_COUNTS = "MATCH (s:Source {key: $key}) SET s += $properties"

# -- what must never be (graph.checks): each returns the `key` of what breaks the rule -----------
_STANDS = """(({written} = {place}.key
            AND NOT EXISTS {{ (x:Correction {{key: {written}}}) WHERE x.to IS NOT NULL }})
        OR EXISTS {{ (:Correction {{key: {written}, to: {place}.key}}) }})"""
OUT_OF_PLACE = (
    # Written under a key that is to be another concept, and yet here.
    """
    MATCH (x:Correction)
    WHERE x.to IS NOT NULL
    MATCH (c:Concept {key: x.key})
    WHERE EXISTS { (c)<-[n:NAMES|MENTIONS]-() WHERE n.as_written IS NULL }
    RETURN c.key AS key
    """,
    f"""
    MATCH (c:Concept)<-[n:NAMES|MENTIONS]-()
    WHERE n.as_written IS NOT NULL AND NOT {_STANDS.format(written="n.as_written", place="c")}
    RETURN DISTINCT c.key AS key
    """,
    f"""
    MATCH (head:Concept)<-[:SUBJECT]-(c:Claim)-[:OBJECT]->(tail:Concept)
    MATCH (c)-[e:EVIDENCED_BY]->()
    WITH c, head, tail, coalesce(e.head, head.key) AS written_head,
        coalesce(e.tail, tail.key) AS written_tail
    WHERE NOT {_STANDS.format(written="written_head", place="head")}
        OR NOT {_STANDS.format(written="written_tail", place="tail")}
    RETURN DISTINCT c.key AS key
    """,
)
MISJUDGED = f"""
    MATCH (head:Concept)<-[:SUBJECT]-(c:Claim)-[:OBJECT]->(tail:Concept)
    MATCH (c)-[e:EVIDENCED_BY]->()
    WITH c, e, head, tail
    WHERE {_DISBELIEVED} <> coalesce(e.disbelieved, false)
    RETURN DISTINCT c.key AS key
"""
UNSETTLED = "MATCH (x:Correction) WHERE x.pending IS NOT NULL RETURN x.key AS key"
