"""Budgets: never over the cap, whatever the threads, the faults and the kills."""

import resource
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubscope.errors import BudgetError, InputError, UnavailableError
from hubscope.llm.budget import Budget
from hubscope.llm.chat import Reply, Request, UnkeptError, Usage
from hubscope.llm.faults import RetryLater
from hubscope.llm.layers import BudgetedModel
from hubscope.llm.prices import Price, load_prices
from hubscope.llm.token_counts import most_tokens
from tests.hubscope.llm.asking import PRICES, SEARCH, VERDICT, asking


class Billing:
    """A model that bills what its plan says, as a provider would; thread-safe."""

    name = "scripted:m1"
    fingerprint = "0" * 64

    def __init__(self, plan: list[tuple[str, float, float]]) -> None:
        self._plan = plan
        self._lock = threading.Lock()
        self.billed = 0.0
        self.calls = 0

    def reply(self, request: Request) -> Reply:
        with self._lock:
            fate, share_in, share_out = self._plan[self.calls % len(self._plan)]
            self.calls += 1
        most_in, most_out = most_tokens(request)
        used = Usage(int(most_in * share_in), int(most_out * share_out))
        if fate == "refused":
            raise RetryLater("later", reason="rate_limited", after_s=None)
        with self._lock:
            self.billed += Price(1.0, 2.0).of(used) or 0.0
        if fate == "torn":
            raise UnavailableError("torn", reason="torn_reply")
        return Reply("yes", Usage() if fate == "silent" else used, paid=True)


FATES = st.tuples(
    st.sampled_from(["fine", "fine", "torn", "refused", "silent"]),
    st.floats(0, 1),
    st.floats(0, 1),
)


@settings(max_examples=25)
@given(plan=st.lists(FATES, min_size=1, max_size=20), cap=st.floats(0, 0.2))
def test_sixteen_threads_never_pass_the_cap(
    plan: list[tuple[str, float, float]], cap: float
) -> None:
    budget = Budget(cap, prices=PRICES)
    model = Billing(plan)
    budgeted = BudgetedModel(model, budget)

    def ask(number: int) -> bool:
        try:
            budgeted.reply(asking(f"question {number} " * (number % 7 + 1), max_tokens=1000))
        except BudgetError:
            return False
        except UnavailableError:
            return True
        return True

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(ask, range(100)))
    assert model.billed <= cap + 1e-12
    # What is counted is never less than what was billed.
    assert model.billed <= (budget.spent.cost or 0.0) + 1e-12


def test_a_request_waits_for_those_in_flight_before_the_cap_counts_as_reached() -> None:
    most = Price(1.0, 2.0).cost(*most_tokens(asking(max_tokens=1000)))
    # Room for one at its most, for many at what they really cost.
    budget = Budget(most * 1.5, prices=PRICES)
    model = Billing([("fine", 0.01, 0.01)])
    budgeted = BudgetedModel(model, budget)
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda _: budgeted.reply(asking(max_tokens=1000)), range(32)))
    assert model.calls == 32


def test_what_does_not_fit_is_not_sent() -> None:
    model = Billing([("fine", 1, 1)])
    budgeted = BudgetedModel(model, Budget(0.0001, prices=PRICES))
    with pytest.raises(BudgetError) as raised:
        budgeted.reply(asking())
    assert raised.value.exit_code == 3
    assert model.calls == 0


def test_a_ledger_holds_the_cap_over_kills(tmp_path: Path) -> None:
    path = tmp_path / "costs.jsonl"
    request = asking(max_tokens=1000)
    first = Budget(1.0, prices=PRICES, ledger=path)
    price = first.price_of("openai:m1")
    first.settle(first.reserve(request, price), price, Usage(100, 200))
    held = first.reserve(request, price)
    # Killed here: the request was sent, and nobody knows what became of it.
    first.close()
    second = Budget(1.0, prices=PRICES, ledger=path)
    assert second.spent.calls == 2
    assert second.spent.cost == pytest.approx(0.0005 + held.cost)
    second.close()
    third = Budget(1.0, prices=PRICES, ledger=path)
    assert third.spent == second.spent
    third.settle(third.reserve(request, price), price, None)
    third.close()
    assert Budget(1.0, prices=PRICES, ledger=path).spent == second.spent


def test_searches_and_models_share_one_cap_over_kills(tmp_path: Path) -> None:
    path, search = tmp_path / "costs.jsonl", 0.001
    first = Budget(0.0035, prices=PRICES, ledger=path)
    price = first.price_of("openai:m1")
    first.settle_search(first.reserve_search(search), is_billed=True)
    first.settle_search(first.reserve_search(search), is_billed=False)
    first.settle(first.reserve(asking(max_tokens=100), price), price, Usage(100, 200))
    first.reserve_search(search)  # killed while it searched
    first.close()
    second = Budget(0.0035, prices=PRICES, ledger=path)
    assert (second.spent.calls, second.spent.searches) == (1, 2)
    assert second.spent.cost == pytest.approx(0.0025)
    second.settle_search(second.reserve_search(search), is_billed=True)
    with pytest.raises(BudgetError):
        second.reserve_search(search)
    second.close()


