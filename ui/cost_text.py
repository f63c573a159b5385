"""What models cost, before and after: as text and as JSON."""

from typing import TYPE_CHECKING, Any

import click

from ui import output

if TYPE_CHECKING:
    from hubscope.llm.budget import Spent
    from hubscope.llm.opening import Models
    from hubscope.llm.prices import Prices


def show_estimate(models: "Models", *, as_json: bool, web_searches: int | None = None) -> None:
    """Print what a dry run counted.

    Args:
        models: of the run.
        as_json: for programs.
        web_searches: how many there are at most; None = the command searches nothing.
    """
    found = estimate_document(models)
    if not as_json:
        click.echo(estimate_text(found) + web_searches_text(web_searches or 0, models.prices))
    elif web_searches is None:
        output.print_json(found)
    else:
        output.print_json({**found, **web_searches_document(web_searches, models.prices)})


def web_searches_document(
    at_most: int, prices: "Prices", expected: float | None = None
) -> dict[str, Any]:
    """Searches of the web beside the models, for `--json`.

    Args:
        at_most: how many there may be.
        prices: of the run.
        expected: how many are expected; None = nothing says.
    """
    from retrieval.connectors.serper import NAME

    price = prices.searches[NAME]
    return {
        "web_searches": expected,
        "web_cost": None if expected is None else expected * price,
        "web_searches_at_most": at_most,
        "web_cost_at_most": at_most * price,
    }


def web_searches_text(at_most: int, prices: "Prices", expected: float | None = None) -> str:
    """Searches of the web beside the models, for people; "" where there are none."""
    if not at_most:
        return ""
    found = web_searches_document(at_most, prices, expected)
    likely = ""
    if expected is not None:
        likely = f" about {expected:.0f} web searches, {output.dollars(found['web_cost'])};"
    most = output.dollars(found["web_cost_at_most"])
    return f"; and{likely} at most {at_most} web searches, {most}, held by the same cap"


def estimate_document(models: "Models") -> dict[str, Any]:
    """What a dry run counted, for `--json`."""
    found = models.estimate
    return {
        "dry_run": True,
        "calls": found.calls,
        "cached": found.cached,
        "input_tokens": found.input_tokens,
        "output_tokens": found.output_tokens,
        "cost": found.cost,
        "prices": models.prices.date,
    }


def estimate_text(found: dict[str, Any]) -> str:
    """What a dry run counted, for people."""
    return (
        f"expected: {found['calls']} calls ({found['cached']} more are in the cache),"
        f" about {found['input_tokens']} tokens in and {found['output_tokens']} out,"
        f" {_cost(found['cost'])} at prices of {found['prices']}"
    )


def cost_document(models: "Models") -> dict[str, Any]:
    """What a run has cost, for `--json`."""
    spent, counts = models.spent, models.counts
    return {
        "calls": spent.calls,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "web_searches": spent.searches,
        "cost": spent.cost,
        "cached": counts.cached,
        "retries": counts.retries,
        "failed": counts.failed,
    }


def cost_text(models: "Models") -> str:
    """What a run has cost, for people."""
    spent, counts = models.spent, models.counts
    return (
        f"models: {spent.calls} calls paid in all, {spent.input_tokens} tokens in,"
        f" {spent.output_tokens} out{searched_text(spent)}, {_cost(spent.cost)}; this time"
        f" {counts.cached} replies from the cache, {counts.retries} retries,"
        f" {counts.failed} without a reply"
    )


def searched_text(spent: "Spent") -> str:
    """The searches of the web that were paid for, "" where there are none."""
    return f", {spent.searches} web searches" if spent.searches else ""


def priced_name(model: str) -> str:
    """The name that has a price: a recording's is its model's.

    >>> priced_name("record:replies.jsonl:openai:gpt-4o")
    'openai:gpt-4o'
    """
    return model.split(":", 2)[-1] if model.startswith("record:") else model


def _cost(cost: float | None) -> str:
    return output.dollars(cost, "cost not known (no price)")
