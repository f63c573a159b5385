"""Tables of hubs, whose rows lead to the page of a concept."""

from typing import Any

import streamlit as st

from benchmarks.hubs import FEW

CONCEPT = "views/concept.py"
FAILURES, DEGREE, PAGERANK = "Failure hubs", "Most connected", "PageRank"
FAILURE = "Penalty per claim, drawn to the run's mean where there are few claims."
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
        "penalty",
        "degree",
        "tier",
    ),
    DEGREE: ("name", "type", "degree", "pagerank", "tier"),
    PAGERANK: ("name", "type", "pagerank", "degree", "tier"),
}
# The chart below failures should be seen without scrolling far.
MOST_HIGH = {FAILURES: 430, DEGREE: 780, PAGERANK: 780}
SHOWN = {
    "name": st.column_config.TextColumn("concept", width="medium"),
    "type": st.column_config.TextColumn("type"),
    "failure": st.column_config.ProgressColumn(
        "failure", min_value=0, max_value=1, format="%.2f", help=FAILURE
    ),
    "failure_low": st.column_config.NumberColumn(
        "low", format="%.2f", help="End of the 90 % interval."
    ),
    "failure_high": st.column_config.NumberColumn(
        "high", format="%.2f", help="End of the 90 % interval."
    ),
    "claims": st.column_config.NumberColumn("claims"),
    "refuted": st.column_config.NumberColumn("refuted"),
    "unverifiable": st.column_config.NumberColumn("not verifiable"),
    "penalty": st.column_config.NumberColumn(
        "penalty", help="Sum over its claims: refuted 1, not verifiable 1/2."
    ),
    "degree": st.column_config.NumberColumn("relations"),
    "pagerank": st.column_config.NumberColumn("PageRank", format="%.4f"),
    "tier": st.column_config.TextColumn("hub tier", help="By percentile of PageRank."),
}


def table(by: str, rows: list[dict[str, Any]], key: str) -> None:
    """Rows of hubs; a click opens the concept, and what few claims say is marked."""
    few = [row["claims"] is not None and row["claims"] < FEW for row in rows]
    event = st.dataframe(
        [
            {name: row[name] for name in COLUMNS[by]} | {"name": row["name"] + " ‡" * marked}
            for row, marked in zip(rows, few, strict=True)
        ],
        key=key,
        column_config={name: SHOWN[name] for name in COLUMNS[by]},
        hide_index=True,
        height=min(MOST_HIGH[by], 38 + 35 * len(rows)),
        on_select="rerun",
        selection_mode="single-cell",
        alt=by,
    )
    if any(few):
        st.caption(f"‡ fewer than five claims: {sum(few):,} of {len(rows):,} concepts")
    at = clicked_row(event, len(rows))
    if at is not None:
        st.switch_page(CONCEPT, query_params={"concept": rows[at]["key"]})


def clicked_row(event: Any, n: int) -> int | None:
    """The row of a table of `n` rows that was clicked, wherever in it."""
    cells = event["selection"]["cells"]
    return cells[0][0] if cells and cells[0][0] < n else None