def test_a_torn_ledger_is_gone_on_with_and_a_false_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "costs.jsonl"
    path.write_text('{"reserved":"0","cost":0.5}\n{"settled":"0","ca', "utf-8")
    assert Budget(1.0, prices=PRICES, ledger=path).spent.cost == 0.5
    path.write_text('{"hello": 1}\n', "utf-8")
    with pytest.raises(InputError) as raised:
        Budget(1.0, prices=PRICES, ledger=path)
    assert raised.value.reason == "broken_ledger"


def test_one_command_at_a_time_spends_from_a_ledger(tmp_path: Path) -> None:
    path = tmp_path / "costs.jsonl"
    first = Budget(1.0, prices=PRICES, ledger=path)
    with pytest.raises(UnavailableError, match="another command spends") as raised:
        Budget(1.0, prices=PRICES, ledger=path)
    assert (raised.value.exit_code, raised.value.reason) == (4, "busy")
    first.close()
    Budget(1.0, prices=PRICES, ledger=path).close()


def test_a_ledger_that_is_refused_is_let_go_of(tmp_path: Path) -> None:
    path = tmp_path / "costs.jsonl"
    path.write_text('{"hello": 1}\n', "utf-8")
    with pytest.raises(InputError):
        Budget(1.0, prices=PRICES, ledger=path)
    path.unlink()
    Budget(1.0, prices=PRICES, ledger=path).close()


def test_a_ledger_that_cannot_be_written_stops_the_run_and_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "costs.jsonl"
    budget = Budget(1.0, prices=PRICES, ledger=path)
    price, request = budget.price_of("openai:m1"), asking(max_tokens=1000)
    held = budget.reserve(request, price)
    with no_larger_files(path.stat().st_size + 5):
        with pytest.raises(UnkeptError, match="cannot be written"):
            budget.reserve(request, price)
        with pytest.raises(UnkeptError):
            budget.settle(held, price, Usage(10, 20))
    # Nothing is left in flight, and no half of a line in the file.
    budget.settle(budget.reserve(request, price), price, Usage(100, 200))
    budget.close()
    again = Budget(1.0, prices=PRICES, ledger=path)
    assert again.spent.calls == 2
    again.close()


@contextmanager
def no_larger_files(size: int) -> Iterator[None]:
    """As on a disk that is full: a write beyond `size` bytes is cut, then refused."""
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_cap_without_a_price_is_refused_and_no_cap_counts_tokens() -> None:
    with pytest.raises(InputError, match=r"prices\.toml") as raised:
        Budget(1.0, prices=PRICES).price_of("openai:unheard-of")
    assert raised.value.reason == "unknown_price"
    budget = Budget(prices=PRICES)
    assert budget.price_of("openai:unheard-of") is None
    budget.settle(budget.reserve(asking(), None), None, Usage(10, 20))
    assert (budget.spent.input_tokens, budget.spent.cost) == (10, None)


@pytest.mark.parametrize("cap", [-1.0, float("nan"), float("inf")])
def test_a_cap_is_an_amount(cap: float) -> None:
    with pytest.raises(InputError):
        Budget(cap)


def test_the_bound_holds_for_every_tokeniser() -> None:
    # No tokeniser makes more than one token of a byte; tools and schemas are sent, too.
    plain = asking("häm" * 10)
    assert most_tokens(plain)[0] >= 40
    assert most_tokens(asking("x", tools=(SEARCH,)))[0] > most_tokens(asking("x"))[0] + 50
    assert most_tokens(asking("x", schema=VERDICT))[0] > most_tokens(asking("x"))[0] + 50


def test_the_longest_pattern_counts_and_a_newer_model_has_no_price() -> None:
    prices = load_prices()
    assert prices.find("openai:gpt-4o-2024-05-13") == Price(5.0, 15.0)
    assert prices.find("openai:gpt-4o-mini") == Price(0.15, 0.6)
    assert prices.find("ollama:llama3.1:8b") == Price(0.0, 0.0)
    for unknown in ("openai:gpt-4o-next", "openai:gpt-6", "anthropic:claude-opus-9", "gpt-4o"):
        assert prices.find(unknown) is None


def test_the_users_prices_stand_over_ours(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text(
        '[openai]\n"gpt-4o" = {input = 1, output = 1}\n[mine]\n"*" = {input=3, output=4}'
    )
    prices = load_prices(own)
    assert prices.find("openai:gpt-4o") == Price(1.0, 1.0)
    assert prices.find("mine:any") == Price(3.0, 4.0)
    assert prices.searches == load_prices().searches
    assert prices.find("openai:gpt-4o-mini") == load_prices().find("openai:gpt-4o-mini")
    own.write_text("[searches]\nserper = 0.0003")
    assert load_prices(own).searches["serper"] == 0.0003 < load_prices().searches["serper"]
    false = ('"x" = 3', '"x" = {input = -1, output = 1}', "[searches]\nserper = -1")
    for bad in ("[openai", *(f"[openai]\n{one}" for one in false)):
        own.write_text(bad)
        with pytest.raises(InputError) as raised:
            load_prices(own)
        assert raised.value.reason == "bad_prices"
