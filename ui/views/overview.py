"""Overview: what is in the graph, how the runs did, what to do next."""

import streamlit as st

from benchmarks.hallucination.score import Score
from benchmarks.hallucination.scored import Scored
from benchmarks.runs import RunFolder, RunRecord
from hubscope.errors import HubscopeError, InputError
from ui import cached, cached_runs, parts
from ui.hub_table import FAILURES, clicked_row, table
from ui.passages import figure, literal

WORST = 5
SHORT = {"acc": "accuracy", "hr": "HR", "hs_macro": "HS", "hsw_micro": "HS^w", "hf": "HF"}


def page() -> None:
    """Draw the page."""
    st.title("Overview")
    st.caption("Which knowledge hubs an agent is wrong about, how much that matters, and why.")
    runs = cached_runs.runs()
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
        column_config=parts.run_columns(SHORT),
        hide_index=True,
        on_select=lambda: _choose([run.name for run in runs]),
        selection_mode="single-cell",
        alt="Runs with their scores",
    )
    st.caption(
        "Each score with its 95 % interval. HR: share of claims that are refuted. HS: 0 = every"
        " claim holds, 1 = every claim is refuted. HS^w: the same, a claim about a well connected"
        " concept weighing more. HF: share of trajectories with a refuted claim. Click a run to see"
        " where it fails."
    )
    if clicked_row(event, len(runs)) is not None:
        parts.go_to(parts.HUBS)


def _choose(names: list[str]) -> None:
    """Choose the clicked run before the sidebar is drawn."""
    row = clicked_row(st.session_state["runs"], len(names))
    if row is not None:
        st.session_state["run"] = names[row]


def _row(run: RunFolder) -> dict[str, object]:
    record, scored = _record(run), _scores(run.name)
    row: dict[str, object] = {
        "run": run.name,
        "model": (record.model or "not named") if record else "broken",
        "trajectories": record.trajectories if record else None,
        "claims judged": scored.coverage.scored if scored else None,
    }
    for name, short in SHORT.items():
        row[short] = _cell(scored.scores[name]) if scored else "not scored"
    return row


def _record(run: RunFolder) -> RunRecord | None:
    """What was imported; None where that cannot be read, which is said."""
    try:
        return run.record()
    except InputError as error:
        st.warning(literal(str(error)))
        return None


def _scores(name: str) -> Scored | None:
    """A run's scores; None where there are none that can be read, which is said."""
    try:
        return cached_runs.scored(name)
    except InputError as error:
        st.warning(literal(str(error)))
        return None


def _cell(score: Score) -> str:
    if score.low is None or score.high is None:
        return figure(score.value)
    return f"{figure(score.value)} [{figure(score.low)}, {figure(score.high)}]"


def _next_step(n_sources: int | None, runs: list[RunFolder]) -> None:
    unscored = [run.name for run in runs if not cached_runs.is_scored(run)]
    if n_sources == 0 and not runs:
        parts.next_step(
            "Nothing here yet. See the whole of it on a small sample, or add a benchmark:",
            "hubscope demo\nhubscope ingest FILE --source NAME",
            part="Ingest",
        )
    elif not runs:
        parts.next_step(
            "No runs yet. Import what an agent said and did, or let one answer items:",
            "hubscope import FILE --run NAME\nhubscope agent SOURCE --model M --run NAME",
            part="Import",
        )
    elif unscored:
        parts.next_step(
            "A run is not scored yet. Score it:",
            "\n".join(f"hubscope score {name} --all" for name in unscored[:5]),
        )
    else:
        _worst()


def _worst() -> None:
    """The first failure hubs of the chosen run."""
    run = parts.scored_run()
    rows = cached_runs.failure_rows(run, None)[:WORST] if run else []
    if rows:
        st.subheader(f"Worst failure hubs of {literal(run or '')}")
        table(FAILURES, rows, key="worst")
        st.page_link(parts.HUBS, label="All of them", icon=":material/hub:")


if __name__ == "__main__":
    page()
