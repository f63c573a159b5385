"""Grades of evidence; the batteries hold the method sheet's own cases."""

import pytest

from hubscope.errors import InputError
from ingest.grading import EvidenceTier, Hop, evidence_tier, hedge_density, relation_prior


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
