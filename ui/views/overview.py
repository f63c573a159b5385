"""Overview: what is in the graph, how the runs did, what to do next."""

import streamlit as st

from benchmarks.hallucination.score import Score
from benchmarks.report import SCORE_NAMES
from benchmarks.runs import RunFolder
from hubscope.errors import HubscopeError
from ui import cached, parts
from ui.passages import figure, literal

SHOWN = ("acc", "hr", "hs_macro", "hsw_micro", "hf")


def page() -> None:
    """Draw the page."""
    st.title("Overview")
    st.caption("Which knowledge hubs an agent is wrong about, how much that matters, and why.")
    runs = cached.runs()
    try:
        n_sources = _graph(len(runs))
    except HubscopeError as error:
        n_sources = None
        parts.problem(error)
    st.subheader("Runs")
    if runs:
        _runs(runs)
    _next_step(n_sources, runs)


def _graph(n_runs: int) -> int:
    sources, health = cached.sources(), cached.graph_health()
    figures = {
        "Sources": len(sources),
        "Items": sum(source.items for source in sources),
        "Concepts": health.concepts,
        "Relations": health.relations,
        "Runs": n_runs,
    }
    for column, (name, n) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(name, f"{n:,}", border=True)
    if sources:
        st.caption(f"Health of the graph: {health.line}.")
        for warning in health.warnings:
            st.warning(literal(warning))
    return len(sources)


def _runs(runs: list[RunFolder]) -> None:
    event = st.dataframe(
        [_row(run) for run in runs],
        key="runs",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        alt="Runs with their scores",
    )
    st.caption(
        "Value with its 95 % interval. HR, HS and HS^w: 0 = every claim holds, 1 = every claim is"
        " refuted; HS^w weighs a claim by how connected its concept is. Select a run to see where"
        " it fails."
    )
    row = parts.selected_row(event, len(runs))
    if row is not None:
        st.switch_page(parts.HUBS, query_params={"run": runs[row].name})


def _row(run: RunFolder) -> dict[str, object]:
    record, scored = run.record(), cached.scored(run.name)
    row: dict[str, object] = {
        "run": run.name,
        "model": record.model or "not named",
        "trajectories": record.trajectories,
        "claims judged": scored.coverage.scored if scored else None,
    }
    for name in SHOWN:
        row[SCORE_NAMES[name]] = _cell(scored.scores[name]) if scored else "not scored"
    return row


def _cell(score: Score) -> str:
    if score.low is None or score.high is None:
        return figure(score.value)
    return f"{figure(score.value)}  [{figure(score.low)}, {figure(score.high)}]"


def _next_step(n_sources: int | None, runs: list[RunFolder]) -> None:
    unscored = [run.name for run in runs if not cached.is_scored(run)]
    if n_sources == 0 and not runs:
        parts.next_step(
            "Nothing here yet. See the whole of it on a small sample, or add a benchmark:",
            "hubscope demo\nhubscope ingest FILE --source NAME",
        )
    elif not runs:
        parts.next_step(
            "No runs yet. Import what an agent said and did:", "hubscope import FILE --run NAME"
        )
    elif unscored:
        parts.next_step(
            "A run is not scored yet. Score it:",
            "\n".join(f"hubscope score {name} --all" for name in unscored[:5]),
        )
    else:
        st.page_link(parts.HUBS, label="See where the runs fail", icon=":material/hub:")


page()
