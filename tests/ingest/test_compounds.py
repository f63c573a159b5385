"""Names are found whole: with the words before and behind them that make them another name."""

import re

import pytest

from ingest.compounds import Compound, load_compounds
from tests.ingest.extracting import extractor

ROWS = [pytest.param(row, id=row.example) for row in load_compounds().rows]
NOT_ALONE = [row for row in load_compounds().rows if not row.stands_alone]


def names_in(text: str) -> list[str]:
    """What is mentioned in a text, as written."""
    seeds = extractor().seeds
    _, mentions = seeds.find(text, seeds.local([text]))
    return [text[mention.start : mention.end] for mention in mentions]


def _whole_name(marked: str) -> tuple[str, str]:
    """A row's text without brackets, and the last name that they mark."""
    return re.sub(r"[\[\]]", "", marked), re.findall(r"\[(.+?)\]", marked)[-1]


@pytest.mark.parametrize("row", ROWS)
def test_a_head_takes_what_stands_before_it(row: Compound) -> None:
    text, name = _whole_name(row.example)
    assert name in names_in(text)


@pytest.mark.parametrize("row", ROWS)
def test_a_head_takes_no_word_of_degree_or_place(row: Compound) -> None:
    text, name = _whole_name(row.counter)
    found = names_in(text)
    assert not any(name in other and name != other for other in found)


@pytest.mark.parametrize("row", NOT_ALONE, ids=lambda row: row.example)
def test_a_head_that_says_too_little_is_no_concept(row: Compound) -> None:
    text, name = _whole_name(row.counter)
    assert name not in names_in(text)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Cellular aging was seen.", "Cellular aging"),
        ("of transformational leadership and", "transformational leadership"),
        ("the infundibulopelvic ligament", "infundibulopelvic ligament"),
        ("a CT angiography of the head", "CT angiography"),
        ("in aortoiliac artery stenosis", "aortoiliac artery stenosis"),
        ("anti-centromere antibodies rose", "anti-centromere antibodies"),
        ("treated with ruthenium plaques", "ruthenium plaques"),
        ("flanked by myelin internodes", "myelin internodes"),
        ("such as influenza virus infection", "influenza virus infection"),
        ("in haematopoietic progenitor cells.", "haematopoietic progenitor cells"),
        ("a hypersensitivity reaction", "hypersensitivity reaction"),
        ("Deinococcus radiodurans grows", "Deinococcus radiodurans"),
        ("a peripheral blood smear", "blood smear"),
        ("by light microscopy", "light microscopy"),
        ("A chest X-ray was taken.", "chest X-ray"),
    ],
)
def test_a_name_grows_to_its_compound(text: str, whole: str) -> None:
    assert whole in names_in(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a traditional exercise", "exercise"),  # an adjective of general text
        ("chronic lymphedema", "lymphedema"),
        ("the surgical COVID-19 patients", "COVID-19"),
        ("coronary blood samples", "blood"),  # the adjective is the samples'
        ("intestinal bilirubin", "bilirubin"),  # the same molecule everywhere
        ("COVID-19 patients", "COVID-19"),
        ("insulin levels", "insulin"),
        ("An EGFR mutation spread.", "EGFR"),
        ("non-fatal stroke", "stroke"),
    ],
)
def test_a_name_stays_as_it_is(text: str, name: str) -> None:
    assert name in names_in(text)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("by interacting with IκB kinase ß.", "IκB kinase ß"),
        ("collagen type II fell", "collagen type II"),
        (
            "multiple endocrine neoplasia type iib-macroglossia",
            "multiple endocrine neoplasia type iib",
        ),
        ("Acute hepatitis B", "Acute hepatitis B"),
        ("parvovirus B19 infection", "parvovirus B19"),
        ("It was melanosis coli.", "melanosis coli"),
        ("It binds caspase-11.", "caspase-11"),
        ("trisomy of chromosome 18 centromeres", "chromosome 18"),
        ("identity to SARS-CoV.", "SARS-CoV"),
        ("MERS-CoV spreads", "MERS-CoV"),
        ("mycobacterium avium-intracellulare", "mycobacterium avium-intracellulare"),
    ],
)
def test_a_name_ends_where_its_letters_and_numerals_end(text: str, whole: str) -> None:
    assert whole in names_in(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Potassium 3.9 mEq/L", "Potassium"),
        ("neutrophils 55% of all", "neutrophils"),
        ("the hysterectomy 4 years before", "hysterectomy"),
        ("glucose-dependent release", "glucose"),
        ("HIV-infected persons", "HIV"),
        ("calcium-troponin binding", "calcium"),
        ("memory B and T cells", "memory"),
    ],
)
def test_a_number_or_a_word_said_of_a_name_is_no_part_of_it(text: str, name: str) -> None:
    assert name in names_in(text)


def test_a_hyphenated_name_that_nobody_knows_is_left_out() -> None:
    assert names_in("helix-foobar bundles") == []
    assert "periodic acid" not in names_in("a periodic acid-foobar stain")


def test_a_body_is_no_concept() -> None:
    text = "The Institute for Health Metrics and Evaluation (IHME) forecast: IHME was wrong."
    assert "IHME" not in names_in(text)
    scale = "The Center for Epidemiologic Studies Depression Scale (CESDS): CESDS was high."
    assert "CESDS" in names_in(scale)
