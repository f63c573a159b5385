"""Run: start an agent, an ingest or an import here; watch, stop and go on with what runs."""

import streamlit as st

from ui import cached
from ui.importing import import_part
from ui.jobs.folder import list_jobs
from ui.jobs.panel import jobs_part
from ui.jobs.starting import WORK, agent_part, ingest_part, opened_job

AGENT, INGEST, IMPORT, JOBS = "Agent run", "Ingest", "Import", "Jobs"
PARTS = {AGENT: agent_part, INGEST: ingest_part, IMPORT: import_part, JOBS: jobs_part}


def page() -> None:
    """Draw the page."""
    st.title("Run")
    st.caption(
        "Start an agent or an ingest, watch how far it is and what it costs, stop it, go on with"
        " it. It runs on when this page is closed; the same commands in a terminal do the same."
    )
    if opened_job():
        st.session_state[WORK] = JOBS
    elif WORK not in st.session_state and st.query_params.get(WORK) not in PARTS:
        st.session_state[WORK] = JOBS if list_jobs(cached.settings().home) else AGENT
    work = st.segmented_control(
        "Work",
        list(PARTS),
        key=WORK,
        bind="query-params",
        required=True,
        label_visibility="collapsed",
    )
    PARTS[work or AGENT]()


if __name__ == "__main__":
    page()
