"""A cap on what models and searches of the web cost that is never passed.

A request is reserved at the most that it can cost before it is sent, and settled at what it did
cost. Where that is not known (a reply without usage, a connection that broke), the provider may
bill it, so the whole reservation counts as spent. A request that does not fit waits for those in
flight to be settled; where none is in flight, the cap is reached.

With a ledger file the cap holds over kills: a reservation is written down before it is sent, and
one that was never settled counts as spent. One process at a time spends from a ledger.
"""

import json
import secrets
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Condition
from typing import Any

from hubscope.codec import to_json
from hubscope.errors import BudgetError, InputError
from hubscope.files import Journal, locked, read_journal, unwritable
from hubscope.llm.chat import Request, UnkeptError, Usage
from hubscope.llm.prices import Price, Prices, both_costs, load_prices
from hubscope.llm.token_counts import most_tokens

# What ends a run, whoever meets it: no model and no tool can go on without money.
OUT_OF_MONEY = (BudgetError, UnkeptError)


@dataclass(frozen=True, slots=True)
class Reservation:
    """Money set aside for one request that is about to be sent.

    Attributes:
        searches: 1 where the request is a search of the web, 0 where a model is asked.
    """

    number: str
    cost: float
    searches: int = 0


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run has cost so far; None of a cost = a price is not known.

    Attributes:
        calls: requests to models that were sent and may have been billed.
        searches: the same of searches of the web; `cost` is of both.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    searches: int = 0

    def plus(self, other: "Spent") -> "Spent":
        """Both together."""
        return Spent(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            both_costs(self.cost, other.cost),
            self.searches + other.searches,
        )


