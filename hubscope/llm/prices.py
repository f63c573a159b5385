"""Prices: of models for a million tokens, by provider and pattern; of searches, by service."""

import fnmatch
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from hubscope.errors import InputError
from hubscope.llm.chat import Usage

# The table of a prices file that is no provider's.
SEARCHES = "searches"


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input: float
    output: float

    def of(self, usage: Usage) -> float | None:
        """What a reply cost; None where the tokens are not known."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        return self.cost(usage.input_tokens, usage.output_tokens)

    def cost(self, input_tokens: float, output_tokens: float) -> float:
        """What so many tokens cost."""
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by provider and pattern of the model's name.

    Attributes:
        date: when they were looked up.
        searches: US dollars for one search, by the service that bills it.
    """

    date: str
    table: Mapping[str, Mapping[str, Price]]
    searches: Mapping[str, float] = field(default_factory=dict)

    def find(self, model: str) -> Price | None:
        """The price of `PROVIDER:NAME`, by its longest pattern; None where there is none.

        A name without a provider (a replay) has none.
        """
        provider, _, name = model.partition(":")
        patterns = self.table.get(provider, {})
        fitting = [one for one in patterns if fnmatch.fnmatchcase(name.lower(), one.lower())]
        return patterns[max(fitting, key=len)] if fitting else None


def load_prices(own: Path | None = None) -> Prices:
    """The prices that ship, with the user's own file (`prices.toml` of the home) over them.

    Raises:
        InputError: the user's file is no table of prices.
    """
    shipped = _shipped()
    if own is None or not own.exists():
        return shipped
    added = _parsed(own.read_text("utf-8", "replace"), str(own))
    table = {**shipped.table}
    for provider, patterns in added.table.items():
        table[provider] = {**table.get(provider, {}), **patterns}
    return Prices(added.date or shipped.date, table, {**shipped.searches, **added.searches})


def both_costs(one: float | None, other: float | None) -> float | None:
    """Two costs in US dollars together; not known where one of them is not.

    >>> both_costs(0.5, 0.25), both_costs(0.5, None)
    (0.75, None)
    """
    return None if one is None or other is None else one + other


@cache
def _shipped() -> Prices:
    text = files("hubscope.llm").joinpath("prices.toml").read_text("utf-8")
    return _parsed(text, "prices.toml")


def _parsed(text: str, where: str) -> Prices:
    try:
        record = tomllib.loads(text)
        date = str(record.pop("date", ""))
        searches = {name: _amount(cost) for name, cost in record.pop(SEARCHES, {}).items()}
        table = {
            provider: {pattern: _price(value) for pattern, value in patterns.items()}
            for provider, patterns in record.items()
        }
    except (tomllib.TOMLDecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f'{where}: no table of prices ({error}): [openai] "gpt-4o*" = {{ input = 2.5, output ='
            " 10.0 }",
            reason="bad_prices",
            where=where,
        ) from error
    return Prices(date, table, searches)


def _price(value: Mapping[str, Any]) -> Price:
    return Price(_amount(value["input"]), _amount(value["output"]))


def _amount(value: Any) -> float:
    amount = float(value)
    if not 0 <= amount < float("inf"):
        raise ValueError(f"{value} is no price")
    return amount
