"""Hubs: where a run fails, and which concepts the graph's knowledge hangs on."""

from typing import Any

import streamlit as st

from graph.vocabulary import ConceptType
from ui import cached, charts, parts

FAILURES, DEGREE, PAGERANK = "Failure hubs", "Most connected", "PageRank"
COLUMNS = {
    FAILURES: (
        "name",
        "type",
        "failure",
        "failure_low",
        "failure_high",
        "claims",
        "refuted",
        "unverifiable",
        "degree",
        "tier",
    ),
    DEGREE: ("name", "type", "degree", "pagerank", "tier"),
    PAGERANK: ("name", "type", "pagerank", "degree", "tier"),
}
SHOWN = {
    "name": st.column_config.TextColumn("concept", width="medium"),
    "type": st.column_config.TextColumn("type"),
    "failure": st.column_config.ProgressColumn(
        "failure", min_value=0, max_value=1, format="%.2f", help="Shrunken for few claims."
    ),
    "failure_low": st.column_config.NumberColumn("low", format="%.2f", help="Of 90 %."),
    "failure_high": st.column_config.NumberColumn("high", format="%.2f", help="Of 90 %."),
    "claims": st.column_config.NumberColumn("claims"),
    "refuted": st.column_config.NumberColumn("refuted"),
    "unverifiable": st.column_config.NumberColumn("not verifiable"),
    "degree": st.column_config.NumberColumn("relations"),
    "pagerank": st.column_config.NumberColumn("PageRank", format="%.4f"),
    "tier": st.column_config.TextColumn("hub tier", help="By percentile of PageRank."),
}


def page() -> None:
    """Draw the page."""
    st.title("Hubs")
    by, kind, search, top = _filters()
    rows = [row for row in _rows(by, kind) if search.casefold() in row["name"].casefold()]
    if not rows:
        st.info("No concept fits these filters." if search else "Nothing to show.")
        return
    shown = rows[:top]
    st.caption(f"Showing {len(shown)} of {len(rows)} concepts. Select one to open it.")
    _table(by, shown)
    parts.csv_button(("key", *COLUMNS[by]), shown, by.lower().replace(" ", "-"))
    if by == FAILURES:
        st.subheader("Does it fail where knowledge hangs together?")
        st.echarts_chart(
            charts.failures_by_degree(rows),
            height=420,
            key="degree-failure",
            alt="Degree of each concept against how often the run fails at it",
        )


def _filters() -> tuple[str, ConceptType | None, str, int]:
    first, second, third, fourth = st.columns([5, 3, 3, 2], vertical_alignment="bottom")
    modes = [FAILURES, DEGREE, PAGERANK]
    with first:
        by = st.segmented_control(
            "Show",
            modes,
            default=FAILURES if parts.scored_run() else DEGREE,
            key="by",
            bind="query-params",
            required=True,
        )
    with second:
        kind = parts.choose_type()
    search = third.text_input("Name contains", key="search", bind="query-params", type="search")
    top = fourth.number_input("At most", 1, 10_000, 25, key="top", bind="query-params")
    return by or DEGREE, kind, search, top


def _rows(by: str, kind: ConceptType | None) -> list[dict[str, Any]]:
    if by != FAILURES:
        return cached.hub_rows("degree" if by == DEGREE else "pagerank", 10_000, kind)
    run = parts.scored_run()
    if run is None:
        parts.next_step(
            "Failure hubs are of a scored run. Score one:",
            f"hubscope score {parts.chosen_run() or 'RUN'} --all",
        )
        return []
    return cached.failure_rows(run, kind)


def _table(by: str, rows: list[dict[str, Any]]) -> None:
    event = st.dataframe(
        [{name: row[name] for name in COLUMNS[by]} for row in rows],
        key=f"hubs-{by}",
        column_config={name: SHOWN[name] for name in COLUMNS[by]},
        hide_index=True,
        height=min(430, 38 + 35 * len(rows)),
        on_select="rerun",
        selection_mode="single-row",
        alt=by,
    )
    at = parts.selected_row(event, len(rows))
    if at is not None:
        st.switch_page(parts.CONCEPT, query_params=parts.link(concept=rows[at]["key"]))


page()
