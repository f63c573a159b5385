"""The part of the page Run that imports trajectories: what is in files, what is odd, then a run."""

from pathlib import Path

import streamlit as st

from benchmarks.agents.formats import FORMATS
from benchmarks.agents.importing import Imported, import_trajectories, keep_runs
from hubscope.errors import HubscopeError
from ui import cached, parts
from ui.commands.importing import lint_kinds
from ui.commands.options import parse_map
from ui.jobs.panel import score_button
from ui.jobs.starting import files, format_and_map, sources_with_items
from ui.passages import literal

_MADE = "imported"


def import_part() -> None:
    """Files, what they hold, and the button that makes a run of them."""
    st.caption(
        "What agents of other frameworks said and did becomes a run. Files are read first and"
        " what is odd about them is listed; nothing is written before you import."
    )
    paths = tuple(files("import"))
    with st.expander("More"):
        format, mapping = format_and_map("import", FORMATS.names())
    if not paths:
        return
    try:
        stamps = tuple(map(cached.stamp, paths))
        found = _read(paths, format, mapping, stamps)
    except HubscopeError as error:
        parts.problem(error)
        return
    _report(found)
    _import(found, paths, stamps)


@st.cache_resource(max_entries=2, show_spinner="Reading the files …")
def _read(paths: tuple[Path, ...], format: str, mapping: str, stamps: cached.Stamps) -> Imported:
    return import_trajectories(paths, format, parse_map(mapping))


def _report(found: Imported) -> None:
    st.markdown(f"Read as **{literal(found.format.replace(',', ', '))}**.")
    figures = {
        "Runs": f"{len(found.runs):,}",
        "Trajectories": f"{found.n_trajectories:,}",
        "Steps": f"{found.n_steps:,}",
        "Duplicates left out": f"{found.duplicates:,}",
    }
    for column, (name, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(name, literal(value), border=True)
    kinds = lint_kinds(found)
    if not kinds:
        st.success("Nothing is odd about these files.", icon=":material/check:")
        return
    st.subheader("What is odd", anchor=False)
    st.caption(
        "A problem is a record that was left out or could be used only in part; a note is a call"
        " without its result, a result without its call, a gap."
    )
    st.dataframe(
        [
            {
                "what": what,
                "kind": one.kind,
                "count": one.count,
                "records": one.records,
                "first of them": list(one.where),
            }
            for what, one in kinds
        ],
        key="lint",
        hide_index=True,
        column_config={"first of them": st.column_config.ListColumn(width="large")},
        alt="Problems and notes by kind, with the first places",
    )
    if found.problems:
        rows = [
            {"where": one.where, "kind": one.kind, "detail": one.detail} for one in found.problems
        ]
        parts.csv_button(("where", "kind", "detail"), rows, "problems")


def _import(found: Imported, paths: tuple[Path, ...], stamps: cached.Stamps) -> None:
    several = len(found.runs) > 1
    left, right = st.columns(2)
    name = left.text_input(
        "Name of the run",
        key="import-run",
        placeholder="medrag",
        persist_state="session",
        help="Of several runs in the files each becomes NAME:theirs.",
    )
    items = right.selectbox(
        "Source whose items they answer",
        sources_with_items(),
        index=None,
        key="import-items",
        placeholder="any that has the item's id",
    )
    if st.button(
        f"Import {len(found.runs)} runs" if several else "Import",
        key="import",
        type="primary",
        icon=":material/download:",
        disabled=not found.runs or not (name or "").strip(),
    ):
        made = _made(found, (name or "").strip(), items or "", paths)
        st.session_state[_MADE] = (paths, stamps), made
    files, made = st.session_state.get(_MADE, (None, []))
    if made and files == (paths, stamps):
        _then(made)


def _made(found: Imported, name: str, items: str, paths: tuple[Path, ...]) -> list[str]:
    """Names of the runs that an import made, or had made before."""
    try:
        kept = keep_runs(cached.settings().home, found, name, items=items, paths=paths)
    except HubscopeError as error:
        parts.problem(error)
        return []
    again = sum(one.unchanged for one in kept)
    said = f"Runs imported: {len(kept)}"
    if again:
        said += f"; the same as before: {again}"
    st.toast(said, icon=":material/check:", duration="long")
    return [one.record.name for one in kept]


def _then(made: list[str]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        run = made[0]
        if len(made) > 1:
            run = st.selectbox("Imported", made, key="import-score", width=360) or run
        else:
            st.markdown(f":material/check: **{literal(run)}** is there.", width="content")
        score_button(run)
