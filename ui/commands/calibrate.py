"""The verb that measures a judge against people: calibrate."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings, seed_option
from ui.connection import labelling_texts, open_store

if TYPE_CHECKING:
    from benchmarks.calibration import Calibrated, Calibration
    from benchmarks.hallucination.score import Score
    from benchmarks.runs import RunFolder

MOST_LISTED = 20


@click.command("calibrate")
@click.argument("run_name", metavar="RUN")
@click.argument(
    "files",
    metavar="HUMAN.csv...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--correction",
    type=click.Choice(["ppi", "rogan-gladen"]),
    default="ppi",
    show_default=True,
    help="How HS and HS^w are corrected for the judge's error.",
)
@click.option(
    "--draw",
    type=click.IntRange(min=1),
    metavar="N",
    help="Write a sheet of N claims to label into HUMAN.csv instead.",
)
@seed_option
@json_option
@pass_settings
def calibrate_command(
    settings: Settings,
    run_name: str,
    files: tuple[Path, ...],
    correction: str,
    draw: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """The judge of a run against people, and HS^w corrected for its error.

    HUMAN.csv has the columns claim, label (SUPPORTED, UNVERIFIABLE, REFUTED) and rater; several
    raters in one file or one file each. --draw writes such a sheet: claims drawn at random by the
    seed, with the evidence that the judge was given and without its verdicts.

    Example: hubscope calibrate demo:careless human.csv --draw 100
    """
    from benchmarks.calibration import calibrate
    from benchmarks.measured_judge import Method
    from benchmarks.runs import open_run

    run = open_run(settings.home, run_name)
    if draw is not None:
        _write_sheet(settings, run, files, draw, seed, as_json=as_json)
        return
    found = calibrate(run, files, Method(correction))
    if as_json:
        output.print_json(calibration_document(found))
        return
    click.echo(calibration_text(found.calibration))
    if found.skipped:
        click.echo(f"\n{len(found.skipped)} rows without a label that can be used:")
        for one in found.skipped[:MOST_LISTED]:
            click.echo(f"  {output.safe(one.where)}: {one.reason}")
        if len(found.skipped) > MOST_LISTED:
            click.echo(f"  ... {len(found.skipped) - MOST_LISTED} more, see --json")


def _write_sheet(
    settings: Settings,
    run: "RunFolder",
    files: tuple[Path, ...],
    n: int,
    seed: int,
    *,
    as_json: bool,
) -> None:
    from benchmarks.labelling import SHEET_COLUMNS, labelling_tasks, sheet_row
    from hubscope.files import write_atomically

    path = files[0]
    if len(files) > 1:
        raise InputError("--draw writes one sheet: name one HUMAN.csv", reason="bad_name")
    if path.exists():
        raise InputError(
            f"{path}: is there already, and may hold labels: name another file", reason="exists"
        )
    with open_store(settings) as store:
        texts = labelling_texts(lambda: store, run.record().items)
        tasks = labelling_tasks(run, n, seed, *texts)
    write_atomically(path, output.csv_text(SHEET_COLUMNS, map(sheet_row, tasks)))
    if as_json:
        output.print_json({"run": run.name, "file": str(path), "claims": len(tasks), "seed": seed})
    else:
        click.echo(f"{path}: {len(tasks)} claims to label, drawn with seed {seed}")


def calibration_document(found: "Calibrated") -> dict[str, Any]:
    """What `calibrate --json` prints."""
    from hubscope.codec import to_json

    document: dict[str, Any] = to_json(found.calibration)
    return {**document, "skipped": to_json(found.skipped)}


def calibration_text(found: "Calibration") -> str:
    """A calibration as tables, with what it rests on."""
    from benchmarks.report import AGREEMENT_NAMES

    lines = [
        f"run {found.run}, judge {found.judge}; raters: {', '.join(found.raters)}",
        f"{found.claims} of {found.scored} scored claims labelled, in {found.trajectories}"
        f" trajectories; {found.tied} without a majority, {found.judge_errors} that the judge"
        " failed on",
        "",
        output.table(
            ["measure", *_HEADER],
            [[shown, *_cells(getattr(found, name))] for name, shown in AGREEMENT_NAMES.items()],
        ),
        "",
        output.table(
            ["label \\ verdict", *found.confusion],
            [[label, *row.values()] for label, row in found.confusion.items()],
        ),
        "",
        output.table(
            ["class", *_HEADER],
            [
                [f"{what} {verdict}", *_cells(getattr(quality, what))]
                for verdict, quality in found.per_class.items()
                for what in ("precision", "recall")
            ],
        ),
    ]
    if len(found.pairs) > 1:
        header = ["first", "second", "claims", "agreement", "kappa", "weighted kappa", "note"]
        rows = [
            [p.first, p.second, p.n, p.agreement, p.kappa, p.weighted_kappa, p.reason]
            for p in found.pairs
        ]
        lines += ["", output.table(header, rows)]
    lines += [
        "",
        f"scores corrected for the judge's error ({found.method}):",
        output.table(
            ["score", "judge", "95 % interval", "corrected", "95 % interval", "people", "note"],
            [
                [
                    name,
                    one.raw.value,
                    _interval(one.raw),
                    one.corrected.value,
                    _interval(one.corrected),
                    one.people.value,
                    one.corrected.note,
                ]
                for name, one in found.scores.items()
            ],
        ),
    ]
    lines += [f"warning: {output.safe(warning)}" for warning in found.warnings]
    return "\n".join(lines)


_HEADER = ("value", "low", "high", "n", "divided by", "note")


def _cells(score: "Score") -> list[Any]:
    return [score.value, score.low, score.high, score.n, score.denominator, score.note]


def _interval(score: "Score") -> str:
    return "-" if score.low is None else f"[{score.low:.3f}, {score.high:.3f}]"
