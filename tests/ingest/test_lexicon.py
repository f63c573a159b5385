"""The lexicon finds the longest name, keeps case where it matters, and takes a user's names."""

from pathlib import Path

import pytest

from hubscope.errors import InputError
from hubscope.tokens import tokenize
from ingest.lexicon import DROPPED, Lexicon, load_lexicon
from tests.ingest.extracting import lexicon


def matched(text: str) -> list[tuple[str, str]]:
    tokens = tokenize(text)
    return [
        (text[tokens[m.first].start : tokens[m.last - 1].end], m.entry.type)
        for m in lexicon().matches(tokens)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type 2 diabetes mellitus", [("type 2 diabetes mellitus", "Disease")]),
        ("Breast cancers", [("Breast cancers", "Disease")]),
        ("Alzheimer's disease", [("Alzheimer's disease", "Disease")]),
        ("DNA damage", [("DNA damage", "BiologicalProcess")]),
        ("T-cells", [("T-cells", "CellType")]),
        ("leukaemia", [("leukaemia", "Disease")]),
        ("BRCA1", [("BRCA1", "Gene")]),
        ("brca1", []),
        ("IL-6", [("IL-6", "Gene")]),
        ("CES-D", []),
        ("femoral arteries", [("femoral arteries", "TissueRegion")]),
        ("the E. coli strain", [("E. coli", "Other")]),
        ("in M. tuberculosis", [("M. tuberculosis", "Other")]),
        ("of vitamin E. Asthma", [("vitamin E", "MolecularEntity"), ("Asthma", "Disease")]),
        ("brain, stem cell", [("brain", "TissueRegion"), ("stem cell", "CellType")]),
    ],
)
def test_the_longest_name_is_found(text: str, expected: list[tuple[str, str]]) -> None:
    assert matched(text) == expected


def test_names_of_one_identifier_are_one_entry() -> None:
    by_id = lexicon().by_identifier(["MESH:D003924"])
    assert by_id is not None
    assert by_id == lexicon().by_name("Diabetes Mellitus, Type 2")
    assert by_id == lexicon().by_name("type 2 diabetes mellitus")
    assert {"MESH:D003924", "DOID:9352"} <= set(by_id.identifiers)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("COVID-19 infection", "COVID-19"),
        ("coronavirus disease 2019", "COVID-19"),
        ("measles infection", "measles"),
        ("chest X-ray", "Radiography, Thoracic"),
    ],
)
def test_other_words_for_a_concept_name_it(name: str, other: str) -> None:
    assert lexicon().means_the_same(name, other)


def test_an_infection_of_something_is_not_the_thing() -> None:
    assert not lexicon().means_the_same("wound infection", "wound")


def test_what_is_no_concept_is_known_as_dropped() -> None:
    for name in ("Humans", "Retrospective Studies", "United States"):
        entry = lexicon().by_name(name)
        assert entry is not None
        assert entry.type == DROPPED


def test_a_synonym_of_two_genes_names_neither_and_a_symbol_beats_a_synonym() -> None:
    made = Lexicon()
    made._load(["1\tGene\tAB1\t\tAB1|XY9|AB2|OWN5", "2\tGene\tAB2\t\tAB2|XY9"])
    assert made.by_name("XY9") is None
    assert made.by_name("OWN5") == made.by_name("AB1") is not None
    assert [made.by_identifier([n]) for n in "12"] == [made.by_name("AB1"), made.by_name("AB2")]


def test_a_users_names_stand_on_top(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("name\ttype\tid\tsynonyms\nfoo disease\tdisease\tX:1\tbar fever|FOOD1\n")
    own = load_lexicon(path)
    found = own.by_name("bar fevers")
    assert found is not None
    assert (found.name, found.type, found.identifiers) == ("foo disease", "Disease", ("X:1",))
    assert own.by_name("FOOD1") == found
    assert own.by_identifier(["X:1"]) == found
    assert load_lexicon().by_name("bar fevers") is None
    assert own.fingerprint != lexicon().fingerprint


@pytest.mark.parametrize(
    ("text", "reason"), [("foo\tnonsense\n", "unknown_type"), ("\tDisease\n", "empty_name")]
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("name\ttype\n" + text)
    with pytest.raises(InputError, match=r"own\.tsv:2") as caught:
        load_lexicon(path)
    assert caught.value.reason == reason


@pytest.mark.parametrize("text", ["", "name\ttype\n", "# nothing yet\n\n"])
def test_a_file_without_a_name_is_no_lexicon(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.tsv"
    path.write_text(text)
    with pytest.raises(InputError, match="no name in it") as caught:
        load_lexicon(path)
    assert caught.value.reason == "empty_file"


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tsv"):
        load_lexicon(tmp_path / "none.tsv")
