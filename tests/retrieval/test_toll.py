"""Searches that cost money: paid for before they are sent, each once, and only what was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from hubscope.errors import BudgetError
from hubscope.llm.budget import Budget
from retrieval.connectors.connector import Failed, Found
from retrieval.connectors.reach import Reach
from retrieval.connectors.web import open_web
from tests.retrieval.connectors.reaching import reach_for, reaching, settings_for
from tests.servers.literature import Services
from tests.servers.papers import Paper

pytestmark = pytest.mark.loopback

PRICE = 0.001


@contextmanager
def paying(home: Path, cap: float | None = None) -> Iterator[tuple[Reach, Services, Budget]]:
    """A reach whose searches are paid out of a budget."""
    with reaching(home) as (reach, services):
        budget = Budget(cap)
        yield replace(reach, budget=budget), services, budget


def test_a_search_is_paid_once_and_a_remembered_one_not_again(tmp_path: Path) -> None:
    with paying(tmp_path) as (reach, services, budget):
        web = open_web(reach)
        assert isinstance(web.search("zinc"), Found)
        assert isinstance(web.search("zinc"), Found)
        assert len(services.asked) == budget.spent.searches == 1
        assert budget.spent.cost == pytest.approx(PRICE)
        assert budget.spent.calls == 0


def test_a_page_more_is_paid_only_where_the_one_before_was_full(tmp_path: Path) -> None:
    with paying(tmp_path) as (reach, services, budget):
        services.papers = [Paper(n, f"Velorin {n}", "fever" if n else "") for n in range(25)]
        web, found = open_web(reach), []
        for query, limit in (("velorin", 30), ("velorin again", 4), ("fever", 20)):
            searched = web.search(query, limit)
            assert isinstance(searched, Found)
            found.append(len(searched.records))
        assert found == [25, 4, 20]
        assert budget.spent.searches == len(services.asked) == 3 + 1 + 2
        # Fewer than were asked for, and there are no more.
        services.papers = services.papers[:3]
        web.search("only three of velorin", 10)
        assert budget.spent.searches == 7


def test_at_the_cap_nothing_is_sent_and_the_run_ends(tmp_path: Path) -> None:
    with paying(tmp_path, cap=2.5 * PRICE) as (reach, services, budget):
        web = open_web(reach)
        web.search("zinc")
        web.search("iron")
        with pytest.raises(BudgetError):
            web.search("copper")
        assert len(services.asked) == 2
        assert (budget.spent.cost or 0) <= 2.5 * PRICE


@pytest.mark.parametrize(
    ("mode", "billed"),
    [("refused", 0), ("error", 4), ("torn", 4), ("html", 1)],
)
def test_what_may_have_been_searched_counts_at_every_try(
    tmp_path: Path, mode: str, billed: int
) -> None:
    with paying(tmp_path) as (reach, services, budget):
        services.mode = mode
        assert isinstance(open_web(reach).search("zinc"), Failed)
        assert budget.spent.searches == billed
        assert len(services.asked) == max(1, billed)


def test_what_never_reached_the_service_is_not_paid(tmp_path: Path) -> None:
    budget = Budget(1.0)
    reach = replace(reach_for(settings_for(tmp_path, None)), budget=budget)
    assert isinstance(open_web(reach).search("zinc"), Failed)
    assert budget.spent.searches == 0
    reach.close()
