"""Cypher: read-only queries of the graph, kept in the URL."""

import json
from typing import Any

import streamlit as st

from graph.console import QueryResult, check_query, run_query
from hubscope.errors import HubscopeError, InputError
from ui import cached, parts
from ui.passages import literal

EXAMPLES = {
    "Most connected concepts": (
        "MATCH (c:Concept)\nRETURN c.name AS concept, c.type AS type, c.degree AS relations\n"
        "ORDER BY relations DESC, concept LIMIT 20"
    ),
    "Claims with their quotes": (
        "MATCH (h:Concept)<-[:SUBJECT]-(c:Claim)-[:OBJECT]->(t:Concept)\n"
        "MATCH (c)-[e:EVIDENCED_BY]->(k:Chunk)\n"
        "RETURN h.name AS head, c.relation AS relation, t.name AS tail, e.quote AS quote LIMIT 20"
    ),
    "Where a run fails": (
        "MATCH (r:Run)-[f:FAILS_AT]->(c:Concept)\n"
        "RETURN r.name AS run, c.name AS concept, f.failure AS failure, f.n AS claims\n"
        "ORDER BY f.rank_score DESC LIMIT 20"
    ),
    "Around one concept": (
        "MATCH (c:Concept)-[r]-(other:Concept) WHERE toLower(c.name) = $name\n"
        "RETURN c.name AS concept, type(r) AS relation, other.name AS other LIMIT 50"
    ),
}
SCHEMA = """\
(:Concept {name, type, degree})-[:INHIBITS | TREATS | ...]->(:Concept)
(:Claim {relation, polarity})-[:SUBJECT | OBJECT]->(:Concept)
(:Claim)-[:EVIDENCED_BY {quote, source}]->(:Chunk {text})-[:PART_OF]->(:Document {title, doi, pmid})
(:Document)-[:FROM]->(:Source {name})<-[:FROM]-(:Item {id, question})-[:MENTIONS]->(:Concept)
(:Run {name})<-[:OF]-(:Trajectory)-[:CLAIMS]->(:AgentClaim {text, verdict})-[:ABOUT]->(:Concept)
(:Run)-[:FAILS_AT {n, failure, low, high}]->(:Concept)"""
PARAMETERS = {"Around one concept": '{"name": "insulin"}'}


def page() -> None:
    """Draw the page."""
    st.title("Cypher")
    st.caption(
        "Queries that read. Anything that writes, loads or administers is refused. The query is in"
        " the page's address, so it can be shared."
    )
    with st.expander("What the graph holds"):
        st.code(SCHEMA, language="cypher")
    st.selectbox(
        "Example",
        list(EXAMPLES),
        index=None,
        key="example",
        placeholder="choose one to start from",
        on_change=_take_example,
    )
    with st.form("query", border=False):
        query = st.text_area("Query", key="q", bind="query-params", height=140)
        left, right = st.columns([3, 1])
        given = left.text_input(
            "Parameters, as JSON", key="params", bind="query-params", placeholder='{"name": "TP53"}'
        )
        limit = right.number_input("Rows at most", 1, 10_000, 200, key="limit", bind="query-params")
        st.form_submit_button("Run", icon=":material/play_arrow:", type="primary")
    if query.strip():
        _answer(query, given, limit)


def _take_example() -> None:
    name = st.session_state["example"]
    if name:
        st.session_state["q"] = EXAMPLES[name]
        st.session_state["params"] = PARAMETERS.get(name, "")


def _answer(query: str, given: str, limit: int) -> None:
    try:
        found = _run(query, given, limit)
    except InputError as error:
        st.error(f"Refused: {literal(str(error))}", icon=":material/block:")
        return
    except HubscopeError as error:
        parts.problem(error)
        return
    more = " There are more: raise the limit." if found.truncated else ""
    st.caption(f"{len(found.rows)} rows in {found.milliseconds} ms.{more}")
    rows = [
        {name: _shown(value) for name, value in zip(found.columns, row, strict=True)}
        for row in found.rows
    ]
    st.dataframe(rows, key="rows", hide_index=True, column_order=found.columns)
    parts.csv_button(found.columns, rows, "query")


def _run(query: str, given: str, limit: int) -> QueryResult:
    check_query(query)  # what is refused needs no server to say so
    parameters = _parameters(given)
    connection = cached.store().connection
    return run_query(
        connection.driver, query, parameters, limit=limit, database=connection.database
    )


def _parameters(given: str) -> dict[str, Any]:
    if not given.strip():
        return {}
    try:
        read = json.loads(given)
    except ValueError as error:
        raise InputError(f"the parameters are no JSON: {error}", reason="bad_param") from error
    if not isinstance(read, dict):
        raise InputError('parameters are an object such as {"name": "TP53"}', reason="bad_param")
    return read


def _shown(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


if __name__ == "__main__":
    page()
