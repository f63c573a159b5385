"""Text of the canonical lines: a page of a label's keys, and the lines that belong to those keys.

Lines are maps named as in `graph.derivation`; how they are ordered says `graph.canonical`.
"""

from typing import NamedTuple

from graph.cypher.correct import WRITTEN_LINES
from graph.cypher.read import any_relation


class Group(NamedTuple):
    """Lines that belong to nodes of one label; each query takes `$keys` and returns `line`."""

    label: str
    lines: tuple[str, ...]

    @property
    def keys(self) -> str:
        """The next `$page` keys after `$after`, in order."""
        return f"""
            MATCH (n:{self.label})
            WHERE n.key > $after
            RETURN n.key AS key ORDER BY key LIMIT $page
        """


_GROUPS = (
    Group(
        "Source",
        (
            """UNWIND $keys AS key
            MATCH (s:Source {key: key})
            RETURN {kind: 'source', key: key, name: s.name, source_kind: s.kind,
                sha256: s.sha256, state: s.state, skipped: s.skipped} AS line""",
        ),
    ),
    Group(
        "Document",
        (
            """UNWIND $keys AS key
            MATCH (d:Document {key: key})
            RETURN {kind: 'document', key: key, title: d.title, doi: d.doi, pmid: d.pmid}
                AS line""",
            """UNWIND $keys AS key
            MATCH (:Document {key: key})-[f:FROM]->(s:Source)
            RETURN {kind: 'from', source: s.name, document: key, title: f.title, doi: f.doi,
                pmid: f.pmid} AS line""",
        ),
    ),
    Group(
        "Chunk",
        (
            """UNWIND $keys AS key
            MATCH (k:Chunk {key: key})
            RETURN {kind: 'chunk', key: key, part: k.part, text: k.text} AS line""",
            """UNWIND $keys AS key
            MATCH (:Chunk {key: key})-[p:PART_OF]->(d:Document)
            RETURN {kind: 'part_of', source: p.source, chunk: key, document: d.key,
                position: p.position, section: p.section} AS line""",
        ),
    ),
    Group(
        "Concept",
        (
            """UNWIND $keys AS key
            MATCH (c:Concept {key: key})
            RETURN {kind: 'concept', key: key, type: c.type, identity: c.identity, name: c.name,
                degree: c.degree, aliases: c.aliases, identifiers: c.identifiers} AS line""",
            """UNWIND $keys AS key
            MATCH (d:Document)-[n:NAMES]->(:Concept {key: key})
            RETURN {kind: 'names', source: n.source, document: d.key, concept: key, form: n.form,
                n: n.n, identifiers: n.identifiers, as_written: n.as_written} AS line""",
            WRITTEN_LINES,
        ),
    ),
    Group(
        "Item",
        (
            """UNWIND $keys AS key
            MATCH (i:Item {key: key})-[:FROM]->(s:Source)
            RETURN {kind: 'item', key: key, source: s.name, id: i.id, question: i.question,
                answer: i.answer, options: i.options, item_kind: i.kind, meta: i.meta} AS line""",
            """UNWIND $keys AS key
            MATCH (:Item {key: key})-[m:MENTIONS]->(c:Concept)
            RETURN {kind: 'mentions', item: key, concept: c.key, role: m.role,
                as_written: m.as_written} AS line""",
            """UNWIND $keys AS key
            MATCH (:Item {key: key})-[:GOLD]->(d:Document)
            RETURN {kind: 'gold', item: key, document: d.key} AS line""",
        ),
    ),
    Group(
        "Claim",
        (
            """UNWIND $keys AS key
            MATCH (h:Concept)<-[:SUBJECT]-(c:Claim {key: key})-[:OBJECT]->(t:Concept)
            RETURN {kind: 'claim', key: key, head: h.key, relation: c.relation, tail: t.key,
                polarity: c.polarity} AS line""",
            """UNWIND $keys AS key
            MATCH (:Claim {key: key})-[e:EVIDENCED_BY]->(k:Chunk)
            RETURN {kind: 'evidence', source: e.source, claim: key, chunk: k.key, quote: e.quote,
                quoted: e.quoted, sign: e.sign, hedge: e.hedge, confidence: e.confidence,
                extractor: e.extractor, wording: e.wording, origin: e.origin,
                as_written: CASE WHEN e.claim IS NULL THEN null ELSE [e.head, e.tail] END}
                AS line""",
        ),
    ),
)


def groups() -> tuple[Group, ...]:
    """Every line of the graph, in the order of the canonical lines."""
    relations = f"""UNWIND $keys AS key
        MATCH (:Concept {{key: key}})-[r:{any_relation()}]->(t:Concept)
        RETURN {{kind: 'relation', key: r.key, type: type(r), head: key, tail: t.key,
            origin: r.origin, strength: r.strength, hedge: r.hedge, support: r.support}} AS line"""
    return (*_GROUPS, Group("Concept", (relations,)))
