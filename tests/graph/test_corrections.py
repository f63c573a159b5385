"""Corrections: chains, circles, layers, and what they make of attestations."""

import pytest

from graph.corrections import PEOPLE, Corrections, combined, from_json, to_json
from graph.model import Claim, Concept
from graph.vocabulary import ConceptType, RelationType
from hubscope.errors import InputError

GENE = ConceptType("Gene")
A, B, C, D = (Concept(GENE, name) for name in ("a", "b", "c", "d"))


def to_be(**pairs: Concept) -> Corrections:
    """Corrections of identity, given by the names of the concepts."""
    return Corrections({Concept(GENE, name).key: concept for name, concept in pairs.items()})


def test_a_chain_means_its_end() -> None:
    assert to_be(a=B, b=C, c=D).identities == {A.key: D, B.key: D, C.key: D}


def test_a_circle_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        to_be(a=B, b=C, c=A)
    assert caught.value.reason == "correction_cycle"


def test_an_identity_is_the_same_however_it_is_written() -> None:
    greek, spelled = Concept(GENE, "TNF-α"), Concept(GENE, "tnf alpha")
    assert to_be(a=greek) == to_be(a=spelled)


def test_a_chosen_name_is_kept_as_written_and_never_empty() -> None:
    assert Corrections(names={A.key: "  TNF-α "}).names == {A.key: "TNF-α"}
    with pytest.raises(InputError):
        Corrections(names={A.key: " - "})


def test_what_people_say_wins_over_a_fusion() -> None:
    layers = {"fusion 1": to_be(a=B, c=B), PEOPLE: to_be(a=D)}
    assert combined(layers).identities == {A.key: D, C.key: B}


def test_people_can_keep_a_concept_out_of_a_fusion() -> None:
    layers = {"fusion 1": to_be(a=B, c=B), PEOPLE: to_be(a=A)}
    assert combined(layers).identities == {C.key: B}


def test_layers_chain() -> None:
    layers = {"fusion 1": to_be(a=B), "fusion 2": to_be(b=C), PEOPLE: to_be(c=D)}
    assert combined(layers).identities == {A.key: D, B.key: D, C.key: D}


def test_a_layer_that_would_close_a_circle_gives_way() -> None:
    layers = {"fusion 1": to_be(a=B, c=B), PEOPLE: to_be(b=A)}
    assert combined(layers).identities == {B.key: A, C.key: A}


def test_without_layers_nothing_is_corrected() -> None:
    assert combined({}) == Corrections()
    assert not Corrections()
    assert Corrections(rejected=frozenset({"k"}))


def test_a_chosen_name_moves_with_its_concept_but_does_not_hide_one_of_the_others() -> None:
    people = Corrections({A.key: B}, {A.key: "from a"})
    assert combined({PEOPLE: people}).names == {B.key: "from a"}
    both = Corrections({A.key: B}, {A.key: "from a", B.key: "from b"})
    assert combined({PEOPLE: both}).names == {B.key: "from b"}


def test_claims_follow_their_concepts() -> None:
    claim = Claim(A.key, RelationType("binds"), C.key)
    corrections = to_be(a=B)
    assert corrections.claim(claim) == Claim(B.key, RelationType("binds"), C.key)
    untouched = Claim(C.key, RelationType("binds"), D.key)
    assert corrections.claim(untouched) is untouched


def test_a_rejected_claim_is_rejected_as_written_and_as_corrected() -> None:
    written = Claim(A.key, RelationType("binds"), C.key)
    corrected = Claim(B.key, RelationType("binds"), C.key)
    for key in (written.key, corrected.key):
        assert not Corrections(rejected=frozenset({key})).believed(written, corrected)
    assert Corrections().believed(written, corrected)


def test_what_was_said_of_two_that_are_one_is_not_believed() -> None:
    two, one = (
        Claim(A.key, RelationType("binds"), B.key),
        Claim(B.key, RelationType("binds"), B.key),
    )
    assert not Corrections().believed(two, one)
    assert Corrections().believed(one, one)


def test_corrections_come_back_from_json() -> None:
    given = Corrections({A.key: B, B.key: B}, {C.key: "see"}, frozenset({"y", "x"}))
    assert from_json(**to_json(given)) == given
