"""Toll: what a service bills for a call, set aside under the run's cap before the call is sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hubscope.llm.budget import Budget
from retrieval.http import FetchError


@dataclass(slots=True)
class Fare:
    """One call that is paid for.

    Attributes:
        is_sent: the service was reached, so that it may bill the call.
    """

    is_sent: bool = False


@dataclass(frozen=True, slots=True)
class Toll:
    """A service that bills its calls.

    Attributes:
        price: US dollars for one.
    """

    budget: Budget
    price: float

    @classmethod
    def of(cls, service: str, budget: Budget) -> "Toll":
        """The toll of a service of which the price is known."""
        return cls(budget, budget.prices.searches[service])

    @contextmanager
    def fare(self) -> Iterator[Fare]:
        """Pay for the call that is made inside, unless it is not sent, or refused.

        Raises:
            BudgetError: it does not fit under the cap.
            UnkeptError: it cannot be written down.
        """
        held = self.budget.reserve_search(self.price)
        fare, is_refused = Fare(), False
        try:
            yield fare
        except FetchError as error:
            # A server that failed may have searched all the same.
            is_refused = error.status is not None and error.status < 500
            raise
        finally:
            self.budget.settle_search(held, is_billed=fare.is_sent and not is_refused)
