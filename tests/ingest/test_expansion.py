"""The outward search: what it finds and asks, what it never asks twice, what a kill leaves."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from graph.checks import violations
from graph.memory_store import MemoryStore
from graph.neo4j_store import Neo4jStore
from hubscope.errors import InputError, UnavailableError
from hubscope.llm.opening import Models
from ingest.expansion import expand
from ingest.expansion_forecast import rehearse_reading
from ingest.expansion_memory import Yield
from ingest.expansion_papers import Papers
from ingest.expansion_search import check_services
from ingest.expansion_seeds import Seed
from ingest.extraction import Extractor
from ingest.pipeline import ingest, load_extractor
from tests.hubscope.llm.asking import quick_models
from tests.ingest.outward import TOPICS, A, B, Desk, reader
from tests.retrieval.connectors.reaching import reach_for, settings_for
from tests.servers.chat import providing
from tests.servers.literature import Services
from tests.servers.loopback import Loopback, serving
from tests.servers.reader import reads_triples
from tests.servers.topics import topic_services

pytestmark = [pytest.mark.loopback, pytest.mark.slow]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return load_extractor()


@pytest.fixture
def world() -> Iterator[tuple[Services, Loopback]]:
    services = topic_services(TOPICS)
    with serving(services) as server:
        yield services, server


Make = Callable[..., Desk]


@pytest.fixture
def desk(tmp_path: Path, world: tuple[Services, Loopback], extractor: Extractor) -> Iterator[Make]:
    """Makes desks, each in a home of its own."""
    opened: list[Desk] = []

    def make(name: str = "one", **settings: object) -> Desk:
        home = tmp_path / name
        home.mkdir(exist_ok=True)
        reach = reach_for(settings_for(home, world[1], **settings))
        opened.append(Desk(home, extractor, reach, world[0]))
        return opened[-1]

    yield make
    for one in opened:
        one.cache.close()
        one.reach.close()


def test_papers_of_every_seed_are_read_with_quote_chunk_document_and_identifiers(
    desk: Make,
) -> None:
    one = desk()
    done = one.run("a", A)
    assert (done.seeds, done.known, done.failures) == (4, 0, ())
    # Of each seed 6 papers of PubMed and 2 of Crossref have an abstract.
    assert done.papers == 4 * 8
    assert done.ingested is not None
    assert done.ingested.reasons["no_abstract"] == 4 * (1 + 3)
    [claim] = [
        claim
        for claim in one.store.claims(source="literature of a")
        if (claim.head.name.lower(), claim.tail.name) == ("malaria", "Asthma")
    ]
    assert len({quote.document for quote in claim.quotes}) == 8
    for quote in claim.quotes:
        assert quote.quote == "Malaria was associated with asthma in this cohort."
        assert quote.origin == "extrinsic"
        assert quote.doi
        assert quote.quote in one.store.chunk_records([quote.chunk])[quote.chunk].text
    assert sum(quote.pmid is not None for quote in claim.quotes) == 6


def test_a_second_benchmark_searches_only_for_the_seeds_that_are_new(desk: Make) -> None:
    one = desk()
    one.run("a", A)
    first = one.asked
    assert one.run("a", A).seeds == 0  # unchanged
    assert one.asked == first
    second = one.run("b", B)
    assert (second.seeds, second.known) == (4, 2)
    asked = one.asked[len(first) :]
    searched = [path for path in asked if "esearch" in path or "crossref" in path]
    assert len(searched) == 2 * 2
    assert not any(topic in path for topic in ("stroke", "malaria") for path in searched)
    exported = [pmid for path in one.asked for pmid in _exported(path)]
    assert len({*exported}) == len(exported) == 6 * 6
    assert len({*one.asked}) == len(one.asked)


def _exported(path: str) -> list[str]:
    """The papers that PubTator is asked about."""
    parts = urlsplit(path)
    return parse_qs(parts.query)["pmids"][0].split(",") if "/export/" in parts.path else []


def test_a_model_is_asked_about_new_papers_only(
    desk: Make, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    one, other = desk(), desk("other")
    with providing("openai", reads_triples, monkeypatch) as server:
        with quick_models(one.home) as models:
            one.run("a", A, model=reader(models, extractor))
            calls = server.answered
            one.run("b", B, model=reader(models, extractor))
            new = server.answered - calls
        with quick_models(other.home) as models:
            other.run("b", B, model=reader(models, extractor))
    assert calls > 0
    assert new * 2 == pytest.approx(server.answered - calls - new, rel=0.1)
    one.remove("a")
    assert one.graph == other.graph


def test_any_order_and_deletion_leave_no_trace(desk: Make) -> None:
    one, other = desk("one"), desk("other")
    one.run("a", A)
    only_a = one.graph
    one.run("b", B)
    other.run("b", B)
    only_b = other.graph
    other.run("a", A)
    assert one.graph == other.graph
    one.remove("a")
    other.remove("b")
    assert one.graph == only_b
    assert other.graph == only_a
    one.remove("b")
    assert one.graph == []


def test_another_content_of_a_benchmark_takes_its_literature_along(desk: Make) -> None:
    one, other = desk("one"), desk("other")
    one.run("a", A)
    one.run("a", B)
    other.run("a", B)
    assert one.graph == other.graph
    spool = one.home / "spool"
    ingest(one.store, one.plan("a", A), one.extractor, spool_folder=spool)
    assert [source.name for source in one.store.sources()] == ["a"]


def test_a_service_that_fails_is_counted_and_asked_again_next_time(desk: Make) -> None:
    one, whole = desk("one"), desk("whole")
    one.services.down.add("crossref")
    done = one.run("a", A)
    assert done.papers == 4 * 6
    # Given up after three in a row.
    failed = {(one.service, one.reason): one.n for one in done.failures}
    assert failed["crossref", "http_status"] >= 3
    assert sum(failed.values()) == 4
    one.services.down.clear()
    again = one.run("a", A)
    assert again.failures == ()
    assert again.papers == 4 * 8
    whole.run("a", A)
    assert one.graph == whole.graph


def test_a_service_whose_second_question_fails_is_asked_on(desk: Make) -> None:
    one = desk()
    one.services.down.add("ncbi/elink.fcgi")
    search = one.places.search()
    for topic in TOPICS:
        assert search.search([Seed(topic, 1)]).reached
    assert search.failures.counts() == {"pubmed http_status": len(TOPICS)}


def test_pubtator_that_fails_leaves_the_papers_to_the_rules(desk: Make) -> None:
    one = desk()
    one.services.down.add("pubtator")
    done = one.run("a", A)
    assert [(failure.service, failure.n) for failure in done.failures] == [("pubtator", 1)]
    assert done.papers == 4 * 8
    assert done.ingested is not None
    assert done.ingested.relations > 0


@pytest.mark.parametrize("happens", ["deleted", "replaced"])
def test_a_benchmark_that_goes_during_the_search_leaves_no_literature_behind(
    happens: str, desk: Make, extractor: Extractor
) -> None:
    one = desk()

    def meanwhile(papers: Papers) -> None:
        if happens == "deleted":
            one.remove("a")
        else:
            ingest(one.store, one.plan("a", B), extractor, spool_folder=one.home / "spool")

    with pytest.raises(UnavailableError, match="deleted or replaced"):
        one.run("a", A, found_papers=meanwhile)
    assert [source.name for source in one.store.sources()] == ["a"] * (happens == "replaced")
    assert not list((one.home / "spool").glob("*.jsonl"))


def test_what_is_usual_is_learnt_where_nothing_failed_and_keeps_what_a_model_read(
    desk: Make,
) -> None:
    one = desk()
    memory = one.places.memory
    memory.keep_yield(Yield(1.0, 2.0, 700.0))
    one.services.down.add("crossref")
    one.run("a", A)
    assert memory.usual_yield() == Yield(1.0, 2.0, 700.0)
    one.services.down.clear()
    one.run("a", A)
    assert memory.usual_yield() == Yield(8.0, 2.0, 700.0)


def test_no_service_at_all_is_said_and_nothing_is_written(desk: Make) -> None:
    one = desk()
    one.services.down |= {"crossref", "ncbi"}
    with pytest.raises(UnavailableError, match=r"no service .* crossref: .*run again"):
        one.run("a", A)
    assert [source.name for source in one.store.sources()] == ["a"]


def test_offline_only_what_is_known_is_found(desk: Make) -> None:
    one = desk("one", offline=True)
    with pytest.raises(UnavailableError, match="offline"):
        one.run("a", A)
    assert one.asked == []
    online = desk("one")
    online.run("a", A)
    graph, asked = online.graph, len(online.asked)
    again = desk("one", offline=True)
    again.run("a", A)
    assert again.graph == graph
    assert len(again.asked) == asked


def test_a_source_without_items_has_nothing_to_search_for(desk: Make) -> None:
    one = desk()
    assert one.run("empty", ["the patients"]).ingested is None
    plan, search = one.plan("other", A), one.places.search()
    with pytest.raises(InputError, match="not in the graph"):
        expand(MemoryStore(), plan, one.extractor, search, spool_folder=one.home / "spool")
    with pytest.raises(InputError, match=r"names .* --literature"):
        one.run("literature of a", A)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["pubmed", "web"], "ingested as files"),
        (["pubmet"], "Did you mean pubmed"),
        (["pubmed", "pubmed"], "once"),
        ([], "nothing"),
    ],
)
def test_only_services_of_literature_are_searched(names: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        check_services(names)


class Killed(BaseException):
    """Stands for a signal."""


@dataclass
class KilledAt:
    """Progress that is killed at the nth step of a phase."""

    phase: str
    n: int = 1

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        assert total is None or done <= total
        if (what, done) == (self.phase, self.n):
            raise Killed


@pytest.mark.parametrize(
    ("phase", "n"), [("searching", 2), ("annotating", 24), ("reading papers", 5)]
)
def test_killed_and_run_again_asks_nothing_twice_and_gives_the_same_graph(
    phase: str, n: int, desk: Make, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    one, whole = desk("one"), desk("whole")
    with providing("openai", reads_triples, monkeypatch) as server:
        with quick_models(one.home) as models, pytest.raises(Killed):
            one.run("a", A, model=reader(models, extractor), progress=KilledAt(phase, n))
        with quick_models(one.home) as models:
            one.run("a", A, model=reader(models, extractor))
        assert len({*one.asked}) == len(one.asked)
        assert len({call.prompt_without_marks for call in server.asked}) == server.answered
        one.services.asked.clear()
        with quick_models(whole.home) as models:
            whole.run("a", A, model=reader(models, extractor))
    assert one.graph == whole.graph


def test_the_cap_is_kept_what_was_read_stays_and_more_money_reads_on(
    desk: Make, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    one, whole = desk("one"), desk("whole")
    with providing("openai", reads_triples, monkeypatch) as server:
        with quick_models(one.home, 0.05) as models:
            done = one.run("a", A, model=reader(models, extractor))
            assert (models.spent.cost or 0) <= 0.05
        assert done.stopped is not None
        assert done.ingested is not None
        assert done.ingested.reasons["over_budget"] > 0
        assert "openai:m1" in _extractors(one)
        paid = server.answered
        assert paid > 0
        with quick_models(one.home, 5.0) as models:
            again = one.run("a", A, model=reader(models, extractor))
        assert again.stopped is None
        assert server.answered == len({call.prompt_without_marks for call in server.asked}) > paid
        with quick_models(whole.home) as models:
            whole.run("a", A, model=reader(models, extractor))
    assert one.graph == whole.graph


def _extractors(desk: Desk) -> set[str]:
    claims = desk.store.claims(source="literature of a")
    return {quote.extractor for claim in claims for quote in claim.quotes}


@contextmanager
def _rehearsing(home: Path, extractor: Extractor, name: str) -> Iterator[tuple[Models, Any]]:
    with Models(home, dry_run=True) as models:
        yield models, reader(models, extractor, name)


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
def test_a_forecast_is_within_a_fifth_of_what_it_comes_to(
    protocol: str, desk: Make, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    one, name = desk(), f"{protocol}:m1"
    spent = [0, 0]
    with providing(protocol, reads_triples, monkeypatch) as server:
        # The first benchmark by what is usual; the second by what the first one's came to.
        for benchmark, topics, known in (("a", A, 0), ("b", B, 2)):
            asked = len(one.asked)
            with _rehearsing(one.home, extractor, name) as (rehearsed, counting):
                found = one.forecast(benchmark, topics, counting)
                expected = rehearsed.estimate
            assert len(one.asked) == asked
            before = server.answered
            with quick_models(one.home) as models:
                done = one.run(benchmark, topics, model=reader(models, extractor, name))
                spent = [models.spent.input_tokens, models.spent.output_tokens]
            assert (found.seeds, found.known) == (4, known)
            searches = [p for p in one.asked[asked:] if "esearch" in p or "crossref" in p]
            assert found.searches == len(searches)
            assert found.papers == pytest.approx(done.papers, rel=0.2)
            assert expected.calls == pytest.approx(server.answered - before, rel=0.2)
            tokens = expected.input_tokens + expected.output_tokens
            assert tokens == pytest.approx(sum(spent), rel=0.2)


def test_once_the_papers_are_found_the_calls_are_known(
    desk: Make, monkeypatch: pytest.MonkeyPatch, extractor: Extractor
) -> None:
    one, told = desk(), []

    def foresee(papers: Papers) -> None:
        with _rehearsing(one.home, extractor, "openai:m1") as (rehearsed, counting):
            rehearse_reading(papers, extractor, counting)
            told.append(rehearsed.estimate.calls)
        assert server.asked == []

    with (
        providing("openai", reads_triples, monkeypatch) as server,
        quick_models(one.home) as models,
    ):
        one.run("a", A, model=reader(models, extractor), found_papers=foresee)
        assert told == [server.answered]


@pytest.mark.neo4j
def test_on_a_server_deletion_leaves_what_the_other_attests(
    desk: Make, store: Neo4jStore, extractor: Extractor
) -> None:
    one, other = desk("one"), desk("other")
    one.store = store
    one.run("a", A)
    one.run("b", B)
    one.run("b", B)
    assert violations(store) == []
    other.run("a", A)
    other.run("b", B)
    assert one.graph == other.graph
    one.remove("a")
    other.remove("a")
    assert one.graph == other.graph
    assert violations(store) == []
