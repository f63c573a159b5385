"""Verb score: claims, verdicts and scores of a run."""

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.options import cost_options, json_option, pass_settings
from ui.connection import open_store
from ui.cost_text import cost_document, cost_text, show_estimate
from ui.score_text import scores_document, scores_text


@click.command("score")
@click.argument("run_name", metavar="RUN")
@click.option("--all", "everything", is_flag=True, help="Right answers too, not only wrong ones.")
@click.option(
    "--judge",
    default="embedded",
    show_default=True,
    help="Who gives the verdicts: a name, PROVIDER:NAME, or `default` for the method's own rule.",
)
@click.option(
    "--extractor",
    default="rules",
    show_default=True,
    help="Who takes claims out of the steps: rules, PROVIDER:NAME, or answers = the final answer"
    " alone, in its question's words.",
)
@click.option(
    "--votes",
    type=click.IntRange(min=1, max=15),
    default=1,
    show_default=True,
    help="How often a judging model is asked; more than half must agree.",
)
@click.option(
    "--grader",
    default="",
    metavar="PROVIDER:NAME",
    help="Who grades answers in free text against the reference, where no rule decides.",
)
@click.option(
    "--tiers",
    default="gold,graph",
    show_default=True,
    help="Tiers of evidence, in order: gold, graph, web, literature, and observed: what the agent's"
    " own tools gave it.",
)
@click.option("--include-reasoning", is_flag=True, help="Judge thinking text too.")
@click.option("--anchor", type=click.Choice(["max", "mean"]), default="max", show_default=True)
@click.option("--degree-with", type=click.Choice(["vocabulary"]), help="Relations to count, too.")
@click.option("--engine", type=click.Choice(["local"]), default="local", show_default=True)
@cost_options
@json_option
@pass_settings
def score_command(
    settings: Settings,
    run_name: str,
    everything: bool,
    judge: str,
    extractor: str,
    votes: int,
    grader: str,
    tiers: str,
    include_reasoning: bool,
    anchor: str,
    degree_with: str | None,
    engine: str,
    max_cost: float | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Score a run: HR, HS and HS^w with intervals, failure hubs, slices.

    By default only trajectories with a wrong final answer are judged. A killed run goes on where it
    was. A model that judges or extracts is asked once a step; its replies are kept, so that nothing
    is paid twice. It is never the model under test.

    Example: hubscope score medrag:cot/gpt-35 --all
    """
    from benchmarks.hallucination.score import AnchorRule
    from benchmarks.hallucination.scoring import Options, rehearse, score
    from benchmarks.runs import open_run
    from benchmarks.steps import Steps
    from benchmarks.workbench import equip
    from hubscope.llm.opening import Models
    from retrieval.evidence import FOUND, SEARCHED
    from retrieval.opening import check_tiers

    run = open_run(settings.home, run_name)
    options = Options(
        everything=everything,
        include_reasoning=include_reasoning,
        anchor=AnchorRule(anchor),
        with_vocabulary=degree_with == "vocabulary",
    )
    wanted = [tier.strip() for tier in tiers.split(",")]
    check_tiers(settings, wanted)
    if dry_run and (found := [tier for tier in wanted if tier in FOUND]):
        output.note(
            f"a dry run searches and writes nothing: {' and '.join(found)} are taken to have as"
            " much as a judge may be shown"
        )
    steps = Steps(judge, extractor, votes, grader)
    # Also without a model: what is searched may be billed.
    costs_money = steps.use_models or bool(SEARCHED & {*wanted})
    ledger = steps.ledger(run.path) if costs_money and not dry_run else None
    record = run.record()
    if steps.use_models and (record.unnamed or not record.model):
        output.note(
            "the run does not name the model of every trajectory: make sure that none of them"
            " judges itself"
        )
    with (
        Models(settings.home, max_cost=max_cost, ledger=ledger, dry_run=dry_run) as models,
        open_store(settings) as store,
    ):
        equipment = equip(
            settings,
            store,
            tiers=wanted,
            run=run.name,
            steps=steps,
            model=record.model,
            models=models,
        )
        if dry_run:
            searches = rehearse(run, equipment, options)
            show_estimate(models, as_json=as_json, web_searches=searches)
            return
        with output.progress("score", models.budget if costs_money else None) as step:
            scored = score(run, equipment, options, step)
        costs = cost_document(models) if costs_money else None
        models.finish()
    if as_json:
        output.print_json({**scores_document(run, scored), "costs": costs})
        return
    click.echo(scores_text(scored))
    if costs:
        click.echo(cost_text(models))
