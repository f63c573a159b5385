"""Ranking: the release's score, its floor, and one record a paper across services."""

from dataclasses import replace
from itertools import permutations

import pytest

from retrieval.connectors.connector import Record
from retrieval.embeddings import HashingEmbedder
from retrieval.ranking import distinct, is_kept, literature_score, rank

TITLE = "Zinc lowers fever in mice"
PUBMED = Record("pubmed", "1", f"{TITLE}.", "Long abstract.", doi="10.5555/A", pmid="12", year=2020)
CROSSREF = Record("crossref", "10.5555/a", TITLE, doi="10.5555/a", venue="Journal", retracted=True)
BY_PMID = Record("pubtator", "012", "Zinc", pmid="012")
BY_TITLE = Record("web", "http://x", "Zinc Lowers Fever in Mice", url="http://x")
PREPRINT = Record("biorxiv", "10.1101/9", TITLE, doi="10.1101/9")


@pytest.mark.parametrize(
    ("semantic", "impact", "score", "kept"),
    [
        (0.5, None, 0.35, True),
        (1.0, 100.0, 1.0, True),
        (3 / 70, 0.0, 0.03, True),
        (0.0, 9.999, 0.029997, False),
        (-0.5, 1000.0, -0.05, False),
    ],
)
def test_the_score_weighs_nearness_and_impact(
    semantic: float, impact: float | None, score: float, kept: bool
) -> None:
    found = literature_score(semantic=semantic, impact_factor=impact)
    assert found == pytest.approx(score)
    assert is_kept(found) is kept


def test_one_paper_is_one_record_whichever_service_named_it_how() -> None:
    for order in permutations([PUBMED, CROSSREF, BY_PMID, BY_TITLE]):
        [found] = distinct(order)
        assert found.source == order[0].source
        assert (found.doi or "").lower() == "10.5555/a"
        assert (found.abstract, found.year, found.venue) == ("Long abstract.", 2020, "Journal")
        assert found.retracted
        assert len(found.also) == 3


def test_a_preprint_and_its_article_stay_two_papers() -> None:
    assert len(distinct([PUBMED, PREPRINT])) == 2
    assert len(distinct([PREPRINT, PUBMED, CROSSREF])) == 2


def test_a_title_that_names_no_paper_makes_none_the_same() -> None:
    notes = [Record("a", str(n), "Editorial") for n in range(3)]
    assert distinct(notes) == notes


def test_ranking_counts_what_it_leaves_out() -> None:
    records = [
        Record("a", "1", "Iron and sleep of cats"),
        Record("a", "2", TITLE, "Zinc lowers fever."),
        Record("a", "3", TITLE, retracted=True),
        Record("a", "4", "", ""),
        Record("a", "5", "Qqqq xxxx", impact=0.0),
        Record("a", "6", "Qqqq xxxx yyyy", impact=50.0),
    ]
    found = rank("zinc lowers fever", records, HashingEmbedder())
    assert found.ranked[0].record.id == "2"
    assert found.ranked[0].score == pytest.approx(0.7 * found.ranked[0].semantic)
    assert {one.record.id for one in found.ranked} >= {"2", "6"}
    assert found.left_out["retracted"] == 1
    assert found.left_out["no_text"] == 1
    assert sum(found.left_out.values()) + len(found.ranked) == len(records)
    assert rank("zinc", [], HashingEmbedder()).ranked == ()


def test_what_is_known_is_never_overwritten() -> None:
    [found] = distinct([replace(PUBMED, impact=0.0), replace(CROSSREF, impact=9.0, year=1999)])
    assert (found.impact, found.year, found.title) == (0.0, 2020, PUBMED.title)
