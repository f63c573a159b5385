"""What the patterns' words mean, mapped to the closed relation list by the arguments' types.

Source: methods/decisions, "The words of notes/extraction map to the list".
"""

import re
from dataclasses import dataclass

from graph.vocabulary import RelationType
from ingest.function_words import words

MOLECULES = frozenset({"Gene", "RNA", "Protein", "MolecularEntity", "Drug", "Complex"})
GENETIC = frozenset({"Gene", "RNA", "Protein"})
# What a variant of a gene is said to go with is said of the gene, what it does is not.
OF_VARIANTS = frozenset({"associated", "correlates", "risk", "predicts", "marker"})
# No disease is encoded or raised in anything: its incidence may be, which is another thing.
OF_MOLECULES = frozenset({"encodes", "expressed", "overexpressed", "raised_in", "lowered_in"})
_MARKERS = (MOLECULES | {"Biomarker"}) - {"Drug"}
OUTCOMES = frozenset({"Disease", "ClinicalEndpoint"})
_AT_RISK = OUTCOMES | {"Other"}
_RISK = words(
    """
    risk risks incidence prevalence odds likelihood occurrence rate rates frequency
    """
)
# Less of the head, or the opposite act: the word that says so. Others keep the sign beside them.
OPPOSITE = {
    "raises": "lowers",
    "lowers": "raises",
    "activates": "inhibits",
    "inhibits": "activates",
    "improves": "worsens",
    "worsens": "improves",
    "promotes": "inhibits",
    "prevents": "promotes",
    "raised_in": "lowered_in",
    "lowered_in": "raised_in",
}
_PLAIN = {
    "activates": "activates",
    "inhibits": "inhibits",
    "causes": "causes",
    "promotes": "promotes",
    "prevents": "prevents",
    "improves": "improves",
    "worsens": "worsens",
    "affects": "affects",
    "regulates": "regulates",
    "encodes": "encodes",
    "binds": "binds",
    "interacts": "interacts_with",
    "correlates": "correlates_with",
    "associated": "associated_with",
    "treats": "treats",
    "phosphorylates": "phosphorylates",
    "cleaves": "cleaves",
    "metabolizes": "metabolizes",
    "contains": "part_of",
    "part": "part_of",
    "expressed": "expressed_in",
    "overexpressed": "overexpressed_in",
    "raised_in": "upregulated_in",
    "lowered_in": "downregulated_in",
    "effective": "treats",
    "derived": "derived_from",
    "located": "located_in",
    "risk": "increases_risk_of",
    "symptom": "symptom_of",
    "kind": "is_a",
    "marker": "biomarker_of",
    "diagnoses": "diagnoses",
    "contraindicated": "contraindicated_with",
    "transports": "transports",
    "catalyzes": "catalyzes",
    "converts": "converts_to",
    "less_risk": "reduces_risk_of",
    "side_effect": "side_effect_of",
    "needed": "promotes",
}
# What is left to the types of both ends when a source states it.
_PLACES = frozenset({"CellType", "CellLine", "TissueRegion", "Other"})
BY_TYPE = frozenset({"raises", "lowers", "raises_outcome", "lowers_outcome"})
_SIGNLESS = frozenset({"associated", "correlates", "predicts", "marker", "affects"})


@dataclass(frozen=True, slots=True)
class Meaning:
    """A relation of the closed list; `exchanged` = head and tail change places."""

    relation: RelationType
    exchanged: bool
    sign: int


_QUANTITY = re.compile(
    r"\b(pressure|rate|weight|height|index|length|time|volume|loss|age|quality|circumference|count"
    r"|load|duration|score|survival)\b",
    re.IGNORECASE,
)


def is_quantity(name: str) -> bool:
    """Whether an endpoint is measured, so that it is lowered and not at lower risk.

    >>> is_quantity("Heart Rate"), is_quantity("Mortality")
    (True, False)
    """
    return _QUANTITY.search(name) is not None


