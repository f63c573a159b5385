"""The interactive neighbourhood of a concept: open, filter, share, export. All state is in the URL.

The store answers with up to `network.MOST` concepts; filters choose among them before the number of
nodes caps what is drawn, so that a filter brings up what was hidden, not only hides.
"""

import urllib.parse

import streamlit as st

from graph.store import ConceptRecord, Neighbourhood
from hubscope.keys import key_of
from ingest.grading import EvidenceTier, grade
from ui import cached, cached_runs, network, parts
from ui.passages import literal

_GO, _OPEN = "goes", "opens"


def draw(concept: ConceptRecord) -> None:
    """Controls, picture and downloads of what is around a concept."""
    hops, nodes, colour, opens = _controls()
    opened = tuple(st.query_params.get_all("opened"))
    around = cached.neighbourhood(concept.key, hops, network.MOST, opened)
    if not around.relations:
        st.info("No relation of this concept is known, so there is nothing to draw.")
        return
    shown = network.capped(_filtered(around), nodes)
    drawn = network.members(shown)
    keys = [one.key for one in drawn]
    with st.container(key=f"network-{concept.key}"):
        event = st.echarts_chart(
            network.picture(shown, _penalties(colour)),
            height=560,
            # A click is remembered by place: in another picture it would mean another concept.
            key=key_of(*keys),
            on_select="rerun",
            alt=f"{len(drawn)} concepts around the chosen one and their relations",
        )
    st.caption(
        f"Showing {len(drawn)} of {around.total + 1} concepts and {len(shown.relations)} relations;"
        f" size = number of relations. A click {'opens' if opens else 'goes to'} a concept."
    )
    _graded(shown)
    _below(concept, around, shown)
    _follow(event, keys, concept.key, opens=opens)


def _controls() -> tuple[int, int, str | None, bool]:
    """Hops, most nodes, what colours mean, and whether a click opens a concept."""
    first, second, third, fourth = st.columns([3, 3, 4, 4], vertical_alignment="bottom")
    hops = first.segmented_control(
        "Hops", [1, 2], default=1, key="hops", bind="query-params", required=True
    )
    nodes = second.number_input(
        "Nodes at most", 10, network.MOST, network.SHOWN, key="nodes", bind="query-params"
    )
    colour = third.segmented_control(
        "Colour by",
        ["type", "verdicts"],
        default="type",
        key="colour",
        bind="query-params",
        required=True,
        disabled=parts.scored_run() is None,
    )
    click = fourth.segmented_control(
        "A click", [_GO, _OPEN], default=_GO, key="click", bind="query-params", required=True
    )
    return hops or 1, int(nodes), colour, click == _OPEN


def _penalties(colour: str | None) -> dict[str, float] | None:
    """Mean penalty by concept where verdicts give the colours."""
    run = parts.scored_run()
    if run is None or colour != "verdicts":
        return None
    return {
        row["key"]: row["penalty"] / row["claims"] for row in cached_runs.failure_rows(run, None)
    }


def _filtered(around: Neighbourhood) -> Neighbourhood:
    left, middle, right = st.columns(3)
    types = left.multiselect(
        "Types",
        sorted({one.type for one in around.concepts}),
        key="types",
        bind="query-params",
        placeholder="all types",
    )
    relations = middle.multiselect(
        "Relations",
        sorted({one.relation for one in around.relations}),
        key="relations",
        bind="query-params",
        placeholder="all relations",
    )
    tiers = right.multiselect(
        "Evidence",
        list(map(str, EvidenceTier)),
        key="evidence",
        bind="query-params",
        placeholder="all tiers",
    )
    return network.filtered(around, types, relations, tiers)


def _graded(shown: Neighbourhood) -> None:
    """How well what is drawn is supported, and what its lines mean."""
    st.caption(
        f"Evidence of what is drawn: {literal(str(grade(shown.relations)))}."
        " Thick lines are STRONG, dashed ones WEAK.",
        help="STRONG: a strong prior, two documents or more, quotes that hardly hedge. WEAK: a weak"
        " prior, no document, or quotes that hedge. What is drawn is as weak as its weakest"
        " relation.",
    )


def _below(concept: ConceptRecord, around: Neighbourhood, shown: Neighbourhood) -> None:
    """What can be done with the picture: take it away, share it, close what was opened."""
    with st.container(horizontal=True):
        parts.csv_button(
            network.COLUMNS, network.relation_rows(shown), f"relations of {concept.name}"
        )
        with st.popover("Link to this view", icon=":material/link:"):
            query = urllib.parse.urlencode(st.query_params.to_dict(), doseq=True)
            st.code(f"{st.context.url}?{query}", language=None, wrap_lines=True)
            st.caption("The picture itself is saved with the button in its corner.")
        opened = st.query_params.get_all("opened")
        if opened and st.button(f"Close what was opened ({len(opened)})", key="close"):
            del st.query_params["opened"]
            st.rerun()
    names = {one.key: one.name for one in network.members(around)}
    reached = [names[key] for key in opened if key in names]
    if reached:
        st.caption(f"Opened: {literal(', '.join(reached))}")


def _follow(event: object, keys: list[str], here: str, *, opens: bool) -> None:
    """Go to the concept that was clicked, or open it where it stands."""
    chosen = event["selection"]["selected"] if event else []  # type: ignore[index]
    nodes = [one for one in chosen if one.get("data_type") != "edge" and one["data_indices"]]
    if not nodes:
        return
    at = nodes[0]["data_indices"][0]
    if at >= len(keys) or keys[at] == here:
        return
    opened = st.query_params.get_all("opened")
    if not opens:
        st.query_params.pop("opened", None)
        st.query_params["concept"] = keys[at]
    elif keys[at] not in opened:
        st.query_params["opened"] = [*opened, keys[at]]
    else:
        return
    st.rerun()
