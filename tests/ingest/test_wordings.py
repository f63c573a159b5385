"""What the relation words of curated sources mean: every row of the table, and what it refuses."""

import tomllib
from importlib import resources
from typing import Any

import pytest

from graph.vocabulary import LIFE_SCIENCE, Polarity
from hubscope.errors import InputError
from ingest.meanings import BY_TYPE, stated
from ingest.wordings import UNMAPPED, load_wordings, tables

DATA = tomllib.loads((resources.files("ingest") / "wordings.toml").read_text("utf-8"))
ROWS = [(source, word) for source, rows in DATA.items() for word in rows]


@pytest.mark.parametrize(("source", "word"), ROWS)
def test_every_word_means_a_relation_or_has_its_reason(source: str, word: str) -> None:
    one = load_wordings(source).find(word)
    assert one.example
    assert (one.means in BY_TYPE or one.means in LIFE_SCIENCE.relations) != bool(one.skip)


@pytest.mark.parametrize(
    "word", ["Positive_Correlation", "positive correlation", " POSITIVE-correlation "]
)
def test_case_and_separators_do_not_count(word: str) -> None:
    one = load_wordings("pubtator").find(word)
    assert (one.means, one.sign) == ("correlates_with", 1)


def test_a_mark_at_the_end_is_part_of_the_word() -> None:
    themes = load_wordings("gnbr_chemical_gene")
    assert [themes.find(word).means for word in ("E+", "E-", "E")] == [
        "upregulates",
        "downregulates",
        "affects",
    ]


def test_no_difference_denies_and_a_rise_does_not() -> None:
    table = load_wordings("evidence_inference")
    assert table.find("no significant difference").polarity is Polarity.NEGATIVE
    assert table.find("Significantly increased").polarity is Polarity.POSITIVE


def test_a_word_that_the_table_lacks_is_left_out_by_that_reason() -> None:
    assert load_wordings("bel").find("sings").skip == UNMAPPED


@pytest.mark.parametrize(
    "row",
    [
        {"means": "sings", "example": "a sings b"},
        {"means": "causes"},
        {"means": "causes", "skip": "both", "example": "a causes b"},
        {"example": "neither"},
    ],
)
def test_a_row_that_says_nothing_sure_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        tables({"own": {"word": row}}, LIFE_SCIENCE)


def test_two_spellings_of_one_word_are_refused() -> None:
    row = {"means": "causes", "example": "a causes b"}
    with pytest.raises(InputError, match="twice"):
        tables({"own": {"a b": row, "A_B": row}}, LIFE_SCIENCE)


@pytest.mark.parametrize(
    ("meaning", "head", "tail", "sign", "relation"),
    [
        ("raises", "Drug", "Protein", 1, "upregulates"),
        ("lowers", "Drug", "Protein", 1, "downregulates"),
        ("raises", "Protein", "BiologicalProcess", 1, "promotes"),
        ("lowers", "BiologicalProcess", "Disease", 1, "reduces_risk_of"),
        ("raises", "Protein", "RNA", -1, "downregulates"),
        ("raises_outcome", "Drug", "Disease", 1, "increases_risk_of"),
        ("lowers_outcome", "Drug", "Disease", -1, "increases_risk_of"),
        ("lowers_outcome", "Drug", "MolecularEntity", 1, "downregulates"),
    ],
)
def test_the_types_of_both_ends_decide(
    meaning: str, head: str, tail: str, sign: int, relation: str
) -> None:
    assert stated(meaning, head=head, tail=tail, sign=sign).relation == relation


def test_what_a_disease_raises_is_raised_in_it() -> None:
    one = stated("lowers", head="Disease", tail="Protein", sign=1)
    assert (one.relation, one.exchanged) == ("downregulated_in", True)


@pytest.mark.parametrize(("meaning", "sign"), [("raises_outcome", 1), ("lowers_outcome", -1)])
def test_an_outcome_that_is_a_scale_is_affected_with_a_sign(meaning: str, sign: int) -> None:
    one = stated(meaning, head="Drug", tail="ClinicalEndpoint", sign=1)
    assert (one.relation, one.sign) == ("affects", sign)


@pytest.mark.parametrize(("tail", "sign"), [("TissueRegion", 1), ("CellType", -1)])
def test_more_or_less_of_a_cell_is_an_effect_with_a_sign(tail: str, sign: int) -> None:
    one = stated("raises", head="Protein", tail=tail, sign=sign)
    assert (one.relation, one.sign) == ("affects", sign)
