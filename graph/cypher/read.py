"""Text of what asks the graph: `$keys` are lists of keys, answers are named as in the model.

What is asked over `$keys` answers with one row, `found`, a list of maps: the driver pays more for a
row than for what is in it.
"""

from graph.fields import known
from graph.vocabulary import ConceptType, Origin, RelationType, relationship_type

# -- what is there already (asked before writing) -----------------------------------------------
KNOWN_CONCEPTS = """
    UNWIND $keys AS key
    MATCH (c:Concept {key: key})
    RETURN collect({key: key}) AS found
"""
KNOWN_DOCUMENTS = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})
    RETURN collect(d {
        .key, .title, .doi, .pmid,
        own: head([(d)-[f:FROM]->(s:Source) WHERE s.key = $source_key | f {.title, .doi, .pmid}])
    }) AS found
"""
KNOWN_CHUNKS = """
    UNWIND $keys AS key
    MATCH (k:Chunk {key: key})
    RETURN collect({
        key: key, own: head([(k)-[p:PART_OF {source: $source}]->() | p {.position, .section}])
    }) AS found
"""
KNOWN_ITEMS = """
    UNWIND $keys AS key
    MATCH (i:Item {key: key})
    RETURN collect(i {.*}) AS found
"""
KNOWN_NAMES = """
    UNWIND $rows AS name
    MATCH (d:Document {key: name.document})-[n:NAMES {source: $source, form: name.form}]->
        (c:Concept {key: name.concept})
    USING INDEX d:Document(key) USING INDEX c:Concept(key)
    RETURN collect({
        document: d.key, as_written: coalesce(n.as_written, c.key), form: n.form, n: n.n,
        identifiers: n.identifiers
    }) AS found
"""
KNOWN_CLAIMS = """
    UNWIND $keys AS key
    MATCH (c:Claim {key: key})
    RETURN collect({
        key: key, evidence: [(c)-[e:EVIDENCED_BY {source: $source}]->() | e.key]
    }) AS found
"""
EXISTING_CLAIMS = """
    UNWIND $keys AS key
    MATCH (c:Claim {key: key})
    RETURN collect({key: key}) AS found
"""
OWN_DOCUMENTS = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})
    WHERE EXISTS { (d)-[:FROM]->(:Source {key: $source_key}) }
    RETURN collect({key: key}) AS found
"""
OWN_CHUNKS = """
    UNWIND $keys AS key
    MATCH (k:Chunk {key: key})-[:PART_OF {source: $source}]->(d:Document)
    USING INDEX k:Chunk(key)
    RETURN collect({key: key, document: d.key}) AS found
"""
OWN_ITEMS = """
    UNWIND $keys AS key
    MATCH (i:Item {key: key})
    WHERE i.source = $source
    RETURN collect({key: key}) AS found
"""

# -- what is derived, from what it is derived ----------------------------------------------------
NAMED_FORMS = """
    UNWIND $keys AS key
    MATCH (c:Concept {key: key})
    OPTIONAL MATCH (c)<-[name:NAMES]-(d:Document)
    WITH c, d, name.form AS form, max(name.n) AS n, collect(name.identifiers) AS identifiers
    WITH c, form, sum(n) AS n, collect(identifiers) AS identifiers
    WITH c, collect({form: form, n: n, given: identifiers}) AS forms
    RETURN collect(c {.key, .identity, .chosen, forms: forms}) AS found
"""
CLAIM_SUPPORT = """
    UNWIND $keys AS key
    MATCH (head:Concept)<-[:SUBJECT]-(c:Claim {key: key})-[:OBJECT]->(tail:Concept)
    WITH c, head, tail, COLLECT {
        MATCH (c)-[e:EVIDENCED_BY]->()-[:PART_OF]->(d:Document)
        RETURN DISTINCT [e.origin, e.hedge, e.sign, d.key, e.disbelieved]
    } AS evidence
    RETURN collect(c {
        .key, .relation, .polarity, head: head.key, tail: tail.key, evidence: evidence
    }) AS found
"""
DOCUMENT_SOURCES = """
    UNWIND $keys AS key
    MATCH (d:Document {key: key})-[f:FROM]->(:Source)
    WITH d, collect(f {.title, .doi, .pmid}) AS given
    RETURN collect({key: d.key, given: given}) AS found
"""


