"""Text that asks what concepts sources write, wherever corrections have put what was written."""

FORMS = """
    UNWIND $keys AS form
    MATCH ()-[n:NAMES {form_key: form}]->(c:Concept)
    WITH DISTINCT form, c, coalesce(n.as_written, c.key) AS key
    OPTIONAL MATCH (x:Correction {key: key})
    WITH form, key, CASE WHEN key = c.key THEN c ELSE x END AS own
    RETURN collect(DISTINCT {form: form, type: own.type, identity: own.identity}) AS found
"""
