"""People's corrections as pages show them: what the file says, what of it fits, taking it back.

The file is the one of `hubscope curate`; what is written to it is applied at once.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence

import streamlit as st

from graph.store import ConceptRecord
from hubscope.errors import HubscopeError
from ingest.correction import Correction, Reference
from ingest.curation_plan import Listed
from ui import cached, parts
from ui.passages import literal

PER_PAGE = 20
_DONE = "corrected"


def draw_all() -> None:
    """Everything that the file says; open where something of it does not fit the graph."""
    try:
        standing = cached.standing()
    except HubscopeError as error:
        parts.problem(error)
        return
    said = [*(one.correction for one in standing.unknown), *standing.applied]
    if not said:
        return
    unfit = f", {len(standing.unknown)} fit nothing" if standing.unknown else ""
    with st.expander(
        f"Corrections by people ({len(said)}{unfit})",
        icon=":material/edit:",
        expanded=bool(standing.unknown),
    ):
        st.caption(f"They stand in {literal(str(standing.file))}.")
        _rows(parts.one_page(said, PER_PAGE, "corrections_page"), standing.unknown)


def draw_of(concept: ConceptRecord) -> None:
    """What the file says of a concept."""
    standing = cached.standing()
    said = [*standing.applied, *(one.correction for one in standing.unknown)]
    here = _standing_for(concept.key, said)
    _rows([one for one in said if here.intersection(_ends(one))], standing.unknown)


def write(correction: Correction) -> None:
    """Append to the file and apply it; the page follows to where the concept is then."""
    with _told():
        cached.curation().add(correction)
        _apply("Corrected", correction)


def say_done() -> None:
    """What the last correction did, once."""
    match st.session_state.pop(_DONE, None):
        case HubscopeError() as error:
            parts.problem(error)
        case (str(what), str(detail)):
            st.success(literal(what))
            if detail:
                st.warning(f"{_UNFIT} {literal(detail)}.")


_UNFIT = "Does not fit the graph:"


def _rows(said: Iterable[Correction], unknown: Sequence[Listed]) -> None:
    """Corrections, each with why it does not fit and a button that takes it back."""
    details = {one.correction: one.detail for one in unknown}
    for one in said:
        left, right = st.columns([5, 1], vertical_alignment="center")
        why = f": {one.reason}" if one.reason else ""
        by = f" ({one.by})" if one.by else ""
        left.markdown(literal(f"{one}{why}{by}"))
        if one in details:
            left.caption(f":material/warning: {_UNFIT} {literal(details[one])}.")
        right.button("Take back", key=f"back-{one.where}", on_click=_take_back, args=(one,))


def _ends(one: Correction) -> list[Reference]:
    return [end for end in (one.concept, one.other) if end]


def _standing_for(key: str, said: Iterable[Correction]) -> set[Reference]:
    """Names in the file that mean this concept, by themselves or as the graph is corrected."""
    ends = {end for one in said for end in _ends(one)}
    if not ends:
        return set()
    store = cached.store()
    written, corrected = store.written(sorted({end.name for end in ends})), store.corrections()
    meant = {
        end: {end.key, *(one.key for one in written.get(end.name, ()) if one.type == end.type)}
        for end in ends
    }
    return {end for end, keys in meant.items() if key in map(corrected.key, keys)}


def _take_back(correction: Correction) -> None:
    """Take a correction out of the file; the page of a concept follows to what it is then."""
    with _told():
        cached.curation().withdraw(correction)
        _apply("Taken back", correction)
        found = cached.find(correction.concept.name)
        same = [one for one in found if one.type == correction.concept.type]
        if found and "concept" in st.query_params:
            st.query_params["concept"] = (same or found)[0].key


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Leave what goes wrong in a callback to the page."""
    try:
        yield
    except HubscopeError as error:
        st.session_state[_DONE] = error


def _apply(what: str, correction: Correction) -> None:
    """Apply the whole file; of what does not fit, only this correction is news."""
    done = cached.curation().again(cached.store())
    cached.graph_changed()
    detail = next((one.detail for one in done.unknown if one.correction == correction), "")
    said = f"{what}: {correction}. The corrections stand in {done.file}."
    st.session_state[_DONE] = (said, detail)
