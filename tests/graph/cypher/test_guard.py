"""The console's guard: every read passes, everything else is refused, at every depth."""

# ruff: noqa: E501 - one query a line

from contextlib import suppress

import pytest

from graph.cypher.guard import check_query
from hubscope.errors import InputError

READS = [
    "MATCH (set:Concept) RETURN set.name AS delete",
    "WITH 1 AS create RETURN create",
    "MATCH (n) RETURN n.create, n.set, n.delete",
    "MATCH (n:Set) RETURN n",
    "RETURN {set: 1, delete: 2} AS merge",
    "MATCH (c:Concept) RETURN c {.name, .degree, k: 1, .*} LIMIT 1",
    "MATCH (c:Concept) WHERE c.name STARTS WITH 'BRCA' AND NOT c.name ENDS WITH 'x' RETURN c",
    "MATCH (c) WHERE c.name IS NOT NULL AND c.degree IS NULL RETURN c",
    "MATCH (c) RETURN CASE WHEN c.degree > 3 THEN 'hub' ELSE 'rare' END AS kind, count(*) AS n ORDER BY n DESC",
    "MATCH (c) RETURN CASE c.type WHEN 'Gene' THEN 1 WHEN 'Protein' THEN 2 ELSE 0 END AS k",
    "MATCH (a)-[r:ACTIVATES|INHIBITS*1..3]->(b) RETURN a, b LIMIT 10",
    "MATCH (a)-[:ACTIVATES*..3]->(b) RETURN a",
    "MATCH (a)-[*]-(b) RETURN a LIMIT 1",
    "MATCH (a)<-[:X]-(b), (b)--(c) WHERE a <> c RETURN *",
    "MATCH (n) WITH *, count(*) AS k RETURN k",
    "MATCH (n) RETURN DISTINCT n.name SKIP 5 LIMIT $limit",
    "MATCH (n) WHERE any(x IN n.aliases WHERE x =~ '(?i)p53') RETURN n",
    "MATCH (n) RETURN [x IN n.aliases WHERE size(x) > 3 | toUpper(x)] AS a",
    "MATCH (n) RETURN [(n)-->(m) WHERE m.degree > 1 | m.name] AS a",
    "MATCH p = (a)-[*..2]-(b) RETURN nodes(p), relationships(p), length(p)",
    "MATCH p = ANY SHORTEST (a:Gene)-[]->+(b:Disease) RETURN p",
    "MATCH p = SHORTEST 2 (a:Gene)-->*(b:Disease) RETURN p",
    "MATCH (n) WHERE n:Gene|Protein RETURN n",
    "MATCH (n:!Gene&%) RETURN n",
    "MATCH ((a)-[:ACTIVATES]->(b)){1,3} RETURN a",
    "MATCH (s) ((a)-->(b))+ (t) RETURN s, t",
    "MATCH (n) WHERE n.degree IN [1,2,3] RETURN n",
    "MATCH (n) WHERE COUNT { (n)-->() } > 3 RETURN n",
    "MATCH (n) WHERE COUNT { MATCH (n)-->(m) WHERE m.degree > 1 RETURN m } > 3 RETURN n",
    "RETURN COLLECT { MATCH (n:Gene) RETURN n.name LIMIT 3 } AS names",
    "MATCH (n) WHERE NOT EXISTS { (n)--() } RETURN count(n)",
    "MATCH (n) WHERE NOT (n)-->() RETURN n",
    "MATCH (n) WHERE exists((n)-->()) RETURN n",
    "CALL db.relationshipTypes()",
    "CALL db.labels",
    "CALL db.propertyKeys() YIELD propertyKey AS k WHERE k STARTS WITH 'n' RETURN k ORDER BY k",
    "CALL db.schema.visualization()",
    "CALL db.index.fulltext.queryNodes(\"names\", 'BRCA*', {limit: 3}) YIELD node, score RETURN node.name, score",
    "MATCH (n) USING INDEX n:Concept(name) WHERE n.name = 'x' RETURN n",
    "MATCH (n) CALL { WITH n MATCH (n)--(m) RETURN count(m) AS k } RETURN n, k",
    "CALL { MATCH (a:Gene) RETURN a.name AS n UNION ALL MATCH (b:Protein) RETURN b.name AS n } RETURN n",
    "MATCH (a) RETURN a.x UNION ALL MATCH (b) RETURN b.x UNION MATCH (c) RETURN c.x",
    "OPTIONAL MATCH (n:Gene) RETURN n",
    "MATCH (c) OPTIONAL CALL (c) { MATCH (c)--(d) RETURN d } RETURN c, d",
    "RETURN date() AS d, datetime({year: 2024}) AS t, duration('P1D') AS u, date.truncate('year', date())",
    "RETURN point({x: 1, y: 2}) AS p, point.distance(point({x:1,y:2}), point({x:3,y:4})) AS d",
    "RETURN 1e3 + .5 * 0x1F - 2 ^ 3 % 4 AS x",
    "RETURN -1 AS neg, +2 AS pos",
    'RETURN "a \\" quoted \\\\ text" AS x',
    "RETURN 'DROP CONSTRAINT x; CREATE (n)' AS t // DELETE everything",
    "/* SET x */ MATCH (n) RETURN n",
    "MATCH (n:`a b`) RETURN n.`c d` AS `e f`",
    "MATCH (n) WHERE n.name CONTAINS $q RETURN n ORDER BY n.degree DESC, n.name ASC LIMIT 20",
    "MATCH (n:Concept) WITH n ORDER BY n.degree DESC LIMIT 10 MATCH (n)-[r]-(m) RETURN n.name, type(r), collect(DISTINCT m.name)[..5]",
    "MATCH (r:Run {name: 'a'})-[f:FAILS_AT]->(c:Concept) RETURN c.name, f.failure ORDER BY f.low * log(1 + c.degree) DESC LIMIT 10",
    "MATCH (cl:Claim)-[e:EVIDENCED_BY]->(ch:Chunk)-[:PART_OF]->(d:Document) RETURN cl.text, e.quote, d.title LIMIT 5",
    "MATCH (c:Concept) RETURN percentileCont(c.degree, 0.5) AS median, avg(c.degree), max(c.degree), stDev(c.degree)",
    "UNWIND $rows AS row RETURN row.a",
    "UNWIND range(0, size($xs) - 1) AS i RETURN $xs[i]",
    "RETURN [i IN range(0, 10) | i * i] AS squares",
    "RETURN reduce(s = '', x IN ['a','b'] | CASE WHEN s = '' THEN x ELSE s + ', ' + x END) AS joined",
    "RETURN reduce(m = 0, x IN [1,2] | CASE WHEN x > m THEN x ELSE m END)",
    "MATCH (n) WHERE n.x IS :: INTEGER NOT NULL RETURN n",
    "MATCH (n) WHERE n.x IS NOT TYPED LIST<STRING> RETURN n",
    "MATCH (n WHERE n.degree > 3)-[r WHERE r.support > 1]->(m) RETURN n",
    "MATCH (case:Item) RETURN case.id",
    "MATCH (n) RETURN trim(BOTH 'x' FROM n.name) AS t",
    "MATCH (n) RETURN keys(n), labels(n), properties(n), elementId(n)",
    "MATCH (n)-[r]->(m) RETURN startNode(r).name, endNode(r).name",
    "RETURN $`odd name` AS x, $1 AS y",
    "MATCH (n:$($label)) RETURN n",
    "MATCH (n:Concept {name: 'x', type: $t}) RETURN n",
    "RETURN null AS x, true AS y, false AS z, [] AS l, {} AS m",
    "MATCH (a:Gene), (b:Gene) WHERE a.key < b.key AND (a)--(b) RETURN a, b",
    "RETURN vector.similarity.cosine([1.0,2.0],[3.0,4.0]) AS s",
    "MATCH (n) RETURN count(DISTINCT n) AS count ORDER BY count",
    "MATCH (n) FINISH",
    "MATCH (start:Concept)-[r]->(end:Concept) RETURN start, end",
    "MATCH (load:Concept) WHERE load.name = 'show' RETURN load.name AS use",
    "MATCH (n) RETURN n.name AS call, n.type AS explain",
    "MATCH (n) WITH n.name AS name, n AS n WHERE name > 'a' RETURN name",
    "match(n)return(n)",
    "MATCH (n)RETURN n.name,n.degree LIMIT 5",
    "MATCH (n) WHERE (n.a = 1 OR n.b = 2) XOR NOT (n.c = 3) RETURN n",
    "MATCH (n) RETURN toInteger(n.x) / 2 AS half, n['name'] AS dyn",
    "RETURN 'مرحبا' AS t, '日本' AS u",
    "MATCH (名:Concept) RETURN 名.name",
    "MATCH (n) RETURN n ORDER BY rand() LIMIT 1",
    "MATCH (merge)-[create]->(delete) RETURN merge, create, delete",
    "MATCH (n) RETURN n.name AS set ORDER BY set",
    "WITH [1,2,3] AS remove UNWIND remove AS detach RETURN detach, remove",
    "MATCH path = (a:Gene)-[:ACTIVATES]->(b) RETURN path",
    "MATCH (n) RETURN exists(n.name), size([(n)--() | 1])",
    'MATCH (n) WHERE n.text = "-- ; DROP" RETURN n',
    "RETURN 1 AS a; // done",
    "MATCH (a)-[r:`PART_OF`]->(b) RETURN type(r)",
    "MATCH (n) WITH collect(n) AS ns RETURN ns[0].name, ns[-1], ns[1..3]",
    "// a comment first\nMATCH (n)\n  RETURN n /* it's fine */ LIMIT 3",
]

