"""The forms of the page Run that start a job: an agent's run, an ingest."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from graph.fields import FIELDS
from hubscope.errors import HubscopeError
from hubscope.llm.prices import Prices, load_prices
from ingest.expansion_search import services
from ingest.readers import READERS
from retrieval.connectors import CONNECTORS
from retrieval.library import connector_names
from ui import cached, parts, uploads
from ui.jobs.folder import start_job
from ui.jobs.forms import AUTO, AgentForm, IngestForm, paths_given, pays
from ui.jobs.job import Job

WORK = "work"
CHOSEN = "job"
_OPENED = "opened_job"
MODEL_HELP = (
    "PROVIDER:NAME, as LangChain knows it (openai:…, anthropic:…, ollama:…). Its key comes from"
    " the environment in which the app was started."
)
CAP_HELP = (
    "One cap for the whole of it, models and searches of the web, however often it is stopped and"
    " gone on with."
)


def opened_job() -> bool:
    """Show the job that was just started, if one was; before any widget of the page is drawn."""
    id = st.session_state.pop(_OPENED, None)
    if id is not None:
        st.query_params[CHOSEN] = id
    return id is not None


def open_job(id: str) -> None:
    """Show a job when the page is drawn next."""
    st.session_state[_OPENED] = id


def start(job: Job) -> None:
    """Start a job and go to it; what is wrong with it is said."""
    try:
        folder = start_job(cached.settings(), job)
    except HubscopeError as error:
        parts.problem(error)
    else:
        open_job(folder.id)
        st.rerun()


def agent_part() -> None:
    """The form of an agent's run."""
    st.caption(
        "A literature agent answers benchmark items by searching papers and the web: at most 12"
        " turns and 600 seconds an item. A run of the same name goes on where it was."
    )
    prices = _prices()
    _start_buttons(_agent_form(prices), prices)


def _agent_form(prices: Prices) -> AgentForm:
    left, middle, right = st.columns([3, 2, 2])
    items = left.selectbox(
        "Items",
        sources_with_items(),
        index=None,
        key="agent-items",
        accept_new_options=True,
        placeholder="a source, or the path of a file",
        help="A source of the graph, or a file that ingest reads: type its path.",
        persist_state="session",
    )
    model = _text(middle, "Model", "agent-model", "PROVIDER:NAME", MODEL_HELP)
    run = _text(right, "Name of the run", "agent-run", "mini")
    left, middle, right = st.columns([3, 2, 2])
    pays_searches = bool(cached.settings().serper_api_key.reveal())
    cap = _cap(left, "agent-cap", costs=pays_searches or pays(prices, model))
    limit = _count(middle, "First so many items", "agent-limit", "all")
    parallel = _count(right, "Items at once", "agent-parallel", "8")
    with st.expander("More"):
        left, right = st.columns(2)
        literature = left.multiselect(
            "Literature",
            [name for name in CONNECTORS.names() if name != "web"],
            default=_usual_literature(),
            key="agent-literature",
            persist_state="session",
        )
        until = right.date_input(
            "Nothing published after", None, key="agent-until", persist_state="session"
        )
        web = left.checkbox(
            "Tools for the web", value=True, key="agent-web", persist_state="session"
        )
        format, mapping = format_and_map("agent", READERS.names())
    return AgentForm(
        items=items or "",
        model=model,
        run=run,
        limit=limit,
        cap=cap,
        parallel=parallel,
        literature=literature,
        web=web,
        until=until,
        format=format,
        mapping=mapping,
        pays_searches=pays_searches,
    )


def ingest_part() -> None:
    """The form of an ingest."""
    st.caption(
        "Benchmarks, papers and ready relations become concepts and relations of the graph, each"
        " with its quote. The same content again changes nothing."
    )
    prices = _prices()
    _start_buttons(_ingest_form(prices), prices)