def known_relations(relation: RelationType) -> str:
    """What is stored of relations of one type."""
    return f"""
        UNWIND $keys AS key
        MATCH (head:Concept)-[r:{relationship_type(relation)} {{key: key}}]->(tail:Concept)
        RETURN collect(r {{
            .key, .origin, .hedge, .support, head: head.key, tail: tail.key
        }}) AS found
    """


# -- the graph as a whole ------------------------------------------------------------------------
SOURCE = "MATCH (s:Source {key: $key}) RETURN s.sha256 AS sha256, s.state AS state"
SOURCES = "MATCH (s:Source) RETURN s {.*} AS source ORDER BY s.name"
COUNT_SOURCE = """
    MATCH (s:Source {key: $key})
    CALL (s) {
        MATCH (s)<-[:FROM]-(d:Document)
        OPTIONAL MATCH (d)<-[:PART_OF {source: s.name}]-(k:Chunk)
        RETURN count(DISTINCT d) AS documents, count(k) AS chunks
    }
    CALL (s) { MATCH (s)<-[:FROM]-(i:Item) RETURN count(i) AS items }
    RETURN documents, chunks, items
"""
SOURCE_CONCEPTS = """
    MATCH (s:Source {key: $key})
    CALL (s) {
        MATCH (s)<-[:FROM]-(:Document)-[:NAMES {source: s.name}]->(c:Concept)
        RETURN c
        UNION
        MATCH (s)<-[:FROM]-(:Item)-[:MENTIONS]->(c:Concept)
        RETURN c
        UNION
        MATCH (s)<-[:FROM]-(:Document)<-[:PART_OF {source: s.name}]-(:Chunk)
            <-[:EVIDENCED_BY {source: s.name}]-(:Claim)-[:SUBJECT|OBJECT]->(c:Concept)
        RETURN c
    }
    RETURN count(c) AS concepts
"""
SOURCE_CLAIMS = """
    MATCH (s:Source {key: $key})<-[:FROM]-(:Document)<-[:PART_OF {source: s.name}]-(:Chunk)
        <-[e:EVIDENCED_BY {source: s.name}]-(c:Claim)
    WITH c, c.polarity = 'positive' AND e.disbelieved IS NULL
        AND (e.sign >= 0 OR c.relation IN $signless) AS asserted
    WITH c, sum(CASE WHEN asserted THEN 1 ELSE 0 END) AS n
    RETURN count(c) AS claims, count(CASE WHEN n > 0 THEN 1 END) AS relations
"""
SOME_ITEMS = """
    MATCH (:Source {key: $source_key})<-[:FROM]-(i:Item)
    RETURN i.key AS key LIMIT $limit
"""
SOME_DOCUMENTS = """
    MATCH (:Source {key: $source_key})<-[:FROM]-(d:Document)
    RETURN d.key AS key LIMIT $limit
"""
ALL_DEGREES = "MATCH (c:Concept) RETURN collect([c.key, c.degree]) AS found"
# A relation that counts is in the degree of both its ends, any other in none: this is twice the
# number of relations where all of them count, and less where one does not.
RELATION_ENDS = "MATCH (c:Concept) RETURN sum(c.degree) AS n"
_CONCEPT = "c {.key, .name, .type, .degree, .aliases, .identifiers}"
CONCEPTS = f"""
    UNWIND $keys AS key
    MATCH (c:Concept {{key: key}})
    RETURN collect({_CONCEPT}) AS found
"""
IDENTITIES = """
    UNWIND $keys AS key
    MATCH (c:Concept {key: key})
    RETURN collect(c {.key, .type, .identity}) AS found
"""
NAMING_DOCUMENTS = """
    UNWIND $keys AS key
    MATCH (c:Concept {key: key})
    RETURN collect({key: key, n: COUNT {
        MATCH (c)<-[:NAMES]-(d:Document)
        RETURN DISTINCT d
    }}) AS found
"""
FORMS = """
    MATCH (c:Concept)<-[n:NAMES]-()
    RETURN DISTINCT n.form AS form, c.key AS key
"""
FIND = f"""
    CALL () {{
        MATCH ()-[n:NAMES {{form_key: $form_key}}]->(c:Concept)
        RETURN c
        UNION
        UNWIND $keys AS key
        OPTIONAL MATCH (x:Correction {{key: key}})
        MATCH (c:Concept {{key: coalesce(x.to, key)}})
        RETURN c
        UNION
        MATCH (x:Correction {{form_key: $form_key}})
        MATCH (c:Concept {{key: x.key}})
        RETURN c
    }}
    RETURN {_CONCEPT} AS concept
    ORDER BY concept.degree DESC, concept.key
"""


