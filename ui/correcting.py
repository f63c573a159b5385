"""Forms that correct a concept from its page, one a kind of correction."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from graph.fields import known
from graph.store import ClaimRecord, ConceptRecord
from graph.vocabulary import ConceptType
from ingest.correction import Correction, Kind, Reference
from ingest.curation import reference
from ui import cached, corrections
from ui.passages import literal

Form = Callable[[ConceptRecord, Reference], Correction | None]

_SHOWN = 200
_REMARKS = ("reason", "by")


def draw(concept: ConceptRecord) -> None:
    """Forms that correct the concept, and what the file says of it already."""
    with st.expander("Correct this concept", icon=":material/edit:"):
        own = _reference(concept)
        corrections.draw_of(concept)
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
    left.text_input("Why", key=f"{kind}-reason", placeholder="may stay empty")
    right.text_input("Who says so", key=f"{kind}-by", placeholder="may stay empty")
    st.button(
        "Correct it",
        key=f"{kind}-do",
        type="primary",
        disabled=correction is None,
        on_click=_write,
        args=(correction,),
    )


def _write(correction: Correction) -> None:
    """Write what a form says; why and who may have been typed just before the click."""
    reason, by = (st.session_state[f"{correction.kind}-{field}"].strip() for field in _REMARKS)
    corrections.write(replace(correction, reason=reason, by=by))


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
    claims = [claim for claim in cached.claims(concept.key) if claim.believed]
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
