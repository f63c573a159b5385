"""A cap on what models cost that is never passed.

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

from hubscope.errors import BudgetError, InputError
from hubscope.files import Journal, locked, read_journal, unwritable
from hubscope.llm.chat import Request, UnkeptError, Usage
from hubscope.llm.prices import Price, Prices, load_prices
from hubscope.llm.token_counts import most_tokens


@dataclass(frozen=True, slots=True)
class Reservation:
    """Money set aside for one request that is about to be sent."""

    number: str
    cost: float


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run has cost so far; None of a cost = a price is not known.

    Attributes:
        calls: requests that were sent and may have been billed.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0


class Budget:
    """One cap for a whole run, shared by its models and threads."""

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
        most = price.cost(*most_tokens(request)) if price else 0.0
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
                self._write({"reserved": number, "cost": most})
            except BaseException:
                del self._reserved[number]
                self._changed.notify_all()
                raise
            return Reservation(number, most)

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
        with self._changed:
            del self._reserved[held.number]
            try:
                if usage is not None:
                    cost = price.of(usage) if price else None
                    cost = held.cost if price and cost is None else cost
                    self._add(usage, cost)
                    self._write(_settled(held, usage, cost))
                else:
                    self._write({"settled": held.number, "calls": 0, "cost": 0.0})
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

    def _add(self, usage: Usage, cost: float | None) -> None:
        before = self._spent
        self._spent = Spent(
            before.calls + 1,
            before.input_tokens + (usage.input_tokens or 0),
            before.output_tokens + (usage.output_tokens or 0),
            None if before.cost is None or cost is None else before.cost + cost,
        )

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
        held: dict[str, float] = {}
        try:
            for record in read_journal(path):
                if "reserved" in record:
                    held[record["reserved"]] = float(record["cost"])
                    continue
                held.pop(record["settled"], None)
                if record["calls"]:
                    usage = Usage(record.get("input_tokens"), record.get("output_tokens"))
                    self._add(usage, record["cost"])
        except (InputError, KeyError, TypeError, ValueError, json.JSONDecodeError) as error:
            raise InputError(
                f"{path}: no ledger of costs ({error}). Remove it to begin at nothing.",
                reason="broken_ledger",
                where=str(path),
            ) from error
        for cost in held.values():
            self._add(Usage(), cost)
        for number, cost in held.items():
            self._write({"settled": number, "calls": 1, "cost": cost})


def _unkept(path: Path, error: OSError) -> UnkeptError:
    said = unwritable(path, error)
    return UnkeptError(
        f"{said} Without its ledger the run cannot go on: what was done is kept, run it again.",
        reason=said.reason,
        where=said.where,
    )


def _settled(held: Reservation, usage: Usage, cost: float | None) -> dict[str, Any]:
    return {
        "settled": held.number,
        "calls": 1,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost": cost,
    }
