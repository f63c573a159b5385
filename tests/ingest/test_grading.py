"""Grades of evidence; the batteries hold the method sheet's own cases."""

import pytest

from graph.store import ClaimRecord, ConceptRecord, RelationRecord
from graph.vocabulary import ConceptType, Polarity, RelationType
from hubscope.errors import InputError
from ingest.grading import (
    EvidenceTier,
    Grade,
    Hop,
    claim_tiers,
    evidence_tier,
    grade,
    hedge_density,
    relation_prior,
)


def test_two_markers_are_two_thirds() -> None:
    # {may, suggest} of three.
    assert hedge_density("It may, as was suggested, work.") == pytest.approx(2 / 3)


def test_a_marker_inside_a_word_is_none() -> None:
    assert hedge_density("To his dismay the unlinked mayor potentiated it.") == 0


def test_a_subgraph_without_relations_is_supported_by_nothing() -> None:
    assert evidence_tier([], hedge=0.0) is EvidenceTier.WEAK


def test_one_marker_leaves_strong_and_two_do_not() -> None:
    hops = [Hop("strong", 2)]
    assert evidence_tier(hops, hedge=1 / 3) is EvidenceTier.STRONG
    assert evidence_tier(hops, hedge=2 / 3) is EvidenceTier.MEDIUM


def test_an_unknown_relation_has_no_prior() -> None:
    with pytest.raises(InputError):
        relation_prior("frobnicates")


STRONG, MEDIUM, WEAK = EvidenceTier.STRONG, EvidenceTier.MEDIUM, EvidenceTier.WEAK


@pytest.mark.parametrize(
    ("hops", "hedge", "tier"),
    [
        ([("strong", 2)], 0.0, STRONG),
        ([("strong", 2), ("strong", 3)], 0.33, STRONG),
        ([("strong", 2), ("strong", 1)], 0.0, MEDIUM),
        ([("strong", 2), ("medium", 9)], 0.0, MEDIUM),
        ([("strong", 2)], 0.34, MEDIUM),
        ([("strong", 2)], 0.66, MEDIUM),
        ([("strong", 2)], 0.67, WEAK),
        ([("strong", 2), ("weak", 9)], 0.0, WEAK),
        ([("strong", 2), ("strong", 0)], 0.0, WEAK),
        ([("medium", 1)], 0.0, MEDIUM),
    ],
)
def test_every_hop_decides_the_tier(
    hops: list[tuple[str, int]], hedge: float, tier: EvidenceTier
) -> None:
    assert evidence_tier([Hop(*hop) for hop in hops], hedge) is tier


def relation(strength: str, support: int, hedge: float) -> RelationRecord:
    return RelationRecord(
        "k", RelationType("activates"), "a", "b", ("literature",), strength, hedge, support
    )


def test_the_most_hedged_relation_speaks_for_the_subgraph() -> None:
    plain, hedged = relation("strong", 2, 0.0), relation("strong", 2, 2 / 3)
    assert grade([plain, plain]) == Grade(STRONG, {STRONG: 2, MEDIUM: 0, WEAK: 0}, ())
    assert grade([plain, hedged]).tier is MEDIUM
    assert grade([plain, relation("strong", 2, 1.0)]).tier is WEAK
    assert grade([plain, relation("strong", 1, 0.0)]).tier is MEDIUM
    assert grade([]) == Grade(WEAK, {STRONG: 0, MEDIUM: 0, WEAK: 0}, ("no relation",))


def test_a_grade_says_what_keeps_it_from_a_better_one() -> None:
    plain, hedged = relation("strong", 2, 0.0), relation("strong", 1, 0.5)
    medium = grade([plain, hedged, relation("medium", 1, 0.0)])
    assert medium.alone == {STRONG: 1, MEDIUM: 2, WEAK: 0}
    assert medium.limits == (
        "medium prior: 1 of 3",
        "one document: 2 of 3",
        "hedged 0.34 or more: 1 of 3",
    )
    weak = grade([plain, hedged, relation("weak", 1, 1.0)])
    assert weak.alone == {STRONG: 1, MEDIUM: 1, WEAK: 1}
    assert weak.limits == ("weak prior: 1 of 3", "hedged 0.67 or more: 1 of 3")


def test_a_claim_has_the_tier_of_its_own_relation_and_a_denied_one_none() -> None:
    ends = [ConceptRecord(key, key, ConceptType("Gene"), 1) for key in "ab"]

    def claim(relation: str, polarity: Polarity, head: int = 0) -> ClaimRecord:
        key = f"{relation} {polarity} {head}"
        kind = RelationType(relation)
        return ClaimRecord(key, kind, polarity, ends[head], ends[1 - head], (), conflict=False)

    claims = [
        claim("activates", Polarity.POSITIVE),
        claim("activates", Polarity.NEGATIVE),
        claim("activates", Polarity.POSITIVE, head=1),
        claim("binds", Polarity.POSITIVE),
    ]
    assert claim_tiers(claims, [relation("strong", 2, 0.0)]) == {claims[0].key: STRONG}
