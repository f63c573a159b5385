"""Who is who: what joins, what parts, what is canonical, and that no order matters."""

from itertools import permutations
from random import Random

import pytest

from graph.vocabulary import ConceptType
from hubscope.errors import InputError
from ingest.fusion_rules import (
    Basis,
    Candidate,
    Canonical,
    Pair,
    Rules,
    canonical,
    homonyms,
    joined,
    same_by_identity,
)

DISEASE, GENE = ConceptType("Disease"), ConceptType("Gene")


def concept(name: str, *identifiers: str, key: str = "", entry: str = "") -> Candidate:
    return Candidate(key or name, DISEASE, name, identifiers=identifiers, entry=entry)


def groups(members: list[Candidate], pairs: list[Pair], rules: Rules | None = None) -> list[str]:
    found, _ = joined({member.key: member for member in members}, pairs, rules or Rules())
    return ["+".join(group.members) for group in found]


HEART, INFARCT, CORONARY = map(concept, ("heart attack", "infarct", "coronary attack"))


def test_a_chain_joins_and_tells_its_weakest_link() -> None:
    pairs = [Pair("heart attack", "infarct", 0.9), Pair("coronary attack", "infarct", 0.95)]
    members = {member.key: member for member in (HEART, INFARCT, CORONARY)}
    ((group,), parted) = joined(members, pairs, Rules())
    assert group.members == ("coronary attack", "heart attack", "infarct")
    assert (group.similarity, group.basis, parted) == (0.9, (Basis.EMBEDDING,), [])


def test_a_chain_does_not_join_what_people_keep_apart() -> None:
    rules = Rules(apart=frozenset({frozenset({"heart attack", "coronary attack"})}))
    pairs = [Pair("heart attack", "infarct", 0.9), Pair("coronary attack", "infarct", 0.95)]
    members = {member.key: member for member in (HEART, INFARCT, CORONARY)}
    (group,), (parted,) = joined(members, pairs, rules)
    assert group.members == ("coronary attack", "infarct")
    assert (parted.pair, parted.reason) == (pairs[0], "people")
    assert parted.between == ("coronary attack", "heart attack")


def test_a_mark_that_is_absent_is_lifted_by_an_alias_and_one_that_differs_never() -> None:
    erk, erk1, erk2 = map(concept, ("ERK", "ERK1", "ERK2"))
    always = Rules(aliases=lambda one, other: True)
    assert groups([erk, erk1], [Pair("ERK", "ERK1", 0.95)]) == []
    assert groups([erk, erk1], [Pair("ERK", "ERK1", 0.95)], always) == ["ERK+ERK1"]
    assert groups([erk1, erk2], [Pair("ERK1", "ERK2", 0.95)], always) == []


def test_what_a_registry_knows_to_be_two_stays_two() -> None:
    one, other = concept("liver fibrosis", "MESH:D1"), concept("hepatic fibrosis", "MESH:D2")
    pair = [Pair("liver fibrosis", "hepatic fibrosis", 0.95)]
    assert groups([one, other], pair) == []
    elsewhere = concept("hepatic fibrosis", "DOID:2")
    assert groups([one, elsewhere], pair) == ["hepatic fibrosis+liver fibrosis"]


def test_what_the_lexicon_knows_to_be_two_stays_two() -> None:
    one, other = concept("anaemia", entry="anemia"), concept("leukaemia", entry="leukemia")
    assert groups([one, other], [Pair("anaemia", "leukaemia", 0.9)]) == []


def test_words_turned_round_are_one_entry_written_twice() -> None:
    one = concept("chronic pancreatitis", entry="chronic pancreatitis")
    other = concept("Pancreatitis, Chronic", entry="Pancreatitis, Chronic")
    pair = [Pair(one.key, other.key, 0.97)]
    assert groups([one, other], pair) == ["Pancreatitis, Chronic+chronic pancreatitis"]


def test_one_identifier_is_one_concept_but_an_ambiguous_one_is_not() -> None:
    one, other = concept("aspirin", "MESH:D1"), concept("acetylsalicylate", "MESH:D1", "CHEBI:9")
    ambiguous = concept("salicylates", "MESH:D1", "MESH:D7")
    (pair,) = same_by_identity([one, other, ambiguous])
    assert (pair.one, pair.other, pair.basis) == ("acetylsalicylate", "aspirin", Basis.IDENTIFIER)


def test_one_entry_of_the_lexicon_is_one_concept_of_one_type() -> None:
    one, other = concept("anaemia", entry="anemia"), concept("anemia", entry="anemia")
    gene = Candidate("g", GENE, "anemia", entry="anemia")
    (pair,) = same_by_identity([one, other, gene])
    assert (pair.one, pair.other, pair.basis) == ("anaemia", "anemia", Basis.LEXICON)


def test_identity_comes_before_any_cosine() -> None:
    """Were the nearer pair asked first, people's word would keep the identifier's pair apart."""
    members = [HEART, INFARCT, CORONARY]
    rules = Rules(apart=frozenset({frozenset({"heart attack", "coronary attack"})}))
    near = Pair("coronary attack", "infarct", 0.99)
    same = Pair("heart attack", "infarct", 0.2, Basis.IDENTIFIER)
    assert groups(members, [near, same], rules) == ["heart attack+infarct"]


def test_no_order_of_pairs_matters() -> None:
    draw = Random(0)
    names = ["IL-1", "interleukin one", "interleukin-2", "IL-2", "interleukin", "lymphokine"]
    members = [concept(name) for name in names]
    pairs = [
        Pair(one, other, draw.choice([0.89, 0.9, 0.95]))
        for one in names
        for other in names
        if one < other
    ][:6]
    found = {tuple(groups(members, list(order))) for order in permutations(pairs)}
    assert len(found) == 1


def test_a_cosine_that_is_no_number_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        Pair("a", "b", float("nan"))
    assert caught.value.reason == "bad_vector"


def test_the_canonical_concept_is_the_hub_then_the_best_documented_then_the_first() -> None:
    hub = Candidate("k1", DISEASE, "z", degree=3)
    written = Candidate("k2", DISEASE, "y", degree=1, documents=9)
    first = Candidate("k3", DISEASE, "a", degree=1, documents=2)
    second = Candidate("k4", DISEASE, "b", degree=1, documents=2)
    assert canonical([first, second, written, hub]) is hub
    assert canonical([first, second, written]) is written
    assert canonical([second, first]) is first
    assert canonical([hub, Candidate("k5", DISEASE, "a b")], Canonical.RELEASE).name == "a b"


def test_homonyms_are_one_name_of_several_types() -> None:
    gene, disease = Candidate("g", GENE, "TP-53", 4), concept("TP53", key="d")
    alone = concept("fever")
    assert homonyms([gene, disease, alone]) == [(disease, gene)]
