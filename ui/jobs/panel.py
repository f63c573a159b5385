"""One job of the page Run: how far it is, what it costs, how it ended, and what to do next."""

import time
from dataclasses import replace
from typing import Literal

import streamlit as st

from benchmarks.agents.folder import agent_folder
from benchmarks.agents.running import Summary, summary_of
from hubscope.errors import InputError
from hubscope.progress import Progress
from ui import cached, cached_runs, parts
from ui.commands.agent import share_text
from ui.hub_table import clicked_row
from ui.jobs.folder import JobFolder, list_jobs
from ui.jobs.forms import score_job
from ui.jobs.job import Job, State
from ui.jobs.progress import how_far
from ui.jobs.starting import CHOSEN, open_job, start
from ui.output import dollars
from ui.passages import literal

EVERY_S = 1.0
Colour = Literal["red", "orange", "green", "blue"]
LOOKS: dict[State, tuple[Colour, str]] = {
    State.RUNNING: ("blue", ":material/play_circle:"),
    State.STOPPING: ("orange", ":material/pending:"),
    State.DONE: ("green", ":material/check_circle:"),
    State.STOPPED: ("orange", ":material/stop_circle:"),
    State.CAPPED: ("orange", ":material/savings:"),
    State.KILLED: ("red", ":material/dangerous:"),
    State.FAILED: ("red", ":material/error:"),
    State.REFUSED: ("red", ":material/block:"),
    State.UNAVAILABLE: ("red", ":material/cloud_off:"),
}
# What a process that could not or need not say why has ended for.
MEANS = {
    State.STOPPED: "Stopped. What was done is kept.",
    State.KILLED: "Its process is gone and did not say why: it was ended at once, or the machine"
    " went down. What was done is kept.",
    State.FAILED: "It failed and did not say why: see below what it said.",
}
MOST_LISTED = 200


def jobs_part() -> None:
    """The chosen job, and all of them."""
    folders = list_jobs(cached.settings().home)
    if not folders:
        st.info("Nothing was started here yet.", icon=":material/arrow_upward:")
        return
    by_id = {one.id: one for one in folders}
    chosen = by_id.get(st.query_params.get(CHOSEN, ""), folders[0])
    with st.container(border=True):
        try:
            _panel(chosen)
        except InputError as error:
            parts.problem(error)
    if len(folders) > 1:
        _list(folders[:MOST_LISTED])


def _panel(folder: JobFolder) -> None:
    if folder.state.is_alive:
        st.fragment(_watch, run_every=EVERY_S)(folder)
        return
    job, state = folder.job, folder.state
    _head(job, state)
    _how_it_ended(folder, job, state)
    _what_it_said(folder)
    _what_next(folder, job, state)


def _head(job: Job, state: State) -> None:
    colour, icon = LOOKS[state]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(literal(f"{job.verb} {job.title}"), anchor=False, width="content")
        st.badge(_word(job, state), icon=icon, color=colour)
    st.code(job.typed, language="bash", wrap_lines=True)


def _word(job: Job, state: State) -> str:
    """The state, where it is of an estimate in its words."""
    words = {State.RUNNING: "estimating", State.DONE: "estimated"} if job.rehearsal else {}
    return words.get(state, str(state))


# -- at work --------------------------------------------------------------------------------------


def _watch(folder: JobFolder) -> None:
    """Draw a job that is at work, and the whole page once it is not."""
    job, state = folder.job, folder.state
    if not state.is_alive:
        st.rerun()
    _head(job, state)
    how_far(folder.progress, job)
    if state is State.STOPPING:
        st.caption("What is in flight is waited for: it may be paid, and then it is kept.")
        if st.button("End it at once", key="kill", icon=":material/dangerous:"):
            folder.stop(at_once=True)
    elif st.button("Stop", key="stop", icon=":material/stop:"):
        folder.stop()
        st.rerun(scope="fragment")


# -- ended ----------------------------------------------------------------------------------------


def _how_it_ended(folder: JobFolder, job: Job, state: State) -> None:
    said = folder.problem or MEANS.get(state, "")
    if state in (State.FAILED, State.REFUSED, State.UNAVAILABLE, State.KILLED):
        st.error(literal(said), icon=":material/error:")
    elif state is not State.DONE:
        st.info(literal(said), icon=":material/pause_circle:")
    if job.verb == "agent" and not job.rehearsal:
        _agent_result(job.title, folder.progress)
    elif folder.printed:
        st.code(folder.printed.strip(), language=None, wrap_lines=True)


