"""Sources: what was ingested, how much of it, and whether all of it is there."""

import streamlit as st

from graph.store import SourceRecord, SourceState
from ui import cached, parts

COLUMNS = (
    "source",
    "format",
    "state",
    "items",
    "documents",
    "chunks",
    "concepts",
    "claims",
    "relations",
    "skipped",
)


def page() -> None:
    """Draw the page."""
    st.title("Sources")
    st.caption("What was ingested. Counts are of what each source attests, shared or not.")
    sources = cached.sources()
    if not sources:
        parts.next_step("No sources yet. Add one:", "hubscope ingest FILE --source NAME")
        return
    rows = [_row(one) for one in sources]
    st.dataframe(rows, key="sources", hide_index=True, alt="Sources with their counts")
    parts.csv_button(COLUMNS, rows, "sources")
    if any(one.state is SourceState.PENDING for one in sources):
        st.warning("A pending source is half written: run its `hubscope ingest` again to go on.")
    if any(one.skipped for one in sources):
        st.caption(
            "Skipped records had no question, claim or text that could be read; `hubscope ingest"
            " FILE --dry-run` names each one with its reason."
        )
    with st.expander("Check or remove a source"):
        st.code("hubscope sources check\nhubscope sources delete NAME", language="bash")


def _row(one: SourceRecord) -> dict[str, object]:
    return {
        "source": one.name,
        "format": one.kind,
        "state": str(one.state),
        "items": one.items,
        "documents": one.documents,
        "chunks": one.chunks,
        "concepts": one.concepts,
        "claims": one.claims,
        "relations": one.relations,
        "skipped": one.skipped,
    }


if __name__ == "__main__":
    page()
