"""Seeds of the outward search: what items ask about, as queries that services understand."""

import pytest

from graph.model import Concept, Contribution, Item, Mention
from graph.vocabulary import ConceptType, MentionRole
from ingest.expansion_seeds import Seed, is_searchable, query_of, seeds_of
from ingest.lexicon import Guards


def asking(id: str, **roles: tuple[str, str]) -> Contribution:
    """An item that mentions a concept (type, name) in each role."""
    item = Item("s", id, "?", '"yes"')
    concepts = {role: Concept(ConceptType(type), name) for role, (type, name) in roles.items()}
    return Contribution(
        concepts=tuple(concepts.values()),
        items=(item,),
        mentions=tuple(
            Mention(item.key, one.key, MentionRole(role)) for role, one in concepts.items()
        ),
    )


def test_stems_and_answers_are_searched_for_those_of_most_items_first() -> None:
    found = seeds_of(
        [
            asking("1", stem=("Disease", "asthma"), answer=("Drug", "Aspirin")),
            asking("2", stem=("Disease", "Asthma"), distractor=("Drug", "zinc")),
            asking("3", context=("Drug", "iron"), stem=("Gene", "ACE")),
        ],
        Guards(),
    )
    assert found.seeds == (Seed("asthma", 2), Seed("ace gene", 1), Seed("aspirin", 1))
    assert found.left_out == ()


def test_what_no_search_is_about_is_left_out_and_said() -> None:
    found = seeds_of(
        [asking("1", stem=("TissueRegion", "Blood"), answer=("MolecularEntity", "Water"))],
        Guards(everyday=frozenset(["water"])),
    )
    assert found.seeds == ()
    assert [(one.where, one.reason) for one in found.left_out] == [
        ("seed Blood (TissueRegion)", "too_general"),
        ("seed Water (MolecularEntity)", "too_general"),
    ]


@pytest.mark.parametrize(
    ("name", "type", "expected"),
    [
        ("Blood", "TissueRegion", False),
        ("bone marrow", "TissueRegion", True),
        ("Mortality", "ClinicalEndpoint", False),
        ("HIV", "Other", True),
        ("Learning", "Other", False),
        ("p53", "Other", True),
        ("asthma", "Disease", True),
        ("()", "Disease", False),
    ],
)
def test_single_broad_words_are_no_seeds(name: str, type: str, expected: bool) -> None:
    assert is_searchable(name, ConceptType(type), Guards()) is expected


@pytest.mark.parametrize(
    ("name", "type", "query"),
    [
        ("Polymorphism, Single Nucleotide", "Other", "single nucleotide polymorphism"),
        ("Tomography, Emission, Computed", "Other", "tomography, emission, computed"),
        ("TP53", "Gene", "tp53 gene"),
        ("Rb gene", "Gene", "rb gene"),
        ('a "quoted" [name]*(here)', "Drug", "a quoted name here"),
        ("HIV AND AIDS", "Disease", "hiv and aids"),
    ],
)
def test_a_query_is_plain_words_in_the_order_of_a_text(name: str, type: str, query: str) -> None:
    assert query_of(name, ConceptType(type)) == query
