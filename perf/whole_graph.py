"""Figures of a graph that stands in a server: density, coverage, largest hubs, relations drawn."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import LiteralString

from graph.export import graph_sha256
from graph.health import health
from graph.neo4j_store import Neo4jStore
from graph.vocabulary import LIFE_SCIENCE, RelationType
from hubscope.settings import Settings
from perf.data_folder import BY_NAME, Kind
from perf.topology import TOP, WANTED, Edge, among, among_by_ties, degrees
from ui.connection import open_store

HUBS, RELATIONS = 60, 50
_NOT_LIFE = frozenset(name for name, one in BY_NAME.items() if one.kind is Kind.GEOCHEMISTRY)

_CONCEPTS: LiteralString = """
MATCH (c:Concept)
RETURN c.key AS key, c.name AS name, [l IN labels(c) WHERE l <> 'Concept'][0] AS type,
       c.degree AS degree
"""
_RELATIONS: LiteralString = """
MATCH (h:Concept)-[r]->(t:Concept)
WHERE h <> t AND r.origin <> ['vocabulary']
RETURN h.key AS head, toLower(type(r)) AS relation, t.key AS tail
"""
_ATTESTED: LiteralString = """
MATCH (h:Concept)<-[:SUBJECT]-(c:Claim {polarity: 'positive'})-[:OBJECT]->(t:Concept)
MATCH (c)-[e:EVIDENCED_BY]->()
RETURN h.key AS head, c.relation AS relation, t.key AS tail, collect(DISTINCT e.source) AS sources
"""
_COVERAGE: LiteralString = """
MATCH (s:Source)<-[:FROM]-(i:Item)-[:MENTIONS]->(c:Concept)
WITH s.name AS source, c, count(DISTINCT i) AS n
RETURN source, count(c) AS concepts, sum(CASE WHEN c.degree > 0 THEN 1 ELSE 0 END) AS connected,
       sum(n) AS mentions, sum(CASE WHEN c.degree > 0 THEN n ELSE 0 END) AS of_connected
ORDER BY concepts DESC, source
"""
_QUOTE: LiteralString = """
MATCH (:Concept {key: $head})<-[:SUBJECT]-(c:Claim {polarity: 'positive', relation: $relation})
      -[:OBJECT]->(:Concept {key: $tail})
