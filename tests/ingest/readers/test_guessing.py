"""The format is found by what a file holds, and no two readers claim the same file."""

from pathlib import Path

import pytest

from hubscope.errors import InputError
from ingest.readers import READERS, guess, read_source
from ingest.readers.reader import Sample
from tests.ingest.readers.test_conformance import SAMPLES

FALLBACK = "table"  # takes what no other wants


def recognises(name: str, sample: Sample) -> bool:
    try:
        return READERS.load(name).recognises(sample)
    except InputError:
        return False  # the first line of a file without a header is no header


def is_table(name: str) -> bool:
    """Whether a reader's sample is a table, whose cells may begin with a tag."""
    (sample,) = (SAMPLES / name).glob("sample.*")
    return sample.suffix in {".csv", ".tsv"}


@pytest.mark.parametrize("name", READERS.names())
def test_each_sample_is_claimed_by_its_own_reader_alone(name: str) -> None:
    (path,) = (SAMPLES / name).glob("sample.*")
    sample = Sample(path)
    claims = [one for one in READERS.names() if recognises(one, sample)]
    assert [one for one in claims if one != FALLBACK or name == FALLBACK] == [name]


@pytest.mark.parametrize("name", [name for name in READERS.names() if not is_table(name)])
@pytest.mark.parametrize(
    "text",
    ["<!DOCTYPE html>\n<html><body><p>Sign in</p></body></html>", "<HTML><article>x</article>"],
)
def test_a_web_page_is_refused_as_one(tmp_path: Path, name: str, text: str) -> None:
    (sample,) = (SAMPLES / name).glob("sample.*")
    path = tmp_path / sample.name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        list(read_source([path]))
    assert caught.value.reason == "web_page"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("<PubmedArticle><MedlineCitation/></PubmedArticle>", "pubmed_xml"),
        ("<!-- x --><MedlineCitationSet/>", "pubmed_xml"),
        (
            "<?xml version='1.0'?>\n<pmc-articleset><article><front/></article></pmc-articleset>",
            "jats",
        ),
        ("<OAI-PMH xmlns='x'><record><article><front/></article></record></OAI-PMH>", "jats"),
        ("<collection><document><passage/></document></collection>", "bioc_xml"),
        ('[{"documents": [{"id": "1", "infons": {}, "passages": []}]}]', "bioc_json"),
        ('{"PubTator3": [{"id": "1", "infons": {}, "passages": []}]}', "bioc_json"),
        ("\nPMID- 1\nOWN - NLM\n", "medline"),
    ],
)
def test_other_shapes_of_the_formats_are_known(tmp_path: Path, text: str, name: str) -> None:
    path = tmp_path / "nameless"
    path.write_text(text)
    assert guess(path) == name


@pytest.mark.parametrize(
    "text",
    [
        "<eSearchResult><Count>1</Count></eSearchResult>",
        "<article>no front</article>",
        "ID   1433E_HUMAN             Reviewed;         255 AA.\nAC   P62258; B3KY71;\n" * 20,
        "zinc inhibits ACE\tyes\nIron is a metal.\tno\n" * 30,
        "notes.txt\0\0\0\0" + "Zinc was given. It helped. " * 30,
    ],
)
def test_what_is_no_paper_is_of_no_format(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nameless"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        list(read_source([path]))
    assert caught.value.reason in ("unknown_format", "missing_column")
