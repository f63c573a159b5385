"""Grading of evidence: hedge density, prior of a relation, tier of a subgraph.

Source: SCHEMA, section 2 of its method sheet.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from graph.fields import known
from graph.store import ClaimRecord, RelationRecord
from graph.vocabulary import Polarity, Vocabulary

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


@dataclass(frozen=True, slots=True)
class Grade:
    """Tier of a subgraph, and what its readers need to believe it.

    Attributes:
        tier: of all its relations together.
        alone: how many relations would have each tier as subgraphs of their own.
        limits: what keeps the tier from being a better one; empty where it is STRONG.
    """

    tier: EvidenceTier
    alone: dict[EvidenceTier, int]
    limits: tuple[str, ...]

    def __str__(self) -> str:
        why = f" ({'; '.join(self.limits)})" if self.limits else ""
        alone = ", ".join(f"{n} {tier}" for tier, n in self.alone.items())
        return f"{self.tier}{why}; each relation alone: {alone}"


def grade(relations: Sequence[RelationRecord]) -> Grade:
    """Grade stored relations that make one subgraph: a path, or what surrounds a concept.

    Args:
        relations: with their prior, their documents (two chunks of one paper are one) and the
            hedge of their least hedged quote; the most hedged of them speaks for the subgraph.

    Source: SCHEMA, section 2.
    """
    hedge = max((relation.hedge for relation in relations), default=0.0)
    tier = evidence_tier([Hop(one.strength, one.support) for one in relations], hedge)
    alone = Counter(map(relation_tier, relations))
    return Grade(tier, {one: alone[one] for one in EvidenceTier}, _limits(tier, relations))


def relation_tier(relation: RelationRecord) -> EvidenceTier:
    """Tier of a relation as a subgraph of its own."""
    return evidence_tier([Hop(relation.strength, relation.support)], relation.hedge)


def claim_tiers(
    claims: Iterable[ClaimRecord], relations: Iterable[RelationRecord]
) -> dict[str, EvidenceTier]:
    """Tier of each claim's own relation by the claim's key; what makes none has none.

    Args:
        claims: about some concepts.
        relations: all that these concepts have.
    """
    tiers = {(one.head, one.relation, one.tail): relation_tier(one) for one in relations}
    found = {
        one.key: tiers.get((one.head.key, one.relation, one.tail.key))
        for one in claims
        if one.polarity == Polarity.POSITIVE
    }
    return {key: tier for key, tier in found.items() if tier is not None}


def _limits(tier: EvidenceTier, relations: Sequence[RelationRecord]) -> tuple[str, ...]:
    """What keeps a subgraph from a better tier, with the number of relations that do."""
    if tier is EvidenceTier.STRONG:
        return ()
    if not relations:
        return ("no relation",)
    prior, documents, most, hedge = (
        ("weak", "no document", 0, WEAK_FROM)
        if tier is EvidenceTier.WEAK
        else ("medium", "one document", 1, STRONG_BELOW)
    )
    counts = {
        f"{prior} prior": sum(one.strength == prior for one in relations),
        documents: sum(one.support <= most for one in relations),
        f"hedged {hedge} or more": sum(one.hedge >= hedge for one in relations),
    }
    return tuple(f"{what}: {n} of {len(relations)}" for what, n in counts.items() if n)
