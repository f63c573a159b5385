"""Verb agent: the literature agent on the items of a file or a source."""

from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ingest.readers import READERS
from ui import output
from ui.commands.options import cost_options, json_option, map_option, parse_map, pass_settings
from ui.connection import open_store
from ui.cost_text import priced_name, searched_text, web_searches_document, web_searches_text

if TYPE_CHECKING:
    from benchmarks.agents.dataset import Dataset
    from benchmarks.agents.estimate import Estimate
    from benchmarks.agents.running import Rate, Session
    from hubscope.llm.budget import Spent
    from hubscope.llm.prices import Prices


@click.command("agent")
@click.argument("dataset")
@click.option(
    "--model", required=True, help="PROVIDER:NAME, replay:FILE, record:FILE:PROVIDER:NAME."
)
@click.option("--run", "name", required=True, help="Name of the run.")
@click.option("--limit", type=click.IntRange(1), help="The first so many items.")
@cost_options
@click.option(
    "--parallel", type=click.IntRange(1, 256), default=8, show_default=True, help="Items at once."
)
@click.option("--literature", help="Connectors to search, by comma. Default: the setting.")
@click.option("--no-web", is_flag=True, help="No tools for the web.")
@click.option(
    "--until",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Search nothing that was published after this day.",
)
@click.option(
    "--format",
    "reader",
    type=click.Choice(["auto", *READERS.names()]),
    default="auto",
    show_default=True,
    help="Reader of a file; auto finds it by content.",
)
@map_option
@json_option
@pass_settings
def agent_command(
    settings: Settings,
    dataset: str,
    model: str,
    name: str,
    limit: int | None,
    max_cost: float | None,
    dry_run: bool,
    parallel: int,
    literature: str | None,
    no_web: bool,
    until: datetime | None,
    reader: str,
    mapping: str | None,
    as_json: bool,
) -> None:
    """Let an agent answer benchmark items by searching the literature and the web.

    DATASET is a file that `ingest` reads, or a source that is in the graph. The agent has at most
    12 turns and 600 seconds an item, at temperature 0. What it does is a run: score, report,
    compare and verify work on it. Stopped or killed, the same command goes on where it was, and
    pays for nothing twice; items on which a service failed are tried again.

    Example: hubscope agent items.jsonl --model openai:gpt-4o-mini --run mini --max-cost 5
    """
    from benchmarks.agents.estimate import estimate
    from benchmarks.agents.folder import agent_folder
    from benchmarks.agents.running import Options, manifest_of, run_agent
    from benchmarks.agents.tools import Toolbox, open_toolbox
    from hubscope.llm.budget import Budget
    from hubscope.llm.estimate import guessing
    from hubscope.llm.opening import Models
    from retrieval.library import connector_names

    folder = agent_folder(settings.home, name)
    given = _dataset(settings, dataset, reader, parse_map(mapping))
    names = connector_names(settings.literature if literature is None else literature)
    last = until.date() if until else None

    def toolbox(budget: Budget) -> AbstractContextManager[Toolbox]:
        return open_toolbox(settings, names, web=not no_web, until=last, budget=budget)

    with (
        Models(settings.home, max_cost=max_cost, dry_run=dry_run) as models,
        toolbox(models.budget) as tools,
    ):
        # Nothing is written before it is clear that all of it is fit.
        asked = models.open(model, guessing(lambda _: ""))
        folder.check(manifest_of(name, given, asked, tools, Options().limits))
        if not tools.searches_web:
            output.note("no web_search: SERPER_API_KEY is not set")
        if dry_run:
            price = models.prices.find(priced_name(model))
            _show_estimate(
                estimate(folder, given.first(limit), tools, price), models.prices, as_json
            )
            return
    with (
        Models(settings.home, max_cost=max_cost, ledger=folder.ledger) as models,
        toolbox(models.budget) as tools,
        output.progress("agent", models.budget) as step,
    ):
        chosen = Options(
            limit=limit,
            parallel=parallel,
            cost=lambda: models.spent.cost,
            progress=step,
        )
        session = run_agent(folder, given, models.open(model), tools, chosen)
        spent = models.spent
    if as_json:
        output.print_json(session_document(session, spent))
    else:
        click.echo(session_text(session, spent))
    if session.stopped is not None:
        raise session.stopped