def _ingest_form(prices: Prices) -> IngestForm:
    paths = files("ingest")
    left, middle, right = st.columns(3)
    source = _text(left, "Name of the source", "ingest-source", "the file's name")
    vocabulary = middle.selectbox(
        "Field of science",
        FIELDS.names(),
        index=None,
        key="ingest-vocabulary",
        placeholder="that of the format",
        persist_state="session",
    )
    limit = _count(right, "First so many records", "ingest-limit", "all")
    left, middle, right = st.columns(3)
    literature = left.multiselect(
        "Literature to search outward",
        services(),
        key="ingest-literature",
        placeholder="none: the files alone",
        help="Papers about what the items ask are searched for, ranked and read, too.",
        persist_state="session",
    )
    model = _text(
        middle,
        "Model that reads beside the rules",
        "ingest-model",
        "none: rules alone, at no cost",
        MODEL_HELP,
    )
    cap = _cap(right, "ingest-cap", costs=bool(model.strip()) and pays(prices, model))
    with st.expander("More"):
        format, mapping = format_and_map("ingest", READERS.names())
        lexicon = _text(
            st, "Your own lexicon", "ingest-lexicon", "path of a TSV: name, type, id, synonyms"
        )
    return IngestForm(
        paths=paths,
        source=source,
        format=format,
        vocabulary=vocabulary or "",
        limit=limit,
        lexicon=lexicon,
        mapping=mapping,
        model=model,
        literature=literature,
        cap=cap,
    )


def files(key: str) -> list[Path]:
    """Files by their paths, or from the browser."""
    left, right = st.columns(2)
    typed = left.text_area(
        "Files, one path a line",
        key=f"{key}-paths",
        height=118,
        placeholder="~/data/questions.jsonl",
        persist_state="session",
    )
    sent = right.file_uploader("Or from this browser", accept_multiple_files=True, key=f"{key}-up")
    home = cached.settings().home
    return [*paths_given(typed or ""), *(uploads.keep(home, one) for one in sent)]


def format_and_map(key: str, names: Sequence[str]) -> tuple[str, str]:
    """How files are read: a format's name, and which column holds which field."""
    left, right = st.columns(2)
    format = left.selectbox(
        "Format",
        [AUTO, *names],
        key=f"{key}-format",
        persist_state="session",
        help="auto finds it by content.",
    )
    mapping = _text(
        right,
        "Columns of a table",
        f"{key}-map",
        "question=prompt,answer=gold",
        "FIELD=COLUMN,…: which column holds which field.",
    )
    return format or AUTO, mapping


def _start_buttons(form: AgentForm | IngestForm, prices: Prices) -> None:
    costs = form.costs(prices)
    with st.container(horizontal=True, vertical_alignment="center"):
        wanted = st.button(
            "Estimate the cost …" if costs else "Start",
            icon=":material/payments:" if costs else ":material/play_arrow:",
            key="start",
            type="primary",
        )
        dry = not costs and st.button("Estimate first", key="dry", icon=":material/science:")
        if costs:
            st.caption("Nothing is sent before you have seen the estimate and said go.")
    if not (wanted or dry):
        return
    try:
        job = form.job(prices)
    except HubscopeError as error:
        parts.problem(error)
    else:
        start(replace(job, rehearsal=True) if dry else job)


def _cap(where: Any, key: str, *, costs: bool) -> float | None:
    """The cap of what costs money; of anything else it cannot be given."""
    cap: float | None = where.number_input(
        "Cap in US dollars",
        min_value=0.0,
        value=None,
        step=1.0,
        format="%.2f",
        key=key,
        placeholder="asked for after the estimate" if costs else "this costs nothing",
        disabled=not costs,
        help=CAP_HELP,
        persist_state="session",
    )
    return cap


def _text(where: Any, label: str, key: str, placeholder: str, help: str | None = None) -> str:
    given = where.text_input(
        label, key=key, placeholder=placeholder, help=help, persist_state="session"
    )
    return given or ""


def _count(where: Any, label: str, key: str, placeholder: str) -> int | None:
    given = where.number_input(
        label,
        min_value=1,
        value=None,
        step=1,
        key=key,
        placeholder=placeholder,
        persist_state="session",
    )
    return None if given is None else int(given)


def sources_with_items() -> list[str]:
    """Sources with items; none where the graph cannot be asked, which the sidebar says."""
    try:
        return [one.name for one in cached.sources() if one.items]
    except HubscopeError:
        return []


def _usual_literature() -> list[str]:
    known = CONNECTORS.names()
    return [name for name in connector_names(cached.settings().literature) if name in known]


def _prices() -> Prices:
    return load_prices(cached.settings().home / "prices.toml")
