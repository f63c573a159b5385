"""The app: navigation, connection state, choice of the run; pages are in `ui/views`."""

import contextlib

import streamlit as st

from hubscope import __version__
from hubscope.errors import HubscopeError, UnavailableError
from ui import cached, cached_runs, parts

# A picture of our own: Streamlit fetches its icons for the browser's tab from elsewhere.
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<path d="M16 16 5 6m11 10L28 8M16 16 7 27m9-11 9 10" stroke="#999999" stroke-width="2"/>'
    '<circle cx="16" cy="16" r="7" fill="#D55E00"/><circle cx="5" cy="6" r="3.5" fill="#0072B2"/>'
    '<circle cx="28" cy="8" r="3.5" fill="#0072B2"/><circle cx="7" cy="27" r="3.5" fill="#0072B2"/>'
    '<circle cx="25" cy="26" r="3.5" fill="#0072B2"/></svg>'
)
FRAME = """<style>
[data-testid="stMainBlockContainer"] { padding: 4.2rem 2.5rem 2rem; }
[data-testid="stMainBlockContainer"] h1 { font-size: 1.9rem; padding: 0 0 .3rem; }
</style>"""
PAGES = {
    "overview": ("Overview", ":material/home:"),
    "run": ("Run", ":material/play_circle:"),
    "hubs": ("Hubs", ":material/hub:"),
    "concept": ("Concept", ":material/scatter_plot:"),
    "trajectory": ("Trajectory", ":material/route:"),
    "runs": ("Runs", ":material/compare_arrows:"),
    "ablation": ("Ablation", ":material/content_cut:"),
    "labelling": ("Labelling", ":material/rate_review:"),
    "sources": ("Sources", ":material/library_books:"),
    "fusion": ("Fusion", ":material/merge:"),
    "console": ("Cypher", ":material/terminal:"),
}


def main() -> None:
    """Draw the frame, then the page."""
    st.set_page_config(page_title="hubscope", page_icon=ICON, layout="wide")
    page = st.navigation(
        [
            st.Page(f"views/{name}.py", title=title, icon=icon, default=name == "overview")
            for name, (title, icon) in PAGES.items()
        ]
    )
    st.html(FRAME)
    with st.sidebar:
        _sidebar()
    try:
        with contextlib.suppress(UnavailableError):  # a page that needs the graph says so itself
            cached.follow()
        page.run()
    except HubscopeError as error:
        parts.problem(error)


def _sidebar() -> None:
    try:
        names = [run.name for run in cached_runs.runs()]
        parts.choose("Run", names, "run", default=parts.default_run())
    except HubscopeError as error:
        parts.problem(error)
    parts.connection()
    st.caption(f"hubscope {__version__}")


if __name__ == "__main__":
    main()
