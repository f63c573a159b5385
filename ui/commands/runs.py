"""Verbs about runs that are there: runs, report, verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings
from ui.connection import open_store

if TYPE_CHECKING:
    from benchmarks.ablation.folder import AblationFolder
    from benchmarks.hallucination.answer_origin import Share
    from benchmarks.runs import RunFolder


@click.group("runs", invoke_without_command=True)
@json_option
@click.pass_context
def runs_command(ctx: click.Context, as_json: bool) -> None:
    """List the runs, or remove one.

    items counts the distinct items that a run answers (--json adds items_from, the source they are
    of); scored says whether it has scores, hs is the macro mean, hsw the pooled one. Runs of
    `ablate` stand below. A run whose files are broken is listed with the reason.

    Example: hubscope runs
    """
    if ctx.invoked_subcommand is None:
        from benchmarks.ablation.folder import list_ablations
        from benchmarks.runs import list_runs
        from ui.ablation_text import ablation_row

        rows = [run_row(run) for run in list_runs(ctx.obj.home)]
        ablations = [ablation_row(run) for run in list_ablations(ctx.obj.home)]
        if as_json:
            output.print_json({"runs": rows, "ablations": ablations})
            return
        if rows:
            header = ["run", "model", "items", "trajectories", "scored", "hs", "hsw"]
            click.echo(output.table(header, [[row[name] for name in header] for row in rows]))
            for row in rows:
                if row["broken"]:
                    click.echo(f"broken: {output.safe(row['broken'])}")
        else:
            click.echo("no runs yet: hubscope import FILE --run NAME")
        if ablations:
            header = ["ablation", "judge", "claims", "is", "er", "io", "flip_rate"]
            click.echo("")
            click.echo(output.table(header, [[row[name] for name in header] for row in ablations]))
            for row in ablations:
                if row["broken"]:
                    click.echo(f"broken: {output.safe(row['broken'])}")


def run_row(run: "RunFolder") -> dict[str, Any]:
    """A run as `runs` lists it; hs and hsw are None until it is scored.

    `items` counts the distinct items that its trajectories answer, `items_from` is the source whose
    ids they use, `scored` says whether there are scores, `cost` is what an agent's run has cost in
    US dollars, `broken` is why a file of the run cannot be read, else None.
    """
    row: dict[str, Any] = {
        "run": run.name,
        "model": None,
        "items": None,
        "items_from": None,
        "trajectories": None,
        "scored": run.has("scores.json"),
        "hs": None,
        "hsw": None,
        "cost": None,
        "broken": None,
    }
    try:
        record = run.record()
        row["model"], row["items"] = record.model or None, record.n_items
        row["items_from"], row["trajectories"] = record.items or None, record.trajectories
        row["cost"] = record.cost
        if row["scored"]:
            row["hs"], row["hsw"] = run.values("hs_macro", "hsw_micro")
    except InputError as error:
        row["broken"] = str(error)
    return row


@runs_command.command("answers")
@click.argument("run_names", metavar="RUN...", nargs=-1, required=True)
@json_option
@pass_settings
def runs_answers(settings: Settings, run_names: tuple[str, ...], as_json: bool) -> None:
    """Say where final answers come from: what the tools brought, the question, or nowhere.

    A wrong answer that was observed is misread (or the tools are wrong); one that stands in no
    observation is invented. invented is their share of the answers with terms to look for, gold the
    share whose right answer stood in the observations, both with a 95 % interval.

    Example: hubscope runs answers genegpt:111111 genegpt:000001
    """
    from benchmarks.hallucination.answer_origin import origin_tables
    from benchmarks.runs import open_run

    runs = [open_run(settings.home, name) for name in run_names]
    tables = {run.name: origin_tables(run.trajectories()) for run in runs}
    if as_json:
        rows = [{"run": name, "answers": found} for name, found in tables.items()]
        output.print_json({"runs": rows})
        return
    shown = [
        [
            name,
            one.kind,
            one.answers,
            ", ".join(f"{origin} {n}" for origin, n in one.origins.items()),
            _share_text(one.invented),
            _share_text(one.gold_observed),
        ]
        for name, found in tables.items()
        for one in found
    ]
    header = ["run", "answers", "n", "come from", "invented", "gold observed"]
    click.echo(output.table(header, shown))


def _share_text(share: "Share") -> str | None:
    if share.value is None:
        return None
    return f"{share.hits}/{share.n} = {share.value:.2f} [{share.low:.2f}, {share.high:.2f}]"


@runs_command.command("delete")
@click.argument("run_name", metavar="RUN")
@json_option
@pass_settings
def runs_delete(settings: Settings, run_name: str, as_json: bool) -> None:
    """Remove a run's folder and its copy in the graph; runs of `ablate`, too.

    Example: hubscope runs delete medrag:cot/gpt-4
    """
    from benchmarks.runs import delete_run, open_run

    ablation = _ablation(settings, run_name)
    if ablation is not None:
        ablation.remove()
        copied = False
    else:
        open_run(settings.home, run_name)  # an unknown name needs no server
        with open_store(settings) as store:
            copied = delete_run(settings.home, run_name, store)
    if as_json:
        output.print_json({"run": run_name, "deleted": True, "was_in_graph": copied})
    else:
        click.echo(f"{output.safe(run_name)} deleted")


def _ablation(settings: Settings, name: str) -> "AblationFolder | None":
    """The run of `ablate` that has a name which no agents' run has."""
    from benchmarks.ablation.folder import list_ablations
    from benchmarks.runs import list_runs

    if name in {run.name for run in list_runs(settings.home)}:
        return None
    return next((run for run in list_ablations(settings.home) if run.name == name), None)


@click.command("report")
@click.argument("run_names", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--html", type=click.Path(path_type=Path), help="Where to write it. Default: the run's folder."
)
@click.option("--open", "open_it", is_flag=True, help="Open it in the browser.")
@json_option
@pass_settings
def report_command(
    settings: Settings,
    run_names: tuple[str, ...],
    html: Path | None,
    open_it: bool,
    as_json: bool,
) -> None:
    """The report: one self-contained HTML file and one of Markdown.

    Several runs make one table of models.

    Example: hubscope report demo:careful demo:careless --open
    """
    from benchmarks.report import write_report
    from benchmarks.runs import open_run

    runs = [open_run(settings.home, name) for name in run_names]
    files = write_report(runs, html or runs[0].path / "report.html")
    if as_json:
        output.print_json({"files": [str(path) for path in files]})
    else:
        click.echo("\n".join(str(path) for path in files))
    if open_it:
        click.launch(str(files[0]))


@click.command("verify")
@click.argument("run_name", metavar="RUN")
@json_option
@pass_settings
def verify_command(settings: Settings, run_name: str, as_json: bool) -> None:
    """Derive every number of a run again from its journals; exit 1 where one differs.

    Runs of agents and runs of `ablate` alike.

    Example: hubscope verify demo:careless
    """
    from benchmarks.runs import open_run
    from benchmarks.verify import verify, verify_ablation

    ablation = _ablation(settings, run_name)
    if ablation is not None:
        differences = verify_ablation(ablation)
    else:
        differences = verify(open_run(settings.home, run_name))
    if as_json:
        output.print_json({"ok": not differences, "differences": differences})
    else:
        for one in differences:
            click.echo(f"{one.what}: stored {one.stored}, derived {one.derived}")
        click.echo("ok: every number derived again" if not differences else "not the same")
    if differences:
        raise click.exceptions.Exit(1)
