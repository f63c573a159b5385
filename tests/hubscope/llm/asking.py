"""Requests and models that the tests of this folder share."""

from pathlib import Path

from hubscope.json_values import Json
from hubscope.llm.budget import Budget
from hubscope.llm.chat import Message, Request, Role, ToolSpec
from hubscope.llm.layers import Patience
from hubscope.llm.opening import Models
from hubscope.llm.prices import Price, Prices

VERDICT: dict[str, Json] = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": ["SUPPORTED", "REFUTED"]}},
    "required": ["verdict"],
    "additionalProperties": False,
}
SEARCH = ToolSpec(
    "search", "Finds papers.", {"type": "object", "properties": {"query": {"type": "string"}}}
)
# Four attempts in a few milliseconds.
QUICK = Patience(attempts=4, total_s=5.0, first_wait_s=0.002)
# A dollar for a million tokens in, two for a million out.
PRICES = Prices(
    "2026-01-01",
    {name: {"m*": Price(1.0, 2.0)} for name in ("openai", "anthropic", "ollama", "scripted")},
)


def asking(text: str = "Is it so?", system: str = "", **more: object) -> Request:
    """A request of one user's message."""
    messages = [Message(Role.SYSTEM, system)] if system else []
    return Request((*messages, Message(Role.USER, text)), **more)  # type: ignore[arg-type]


def quick_models(home: Path, max_cost: float | None = None, ledger: Path | None = None) -> Models:
    """Models that give up quickly, at our own prices."""
    models = Models(home, max_cost=max_cost, ledger=ledger, patience=QUICK)
    models.budget.close()
    models.budget = Budget(max_cost, prices=PRICES, ledger=ledger)
    return models
