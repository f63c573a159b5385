"""Grades of evidence; the batteries hold the method sheet's own cases."""

import pytest

from graph.store import RelationRecord
from graph.vocabulary import RelationType
from hubscope.errors import InputError
from ingest.grading import (
    EvidenceTier,
    Hop,
    evidence_tier,
    hedge_density,
    relation_prior,
    subgraph_tier,
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
    assert subgraph_tier([plain, plain]) is STRONG
    assert subgraph_tier([plain, hedged]) is MEDIUM
    assert subgraph_tier([plain, relation("strong", 2, 1.0)]) is WEAK
    assert subgraph_tier([plain, relation("strong", 1, 0.0)]) is MEDIUM
    assert subgraph_tier([]) is WEAK