def session_document(session: "Session", spent: "Spent") -> dict[str, Any]:
    """What `agent --json` prints."""
    found = session.summary
    return {
        "run": found.run,
        "model": found.model,
        "items": found.wanted,
        "trajectories": found.trajectories,
        "waiting": found.waiting,
        "outcomes": found.outcomes,
        "tool_failure_rate": found.tool_failures.value,
        "tool_failures": _rate(found.tool_failures),
        "accuracy": found.accuracy.value,
        "right": _rate(found.accuracy),
        "skipped": found.skipped,
        "cost": spent.cost,
        "calls": spent.calls,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "web_searches": spent.searches,
        "stopped": (session.stopped.reason or "stopped") if session.stopped else None,
    }


def session_text(session: "Session", spent: "Spent") -> str:
    """The run as it stands, for people."""
    found = session.summary
    rows = [[name, n] for name, n in found.outcomes.items()]
    lines = [
        f"run {output.safe(found.run)}, model {output.safe(found.model)}",
        f"{found.wanted - found.waiting} of {found.wanted} items answered to the end"
        + (f"; {found.skipped} records were no items" if found.skipped else ""),
        "",
        output.table(["outcome", "items"], rows),
        "",
        f"right answers: {share_text(found.accuracy)}"
        f"; {found.trajectories - found.accuracy.n} cannot be graded by rule",
        f"tool calls that failed: {share_text(found.tool_failures)}",
        f"{output.dollars(spent.cost)}: {spent.calls} calls,"
        f" {spent.input_tokens} + {spent.output_tokens} tokens{searched_text(spent)}",
    ]
    if found.waiting:
        lines.append(f"{found.waiting} items are left: the same command goes on")
    return "\n".join(lines)


def _show_estimate(expected: "Estimate", prices: "Prices", as_json: bool) -> None:
    calls, read, said = map(round, (expected.calls, expected.input_tokens, expected.output_tokens))
    if as_json:
        output.print_json(
            {
                "dry_run": True,
                "items": expected.items,
                "calls": calls,
                "calls_at_most": expected.calls_at_most,
                "input_tokens": read,
                "output_tokens": said,
                "cost": expected.cost,
                "basis": expected.basis,
                **web_searches_document(
                    expected.web_searches_at_most, prices, expected.web_searches
                ),
            }
        )
        return
    cost = "its price is not known" if expected.cost is None else f"${expected.cost:.2f}"
    based = (
        f"as in the {expected.basis} conversations of this run"
        if expected.basis
        else "assuming four turns an item; --limit 5 first makes a better estimate"
    )
    click.echo(
        f"{expected.items} items: about {calls} calls ({expected.calls_at_most} at most),"
        f" {read} + {said} tokens, {cost} ({based})"
        + web_searches_text(expected.web_searches_at_most, prices, expected.web_searches)
    )


def _dataset(
    settings: Settings, dataset: str, reader: str, mapping: dict[str, str] | None
) -> "Dataset":
    """The items of a file of that name, else of a source."""
    from benchmarks.agents.dataset import dataset_of, read_dataset

    path = Path(dataset)
    if path.exists():
        return read_dataset(path, reader, mapping)
    if path.suffix and path.parent != Path():
        raise InputError(f"{dataset}: no such file.", reason="file_not_found", where=dataset)
    with open_store(settings) as store:
        return dataset_of(store, dataset)


def _rate(rate: "Rate") -> dict[str, Any]:
    interval = rate.interval
    return {
        "n": rate.hits,
        "of": rate.n,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
    }


def share_text(rate: "Rate") -> str:
    """A share with its denominator and interval."""
    interval = rate.interval
    if interval is None:
        return "none"
    return f"{rate.hits} of {rate.n} (95 % {interval.low:.2f} to {interval.high:.2f})"
