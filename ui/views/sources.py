"""Sources: what was ingested, how much of it, and whether all of it is there."""

import streamlit as st

from graph.checks import violations
from graph.store import SourceRecord, SourceState
from ingest import pipeline
from ui import cached, parts
from ui.connection import spool_folder
from ui.passages import literal

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
        parts.next_step(
            "No sources yet. Add one:", "hubscope ingest FILE --source NAME", part="Ingest"
        )
        return
    rows = [_row(one) for one in sources]
    st.dataframe(rows, key="sources", hide_index=True, alt="Sources with their counts")
    parts.csv_button(COLUMNS, rows, "sources")
    if any(one.state is SourceState.PENDING for one in sources):
        st.warning("A pending source is half written: run its `hubscope ingest` again to go on.")
    _one(sources)


def _one(sources: list[SourceRecord]) -> None:
    """One source: what was left out of it, and its removal."""
    by_name = {one.name: one for one in sources}
    most_skipped = max(sources, key=lambda one: (one.skipped, one.name)).name
    name = parts.choose("Source", list(by_name), "source", default=most_skipped)
    if name is None:
        return
    one = by_name[name]
    _skipped(one)
    with st.container(horizontal=True):
        if st.button("Check the whole graph", icon=":material/rule:", key="check"):
            _check()
        if st.button("Remove this source …", icon=":material/delete:", key="remove"):
            _remove(one)


def _skipped(one: SourceRecord) -> None:
    st.subheader(f"Left out ({one.skipped:,})")
    if not one.skipped:
        st.caption("Every record of it was read.")
        return
    skips = cached.skips(one.name, one.sha256)
    if skips is None:
        st.caption("What was left out, and why, is kept on the machine that ingested it.")
        return
    left, right = st.columns([2, 3])
    reasons = [{"reason": reason, "records": n} for reason, n in skips.reasons.items()]
    left.dataframe(reasons, key="reasons", hide_index=True, alt="Reasons with their counts")
    places = [{"where": place.where, "reason": place.reason} for place in skips.places]
    right.dataframe(places, key="places", hide_index=True, alt="Records that were left out")
    with right:
        st.caption(f"The first {len(places)} of {skips.total:,}.")
        parts.csv_button(("where", "reason"), places, f"left out of {one.name}")


def _check() -> None:
    with st.spinner("Checking what must hold …"):
        found = violations(cached.store())
    if not found:
        st.success("Everything that must hold of the graph holds.")
    for one in found:
        st.error(literal(f"{one.rule}: {one.detail}"))


@st.dialog("Remove a source")
def _remove(one: SourceRecord) -> None:
    """Ask, then remove exactly what only this source attests."""
    st.markdown(f"Remove **{literal(one.name)}** from the graph?")
    st.caption(
        f"It attests {one.items:,} items, {one.documents:,} documents, {one.concepts:,} concepts"
        f" and {one.relations:,} relations; what another source attests, too, stays. Its files are"
        " not touched: ingest them again to have it back."
    )
    yes, no = st.columns(2)
    if no.button("Keep it", key="keep", width="stretch"):
        st.rerun()
    if yes.button("Remove it", key="really", type="primary", width="stretch"):
        with st.spinner("Removing …"):
            gone = pipeline.remove(
                cached.store(), one.name, spool_folder=spool_folder(cached.settings())
            )
        cached.graph_changed()
        st.toast(
            f"Removed {literal(one.name)} with {gone.documents:,} documents, {gone.concepts:,}"
            f" concepts and {gone.relations:,} relations that nothing else attests.",
            icon=":material/check:",
            duration="long",
        )
        st.rerun()


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