REFUSED = {
    "empty": [
        ";",
    ],
    "function": [
        "RETURN genai.vector.encode('x','OpenAI',{token:'x'})",
        "RETURN apoc.text.join(['a'],',')",
        "RETURN {k: apoc.load.json('x')} AS x",
        "RETURN [x IN [1] | apoc.cypher.runFirstColumn('x',{})]",
        "MATCH (n) WHERE apoc.util.sleep(1) RETURN n",
        "RETURN `apoc.util.md5`(['x'])",
        "RETURN graph.names()",
        "RETURN file()",
    ],
    "not_a_read": [
        "MATCH (n) WITH n DELETE n",
        "MATCH (n) WITH * DELETE n",
        "MATCH (n) WITH *, 1 AS x DELETE [n][0]",
        "MATCH (n) WITH * SET n.x = 1",
        "MATCH (n) WHERE n:% DELETE [n][0]",
        "MATCH ((n)-->(m))+ DELETE [n][0]",
        "MATCH ((n)-->(m))* DELETE n",
        "MATCH ((n)-->(m)){1,2} DELETE [n][0]",
        "MATCH (n) WHERE n.x IS NULL DELETE [n][0]",
        "MATCH (n) WHERE n.x IS :: LIST<INTEGER> DELETE [n][0]",
        "MATCH (n) WITH n ORDER BY n.x DESC DELETE [n][0]",
        "MATCH (n) WITH n LIMIT 1 DELETE [n][0]",
        "MATCH (n) WITH n, CASE WHEN true THEN 1 ELSE 2 END AS x DELETE [n][0]",
        "MATCH (n) UNWIND [1] AS case WITH n, case DELETE [n][0]",
        "MATCH (n) UNWIND [1] AS x CREATE (m)",
        "MATCH (n) RETURN n UNION CREATE (n) RETURN n",
        "CALL { CREATE (n) RETURN n } RETURN n",
        "CALL () { MERGE (n:X) RETURN n } RETURN n",
        "MATCH (n) CALL (n) { SET n.x = 1 } RETURN n",
        "RETURN COUNT { CREATE (n) RETURN n }",
        "RETURN COLLECT { MERGE (n) RETURN n }",
        "RETURN EXISTS { CREATE (n) }",
        "RETURN EXISTS { MATCH (n) WHERE COUNT { MATCH (m) DELETE m } > 1 }",
        "MATCH (n) WHERE EXISTS { MATCH (n) CALL (n) { DELETE n } RETURN n } RETURN n",
        "MATCH (n) LOAD CSV WITH HEADERS FROM 'file:///etc/passwd' AS l RETURN l",
        "SHOW INDEXES",
        "SHOW PROCEDURES YIELD name",
        "SHOW TRANSACTIONS",
        "SHOW DATABASES",
        "TERMINATE TRANSACTION 'x'",
        "DROP INDEX x",
        "DROP DATABASE neo4j",
        "CREATE DATABASE x",
        "CREATE CONSTRAINT FOR (n:X) REQUIRE n.x IS UNIQUE",
        "CREATE FULLTEXT INDEX x FOR (n:X) ON EACH [n.x]",
        "CREATE VECTOR INDEX x FOR (n:X) ON n.x",
        "ALTER USER neo4j SET PASSWORD 'x'",
        "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
        "REVOKE ROLE admin FROM x",
        "DENY READ {*} ON GRAPH * TO x",
        "START DATABASE x",
        "STOP DATABASE neo4j",
        "RENAME USER a TO b",
        "ENABLE SERVER 'x'",
        "MATCH (n) FOREACH (x IN [1] | CREATE (m))",
        "MATCH (n) FOREACH(x IN CASE WHEN true THEN [1] ELSE [] END | MERGE (m))",
        "MATCH (n) SET n += {a: 1}",
        "MATCH (n) SET n:Label",
        "MATCH (n) SET n.a = 1, n.b = 2 RETURN n",
        "MATCH (n) REMOVE n.x",
        "MATCH (a), (b) CREATE (a)-[:R]->(b)",
        "MATCH (a) MERGE (a)-[:R]->(b) ON CREATE SET a.x = 1",
        "MATCH (n)SET n.x=1",
        "MATCH (n)DELETE(n)",
        "MATCH (n) /* x */ DELETE /* y */ n",
        "MATCH (n) WHERE n.x = 'a' DELETE n",
        "MATCH (n) WHERE n.x = 'a\\'' DELETE n //'",
        "MATCH (n {x: 'a'}) DELETE n",
        "MATCH (n) RETURN n.x AS y DELETE n",
        "MATCH (n) CALL (n) { CALL (n) { CREATE (m) } RETURN 1 AS x } RETURN x",
        "MATCH (n) RETURN n UNION MATCH (m) DELETE m",
        "MATCH (n) DETACH DELETE n RETURN 1",
        "MATCH (n) NODETACH DELETE n",
        "INSERT (:A)-[:B]->(:C)",
        "MATCH (n) INSERT (n)-[:X]->(m)",
        "MATCH (n) RETURN n SET n.x = 1",
        "OPTIONAL MATCH (n) DELETE n",
        "UNWIND [1] AS x MERGE (n {x: x})",
        "WITH 1 AS x CREATE (n {x: x})",
        "MATCH (n) WITH n SKIP 0 DELETE n",
        "CALL db.labels() YIELD label CREATE (n {l: label})",
        "DRYRUN REALLOCATE DATABASES",
        "MATCH (n) WITH n//\nDELETE n",
    ],
    "other_database": [
        "USE neo4j MATCH (n) RETURN n",
        "CALL { USE other MATCH (n) RETURN n } RETURN n",
        "RETURN EXISTS { USE other MATCH (n) RETURN n }",
    ],
    "prefix": [
        "EXPLAIN MATCH (n) RETURN n",
        "PROFILE MATCH (n) RETURN n",
        "CYPHER 25 MATCH (n) RETURN n",
        "CYPHER runtime=slotted MATCH (n) RETURN n",
        "explain match (n) return n",
    ],
    "procedure": [
        "CALL apoc.help('x')",
        "CALL `apoc.load.json`('x')",
        "CALL apoc . load . json ('x')",
        "CALL `apoc`.`load`.`json`('x')",
        "CALL/**/apoc.load.json('x')",
        "call APOC.LOAD.JSON('x')",
        "CALL dbms.killConnection('x')",
        "CALL dbms.components()",
        "CALL db.createProperty('x')",
        "CALL db.createRelationshipType('x')",
        "CALL db.clearQueryCaches()",
        "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()",
        "CALL db.index.vector.createNodeIndex('a','b','c',1,'d')",
        "CALL db.create.setNodeVectorProperty(null,'x',[1])",
        "CALL tx.setMetaData({})",
        "CALL gds.graph.drop('x')",
        "CALL genai.vector.encodeBatch([],'x',{})",
        "CALL db.labels() YIELD label CALL apoc.load.json(label) YIELD value RETURN value",
        "MATCH (n) CALL apoc.create.node([], {}) YIELD node RETURN node",
    ],
    "several_statements": [
        "MATCH (n) RETURN n; RETURN 1",
        "RETURN 1;;",
        "; RETURN 1",
    ],
    "syntax": [
        "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN n",
        "MATCH (n) CALL (n) { RETURN 1 AS x } IN 3 CONCURRENT TRANSACTIONS OF 10 ROWS RETURN n",
        "USING PERIODIC COMMIT LOAD CSV FROM 'x' AS l CREATE (n)",
        "MATCH (n",
        "MATCH (n)) RETURN n",
        "RETURN 'unended",
        'RETURN "unended',
        "MATCH (n:`unended) RETURN n",
        "MATCH (n) RETURN n /* unended",
        "MATCH (n)",
        "MATCH (n) RETURN",
        "RETURN",
        "MATCH (n) WHERE n.x = 1",
        "hello",
        "42",
        "SELECT * FROM x",
        "MATCH (n) ſET n.x = 1",
        "MATCH (n) ＳＥＴ n.x = 1",
        "MATCH (n) S\u200bET n.x = 1 RETURN n",
        "MATCH (n) RETURN n.x \u202e SET",
        "\\ RETURN 1",
        "MATCH (n) RETURN n #comment",
    ],
    "too_large": [
        "RETURN reduce(s='x', i IN range(1,40) | s+s)",
        "RETURN reduce(s='x', i IN [1,2,3,4] | s + s)",
        "RETURN [i IN range(1,50000000) | toString(i)+'..']",
        "RETURN size(range(1,2000000000))",
        "WITH range(1,50000000) AS r RETURN [x IN r | toString(x)]",
    ],
    "unicode_escape": [
        "RETURN \\u0041",
        "RETURN '\\U00000041'",
    ],
}


