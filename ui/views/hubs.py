"""Hubs: where a run fails, and which concepts the graph's knowledge hangs on."""

from typing import Any

import streamlit as st

from graph.vocabulary import ConceptType
from ui import cached, cached_runs, charts, parts
from ui.hub_table import COLUMNS, DEGREE, FAILURES, PAGERANK, table

MOST = 10_000


def page() -> None:
    """Draw the page."""
    st.title("Hubs")
    by, kind, search, top = _filters()
    rows = [row for row in _rows(by, kind) if search.casefold() in row["name"].casefold()]
    if not rows:
        st.info("No concept fits these filters." if search else "Nothing to show.")
        return
    shown = rows[:top]
    first = f" (the first {MOST:,} were looked at)" if len(rows) == MOST else ""
    st.caption(f"Showing {len(shown):,} of {len(rows):,} concepts{first}. Click one to open it.")
    table(by, shown, key=f"hubs-{by}")
    parts.csv_button(("key", *COLUMNS[by]), shown, by.lower().replace(" ", "-"))
    if by == FAILURES:
        st.subheader("Failure by number of relations")
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
    top = fourth.number_input("At most", 1, MOST, 25, key="top", bind="query-params")
    return by or DEGREE, kind, search, top


def _rows(by: str, kind: ConceptType | None) -> list[dict[str, Any]]:
    if by != FAILURES:
        return cached.hub_rows("degree" if by == DEGREE else "pagerank", MOST, kind)
    run = parts.scored_run()
    if run is None:
        parts.next_step(
            "Failure hubs are of a scored run. Score one:",
            f"hubscope score {parts.chosen_run() or 'RUN'} --all",
        )
        return []
    return cached_runs.failure_rows(run, kind)


if __name__ == "__main__":
    page()
