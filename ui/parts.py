"""Parts that several pages share: choices kept in the URL, problems, connection, downloads."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st
from streamlit.errors import StreamlitAPIException

from benchmarks.report import SCORE_NAMES
from graph.fields import known
from graph.vocabulary import ConceptType
from hubscope.errors import HubscopeError, InputError, UnavailableError
from ui import cached, cached_runs, output
from ui.passages import literal

T = TypeVar("T")

HUBS = "views/hubs.py"
RUN_WIDE = 190


def choose(label: str, options: Sequence[str], key: str, default: str | None) -> str | None:
    """A select box whose choice is always in the URL; None without options."""
    if not options:
        return None
    if st.session_state.get(key) not in options and st.query_params.get(key) not in options:
        chosen = default if default is not None and default in options else options[0]
        st.session_state[key] = chosen
        # A default that only stands in the session would be missing from a shared link.
        with contextlib.suppress(StreamlitAPIException):
            st.query_params[key] = chosen
    return st.selectbox(label, options, index=None, key=key, bind="query-params")


def choose_type() -> ConceptType | None:
    """A select box of concept types; None means all."""
    name = st.selectbox(
        "Type",
        list(known().bands),
        index=None,
        key="type",
        bind="query-params",
        placeholder="all types",
    )
    return known().type(name) if name else None


def default_run() -> str | None:
    """The scored run with most to look at: the largest penalty at concepts, else the first one.

    HS^w would choose a run of bare answers, of which a few claims are wrong and none names a
    concept.
    """
    names = [run.name for run in cached_runs.runs()]
    return max(names, key=_penalty_at_concepts, default=None)


def _penalty_at_concepts(run: str) -> float:
    try:
        found = cached_runs.scored(run)
    except InputError:
        return -1.0  # its own page says so
    return -1.0 if found is None else sum(hub.penalty for hub in found.hubs)


def chosen_run() -> str | None:
    """The run chosen in the sidebar; None where there is none."""
    name = st.session_state.get("run")
    return name if name in [run.name for run in cached_runs.runs()] else default_run()


def scored_run() -> str | None:
    """The chosen run if it is scored."""
    name = chosen_run()
    return name if name and cached_runs.is_scored(cached_runs.run(name)) else None


def problem(error: HubscopeError) -> None:
    """An error where it happened: what is wrong and what to do."""
    st.error(literal(str(error)), icon=":material/error:")
    if isinstance(error, UnavailableError):
        st.markdown("What to do, in a terminal: start the server, then reload this page.")
        st.code("hubscope db start\nhubscope doctor", language="bash")


def connection() -> None:
    """Whether the graph can be reached, for the sidebar."""
    try:
        cached.store()
    except HubscopeError:
        st.markdown(":material/cloud_off: Neo4j: **no connection**")
    else:
        st.markdown(":material/cloud_done: Neo4j: connected")


def go_to(page: str) -> None:
    """Go to another page; what is chosen stays chosen."""
    # Without the empty parameters Streamlit clears the address, and refuses to for bound widgets.
    st.switch_page(page, query_params={})


def next_step(text: str, command: str, *, part: str | None = None) -> None:
    """An empty state that offers what to do.

    Args:
        text: what is missing.
        command: what to do in a terminal.
        part: of the page Run, where the same can be done.
    """
    st.info(text, icon=":material/arrow_forward:")
    st.code(command, language="bash")
    if part:
        st.page_link(
            "views/run.py",
            label="Or here, on the page Run",
            icon=":material/play_circle:",
            query_params={"work": part},
        )


def one_page(rows: list[T], size: int, key: str) -> list[T]:
    """The rows of the page that is chosen above them, where they do not fit one."""
    pages = -(-len(rows) // size)
    at = st.pagination(pages, key=key, bind="query-params") if pages > 1 else 1
    return rows[(at - 1) * size : at * size]


def run_columns(short: Mapping[str, str]) -> dict[str, Any]:
    """Columns of a table of runs: names as wide as leaves room for the scores, which are explained.

    Args:
        short: what a score is called in the table, by its own name.
    """
    scores = {
        column: st.column_config.TextColumn(column, help=SCORE_NAMES[name])
        for name, column in short.items()
    }
    return {"run": st.column_config.TextColumn("run", width=RUN_WIDE), **scores}


def csv_button(columns: Sequence[str], rows: Sequence[Mapping[str, Any]], name: str) -> None:
    """Download of what is shown."""
    st.download_button(
        "Download as CSV",
        output.csv_text(columns, rows),
        file_name=f"{name}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key=f"csv-{name}",
    )