MATCH (c)-[e:EVIDENCED_BY]->(x:Chunk)
RETURN e.source AS source, e.sign AS sign, coalesce(e.quote, x.text) AS quote
ORDER BY source, quote LIMIT 1
"""
_COUNTS: dict[str, LiteralString] = {
    "nodes": "MATCH (n) RETURN count(n) AS n",
    "relationships": "MATCH ()-->() RETURN count(*) AS n",
    "concepts": "MATCH (n:Concept) RETURN count(n) AS n",
    "relations": "MATCH (:Concept)-[r]->(:Concept) RETURN count(r) AS n",
    "claims": "MATCH (n:Claim) RETURN count(n) AS n",
    "documents": "MATCH (n:Document) RETURN count(n) AS n",
    "chunks": "MATCH (n:Chunk) RETURN count(n) AS n",
    "items": "MATCH (n:Item) RETURN count(n) AS n",
}


@dataclass(slots=True)
class Graph:
    """Concepts as shown and counted relations.

    Attributes:
        shown: concept to its name and type; sources: relation to the sources that attest it.
    """

    shown: dict[str, str] = field(default_factory=dict)
    degrees: dict[str, int] = field(default_factory=dict)
    sources: dict[Edge, frozenset[str]] = field(default_factory=dict)

    def without(self, left_out: Collection[str]) -> list[Edge]:
        """Relations that a source beside these attests."""
        return [edge for edge, names in self.sources.items() if names - set(left_out)]


def read_graph(store: Neo4jStore) -> Graph:
    """All concepts and counted relations."""
    read, graph = store.connection.read, Graph()
    for row in read(_CONCEPTS):
        graph.shown[row["key"]] = f"{row['name']} ({row['type']})"
        graph.degrees[row["key"]] = row["degree"]
    attested = {
        (row["head"], row["relation"], row["tail"]): frozenset(row["sources"])
        for row in read(_ATTESTED)
    }
    for row in read(_RELATIONS):
        edge = (row["head"], row["relation"], row["tail"])
        graph.sources[edge] = attested[edge]
    return graph


def print_figures(settings: Settings, seed: int) -> bool:
    """Print all; whether the density is reached, of life science alone, too."""
    with open_store(settings) as store:
        counts = {what: store.connection.read(query)[0]["n"] for what, query in _COUNTS.items()}
        print("\n" + ", ".join(f"{n:,} {what}" for what, n in counts.items()))
        print(f"SHA-256 of the canonical export: {graph_sha256(store)}")
        graph = read_graph(store)
        edges = list(graph.sources)
        print(health(graph.degrees, [(head, tail) for head, _, tail in edges]).line)
        held = _density(graph)
        _by_source(graph)
        _coverage(store)
        _hubs(graph, edges, "all of it")
        _hubs(graph, graph.without(_NOT_LIFE), "life science")
        _drawn(store, graph, graph.without(_NOT_LIFE), seed)
    return held


def _density(graph: Graph) -> bool:
    """Relations among the largest concepts; those at the border are cut by key."""
    print(f"\n| relations among the {TOP:,} of highest degree | measured | at least |", end="")
    print(" relations in all | lowest degree | by how ties are cut |")
    print("|---|---|---|---|---|---|")
    parts = {
        "all of it": graph.without(()),
        "life science alone": graph.without(_NOT_LIFE),
        "the same without gene sets": graph.without(_NOT_LIFE | {"gene_sets"}),
    }
    for name, edges in parts.items():
        lowest = sorted(degrees(edges).values(), reverse=True)[:TOP][-1]
        least, most = among_by_ties(edges, TOP)
        print(
            f"| {name} | {among(edges, TOP):,} | {WANTED:,} | {len(edges):,} | {lowest} "
            f"| {least:,} to {most:,} |"
        )
    return all(among(parts[name], TOP) >= WANTED for name in ("all of it", "life science alone"))


def _by_source(graph: Graph) -> None:
    """How many relations each source has, and has among the largest concepts of its field."""
    inside: Counter[str] = Counter()
    every: Counter[str] = Counter()
    edges = graph.without(_NOT_LIFE)
    top = {*_largest(edges, TOP)}
    for edge in edges:
        every.update(graph.sources[edge])
        if edge[0] in top and edge[2] in top:
            inside.update(graph.sources[edge])
    print(f"\n| source | relations | among the {TOP:,} largest of life science |\n|---|---|---|")
    for name, n in every.most_common():
        print(f"| {name} | {n:,} | {inside[name]:,} |")


def _coverage(store: Neo4jStore) -> None:
    print("\n| benchmark | concepts | with a relation | mentions of those |\n|---|---|---|---|")
    for row in store.connection.read(_COVERAGE):
        share = row["connected"] / row["concepts"]
        weighted = row["of_connected"] / row["mentions"]
        print(f"| {row['source']} | {row['concepts']:,} | {share:.1%} | {weighted:.1%} |")


def _largest(edges: Sequence[Edge], n: int) -> list[str]:
    ranked = sorted(degrees(edges).items(), key=lambda one: (-one[1], one[0]))
    return [concept for concept, _ in ranked[:n]]


def _hubs(graph: Graph, edges: Sequence[Edge], title: str) -> None:
    print(f"\n| hub of {title} | degree | most relations |\n|---|---|---|")
    largest = _largest(edges, HUBS)
    kinds: dict[str, Counter[str]] = {concept: Counter() for concept in largest}
    for head, relation, tail in edges:
        for end in {head, tail} & kinds.keys():
            kinds[end][relation] += 1
    for concept, counted in kinds.items():
        most = ", ".join(f"{kind} {n}" for kind, n in counted.most_common(3))
        print(f"| {graph.shown[concept]} | {counted.total()} | {most} |")


def _drawn(store: Neo4jStore, graph: Graph, edges: Iterable[Edge], seed: int) -> None:
    print("\n| | head | relation | tail | source | first quote |\n|---|---|---|---|---|---|")
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    # By names: keys change with how they are made, names only with what is extracted.
    by_name = sorted(edges, key=lambda one: (graph.shown[one[0]], one[1], graph.shown[one[2]]))
    for n, edge in enumerate(draw.sample(by_name, min(RELATIONS, len(by_name))), 1):
        head, relation, tail = edge
        row = store.connection.read(_QUOTE, head=head, relation=relation, tail=tail)[0]
        is_beside = LIFE_SCIENCE.relations[RelationType(relation)].signless  # else in the word
        sign = {1: " (+)", -1: " (-)"}.get(row["sign"], "") if is_beside else ""
        quote = " ".join(row["quote"].split())[:300]
        ends = f"{graph.shown[head]} | {relation}{sign} | {graph.shown[tail]}"
        print(f"| {n} | {ends} | {row['source']} | {quote} |")
