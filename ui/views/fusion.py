"""Fusion: what would become one and what would not, to be accepted, forbidden, applied, undone."""

from collections.abc import Callable

import streamlit as st

from graph import fusion
from graph.model import Concept
from graph.store import ConceptRecord
from hubscope.errors import HubscopeError
from ingest import curation
from ingest.correction import Reference
from ingest.fusion_plan import Merge, Plan, Vetoed
from ingest.fusion_rules import Candidate
from ingest.spool import only_writer
from ui import cached, parts
from ui.connection import spool_folder
from ui.passages import literal, show

PER_PAGE = 15
_DONE = "fused"


def page() -> None:
    """Draw the page."""
    st.title("Fusion")
    st.caption(
        "Concepts that are one under several names. Read the plan, decide what it got wrong, apply"
        " it; everything can be taken back."
    )
    _say_done()
    _applied()
    if not cached.sources():
        parts.next_step("The graph is empty. Add a source:", "hubscope ingest FILE --source NAME")
        return
    threshold = st.slider(
        "Names count as near above this cosine",
        0.80,
        0.99,
        cached.settings().fusion_threshold,
        0.01,
        key="threshold",
        bind="query-params",
    )
    plan = cached.fusion_plan(threshold)
    _plan(plan)


def _applied() -> None:
    """What was applied, and the button that takes the last of it back."""
    applied = fusion.applied(cached.store())
    if not applied:
        return
    fused = sum(one.fused for one in applied)
    with st.container(horizontal=True, vertical_alignment="center"):
        many = f"{len(applied)} fusions are" if len(applied) > 1 else "One fusion is"
        st.markdown(f"{many} applied: {fused:,} concepts have become others.")
        if st.button("Undo the last", icon=":material/undo:", key="undo"):
            _act(_undo)


def _plan(plan: Plan) -> None:
    fused = len(plan.identities)
    left, right = st.columns([4, 1], vertical_alignment="center")
    left.markdown(
        f"**{fused:,}** of {plan.concepts:,} concepts would become **{len(plan.merges):,}** others;"
        f" **{len(plan.vetoed):,}** near pairs stay apart."
    )
    if right.button("Apply all …", type="primary", disabled=not fused, key="apply"):
        _apply(plan)
    wanted = st.text_input(
        "Only with this in a name", key="search", bind="query-params", placeholder="insulin"
    )
    merges = [one for one in plan.merges if _has(wanted, one.canonical, *one.members)]
    vetoed = [one for one in plan.vetoed if _has(wanted, *one.pair)]
    homonyms = [group for group in plan.homonyms if _has(wanted, *group)]
    first, second, third = st.tabs(
        [
            f"Would be fused ({len(merges):,})",
            f"Kept apart ({len(vetoed):,})",
            f"One name, several types ({len(homonyms):,})",
        ]
    )
    with first:
        for merge in parts.one_page(merges, PER_PAGE, "merges_page"):
            _merge(merge)
    with second:
        for pair in parts.one_page(vetoed, PER_PAGE, "vetoed_page"):
            _vetoed(pair)
    with third:
        _homonyms(homonyms)


def _has(wanted: str, *candidates: Candidate) -> bool:
    """Whether one of the names holds what is looked for."""
    return any(wanted.strip().casefold() in one.name.casefold() for one in candidates)


def _homonyms(groups: list[tuple[Candidate, ...]]) -> None:
    st.caption("A name of two types is two concepts: a gene and its protein, for instance.")
    rows = [
        {"name": group[0].name, "types": ", ".join(one.type for one in group)} for group in groups
    ]
    if rows:
        st.dataframe(rows, key="homonyms", hide_index=True, alt="Names of several types")


def _merge(merge: Merge) -> None:
    """A merge, and for every member a button that forbids it."""
    left, right = st.columns([4, 1], vertical_alignment="center")
    with left:
        show("merge.html", merge=merge, run=parts.chosen_run())
    with right:
        for member in merge.members:
            label = "Keep apart" if len(merge.members) == 1 else f"Not {member.name}"
            if st.button(literal(label), key=f"apart-{member.key}", width="stretch"):
                _act(_forbid, member, merge.canonical)


def _vetoed(one: Vetoed) -> None:
    """A pair that stays apart, and a button that merges it all the same."""
    left, right = st.columns([4, 1], vertical_alignment="center")
    with left:
        show("vetoed.html", vetoed=one, run=parts.chosen_run())
    with right:
        keys = "-".join(end.key for end in one.pair)
        if st.button("They are one", key=f"one-{keys}", width="stretch"):
            _act(_accept, *one.pair)


@st.dialog("Apply the plan")
def _apply(plan: Plan) -> None:
    """Ask, then let every member become what it would."""
    st.markdown(f"Let {len(plan.identities):,} concepts become {len(plan.merges):,} others?")
    st.caption(
        "What sources wrote stays: undoing gives the graph of before. Scores that were made before"
        " keep the degrees that they were made with."
    )
    yes, no = st.columns(2)
    if no.button("Not now", key="not-now", width="stretch"):
        st.rerun()
    if yes.button("Apply", key="really", type="primary", width="stretch"):
        _act(_apply_all, plan)


def _act(act: Callable[..., str], *args: object) -> None:
    """Do something to the graph, and let the page, drawn anew, say what came of it."""
    try:
        with st.spinner("Working …"), only_writer(spool_folder(cached.settings())):
            done: str | HubscopeError = act(*args)
            cached.curation().again(cached.store())
    except HubscopeError as error:
        done = error
    cached.graph_changed()
    st.session_state[_DONE] = done
    st.rerun()


def _say_done() -> None:
    done = st.session_state.pop(_DONE, None)
    if isinstance(done, HubscopeError):
        parts.problem(done)
    elif done is not None:
        st.success(literal(done))


def _apply_all(plan: Plan) -> str:
    done = fusion.apply(cached.store(), plan.identities)
    return "Nothing to fuse." if done is None else f"{done.fused:,} concepts fused ({done.layer})."


def _undo() -> str:
    (undone,) = fusion.undo(cached.store())
    return f"{undone.fused:,} concepts are again what they were ({undone.layer})."


def _forbid(member: Candidate, canonical: Candidate) -> str:
    one, other = _references(member, canonical)
    curation.forbid(cached.curation(), one, other)
    return f"{one} and {other} stay apart, whatever a plan thinks."


def _accept(one: Candidate, other: Candidate) -> str:
    less, more = sorted((one, other), key=lambda c: (c.degree, c.documents, c.key))
    member, into = _references(less, more)
    curation.accept(cached.curation(), member, into)
    return f"{member} has become {into}."


def _references(*candidates: Candidate) -> list[Reference]:
    """How the file of corrections names them."""
    keys = [one.key for one in candidates]
    store = cached.store()
    records: dict[str, ConceptRecord] = store.concepts(keys)
    own: dict[str, Concept] = store.identified(keys)
    return [curation.reference(records[key], own[key]) for key in keys]


if __name__ == "__main__":
    page()