def any_relation() -> str:
    """Every relationship type between concepts, as a pattern takes them."""
    return "|".join(relationship_type(relation) for relation in known().relations)


def edges() -> str:
    """Head and tails of every relation, whether it counts or not."""
    return f"""
        MATCH (head:Concept)-[:{any_relation()}]->(tail)
        WITH head.key AS head, collect(tail.key) AS tails
        RETURN collect([head, tails]) AS found
    """


def uncounted_edges() -> str:
    """Of the heads `$keys`, each with the tails of its relations that do not count.

    An origin is a set, never empty: what a vocabulary alone attests does not count. Comparing the
    lists is a seventh cheaper than looking into each.
    """
    return f"""
        UNWIND $keys AS key
        MATCH (head:Concept {{key: key}})-[r:{any_relation()}]->(tail)
        WHERE head = tail OR r.origin = ['{Origin.VOCABULARY}']
        WITH key, collect(tail.key) AS tails
        RETURN collect([key, tails]) AS found
    """


def neighbours(*, ranked: bool) -> str:
    """One step outward: how many concepts are new, the first of them, the keys to go on from.

    Two steps from a hub reach most of a graph: ranking them costs as much as finding them, and is
    for a step of which some are shown. The end of a relation is a concept: not asked again.
    """
    return f"""
        UNWIND $keys AS key
        MATCH (:Concept {{key: key}})-[:{any_relation()}]-(c)
        WITH DISTINCT c
        WHERE NOT c.key IN $seen
        {"WITH c ORDER BY c.degree DESC, c.key" if ranked else ""}
        WITH collect(c) AS new
        RETURN size(new) AS total, [c IN new[..$cap] | {_CONCEPT}] AS nearest,
            CASE WHEN $last THEN [] ELSE [c IN new | c.key] END AS keys
    """


def relations_among() -> str:
    """Relations among `$keys`.

    Nodes are compared, not keys: most of the many relations of hubs lead elsewhere. Reading text is
    what costs, so a head's key is read once, and a relation's key, which follows from it, never.
    """
    return f"""
        UNWIND $keys AS key
        MATCH (c:Concept {{key: key}})
        WITH collect(c) AS shown
        RETURN [c IN shown WHERE c.key = $centre | {_CONCEPT}] AS centre, COLLECT {{
            UNWIND shown AS head
            MATCH (head)-[r:{any_relation()}]->(tail)
            WHERE tail IN shown
            WITH head, collect([type(r), tail.key, r.origin, r.hedge, r.support]) AS related
            RETURN [head.key, related]
        }} AS related
    """


def relations_at() -> str:
    """Relations with one of the concepts at an end; one between two of them comes twice."""
    return f"""
        UNWIND $keys AS key
        MATCH (:Concept {{key: key}})-[r:{any_relation()}]-()
        WITH r, startNode(r) AS head, endNode(r) AS tail
        RETURN collect({{
            head: head.key, type: type(r), tail: tail.key, origin: r.origin, hedge: r.hedge,
            support: r.support
        }}) AS found
    """


def hubs(type: ConceptType | None) -> str:
    """Concepts of highest degree, of one type or of all."""
    label = f"Concept:{type}" if type else "Concept"
    return f"""
        MATCH (c:{label})
        WHERE c.degree >= 0
        RETURN {_CONCEPT} AS concept
        ORDER BY c.degree DESC, c.key
        LIMIT $top
    """


# -- claims and evidence -------------------------------------------------------------------------
def claims(*, about: bool, relation: bool, source: bool) -> str:
    """A page of claims with concepts and quotes, by key, after `$after`."""
    conditions = ["c.key > $after"]
    if relation:
        conditions.append("c.relation = $relation")
    if source:
        conditions.append("EXISTS { (c)-[:EVIDENCED_BY {source: $source}]->() }")
    start = (
        "MATCH (:Concept {key: $about})<-[:SUBJECT|OBJECT]-(c:Claim)"
        if about
        else "MATCH (c:Claim)"
    )
    return f"""
        {start}
        WHERE {" AND ".join(conditions)}
        WITH DISTINCT c ORDER BY c.key LIMIT $page
        MATCH (head:Concept)<-[:SUBJECT]-(c)-[:OBJECT]->(tail:Concept)
        RETURN c.key AS key, c.relation AS relation, c.polarity AS polarity,
            head {{.key, .name, .type, .degree, .aliases, .identifiers}} AS head,
            tail {{.key, .name, .type, .degree, .aliases, .identifiers}} AS tail,
            EXISTS {{ (c)-[e:EVIDENCED_BY]->() WHERE e.disbelieved IS NULL }} AS believed,
            COLLECT {{
                MATCH (c)-[e:EVIDENCED_BY]->(k:Chunk)-[:PART_OF]->(d:Document)
                RETURN DISTINCT e {{
                    .source, .quote, .quoted, .sign, .hedge, .confidence, .extractor, .wording,
                    .origin, chunk: k.key, document: d.key, title: d.title, pmid: d.pmid,
                    doi: d.doi
                }}
            }} AS quotes
        ORDER BY key
    """