@pytest.mark.parametrize("query", READS)
def test_a_read_passes(query: str) -> None:
    check_query(query)


@pytest.mark.parametrize(
    ("reason", "query"), [(reason, query) for reason in REFUSED for query in REFUSED[reason]]
)
def test_what_does_more_than_read_is_refused_with_its_reason(reason: str, query: str) -> None:
    with pytest.raises(InputError) as caught:
        check_query(query)
    assert caught.value.reason == reason


@pytest.mark.parametrize("query", READS)
@pytest.mark.parametrize("tail", [" DELETE x", " SET x.y = 1", "\n/**/CREATE (z)", "; RETURN 1"])
def test_nothing_can_be_added_to_a_read(query: str, tail: str) -> None:
    # A newline first, because a query may end in a comment.
    with pytest.raises(InputError):
        check_query(f"{query}\n{tail}")


@pytest.mark.parametrize("query", READS)
def test_no_part_of_a_read_breaks_the_guard(query: str) -> None:
    for end in range(len(query)):
        # Whatever else it raised would fail the test.
        with suppress(InputError):
            check_query(query[:end])


def test_deep_nesting_is_refused_before_it_can_hurt() -> None:
    with pytest.raises(InputError) as caught:
        check_query("RETURN " + "(" * 100 + "1" + ")" * 100)
    assert caught.value.reason == "too_large"
