"""The library: several connectors as one; impact in the score; what failed is said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from retrieval.connectors import open_connectors
from retrieval.connectors.connector import Document, Failed, Found
from retrieval.connectors.openalex import OpenAlex
from retrieval.connectors.pubmed import PubMed
from retrieval.connectors.reach import Reach, probe
from retrieval.embeddings import HashingEmbedder
from retrieval.library import Library, open_library
from retrieval.ranking import literature_score
from tests.retrieval.connectors.reaching import KEYS, reaching
from tests.servers.literature import Services
from tests.servers.papers import FEVER, IMPACT, RETRACTED, UNKNOWN

pytestmark = pytest.mark.loopback


@pytest.fixture
def world(tmp_path: Path) -> Iterator[tuple[Reach, Services]]:
    with reaching(tmp_path) as found:
        yield found


def test_a_paper_that_several_services_have_is_one_with_its_journals_impact(
    world: tuple[Reach, Services],
) -> None:
    reach = world[0]
    connectors = open_connectors(reach, ["pubmed", "crossref", "openalex", "pubtator"])
    impact = OpenAlex(reach.settings, reach.network)
    searched = Library(connectors, HashingEmbedder(), impact).search("velorin fever mice")
    [first] = [one for one in searched.ranked if one.record.doi == FEVER.doi]
    assert first.record.also == ("crossref", "openalex", "pubtator")
    assert first.record.impact == IMPACT
    expected = literature_score(semantic=first.semantic, impact_factor=IMPACT)
    assert first.score == expected
    assert searched.failed == ()
    assert searched.left_out == {"retracted": 1}


def test_one_service_that_fails_takes_nothing_from_the_others(
    world: tuple[Reach, Services],
) -> None:
    library = Library(open_connectors(world[0], ["pubmed", "folder"]), HashingEmbedder())
    searched = library.search("velorin fever")
    assert searched.records
    assert [(one.source, one.reason) for one in searched.failed] == [("folder", "no_folder")]
    assert isinstance(library.fetch("pubmed", FEVER.pmid), Document)
    unknown = library.fetch("arxiv", "1")
    assert isinstance(unknown, Failed)
    assert unknown.reason == "unknown_source"


def test_nothing_found_and_nothing_failed_is_nothing(world: tuple[Reach, Services]) -> None:
    library = open_library(world[0].settings, world[0], HashingEmbedder())
    assert library.names == ("pubmed", "crossref")
    searched = library.search(UNKNOWN)
    assert (searched.ranked, searched.failed) == ((), ())


def test_papers_near_to_one_are_found_without_it(world: tuple[Reach, Services]) -> None:
    pubmed = PubMed(world[0].settings, world[0].network)
    found = pubmed.related(FEVER.pmid, 2)
    assert isinstance(found, Found)
    assert len(found.records) == 2
    assert FEVER.pmid not in {one.id for one in found.records}


def test_a_question_that_no_paper_answers_whole_is_asked_for_most_of_its_words(
    world: tuple[Reach, Services],
) -> None:
    world[1].papers = ()
    PubMed(world[0].settings, world[0].network).search("velorin of mice")
    PubMed(world[0].settings, world[0].network).search("velorin[ti] AND mice")
    terms = [one.path for one in world[1].asked]
    assert ["OR" in term for term in terms] == [False, True, False]


def test_doctor_says_which_keys_are_there_and_never_what_they_are(
    world: tuple[Reach, Services],
) -> None:
    checks = probe(world[0].settings)
    text = repr(checks)
    assert "NCBI_API_KEY set" in text
    assert "SERPER_API_KEY set" in text
    assert not any(key.reveal() in text for key in KEYS.values())


def test_papers_near_to_the_first_one_are_found_beside_it(world: tuple[Reach, Services]) -> None:
    library = Library(open_connectors(world[0], ["pubmed"]), HashingEmbedder())
    alone, near = library.search("fever"), library.search("fever", related=3)
    assert [one.id for one in alone.records] == [FEVER.pmid]
    assert alone.retracted == ()
    assert [one.id for one in near.retracted] == [RETRACTED.pmid]
    assert sum((near.left_out or {}).values()) == 3


def test_who_answered_is_said_impacts_included_also_where_a_second_question_failed(
    world: tuple[Reach, Services],
) -> None:
    reach, services = world
    connectors = open_connectors(reach, ["pubmed", "crossref"])
    library = Library(connectors, HashingEmbedder(), OpenAlex(reach.settings, reach.network))
    assert library.services == ("pubmed", "crossref", "openalex")
    services.down |= {"ncbi/elink.fcgi", "crossref", "openalex"}
    searched = library.search("velorin fever", related=2)
    assert {one.source for one in searched.failed} == {"pubmed", "crossref"}
    assert searched.answered == ("pubmed",)
    services.down.remove("openalex")
    assert library.search("velorin fever", related=2).answered == ("openalex", "pubmed")


def test_a_connector_that_is_left_out_counts_as_failed(world: tuple[Reach, Services]) -> None:
    impact = OpenAlex(world[0].settings, world[0].network)
    library = Library(open_connectors(world[0], ["pubmed", "crossref"]), HashingEmbedder(), impact)
    searched = library.search("velorin", without=frozenset(["crossref", "openalex"]))
    assert [(one.source, one.reason) for one in searched.failed] == [("crossref", "not_asked")]
    assert searched.unranked is not None
    assert searched.unranked.reason == "not_asked"
    assert searched.records
    assert not [one for one in world[1].asked if "crossref" in one.path or "openalex" in one.path]