_PLACES = """COLLECT {
            MATCH (k)-[p:PART_OF]->(d:Document)
            RETURN [p.source, d.key, d.title, d.pmid]
        }"""
CHUNKS = f"""
    MATCH (k:Chunk)
    WHERE k.key > $after
    WITH k ORDER BY k.key LIMIT $page
    RETURN collect(k {{.key, .text, .part, places: {_PLACES}}}) AS found
"""
CHUNK_RECORDS = f"""
    UNWIND $keys AS key
    MATCH (k:Chunk {{key: key}})
    RETURN collect(k {{.key, .text, .part, places: {_PLACES}}}) AS found
"""
GOLD_CHUNKS = """
    UNWIND $keys AS key
    MATCH (i:Item {key: key})
    RETURN collect({key: key, chunks: COLLECT {
        MATCH (i)-[:GOLD]->(:Document)<-[:PART_OF]-(k:Chunk)
        WHERE k.part IN $parts
        RETURN DISTINCT k.key AS chunk ORDER BY chunk
    }}) AS found
"""
BELIEVED_CLAIMS = """
    UNWIND $keys AS key
    MATCH (c:Claim {key: key})
    WHERE EXISTS { (c)-[e:EVIDENCED_BY]->() WHERE e.disbelieved IS NULL }
    RETURN collect({key: key}) AS found
"""
NEIGHBOURHOOD_CHUNKS = """
    UNWIND $keys AS key
    MATCH (c:Concept {key: key})
    RETURN collect({key: key, chunks: COLLECT {
        MATCH (c)<-[:SUBJECT|OBJECT]-(:Claim)-[e:EVIDENCED_BY]->(k:Chunk)
        WHERE e.disbelieved IS NULL
        RETURN DISTINCT k.key AS chunk ORDER BY chunk
    }}) AS found
"""

# -- items ---------------------------------------------------------------------------------------
ITEMS = """
    MATCH (i:Item)
    WHERE $source IS NULL OR i.source = $source
    RETURN i {.*} AS item
"""
ITEM_CONCEPTS = """
    UNWIND $keys AS key
    MATCH (i:Item {key: key})
    RETURN collect({key: key, concepts: COLLECT {
        MATCH (i)-[m:MENTIONS]->(c:Concept)
        RETURN DISTINCT [m.role, c.key]
    }}) AS found
"""

# -- results -------------------------------------------------------------------------------------
RUN_DIGEST = "MATCH (r:Run {key: $key}) RETURN coalesce(r.digest, '') AS digest"
RUN_NAMES = "MATCH (r:Run) RETURN r.name AS name ORDER BY name"
FAILURE_HUBS = """
    MATCH (:Run {key: $key})-[f:FAILS_AT]->(c:Concept)
    RETURN f {.*, concept: c.key} AS hub
    ORDER BY hub.rank_score DESC, hub.concept, f.concept
    LIMIT $top
"""
AGENT_CLAIMS = """
    CALL () {
        OPTIONAL MATCH (x:Correction {key: $concept})
        WITH x WHERE x.to IS NULL
        MATCH (a:AgentClaim {concept: $concept})
        RETURN a
        UNION
        MATCH (x:Correction {to: $concept})
        MATCH (a:AgentClaim {concept: x.key})
        RETURN a
    }
    MATCH (a)<-[:CLAIMS]-(t:Trajectory)-[:OF]->(r:Run)
    RETURN r.name AS run, t.id AS trajectory, t.item AS item, a {.*} AS claim
    ORDER BY run, trajectory, claim.step, claim.text, claim.claim
    LIMIT $limit
"""
