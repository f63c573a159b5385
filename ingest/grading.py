"""Grading of evidence: hedge density, prior of a relation, tier of a subgraph.

Source: SCHEMA, section 2 of its method sheet.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from graph.fields import known
from graph.store import RelationRecord
from graph.vocabulary import Vocabulary

# Marker to the words that carry it: whole words, so that "mayor" and "potentiates" are none.
_MARKERS = {
    "suggest": r"suggest(?:s|ed|ing|ion|ions|ive|ively)?",
    "may": r"may",
    "might": r"might",
    "potential": r"potential(?:ly|s|ity)?",
    "possibly": r"possibly",
    "associat": r"associat(?:e[sd]?|ing|ion(?:s|al|ally)?|ive(?:ly)?)",
    "correlat": r"correlat(?:e[sd]?|ing|ion(?:s|al|ally)?|ive(?:ly)?)",
    "linked": r"linked",
}
_PATTERN = re.compile(
    r"(?<![^\W_])(?:" + "|".join(f"(?P<{k}>{v})" for k, v in _MARKERS.items()) + r")(?![^\W_])",
    re.IGNORECASE,
)
_FULL = 3
STRONG_BELOW = 0.34
WEAK_FROM = 0.67
_INDEPENDENT = 2


class EvidenceTier(StrEnum):
    """How well a subgraph is supported."""

    STRONG = "STRONG"
    MEDIUM = "MEDIUM"
    WEAK = "WEAK"


@dataclass(frozen=True, slots=True)
class Hop:
    """A relation of a subgraph: its prior, and in how many different documents it is attested."""

    prior: str
    sources: int


def hedge_markers(text: str) -> frozenset[str]:
    """Names of the hedge markers in a text, each once.

    >>> sorted(hedge_markers("It may, as suggested, be the mayor."))
    ['may', 'suggest']
    """
    plain = unicodedata.normalize("NFKC", text).replace("\xad", "")
    return frozenset(str(found.lastgroup) for found in _PATTERN.finditer(plain))


def hedge_density(text: str) -> float:
    """Distinct hedge markers by three, at most 1.

    Source: SCHEMA, section 2; markers of its release, matched as words instead of substrings.
    """
    return min(1.0, len(hedge_markers(text)) / _FULL)


def relation_prior(relation: str, vocabulary: Vocabulary | None = None) -> str:
    """`strong`, `medium` or `weak`: what a relation is worth before any evidence.

    Raises:
        InputError: no such relation.

    >>> relation_prior("activates"), relation_prior("binds"), relation_prior("part_of")
    ('strong', 'medium', 'weak')
    """
    vocabulary = vocabulary or known()
    return vocabulary.relations[vocabulary.relation(relation)[0]].prior


def evidence_tier(hops: Sequence[Hop], hedge: float) -> EvidenceTier:
    """Tier of a subgraph.

    Args:
        hops: its relations; none is WEAK, since nothing supports it.
        hedge: hedge density of its evidence, 0 to 1.

    Source: SCHEMA, section 2. An independent source is a different document.

    >>> evidence_tier([Hop("strong", 2)], hedge=0.0)
    <EvidenceTier.STRONG: 'STRONG'>
    >>> evidence_tier([Hop("strong", 2), Hop("weak", 9)], hedge=0.0)
    <EvidenceTier.WEAK: 'WEAK'>
    """
    if not hops or hedge >= WEAK_FROM:
        return EvidenceTier.WEAK
    if any(hop.prior == "weak" or hop.sources < 1 for hop in hops):
        return EvidenceTier.WEAK
    if hedge < STRONG_BELOW and all(
        hop.prior == "strong" and hop.sources >= _INDEPENDENT for hop in hops
    ):
        return EvidenceTier.STRONG
    return EvidenceTier.MEDIUM


def subgraph_tier(relations: Sequence[RelationRecord]) -> EvidenceTier:
    """Tier of stored relations that make one subgraph, such as the two hops of a path.

    Args:
        relations: with their prior, their documents (two chunks of one paper are one) and the
            hedge of their least hedged quote; the most hedged of them speaks for the subgraph.

    Source: SCHEMA, section 2.
    """
    hops = [Hop(relation.strength, relation.support) for relation in relations]
    return evidence_tier(hops, max((relation.hedge for relation in relations), default=0.0))
