"""Labelling: people judge a run's claims, blind and each alone; then its judge is measured."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from benchmarks.calibration import calibrate_labels
from benchmarks.human_labels import ADJUDICATED, HumanLabel, said_claims
from benchmarks.labelling import (
    EXPORT_COLUMNS,
    LabelBook,
    LabellingTask,
    disagreed,
    export_rows,
)
from graph.vocabulary import Verdict
from hubscope.errors import HubscopeError, InputError
from ui import cached, cached_runs, parts
from ui.calibration_table import calibration_tables
from ui.passages import MARKS, literal, show

LABEL, ADJUDICATE, RESULT = "Label", "Adjudicate", "Result"
MOST = 2_000
_AT = "labelling_at"


def page() -> None:
    """Draw the page."""
    st.title("Labelling")
    run = parts.scored_run()
    if run is None:
        parts.next_step(
            "Claims are labelled of a scored run. Score one:",
            f"hubscope score {parts.chosen_run() or 'RUN'} --all",
        )
        return
    st.caption(
        f"What people say of claims of {literal(run)}, drawn at random and shown without the"
        " judge's verdicts: it tells how far the judge can be trusted, and what HS^w is without"
        " its errors."
    )
    book = LabelBook(cached.settings().home, run)
    labels = book.labels()
    work = st.segmented_control(
        "Work",
        [LABEL, ADJUDICATE, RESULT],
        default=LABEL,
        key="work",
        bind="query-params",
        required=True,
        label_visibility="collapsed",
    )
    if work == RESULT:
        _result(run, labels)
        return
    left, right = st.columns(2)
    with left:
        tasks = _tasks(run)
    if tasks is None:
        return
    if work == ADJUDICATE:
        _adjudicate(book, labels, tasks)
        return
    name = right.text_input("Your name", key="rater", bind="query-params", placeholder="Ann")
    _label(book, labels, tasks, " ".join(name.split()))


def _tasks(run: str) -> list[LabellingTask] | None:
    """The draw that is chosen; None where its evidence cannot be shown, which is said."""
    left, right = st.columns(2)
    n = left.number_input("Claims drawn", 1, MOST, 100, key="n", bind="query-params")
    seed = right.number_input("Seed", 0, 10**9, 20260, key="seed", bind="query-params")
    try:
        return cached_runs.labelling_tasks(run, int(n), int(seed))
    except HubscopeError as error:
        parts.problem(error)
        return None


# -- label ----------------------------------------------------------------------------------------


def _label(
    book: LabelBook, labels: Sequence[HumanLabel], tasks: list[LabellingTask], rater: str
) -> None:
    if not rater:
        st.info("Say who you are: each rater labels the same claims without seeing the others'.")
        return
    if rater.casefold() == ADJUDICATED:
        st.warning("That name is kept for adjudication: choose another.")
        return
    mine = {one.claim: one.verdict for one in labels if one.rater == rater}
    done = sum(task.claim in mine for task in tasks)
    st.progress(done / len(tasks), f"{done} of {len(tasks)} labelled by {literal(rater)}")
    at = _place(rater, tasks, mine)
    if at is None:
        st.success("All of these claims are labelled. Draw more, or see the result.")
        at = len(tasks) - 1
    _navigate(rater, tasks, at)
    task = tasks[at]
    show("task.html", task=task, number=at + 1, said=mine.get(task.claim))
    _verdict_buttons(book, task.claim, rater, f"label-{task.claim}", mine.get(task.claim))


def _place(rater: str, tasks: Sequence[LabellingTask], mine: dict[str, Verdict]) -> int | None:
    """The place of the claim to show: the one gone to, else the first without a label."""
    claim = st.session_state.get(_AT, {}).get(rater)
    gone_to = next((i for i, task in enumerate(tasks) if task.claim == claim), None)
    if gone_to is not None:
        return gone_to
    return next((i for i, task in enumerate(tasks) if task.claim not in mine), None)


def _navigate(rater: str, tasks: Sequence[LabellingTask], at: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, place in (
            ("Back", ":material/chevron_left:", at - 1),
            ("Skip", ":material/chevron_right:", at + 1),
        ):
            there = 0 <= place < len(tasks)
            st.button(
                label,
                icon=icon,
                key=label.lower(),
                disabled=not there,
                on_click=_go,
                args=(rater, tasks[place].claim if there else None),
            )
        st.button("First without a label", key="first-open", on_click=_go, args=(rater, None))


def _go(rater: str, claim: str | None) -> None:
    """Show a claim to a rater next; None = the first without a label."""
    st.session_state[_AT] = {rater: claim}


def _verdict_buttons(
    book: LabelBook, claim: str, rater: str, key: str, said: Verdict | None = None
) -> None:
    columns = st.columns(3)
    for number, (column, verdict) in enumerate(zip(columns, Verdict, strict=True), 1):
        mark = MARKS[verdict]
        column.button(
            f"{mark.symbol} {mark.word.capitalize()}",
            key=f"{key}-{verdict}",
            shortcut=str(number),
            type="primary" if said is verdict else "secondary",
            width="stretch",
            on_click=_give,
            args=(book, claim, rater, verdict),
        )


def _give(book: LabelBook, claim: str, rater: str, verdict: Verdict) -> None:
    try:
        book.give(claim, rater, verdict)
    except InputError as error:
        st.error(literal(str(error)))
    _go(rater, None)


# -- adjudicate -----------------------------------------------------------------------------------


def _adjudicate(book: LabelBook, labels: Sequence[HumanLabel], tasks: list[LabellingTask]) -> None:
    open_claims = set(disagreed(labels))
    waiting = [task for task in tasks if task.claim in open_claims]
    drawn = {task.claim for task in tasks}
    decided = sum(one.rater == ADJUDICATED and one.claim in drawn for one in labels)
    st.markdown(f"**{len(waiting)}** claims with labels that differ; {decided} are decided.")
    if not waiting:
        st.info(
            "Nothing to decide: no claim of this draw has labels of several raters that differ."
        )
        return
    task = waiting[0]
    given = [one.verdict for one in labels if one.claim == task.claim]
    show("task.html", task=task, number=None, said=None)
    show("disagreed.html", counts=Counter(given).most_common())
    _verdict_buttons(book, task.claim, ADJUDICATED, f"adjudicate-{task.claim}")


# -- result ---------------------------------------------------------------------------------------


def _result(run: str, labels: Sequence[HumanLabel]) -> None:
    claims = said_claims(cached_runs.judged(run).values())
    rows = export_rows(labels, claims)
    if rows:
        per_rater = Counter(row["rater"] for row in rows)
        st.dataframe(
            [{"rater": rater, "claims labelled": n} for rater, n in sorted(per_rater.items())],
            key="raters",
            hide_index=True,
            width=420,
            alt="How many claims each rater has labelled",
        )
        parts.csv_button(EXPORT_COLUMNS, rows, "human")
        if lost := len(labels) - len(rows):
            st.caption(f"{lost} labels are of claims that the run no longer has.")
        st.button(
            "Measure the judge with these labels",
            icon=":material/straighten:",
            key="measure",
            on_click=_measure,
            args=(run, tuple(labels)),
        )
        st.caption(
            "They take the place of labels that `hubscope calibrate` was given before; with the"
            " downloaded file it does the same."
        )
    else:
        st.info("Nobody has labelled a claim of this run in the app yet.")
    found = cached_runs.calibration(run)
    if found is not None:
        st.subheader("The judge against people")
        calibration_tables(found)


def _measure(run: str, labels: tuple[HumanLabel, ...]) -> None:
    try:
        calibrate_labels(cached_runs.run(run), labels)
    except HubscopeError as error:
        parts.problem(error)


if __name__ == "__main__":
    page()
