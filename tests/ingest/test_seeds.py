"""The cascade of rules that finds concepts, and its guards."""

import pytest

from ingest.items import Annotation
from tests.ingest.extracting import extractor


def found(text: str, *annotations: Annotation, section: int | None = None) -> dict[str, str]:
    """Written form to "type name" of what is mentioned."""
    seeds = extractor().seeds
    local = seeds.local([text], annotations)
    _, mentions = seeds.find(text, local, section)
    return {text[m.start : m.end]: f"{m.entry.type} {m.entry.name}" for m in mentions}


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("The insulin receptor was seen.", "insulin receptor", "Protein"),
        ("TP53 mutation in tumors", "TP53", "Gene"),
        ("an EGFR inhibitor was given", "EGFR inhibitor", "Drug"),
        ("a case of osteomyelitis", "osteomyelitis", "Disease"),
        ("they took foobarvastatin daily", "foobarvastatin", "Drug"),
        ("after hemicolectomy", "hemicolectomy", "Other"),
        ("body mass index", "body mass index", "ClinicalEndpoint"),
    ],
)
def test_a_concept_is_found_with_its_type(text: str, form: str, expected: str) -> None:
    assert found(text)[form].startswith(expected)


@pytest.mark.parametrize(
    "text",
    [
        "It was said that he will work there.",  # WAS, SAID, WILL are symbols of genes
        "anti-TNF",
        "post-stroke",
        "THE IL6 LEVELS WERE HIGH IN ALL",
        "the role of the association",
        "MET goals were set",
        "K. pneumoniae grew",
    ],
)
def test_everyday_words_and_second_parts_are_no_concepts(text: str) -> None:
    assert found(text) == {}


def test_a_dropped_name_swallows_its_words() -> None:
    assert "Blood" not in " ".join(found("Blood Banks were open"))


def test_an_abbreviation_means_its_long_form_and_hides_a_symbol() -> None:
    text = "Heart rate (HR) rose. HR fell."
    assert found(text)["HR"] == found(text)["Heart rate"]


def test_a_heading_lets_a_common_word_through() -> None:
    assert "serum" not in found("serum was taken")
    assert "serum" in found("serum was taken", Annotation("Serum", "MeSH"))


def test_the_identifier_of_an_annotation_decides() -> None:
    note = Annotation("the sugar sickness", "Disease", ("MESH:D003924",), 0, 0)
    mentioned = found("the sugar sickness spreads", note, section=0)
    assert mentioned["the sugar sickness"] == "Disease type 2 diabetes mellitus"


def test_an_unknown_identifier_takes_the_commonest_form() -> None:
    notes = [Annotation(form, "Chemical", ("X:1",), 0, at) for form, at in (("B9", 0), ("b-9", 3))]
    notes.append(Annotation("b-9", "Chemical", ("X:1",), 0, 7))
    assert set(found("B9 b-9 b-9", *notes, section=0).values()) == {"MolecularEntity b-9"}
