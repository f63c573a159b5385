"""Concept: what the graph knows about one concept, and what agents said about it."""

import difflib

import streamlit as st

from graph.store import ClaimRecord, ConceptRecord
from ingest.grading import claim_tiers
from ui import cached, correcting, corrections, parts, surroundings
from ui.passages import show

PER_PAGE = 15
SUGGESTED = 12


def page() -> None:
    """Draw the page."""
    st.title("Concept")
    st.text_input(
        "Find a concept by one of its names",
        key="find",
        type="search",
        placeholder="insulin",
        on_change=_search,
    )
    _suggest()
    key = st.query_params.get("concept")
    corrections.say_done()
    if key is None:
        _start()
        corrections.draw_all()
        return
    concept = cached.concept(key)
    if concept is None:
        _elsewhere(key)
        return
    _homonyms(concept)
    show("concept.html", concept=concept, others=_other_names(concept))
    correcting.draw(concept)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        surroundings.draw(concept)
    with right:
        _relations(concept)
    _said(concept)


def _elsewhere(key: str) -> None:
    """Follow a concept that corrections have made another; else say that it is gone."""
    now = cached.store().corrections().key(key)
    if now != key:
        st.query_params["concept"] = now
        st.rerun()
    st.warning("This concept is no longer in the graph: the source that named it is gone.")


def _search() -> None:
    """Go to the concept of the name typed in; a name that nobody has stays to be suggested for."""
    name = st.session_state["find"].strip()
    found = cached.find(name) if name else []
    if found:
        st.query_params["concept"] = found[0].key
        st.session_state["find"] = ""
        st.session_state["found"] = name


def _suggest() -> None:
    """Concepts with names like the one that was typed in and not found."""
    name = st.session_state.get("find", "").strip()
    if not name:
        return
    near = similar(name, cached.forms())
    found = cached.store().concepts([key for _, key in near])
    show(
        "suggestions.html",
        name=name,
        rows=[(form, found[key]) for form, key in near if key in found],
        run=parts.chosen_run(),
    )


def similar(name: str, forms: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """(form, key) of concepts with a form that holds the name, or is spelt nearly like it."""
    wanted = name.casefold()
    by_form = {form.casefold(): (form, key) for form, key in forms}
    holding = sorted((form for form in by_form if wanted in form), key=lambda f: (len(f), f))
    near = difflib.get_close_matches(wanted, by_form, n=SUGGESTED, cutoff=0.75)
    by_key = {by_form[form][1]: by_form[form] for form in reversed([*holding, *near])}
    return list(reversed(by_key.values()))[:SUGGESTED]


def _start() -> None:
    rows = cached.hub_rows("degree", 12, None)
    if rows:
        show("start.html", rows=rows, run=parts.chosen_run())
    else:
        parts.next_step("The graph is empty. Add a source:", "hubscope ingest FILE --source NAME")


def _homonyms(concept: ConceptRecord) -> None:
    others = [one for one in cached.find(concept.name) if one.key != concept.key]
    if others:
        show("homonyms.html", others=others, run=parts.chosen_run())


def _other_names(concept: ConceptRecord) -> list[str]:
    """Its other names; case alone makes no other name."""
    names = {name.casefold(): name for name in reversed(concept.aliases)}
    names.pop(concept.name.casefold(), None)
    return sorted(names.values())


def _relations(concept: ConceptRecord) -> None:
    claims = sorted(cached.claims(concept.key), key=_order)
    st.subheader(f"Relations ({len(claims)})")
    if not claims:
        st.caption("No claim about it in any source.")
        return
    part = parts.one_page(claims, PER_PAGE, "claims_page")
    with st.container(height=560, border=False):
        tiers = claim_tiers(part, cached.relations(concept.key))
        show("relations.html", claims=part, tiers=tiers, here=concept.key, run=parts.chosen_run())


def _order(claim: ClaimRecord) -> tuple[bool, bool, int, str]:
    return (not claim.believed, not claim.conflict, -len(claim.quotes), claim.key)


def _said(concept: ConceptRecord) -> None:
    said = cached.agent_claims(concept.key)
    st.subheader(f"What agents said about it ({len(said)})")
    if not said:
        st.caption("No scored run has a claim about it.")
        return
    worst_first = sorted(said, key=lambda one: -(one.claim.penalty or 0.0))
    show("said.html", said=parts.one_page(worst_first, PER_PAGE, "said_page"))


if __name__ == "__main__":
    page()
