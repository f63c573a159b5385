"""Papers of an outward search: one record a paper, what is left out, whose text is read."""

import json
from dataclasses import replace

from ingest.expansion_memory import SeedSearch
from ingest.expansion_papers import Own, extracted, is_english, read_paper, worth_reading
from ingest.items import BenchmarkItem, Paper, Section
from ingest.pipeline import load_extractor
from retrieval.connectors.connector import Record

TEXT = "The effect of velorin on fever was studied in mice. Velorin was given to half of them."
FIRST = Record("pubmed", "1", "Velorin and fever in mice", TEXT, doi="10.1000/a", pmid="1")


def other(number: int, **more: object) -> Record:
    return replace(
        FIRST,
        id=str(number),
        title=f"Another paper of number {number}",
        doi=f"10.1000/{number}",
        pmid=str(number),
        **more,  # type: ignore[arg-type]
    )


def left(searches: dict[str, SeedSearch], own: Own | None = None) -> tuple[list[str], list[str]]:
    """Ids of the records that are read, and sorted reasons of the others."""
    read, skipped = worth_reading(searches, own or Own())
    return [one.id for one in read], sorted(one.reason for one in skipped)


def test_one_record_a_paper_by_doi_pubmed_id_and_title() -> None:
    same_doi = replace(FIRST, source="crossref", id="c", pmid=None, doi="10.1000/A")
    same_pmid = replace(FIRST, id="p", doi=None)
    preprint = replace(FIRST, source="biorxiv", id="b", doi="10.1101/9", pmid=None)
    searches = {
        "fever": SeedSearch((preprint, FIRST)),
        "mice": SeedSearch((same_doi, same_pmid)),
    }
    assert left(searches) == (["1"], ["duplicate"] * 3)


def test_papers_of_one_title_but_several_pubmed_ids_stay_apart_with_their_own_retractions() -> None:
    updates = [replace(other(n), title=FIRST.title, retracted=n == 2) for n in (1, 2, 3)]
    assert left({"fever": SeedSearch(tuple(updates))}) == (["1", "3"], ["retracted"])


def test_a_paper_that_any_service_says_is_withdrawn_is_left_out_everywhere() -> None:
    withdrawn = replace(FIRST, retracted=True)
    searches = {
        "fever": SeedSearch((), (withdrawn,), {"retracted": 1}),
        "mice": SeedSearch((replace(FIRST, source="crossref", pmid=None), other(2))),
    }
    assert left(searches) == (["2"], ["duplicate", "retracted"])


def test_what_cannot_be_read_is_counted_with_its_reason() -> None:
    norwegian = (
        "Virkningen av velorin på feber ble undersøkt hos mus, og halvparten av dem fikk det."
    )
    searches = {
        "fever": SeedSearch(
            (other(2, abstract=""), other(3, abstract=norwegian), FIRST), (), {"under_floor": 2}
        )
    }
    assert left(searches) == (["1"], ["no_abstract", "not_english", "under_floor", "under_floor"])


def test_the_benchmarks_own_papers_attest_nothing_twice() -> None:
    own = Own()
    paper = Paper((Section(TEXT),), pmid="001")
    own.add(BenchmarkItem("i", "Another paper of number 2", "yes", papers=(paper,)))
    searches = {"fever": SeedSearch((replace(FIRST, doi=None), other(2), other(3)))}
    assert left(searches, own) == (["3"], ["own_paper", "own_paper"])


def test_letters_and_common_words_tell_english() -> None:
    assert is_english(TEXT)
    assert is_english("Velorin and fever")
    assert not is_english("发热小鼠中的药物试验研究结果显示体温下降")
    assert not is_english(
        "Die Wirkung des Mittels auf das Fieber wurde an Mäusen in zwei Gruppen geprüft."
    )


def _annotated(title: str, abstract: str) -> str:
    drug = {"identifier": "MESH:D001241", "type": "Chemical"}
    disease = {"identifier": "MESH:D005334", "type": "Disease"}
    ends = [("Aspirin", drug), ("fever", disease)]
    places = [(word, abstract.index(word), infons) for word, infons in ends]
    annotations = [
        {
            "id": str(number),
            "infons": infons,
            "text": word,
            "locations": [{"offset": len(title) + 1 + at, "length": len(word)}],
        }
        for number, (word, at, infons) in enumerate(places)
    ]
    relation = {
        "id": "R1",
        "infons": {
            "score": "0.9",
            "type": "Negative_Correlation",
            "role1": {**drug, "accession": "@C"},
            "role2": {**disease, "accession": "@D"},
        },
        "nodes": [],
    }
    passages = [
        {"infons": {"type": "title"}, "offset": 0, "text": title, "annotations": []},
        {
            "infons": {"type": "abstract"},
            "offset": len(title) + 1,
            "text": abstract,
            "annotations": annotations,
        },
    ]
    document = {"id": "1", "pmid": 1, "passages": passages, "relations": [relation]}
    return json.dumps({"PubTator3": [document]})


def test_pubtator_gives_relations_and_the_rules_read_beside_it() -> None:
    abstract = "Aspirin lowers fever in mice. Aspirin causes asthma in some of them."
    paper = read_paper(replace(FIRST, title="A title"), _annotated("A title", abstract))
    assert isinstance(paper, Paper)
    assert (paper.doi, paper.pmid, paper.title) == ("10.1000/a", "1", "A title")
    found = extracted(load_extractor(), paper, "s").contribution
    by = {one.extractor: one for one in found.evidence}
    assert by["annotation"].quote == "Aspirin lowers fever in mice."
    assert any(one.quote == "Aspirin causes asthma in some of them." for one in found.evidence)
    assert {one.origin for one in found.evidence} == {"extrinsic"}
    assert len(found.documents) == 1


def test_a_text_of_pubtator_that_says_nothing_leaves_the_search_s_own() -> None:
    for payload in ("{", "[]", '{"PubTator3": []}', '{"PubTator3": [{"passages": []}]}'):
        paper = read_paper(FIRST, payload)
        assert isinstance(paper, Paper)
        assert [section.text for section in paper.sections] == [FIRST.title, TEXT]
