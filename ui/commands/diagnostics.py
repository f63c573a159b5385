"""Verbs of diagnostics: ablate."""

from pathlib import Path

import click

from hubscope.settings import Settings
from ui import output
from ui.ablation_text import ablation_document, ablation_text
from ui.commands.ablate_directions import ablate_directions
from ui.commands.ablate_table import ablate_table
from ui.commands.ablate_train import ablate_train
from ui.commands.options import (
    cost_options,
    json_option,
    map_option,
    parse_map,
    pass_settings,
    seed_option,
)
from ui.cost_text import cost_document, cost_text, show_estimate


class DatasetOrVerb(click.Group):
    """A group whose first word is a sub-verb or, where it is none, what `run` is to run on."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `run` before what names no sub-verb and asks for no help."""
        if args and args[0] not in (*self.commands, *self.get_help_option_names(ctx)):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group("ablate", cls=DatasetOrVerb)
def ablate_command() -> None:
    """Does a judge use its evidence? Evidence ablation on claims with gold evidence.

    `hubscope ablate DATASET` is short for `hubscope ablate run DATASET`.

    Example: hubscope ablate scifact/claims_dev.jsonl --judge features
    """


@ablate_command.command("run")
@click.argument("dataset", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    default="embedded",
    show_default=True,
    help="embedded, cautious, features, trained, adapter:FOLDER, hf:NAME or FOLDER; a chat model as"
    " PROVIDER:NAME, record:FILE:PROVIDER:NAME, replay:FILE.",
)
@click.option(
    "--rounds", type=click.IntRange(1, 20), default=4, show_default=True, help="After round 0."
)
@click.option("--limit", type=click.IntRange(1), help="That many claims, drawn by the seed.")
@click.option("--format", "shape", default="auto", show_default=True, help="Shape of the data set.")
@map_option
@click.option(
    "--strangers",
    type=click.IntRange(0, 50),
    help="Sentences of other documents beside each claim's. Default: 5 where there are none but"
    " gold sentences, else 0.",
)
@click.option("--no-knowledge", is_flag=True, help="Leave out the round without sentences.")
@click.option("--run", "name", help="Name of the run. Default: folder, file and judge.")
@seed_option
@cost_options
@json_option
@pass_settings
def ablate_run(
    settings: Settings,
    dataset: Path,
    judge: str,
    rounds: int,
    limit: int | None,
    shape: str,
    mapping: str | None,
    strangers: int | None,
    no_knowledge: bool,
    name: str | None,
    seed: int,
    max_cost: float | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """FAE: take away what a judge cites, ask again, and see whether its verdict goes, too.

    Claims with gold evidence sentences are read from SciFact, Check-COVID, FEVER (pages or pairs),
    FEVEROUS, Climate-FEVER, WiCE, or from columns that are named. A killed run goes on where it
    was; a larger limit adds claims to it. A chat model's replies are kept: none is paid twice.

    Example: hubscope ablate scifact/claims_dev.jsonl --judge features --limit 200
    """
    from benchmarks.ablation.data import read_claims
    from benchmarks.ablation.folder import ablation_folder
    from benchmarks.ablation.running import Options, rehearse_ablation, run_ablation, run_name
    from benchmarks.judging.verifier_choice import asks_model, open_verifier
    from hubscope.llm.opening import Models

    gold = read_claims(dataset, shape, parse_map(mapping))
    folder = ablation_folder(settings.home, name or run_name(dataset, judge))
    options = Options(rounds, limit, strangers, not no_knowledge, seed)
    costs_money = asks_model(judge)
    if costs_money or dry_run:
        # Nothing is written before it is clear that the model can be had, and at a known price.
        with Models(settings.home, max_cost=max_cost, dry_run=dry_run) as models:
            verifier = open_verifier(judge, settings, models)
            if dry_run and costs_money:
                rehearse_ablation(folder, dataset, gold, verifier, options)
    if dry_run:
        show_estimate(models, as_json=as_json)
        return
    ledger = folder.ledger(judge) if costs_money else None
    with (
        Models(settings.home, max_cost=max_cost, ledger=ledger) as models,
        output.progress("ablate", models.budget if costs_money else None) as step,
    ):
        verifier = open_verifier(judge, settings, models)
        found = run_ablation(folder, dataset, gold, verifier, options, step)
        costs = cost_document(models) if costs_money else None
        models.finish()
    if as_json:
        output.print_json({**ablation_document(found, folder.manifest()), "costs": costs})
        return
    click.echo(ablation_text(found, folder.manifest()))
    if costs:
        click.echo(cost_text(models))


for verb in (ablate_table, ablate_directions, ablate_train):
    ablate_command.add_command(verb)
