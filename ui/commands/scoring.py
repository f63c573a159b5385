"""Verb score: claims, verdicts and scores of a run."""

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings
from ui.connection import open_store
from ui.score_text import scores_document, scores_text


@click.command("score")
@click.argument("run_name", metavar="RUN")
@click.option("--all", "everything", is_flag=True, help="Right answers too, not only wrong ones.")
@click.option("--judge", default="embedded", show_default=True, help="Who gives the verdicts.")
@click.option("--extractor", type=click.Choice(["rules"]), default="rules", show_default=True)
@click.option(
    "--tiers", default="gold,graph", show_default=True, help="Tiers of evidence, in order."
)
@click.option("--include-reasoning", is_flag=True, help="Judge thinking text too.")
@click.option("--anchor", type=click.Choice(["max", "mean"]), default="max", show_default=True)
@click.option("--degree-with", type=click.Choice(["vocabulary"]), help="Relations to count, too.")
@click.option("--engine", type=click.Choice(["local"]), default="local", show_default=True)
@json_option
@pass_settings
def score_command(
    settings: Settings,
    run_name: str,
    everything: bool,
    judge: str,
    extractor: str,
    tiers: str,
    include_reasoning: bool,
    anchor: str,
    degree_with: str | None,
    engine: str,
    as_json: bool,
) -> None:
    """Score a run: HR, HS and HS^w with intervals, failure hubs, slices.

    By default only trajectories with a wrong final answer are judged. A killed run goes on where it
    was.

    Example: hubscope score medrag:cot/gpt-35 --all
    """
    from benchmarks.hallucination.score import AnchorRule
    from benchmarks.hallucination.scoring import Options, score
    from benchmarks.runs import open_run
    from benchmarks.workbench import equip

    run = open_run(settings.home, run_name)
    options = Options(
        everything=everything,
        include_reasoning=include_reasoning,
        anchor=AnchorRule(anchor),
        with_vocabulary=degree_with == "vocabulary",
    )
    wanted = [tier.strip() for tier in tiers.split(",")]
    with open_store(settings) as store, output.progress("score") as step:
        equipment = equip(settings, store, judge=judge, tiers=wanted)
        scored = score(run, equipment, options, step)
    if as_json:
        output.print_json(scores_document(run, scored))
    else:
        click.echo(scores_text(scored))