def _agent_result(run: str, at: Progress | None) -> None:
    """An agent's run as it stands: how its conversations ended, how many answers are right.

    Args:
        run: its name.
        at: how far its process came: of one that was killed it knows the later cost.
    """
    folder = agent_folder(cached.settings().home, run)
    if not (folder.exists and folder.run.has("run.json")):
        return  # it ended before its first item
    found = _summary(run, at.total if at else None, cached.stamp(folder.journal))
    at_end, cost = found.wanted - found.waiting, at.cost if at else cached_runs.record(run).cost
    figures = {
        "Items at their end": f"{at_end:,} of {found.wanted:,}",
        "Right answers": share_text(found.accuracy),
        "Tool calls that failed": share_text(found.tool_failures),
        "Cost": dollars(cost, "not known"),
    }
    for column, (name, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        number, _, interval = value.partition(" (")
        interval = literal(interval.rstrip(")"))
        column.metric(name, literal(number), interval or None, "off", delta_arrow="off")
    st.dataframe(
        [found.outcomes],
        key="outcomes",
        hide_index=True,
        width="content",
        alt="How many conversations ended how",
    )
    if found.waiting:
        st.caption(f"Items that wait to be answered: {found.waiting:,}.")


@st.cache_resource(max_entries=5, show_spinner="Reading the run …")
def _summary(run: str, wanted: int | None, stamp: cached.Stamp) -> Summary:
    return summary_of(agent_folder(cached.settings().home, run), wanted=wanted)


def _what_it_said(folder: JobFolder) -> None:
    said = folder.warned.strip()
    if said and said != f"hubscope: {folder.problem}":
        with st.expander("What it said"):
            st.code(said, language=None, wrap_lines=True)


# -- next -----------------------------------------------------------------------------------------


def _what_next(folder: JobFolder, job: Job, state: State) -> None:
    if job.rehearsal and state is State.DONE:
        _start_again(folder, replace(job, rehearsal=False), "Start")
    elif state.is_resumable:
        _start_again(folder, job, _again(job, state))
    with st.container(horizontal=True):
        if not job.rehearsal:
            _look_at(job, state)
        if st.button("Remove from this list", key="forget", icon=":material/delete:"):
            folder.remove()
            st.query_params.pop(CHOSEN, None)
            st.rerun()


def _again(job: Job, state: State) -> str:
    """What starting a job once more is called: one that was refused has done nothing to go on."""
    if job.rehearsal:
        return "Estimate again"
    return "Try again" if state is State.REFUSED else "Go on"


def _start_again(folder: JobFolder, job: Job, label: str) -> None:
    """Start the job once more; what costs money under a cap, or expressly without one."""
    is_free = job.rehearsal or not job.pays
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if not is_free:
            cap = st.number_input(
                "Cap in US dollars",
                min_value=0.0,
                value=job.cap,
                step=1.0,
                format="%g",
                key=f"cap-{folder.id}",
                placeholder="none yet",
                width=220,
            )
            job = replace(job, cap=cap)
            uncapped = cap is None and st.checkbox("Without a cap", key=f"uncapped-{folder.id}")
            is_free = cap is not None or uncapped
        clicked = st.button(
            label, key="again", icon=":material/play_arrow:", type="primary", disabled=not is_free
        )
    if clicked:
        folder.start(cached.settings(), job)
        st.rerun()


def _look_at(job: Job, state: State) -> None:
    """Where to see what it made."""
    if job.verb == "ingest":
        if state is State.DONE and st.button(
            "Sources", key="to-sources", icon=":material/library_books:"
        ):
            parts.go_to("views/sources.py")
        return
    names = [run.name for run in cached_runs.runs()]
    if job.title not in names:
        return
    if not cached_runs.is_scored(cached_runs.run(job.title)):
        score_button(job.title)
        return
    for label, page, icon in (
        ("Failure hubs", parts.HUBS, ":material/hub:"),
        ("Trajectories", "views/trajectory.py", ":material/route:"),
        ("All runs", "views/runs.py", ":material/compare_arrows:"),
    ):
        if st.button(label, key=f"to-{page}", icon=icon, on_click=_choose, args=(job.title,)):
            parts.go_to(page)


def score_button(run: str) -> None:
    """A button that scores a run."""
    if st.button("Score it", key="score", icon=":material/grading:"):
        start(score_job(run))


def _choose(run: str) -> None:
    """Choose a run before the sidebar is drawn."""
    st.session_state["run"] = run


# -- all of them ----------------------------------------------------------------------------------


def _list(folders: list[JobFolder]) -> None:
    rows, listed = [], []
    for folder in folders:
        try:
            job, state = folder.job, folder.state
        except InputError as error:
            st.warning(literal(str(error)))
            continue
        listed.append(folder)
        begun = time.strftime("%Y-%m-%d %H:%M", time.localtime(job.created))
        rows.append(
            {"job": job.title, "verb": job.verb, "state": _word(job, state), "begun": begun}
        )
    st.subheader("All jobs", anchor=False)
    st.dataframe(
        rows,
        key="jobs",
        hide_index=True,
        on_select=lambda: _chosen([one.id for one in listed]),
        selection_mode="single-cell",
        alt="Every job with its state",
    )


def _chosen(ids: list[str]) -> None:
    """Open the clicked job; only when it is clicked: the click outlives what is opened later."""
    at = clicked_row(st.session_state["jobs"], len(ids))
    if at is not None:
        open_job(ids[at])