def relation_of(
    meaning: str, *, head: str, tail: str, sign: int, measure: str, is_quantity: bool = False
) -> Meaning:
    """The relation that a pattern's meaning is between two types.

    Args:
        meaning: a word of patterns.toml.
        head, tail: concept types.
        sign: -1 if the sentence turns the effect round ("loss of A lowers B" is +1 again).
        measure: what of the tail is changed ("risk", "level"), "" where nothing is said.
        is_quantity: the tail is an endpoint that is measured.

    >>> relation_of("lowers", head="Drug", tail="Disease", sign=1, measure="").relation
    'reduces_risk_of'
    >>> relation_of("lowers", head="Gene", tail="Protein", sign=-1, measure="").relation
    'upregulates'
    """
    if meaning == "causes" and tail in (MOLECULES if sign < 0 else MOLECULES - {"Gene"}):
        meaning = "raises"  # a cell that produces a molecule
    if sign < 0 and meaning in OPPOSITE:
        meaning, sign = OPPOSITE[meaning], 1
    if meaning == "raises":
        name = _raised(tail, measure)
    elif meaning == "lowers":
        name = "inhibits" if is_quantity and tail != "Disease" else _lowered(tail, measure)
    elif meaning == "acts_against":
        name = "treats" if tail in OUTCOMES else "inhibits"
    elif meaning == "predicts":
        name = "biomarker_of" if head in _MARKERS else "correlates_with"
    elif meaning == "prevents" and measure in _RISK:
        name = "reduces_risk_of"
    elif meaning == "featured" or (meaning == "contains" and {head, tail} == {"Disease"}):
        name = "symptom_of" if head == "Disease" else "part_of"
    elif meaning == "expressed" and head in {"CellType", "TissueRegion", "CellLine"}:
        name = "expressed_in"
    else:
        name = _PLAIN[meaning]
    # An association has a sign only where the sentence says one.
    shown = sign if meaning not in _SIGNLESS or sign < 0 else 0
    return Meaning(RelationType(name), meaning in {"contains", "featured"}, shown)


def stated(meaning: str, *, head: str, tail: str, sign: int) -> Meaning:
    """The relation that a meaning of `BY_TYPE` is between two types, in a source's own statement.

    An outcome of a trial that is neither a molecule nor a disease may be a scale, a time or a
    count: what lowers it does not inhibit anything, so that it is `affects` with the sign beside.

    >>> stated("lowers_outcome", head="Drug", tail="Disease", sign=1).relation
    'reduces_risk_of'
    >>> one = stated("raises", head="Disease", tail="Protein", sign=1)  # raised in the disease
    >>> one.relation, one.exchanged
    ('upregulated_in', True)
    >>> one = stated("lowers_outcome", head="Drug", tail="Other", sign=1)
    >>> one.relation, one.sign
    ('affects', -1)
    """
    if meaning in ("raises", "lowers"):
        if head in OUTCOMES and tail in MOLECULES:
            rises = (meaning == "raises") == (sign > 0)
            name = "upregulated_in" if rises else "downregulated_in"
            return Meaning(RelationType(name), True, 0)
        if tail in _PLACES:  # more or less of a cell or a tissue is no activity of it
            rises = (meaning == "raises") == (sign > 0)
            return Meaning(RelationType("affects"), False, 1 if rises else -1)
        return relation_of(meaning, head=head, tail=tail, sign=sign, measure="")
    rises = (meaning == "raises_outcome") == (sign > 0)
    if tail in MOLECULES:
        return Meaning(RelationType("upregulates" if rises else "downregulates"), False, 0)
    if tail == "Disease":
        return Meaning(RelationType("increases_risk_of" if rises else "reduces_risk_of"), False, 0)
    return Meaning(RelationType("affects"), False, 1 if rises else -1)


def _raised(tail: str, measure: str) -> str:
    if measure in _RISK and tail in _AT_RISK:
        return "increases_risk_of"
    return "upregulates" if tail in MOLECULES else "promotes"


def _lowered(tail: str, measure: str) -> str:
    if tail in OUTCOMES or (measure in _RISK and tail in _AT_RISK):
        return "reduces_risk_of"
    return "downregulates" if tail in MOLECULES else "inhibits"


def can_be(meaning: str, relation: str, sign: int) -> bool:
    """Whether a meaning can be that relation between some types."""
    if sign < 0 and meaning in OPPOSITE:
        meaning, sign = OPPOSITE[meaning], 1
    near = _NEAR.get(meaning, frozenset())
    return sign > 0 and (relation in near or _PLAIN.get(meaning) == relation)


_NEAR = {
    "raises": frozenset({"upregulates", "promotes", "increases_risk_of", "activates", "causes"}),
    "lowers": frozenset({"downregulates", "inhibits", "reduces_risk_of"}),
    "predicts": frozenset({"biomarker_of", "correlates_with"}),
    "associated": frozenset({"associated_with", "correlates_with"}),
    "correlates": frozenset({"associated_with", "correlates_with"}),
    "causes": frozenset({"causes", "promotes"}),
    "prevents": frozenset({"prevents", "reduces_risk_of"}),
    "activates": frozenset({"activates", "upregulates", "promotes"}),
    "inhibits": frozenset({"inhibits", "downregulates"}),
    "affects": frozenset({"affects", "regulates"}),
    "interacts": frozenset({"interacts_with", "binds"}),
    "binds": frozenset({"interacts_with", "binds"}),
    "effective": frozenset({"treats", "improves"}),
    "acts_against": frozenset({"treats", "inhibits"}),
    "featured": frozenset({"symptom_of", "part_of"}),
    "risk": frozenset({"increases_risk_of", "associated_with"}),
    "less_risk": frozenset({"reduces_risk_of", "prevents"}),
    "needed": frozenset({"promotes", "activates", "upregulates", "regulates", "affects"}),
    "overexpressed": frozenset({"upregulated_in"}),
}
