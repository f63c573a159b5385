"""Runs: one table of models, accuracy against HS^w, and two runs compared item by item."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from benchmarks.calibration import Calibration
from benchmarks.cohort import cohort_warnings, scope_warning
from benchmarks.comparison import Comparison, ItemFlip
from benchmarks.hallucination.score import Score
from benchmarks.hallucination.scored import Scored
from benchmarks.report import few
from benchmarks.statistics import spearman
from hubscope.errors import InputError
from ui import cached_runs, charts, parts
from ui.hub_table import clicked_row
from ui.passages import figure, literal, show

SHORT = {
    "acc": "accuracy",
    "wacc": "accuracy, by tier",
    "hr": "HR",
    "hs_macro": "HS",
    "hsw_micro": "HS^w",
    "hf": "HF",
}
FLIPS_HIGH = 320


def page() -> None:
    """Draw the page."""
    st.title("Runs")
    st.caption("Models side by side, and what changed between two of them.")
    scored = _scored()
    if not scored:
        parts.next_step("No run is scored yet. Score one:", "hubscope score RUN --all")
        return
    chosen = _chosen(scored)
    if chosen:
        _table(chosen)
    if len(scored) > 1:
        _compare(sorted(scored))


def _chosen(scored: dict[str, Scored]) -> dict[str, Scored]:
    """The runs of the table: all of them, or those that are named."""
    if len(scored) < 3:
        return scored
    names = st.multiselect(
        "Runs of the table",
        list(scored),
        key="runs",
        bind="query-params",
        placeholder="all; choose runs on the same items",
    )
    return {name: scored[name] for name in names} or scored


def _scored() -> dict[str, Scored]:
    """Every run with scores that can be read, by name; what cannot be read is said."""
    found = {}
    for run in cached_runs.runs():
        try:
            scores = cached_runs.scored(run.name)
        except InputError as error:
            st.warning(literal(str(error)))
            continue
        if scores is not None:
            found[run.name] = scores
    return found


# -- all runs -------------------------------------------------------------------------------------


def _table(scored: dict[str, Scored]) -> None:
    rows = [_row(name, found) for name, found in scored.items()]
    st.dataframe(
        rows,
        key="models",
        column_config=parts.run_columns(SHORT),
        hide_index=True,
        alt="Scored runs with their scores, judge, coverage and tool failures",
    )
    st.caption(
        "Each score with its 95 % interval; ‡ rests on fewer than five trajectories. Corrected:"
        " HS^w without the judge's measured error, for runs that people have labelled claims of."
        " Overlapping intervals are no test of a difference: compare two runs below."
    )
    parts.csv_button(tuple(rows[0]), rows, "runs")
    manifests = [cached_runs.manifest(name) for name in scored]
    apart = [*cohort_warnings(manifests), *filter(None, [scope_warning(manifests)])]
    own = [f"{name}: {one}" for name, found in scored.items() for one in found.warnings]
    _warnings(apart, own)
    _accuracy_against_hsw(scored)


def _warnings(first: Sequence[str], rest: Sequence[str]) -> None:
    """What makes scores incomparable at once, what concerns one run on demand."""
    for warning in first:
        st.warning(literal(warning))
    if rest:
        with st.expander(f"{len(rest)} warnings about single runs"):
            for warning in rest:
                st.markdown(f"- {literal(warning)}")


def _row(name: str, found: Scored) -> dict[str, Any]:
    coverage, calibration = found.coverage, cached_runs.calibration(name)
    row: dict[str, Any] = {"run": name, "model": cached_runs.record(name).model or "not named"}
    row |= {short: _cell(found.scores[score]) for score, short in SHORT.items()}
    row["HS^w corrected"] = _corrected(calibration)
    row["judge"] = found.judge
    row["trajectories"] = f"{coverage.in_scope} of {coverage.trajectories}"
    row["claims"], row["errors"] = coverage.scored, coverage.errors
    calls = coverage.tool_calls
    row["tool failures"] = f"{coverage.tool_failures} of {calls}" if calls else "no calls"
    return row


def _cell(score: Score) -> str:
    if score.low is None or score.high is None:
        return figure(score.value)
    mark = "‡" if few(score) else ""
    return f"{figure(score.value)} [{figure(score.low)}, {figure(score.high)}]{mark}"


def _corrected(calibration: Calibration | None) -> str:
    return (
        "not labelled" if calibration is None else _cell(calibration.scores["hsw_micro"].corrected)
    )


def _accuracy_against_hsw(scored: dict[str, Scored]) -> None:
    points = [
        (name, found.scores["acc"], found.scores["hsw_micro"])
        for name, found in scored.items()
        if found.scores["acc"].value is not None and found.scores["hsw_micro"].value is not None
    ]
    if len(points) < 2:
        return
    st.subheader("Accuracy against HS^w")
    st.echarts_chart(
        charts.accuracy_against_hsw(points),
        height=380,
        key="accuracy-hsw",
        alt="Accuracy of each run against its HS^w",
    )
    rho = spearman([a.value or 0.0 for _, a, _ in points], [h.value or 0.0 for _, _, h in points])
    if rho is not None:
        st.caption(f"Rank correlation {rho:.2f} over {len(points)} runs.")


# -- two runs -------------------------------------------------------------------------------------


def _compare(names: list[str]) -> None:
    st.subheader("Compare two runs")
    left, right = st.columns(2)
    with left:
        first = parts.choose("First", names, "first", default=names[0])
    with right:
        second = parts.choose("Second", names, "second", default=names[1])
    if first is None or second is None or first == second:
        st.info("Choose two different runs.")
        return
    found = cached_runs.comparison(first, second)
    for warning in found.warnings:
        st.warning(literal(warning))
    show("comparison.html", found=found)
    _item_flips(found)
    _claim_flips(found)
    _missing(found)


def _item_flips(found: Comparison) -> None:
    st.markdown(f"**{len(found.item_flips)} items flip**")
    if not found.item_flips:
        return
    rows = [_flip_row(one) for one in found.item_flips]
    event = st.dataframe(
        rows,
        key="item-flips",
        hide_index=True,
        height=min(FLIPS_HIGH, 38 + 35 * len(rows)),
        on_select=lambda: _choose_run(found.second, len(rows)),
        selection_mode="single-cell",
        alt="Items that one run has right and the other wrong",
    )
    st.caption("Click an item to read what the second run says of it.")
    parts.csv_button(tuple(rows[0]), rows, "item-flips")
    at = clicked_row(event, len(rows))
    if at is not None:
        _open(found.second, found.item_flips[at].item)


def _flip_row(one: ItemFlip) -> dict[str, Any]:
    won = "second" if one.gain else "first"
    return {"item": one.item, "right in": won, "first says": one.first, "second says": one.second}


def _choose_run(run: str, n: int) -> None:
    """Choose the run of the clicked item before the sidebar is drawn."""
    if clicked_row(st.session_state["item-flips"], n) is not None:
        st.session_state["run"] = run


def _open(run: str, item: str) -> None:
    """The trajectory page of a run's answer to an item."""
    for id, one in cached_runs.judged(run).items():
        if item == (one.item if one.item is not None else id):
            st.switch_page("views/trajectory.py", query_params={"trajectory": id})


def _claim_flips(found: Comparison) -> None:
    st.markdown(
        f"**{len(found.claim_flips)} of {found.same_claims} claims that both make are judged"
        " differently**"
    )
    if not found.claim_flips:
        return
    rows = [
        {
            "item": one.item,
            "first": one.first or "error",
            "second": one.second or "error",
            "claim": one.text,
        }
        for one in found.claim_flips
    ]
    st.dataframe(
        rows,
        key="claim-flips",
        hide_index=True,
        height=min(FLIPS_HIGH, 38 + 35 * len(rows)),
        alt="Claims of equal wording with different verdicts",
    )
    parts.csv_button(tuple(rows[0]), rows, "claim-flips")


def _missing(found: Comparison) -> None:
    for what, items in (
        ("items that the first run lacks", found.missing.first),
        ("items that the second run lacks", found.missing.second),
        ("items that are not graded in both", found.not_graded),
        ("items that a run answers more than once", found.repeated),
    ):
        if items:
            with st.expander(f"{len(items)} {what}"):
                st.text(", ".join(items))


if __name__ == "__main__":
    page()
