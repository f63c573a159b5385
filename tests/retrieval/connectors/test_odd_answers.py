"""Answers of a shape that nobody foresaw: a failure of the service, never the end of a run."""

import socket
from pathlib import Path

import pytest

from retrieval.connectors import open_connectors
from retrieval.connectors.connector import Failed, attempt
from retrieval.connectors.fields import fragment_text, text_of
from retrieval.connectors.folder import Folder
from tests.retrieval.connectors.reaching import reach_for, settings_for
from tests.servers.loopback import Asked, say, serving

DEEP = "<sec>" * 3000 + "<p>x</p>" + "</sec>" * 3000
FOUND = b"<eSearchResult><Count>1</Count><RetMax>1</RetMax><RetStart>0</RetStart><IdList><Id>12</Id></IdList></eSearchResult>"  # noqa: E501
ODD = {
    "error": ("pmc", b"<eFetchResult><ERROR>ID list is empty</ERROR></eFetchResult>"),
    "cut": ("pmc", b"<pmc-articleset><article><front>"),
    "deep": (
        "pmc",
        f"<article><front><article-meta/></front><body>{DEEP}</body></article>".encode(),
    ),
    "no_pmid": (
        "pubmed",
        b"<PubmedArticleSet><PubmedArticle><MedlineCitation><Article><ArticleTitle>T</ArticleTitle>"
        b"</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
    ),
}


@pytest.mark.loopback
@pytest.mark.parametrize("kind", ODD)
def test_an_odd_answer_is_a_failure_and_is_not_kept(kind: str, tmp_path: Path) -> None:
    name, body = ODD[kind]

    def script(asked: Asked, connection: socket.socket) -> None:
        say(connection, FOUND if "esearch" in asked.path else body, type="text/xml")

    with serving(script) as server:
        reach = reach_for(settings_for(tmp_path, server))
        [connector] = open_connectors(reach, [name])
        for answer in (connector.fetch("PMC12" if name == "pmc" else "12"), connector.search("x")):
            assert isinstance(answer, Failed)
            assert answer.reason == "unreadable"
        kept = reach.network.cache._connection.execute("SELECT * FROM kept").fetchall()
        assert not any("efetch" in str(one) for one in kept)
        reach.close()


@pytest.mark.parametrize(
    "error", [AssertionError, ValueError, RecursionError, KeyError, TypeError, IndexError]
)
def test_what_reading_raises_is_a_failure_of_the_source(error: type[Exception]) -> None:
    def action() -> str:
        raise error

    failed = attempt("s", action)
    assert isinstance(failed, Failed)
    assert (failed.source, failed.reason) == ("s", "unreadable")


def test_a_fragment_however_odd_is_text() -> None:
    assert fragment_text("<i>" * 2000 + "deep" + "</i>" * 2000) == "deep"
    assert fragment_text("a <b &#" + "9" * 5000 + ";").startswith("a")
    assert fragment_text("o&#x202e;k<i>&#8203;</i>!") == "ok!"
    assert fragment_text("o\u200bk") == text_of("o\u180fk\U0001bca0") == "ok"


def test_an_odd_paper_costs_no_other(tmp_path: Path) -> None:
    deep = f"<article><front><article-meta/></front><body>{DEEP}</body></article>"
    (tmp_path / "deep.xml").write_text(deep)
    (tmp_path / "fine.txt").write_text("Velorin lowers fever.")
    folder = Folder(tmp_path)
    found = folder.search("velorin")
    assert not isinstance(found, Failed)
    assert [one.id for one in found.records] == ["fine.txt"]
    failed = folder.fetch("deep.xml")
    assert isinstance(failed, Failed)
    assert failed.reason == "unreadable"
