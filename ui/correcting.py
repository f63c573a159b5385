"""Correcting a concept from its page: each form writes one block of the curator's file.

The file is the one of `hubscope curate`; what is written is applied at once, and can be taken back.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import streamlit as st

from graph.fields import known
from graph.store import ClaimRecord, ConceptRecord
from graph.vocabulary import ConceptType
from hubscope.errors import HubscopeError
from ingest.correction import Correction, Kind, Reference
from ingest.curation import reference
from ui import cached, parts
from ui.passages import literal

Form = Callable[[ConceptRecord, Reference], Correction | None]

_SHOWN = 200
_DONE = "corrected"


def draw(concept: ConceptRecord) -> None:
    """Forms that correct the concept, and what the file says of it already."""
    with st.expander("Correct this concept", icon=":material/edit:"):
        own = _reference(concept)
        _said(concept)
        for tab, kind in zip(st.tabs(list(_TITLES.values())), _TITLES, strict=True):
            with tab:
                _form(kind, concept, own)


_TITLES = {
    Kind.RENAME: "Rename",
    Kind.RETYPE: "Another type",
    Kind.MERGE: "Same as another",
    Kind.KEEP_APART: "Not the same as",
    Kind.REJECT: "Reject a claim",
}


def _form(kind: Kind, concept: ConceptRecord, own: Reference) -> None:
    """The fields of one kind of correction, why and who, and the button that writes it."""
    correction = _FORMS[kind](concept, own)
    left, right = st.columns(2)
    reason = left.text_input("Why", key=f"{kind}-reason", placeholder="may stay empty")
    by = right.text_input("Who says so", key=f"{kind}-by", placeholder="may stay empty")
    st.button(
        "Correct it",
        key=f"{kind}-do",
        type="primary",
        disabled=correction is None,
        on_click=_write,
        args=(correction, reason, by),
    )


def _rename(concept: ConceptRecord, own: Reference) -> Correction | None:
    name = st.selectbox(
        "The name to show",
        [one for one in concept.aliases if one != concept.name],
        index=None,
        key="rename-to",
        accept_new_options=True,
        placeholder="one of its other names, or type a new one",
    )
    return Correction(Kind.RENAME, own, to=name.strip()) if name and name.strip() else None


def _retype(concept: ConceptRecord, own: Reference) -> Correction | None:
    types = [one for one in known().bands if one != concept.type]
    type = st.selectbox("The type it should have", types, index=None, key="retype-to")
    return Correction(Kind.RETYPE, own, to=type) if type else None


def _merge(concept: ConceptRecord, own: Reference) -> Correction | None:
    other = _other("The concept that it is, too (that one's name stays)", concept, "merge-into")
    return Correction(Kind.MERGE, own, other) if other else None


def _keep_apart(concept: ConceptRecord, own: Reference) -> Correction | None:
    other = _other("The concept that it must not be joined with", concept, "keep-from")
    return Correction(Kind.KEEP_APART, own, other) if other else None


def _reject(concept: ConceptRecord, own: Reference) -> Correction | None:
    claims = cached.claims(concept.key)
    claim = st.selectbox(
        "The claim that is not to be believed",
        claims,
        index=None,
        key="reject-claim",
        format_func=_sentence,
    )
    if claim is None:
        return None
    ends = [own if end.key == concept.key else _reference(end) for end in (claim.head, claim.tail)]
    return Correction(
        Kind.REJECT, ends[0], ends[1], relation=claim.relation, polarity=claim.polarity
    )


_FORMS: dict[Kind, Form] = {
    Kind.RENAME: _rename,
    Kind.RETYPE: _retype,
    Kind.MERGE: _merge,
    Kind.KEEP_APART: _keep_apart,
    Kind.REJECT: _reject,
}


def _other(label: str, concept: ConceptRecord, key: str) -> Reference | None:
    """Another concept, found by one of its names."""
    name = st.text_input(label, key=key, placeholder="one of its names")
    found = [one for one in cached.find(name.strip()) if one.key != concept.key] if name else []
    if name and not found:
        st.caption("No other concept has that name.")
    if len(found) > 1:
        chosen = st.radio("Which one", found, key=f"{key}-which", format_func=_described)
        return _reference(chosen) if chosen else None
    if found:
        st.caption(f"That is {literal(_described(found[0]))}.")
    return _reference(found[0]) if found else None


def _described(concept: ConceptRecord) -> str:
    return f"{concept.name} ({concept.type}, {concept.degree} relations)"


def _sentence(claim: ClaimRecord) -> str:
    denied = " (denied)" if claim.polarity == "negative" else ""
    relation = claim.relation.replace("_", " ")
    return f"{claim.head.name} {relation} {claim.tail.name}{denied}"[:_SHOWN]


def _reference(concept: ConceptRecord) -> Reference:
    """How the file names a concept."""
    own = cached.store().identified([concept.key])
    if concept.key not in own:
        return Reference(ConceptType(concept.type), concept.name)
    return reference(concept, own[concept.key])


def _said(concept: ConceptRecord) -> None:
    """What the file says of the concept, each with a button that takes it back."""
    said = cached.corrections()
    here = _standing_for(concept.key, said)
    for place, one in enumerate(said):
        if not here.intersection(filter(None, (one.concept, one.other))):
            continue
        left, right = st.columns([5, 1], vertical_alignment="center")
        why = f": {one.reason}" if one.reason else ""
        left.markdown(literal(f"{one}{why}"))
        right.button("Take back", key=f"back-{place}", on_click=_take_back, args=(one,))


def _standing_for(key: str, said: Iterable[Correction]) -> set[Reference]:
    """Names in the file that mean this concept, by themselves or as the graph is corrected."""
    ends = {end for one in said for end in (one.concept, one.other) if end}
    if not ends:
        return set()
    store = cached.store()
    written, corrected = store.written(sorted({end.name for end in ends})), store.corrections()
    meant = {
        end: {end.key, *(one.key for one in written.get(end.name, ()) if one.type == end.type)}
        for end in ends
    }
    return {end for end, keys in meant.items() if key in map(corrected.key, keys)}


def _write(correction: Correction, reason: str, by: str) -> None:
    """Append to the file and apply it; the page follows to where the concept is then."""
    whole = replace(correction, reason=reason.strip(), by=by.strip())
    with _told():
        cached.curation().add(whole)
        _apply(f"Corrected: {whole}")


def _take_back(correction: Correction) -> None:
    """Take a correction out of the file, and go to the concept that it was about."""
    with _told():
        cached.curation().withdraw(correction)
        _apply(f"Taken back: {correction}")
        found = cached.find(correction.concept.name)
        same = [one for one in found if one.type == correction.concept.type]
        if found:
            st.query_params["concept"] = (same or found)[0].key


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Leave what goes wrong in a callback to the page."""
    try:
        yield
    except HubscopeError as error:
        st.session_state[_DONE] = error


def _apply(what: str) -> None:
    done = cached.curation().again(cached.store())
    cached.graph_changed()
    st.session_state[_DONE] = (f"{what}. The corrections stand in {done.file}.", done.unknown)


def say_done() -> None:
    """What the last correction did, once."""
    match st.session_state.pop(_DONE, None):
        case HubscopeError() as error:
            parts.problem(error)
        case (str(what), unknown):
            st.success(literal(what))
            for one in unknown:
                st.warning(f"Does not fit the graph: {literal(f'{one.correction}: {one.detail}')}")
