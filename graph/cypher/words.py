"""Words the console knows: procedures and functions it allows, clauses, operators, refusals."""

PROCEDURES = frozenset(
    {
        "db.labels",
        "db.relationshipTypes",
        "db.propertyKeys",
        "db.schema.visualization",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
    }
)
# Built-in functions that only compute, in small letters: Neo4j folds the case of its own.
FUNCTIONS = frozenset(
    """
    abs acos all allreduce allshortestpaths any asin atan atan2 avg btrim ceil ceiling char_length
    character_length coalesce collect coll.distinct coll.flatten coll.indexof coll.insert coll.max
    coll.min coll.remove coll.sort cos cosh cot coth count date date.realtime date.statement
    date.transaction date.truncate datetime datetime.fromepoch datetime.fromepochmillis
    datetime.realtime datetime.statement datetime.transaction datetime.truncate degrees
    duration duration.between duration.indays duration.inmonths duration.inseconds e elementid
    endnode exists exp floor haversin head id isempty isnan keys labels last left length
    ln localdatetime localdatetime.realtime localdatetime.statement localdatetime.transaction
    localdatetime.truncate localtime localtime.realtime localtime.statement localtime.transaction
    localtime.truncate log log10 lower ltrim max min nodes none normalize nullif path_length
    percentile_cont percentile_disc percentilecont percentiledisc pi point point.distance
    point.withinbbox power properties radians rand randomuuid range reduce relationships replace
    reverse right round rtrim shortestpath sign sin single sinh size split sqrt startnode stdev
    stdevp substring sum tail tan tanh time time.realtime time.statement time.transaction
    time.truncate timestamp toboolean tobooleanlist tobooleanornull tofloat tofloatlist
    tofloatornull tointeger tointegerlist tointegerornull tolower tostring tostringlist
    tostringornull toupper trim type upper valuetype vector vector.similarity.cosine
    vector.similarity.euclidean vector_dimension_count vector_distance vector_norm
    """.split()  # noqa: SIM905 - a hundred words read better so
)

PREFIXES = frozenset({"EXPLAIN", "PROFILE", "CYPHER"})
WRITES = frozenset(
    """
    ALTER CREATE DEALLOCATE DELETE DENY DETACH DROP DRYRUN ENABLE FOREACH GRANT INSERT KILL LOAD
    MERGE NODETACH REALLOCATE REMOVE RENAME REVOKE SET SHOW START STOP TERMINATE
    """.split()  # noqa: SIM905
)
OPERATORS = frozenset({"AND", "OR", "XOR", "IN", "CONTAINS", "WHEN", "THEN", "ELSE", "FROM"})
AFTER_OPERAND = frozenset({"END", "ASC", "DESC", "ASCENDING", "DESCENDING"})
SIMPLE_CLAUSES = frozenset({"UNWIND", "WITH", "RETURN", "FILTER", "LET"})
SUB_CLAUSES = frozenset({"SKIP", "OFFSET", "LIMIT"})
CLAUSES = SIMPLE_CLAUSES | SUB_CLAUSES
CLAUSES |= {"MATCH", "OPTIONAL", "CALL", "UNION", "ORDER", "FINISH", "USING", "YIELD", "WHERE"}
BEFORE_OPERAND = frozenset({"NOT", "DISTINCT", "CASE", "BOTH", "LEADING", "TRAILING"})
SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT"})
SELECTORS = frozenset(
    """
    ALL ANY SHORTEST PATH PATHS GROUP GROUPS REPEATABLE DIFFERENT ELEMENT ELEMENTS RELATIONSHIP
    RELATIONSHIPS BINDINGS
    """.split()  # noqa: SIM905
)
HINTS = frozenset({"TEXT", "RANGE", "POINT", "INDEX", "SEEK", "SCAN", "JOIN", "ON"})
TYPE_WORDS = frozenset(
    """
    BOOL BOOLEAN VARCHAR STRING INT INT8 INT16 INT32 INT64 INTEGER INTEGER8 INTEGER16 INTEGER32
    INTEGER64 SIGNED FLOAT FLOAT32 FLOAT64 DATE LOCAL ZONED TIME DATETIME TIMESTAMP WITHOUT ZONE
    TIMEZONE DURATION POINT NODE VERTEX RELATIONSHIP EDGE MAP LIST ARRAY PATH ANY VALUE PROPERTY
    NULL NOTHING VECTOR
    """.split()  # noqa: SIM905
)