class Budget:
    """One cap for a whole run, shared by its models, its searches and its threads."""

    def __init__(
        self,
        max_cost: float | None = None,
        *,
        prices: Prices | None = None,
        ledger: Path | None = None,
    ) -> None:
        """A budget; without a cap it only counts.

        Raises:
            InputError: the cap is no amount, or the ledger is none.
            UnavailableError: another command spends from the ledger.
            UnkeptError: the ledger cannot be written.
        """
        if max_cost is not None and not 0 <= max_cost < float("inf"):
            raise InputError(f"--max-cost is an amount of US dollars, not {max_cost!r}.")
        self.max_cost = max_cost
        self.prices = prices or load_prices()
        self._changed = Condition()
        self._reserved: dict[str, float] = {}
        self._numbers = count()
        self._spent = Spent()
        self._mark = ""
        self._ledger: Journal | None = None
        self._holding = ExitStack()
        if ledger is not None:
            with ExitStack() as holding:
                self._open(ledger, holding)
                self._holding = holding.pop_all()

    @property
    def spent(self) -> Spent:
        """What is settled so far, over all sessions of the ledger."""
        with self._changed:
            return self._spent

    def price_of(self, model: str) -> Price | None:
        """The price of a model.

        Raises:
            InputError: there is a cap, and no price to keep it with.
        """
        price = self.prices.find(model)
        if price is None and self.max_cost is not None:
            raise InputError(
                f"the price of {model} is not known, so --max-cost cannot be kept: add it to"
                " prices.toml in HUBSCOPE_HOME, or leave --max-cost out.",
                reason="unknown_price",
            )
        return price

    def reserve(self, request: Request, price: Price | None) -> Reservation:
        """Set aside the most that a request can cost; waits for others where that may help.

        Raises:
            BudgetError: it does not fit under the cap.
            UnkeptError: it cannot be written down; then it is not set aside.
        """
        return self._set_aside(price.cost(*most_tokens(request)) if price else 0.0)

    def reserve_search(self, price: float) -> Reservation:
        """Set aside what a search of the web costs; see `reserve`."""
        return self._set_aside(price, searches=1)

    def _set_aside(self, most: float, searches: int = 0) -> Reservation:
        with self._changed:
            while not self._fits(most):
                if not self._reserved:
                    raise BudgetError(
                        f"the cap of ${self.max_cost:g} is reached: ${self._cost():.4f} spent,"
                        f" and the next request may cost ${most:.4f}. What was done is kept: run it"
                        " again with a higher --max-cost.",
                        reason="cap_reached",
                    )
                self._changed.wait()
            number = f"{self._mark}{next(self._numbers)}"
            self._reserved[number] = most
            try:
                self._write({"reserved": number, "cost": most, "searches": searches})
            except BaseException:
                del self._reserved[number]
                self._changed.notify_all()
                raise
            return Reservation(number, most, searches)

    def settle(self, held: Reservation, price: Price | None, usage: Usage | None) -> None:
        """Count what a request did cost.

        Args:
            held: what was set aside for it.
            price: of its model.
            usage: None = it was not answered and will not be billed. A usage without tokens counts
                as all that was set aside.

        Raises:
            UnkeptError: it cannot be written down; it is counted in this session all the same.
        """
        if usage is None:
            self._count(held, Spent())
            return
        cost = price.of(usage) if price else None
        cost = held.cost if price and cost is None else cost
        self._count(held, Spent(1, usage.input_tokens or 0, usage.output_tokens or 0, cost))

    def settle_search(self, held: Reservation, *, is_billed: bool) -> None:
        """Count a search, or let it go where it will not be billed; see `settle`."""
        self._count(held, _all_of(held) if is_billed else Spent())

    def _count(self, held: Reservation, spent: Spent) -> None:
        with self._changed:
            del self._reserved[held.number]
            self._spent = self._spent.plus(spent)
            try:
                self._write({"settled": held.number, **to_json(spent)})
            finally:
                self._changed.notify_all()

    def close(self) -> None:
        """Close the ledger, and let another command spend from it."""
        self._ledger = None
        self._holding.close()

    def _fits(self, most: float) -> bool:
        if self.max_cost is None:
            return True
        # A sum of floats may miss the cap by its last digit.
        return self._cost() + sum(self._reserved.values()) + most <= self.max_cost * (1 + 1e-12)

    def _cost(self) -> float:
        return self._spent.cost or 0.0

    def _write(self, record: dict[str, Any]) -> None:
        if self._ledger is None:
            return
        try:
            self._ledger.append(record)
        except OSError as error:
            raise _unkept(self._ledger.path, error) from error

    def _open(self, path: Path, holding: ExitStack) -> None:
        """Go on with a ledger, held by this process alone until `holding` is closed."""
        busy = (
            f"{path}: another command spends from this budget. Wait for it, or end it, and run"
            " again."
        )
        try:
            holding.enter_context(locked(path.with_name(f"{path.name}.lock"), busy=busy))
            self._ledger = holding.enter_context(Journal(path))
        except OSError as error:
            raise _unkept(path, error) from error
        # No two sessions number alike.
        self._mark = f"{secrets.token_hex(4)}-"
        self._go_on(path)

    def _go_on(self, path: Path) -> None:
        """Count what the ledger holds; what was reserved and never settled is spent."""
        held: dict[str, Reservation] = {}
        try:
            for record in read_journal(path):
                if "reserved" in record:
                    one = Reservation(
                        record["reserved"], float(record["cost"]), record.get("searches", 0)
                    )
                    held[one.number] = one
                else:
                    held.pop(record["settled"], None)
                    self._spent = self._spent.plus(_spent_of(record))
        except (InputError, KeyError, TypeError, ValueError, json.JSONDecodeError) as error:
            raise InputError(
                f"{path}: no ledger of costs ({error}). Remove it to begin at nothing.",
                reason="broken_ledger",
                where=str(path),
            ) from error
        for one in held.values():
            self._spent = self._spent.plus(_all_of(one))
        for one in held.values():
            self._write({"settled": one.number, **to_json(_all_of(one))})


def _unkept(path: Path, error: OSError) -> UnkeptError:
    said = unwritable(path, error)
    return UnkeptError(
        f"{said} Without its ledger the run cannot go on: what was done is kept, run it again.",
        reason=said.reason,
        where=said.where,
    )


def _all_of(held: Reservation) -> Spent:
    """All that was set aside for a request of which nobody knows what it did cost."""
    return Spent(calls=1 - held.searches, cost=held.cost, searches=held.searches)


def _spent_of(record: dict[str, Any]) -> Spent:
    """What a line of a ledger says was spent; older ones leave out what is nothing or not known."""
    return Spent(
        record["calls"],
        record.get("input_tokens") or 0,
        record.get("output_tokens") or 0,
        record["cost"],
        record.get("searches", 0),
    )
