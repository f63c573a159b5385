"""Verbs about runs: import, score, runs, report, verify."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmarks.agents.formats import FORMATS
from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, map_option, parse_map, pass_settings, paths_argument
from ui.connection import open_store

if TYPE_CHECKING:
    from benchmarks.ablation.folder import AblationFolder
    from benchmarks.hallucination.evidence_use import EvidenceUse
    from benchmarks.hallucination.score import Score
    from benchmarks.hallucination.scored import Scored
    from benchmarks.runs import RunFolder

SCORES = ("acc", "wacc", "hr", "hs_macro", "hs_micro", "hsw_macro", "hsw_micro", "hf")
TIERS = ("gold", "graph")


@click.command("import")
@paths_argument
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["auto", *FORMATS.names()]),
    default="auto",
    show_default=True,
    help="Format; auto finds it by content.",
)
@map_option
@click.option("--items", default="", help="The source whose item ids the trajectories use.")
@click.option("--run", "name", required=True, help="Name of the run.")
@json_option
@pass_settings
def import_command(
    settings: Settings,
    paths: tuple[Path, ...],
    format_name: str,
    mapping: str | None,
    items: str,
    name: str,
    as_json: bool,
) -> None:
    """Import agents' trajectories from other frameworks.

    A file that names several runs makes one run of each, called NAME:theirs. The same import again
    changes nothing.

    Example: hubscope import answers.jsonl.gz --items bioasq --run medrag
    """
    from benchmarks.agents.importing import import_trajectories
    from benchmarks.runs import Import, create_runs, list_runs

    if items:
        _check_items_source(settings, items)
    found = import_trajectories(paths, format_name, parse_map(mapping))
    if not found.runs:
        raise InputError(f"{paths[0]}: no trajectory in it", reason="no_valid_items")
    several = len(found.runs) > 1
    runs = {(f"{name}:{theirs}" if several else name): some for theirs, some in found.runs.items()}
    origin = Import(found.format, items, tuple(path.name for path in paths), tuple(found.problems))
    before = {run.name for run in list_runs(settings.home)}
    made = [run.record() for run in create_runs(settings.home, runs, origin)]
    # What was there and holds anything else was refused.
    unchanged = [one.name for one in made if one.name in before]
    if as_json:
        output.print_json(
            {
                "runs": [
                    {
                        "run": one.name,
                        "trajectories": one.trajectories,
                        "steps": one.steps,
                        "unchanged": one.name in before,
                    }
                    for one in made
                ],
                "trajectories": found.n_trajectories,
                "steps": found.n_steps,
                "format": found.format,
                "duplicates": found.duplicates,
                "problems": found.problems,
            }
        )
        return
    rows = [[one.name, one.model or None, one.trajectories, one.steps] for one in made]
    click.echo(output.table(["run", "model", "trajectories", "steps"], rows))
    if unchanged:
        click.echo(f"unchanged, imported before: {output.cell(unchanged)}")
    click.echo(f"format {found.format}, {len(found.problems)} problems")
    for problem in found.problems[:20]:
        click.echo(f"  {output.safe(problem.where)}: {problem.kind}")
    if len(found.problems) > 20:
        click.echo(f"  ... {len(found.problems) - 20} more, see --json")


def _check_items_source(settings: Settings, items: str) -> None:
    with open_store(settings) as store:
        known = [one.name for one in store.sources()]
    if items not in known:
        listed = ", ".join(known) or "none yet"
        raise InputError(f"--items: no source named {items!r}. Known: {listed}.")


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


def scores_document(run: "RunFolder", scored: "Scored") -> dict[str, Any]:
    """What `score --json` prints."""
    from benchmarks.hubs import rows_of

    return {
        "run": scored.run,
        "judge": scored.judge,
        "degree_snapshot": scored.degree_snapshot,
        "coverage": scored.coverage,
        **{name: scored.scores[name] for name in SCORES},
        "hr_micro": scored.scores["hr_micro"],
        "slices": scored.scores.slices,
        "hubs": rows_of(run, scored.hubs[:20]),
        "unknown": scored.unknown,
        "evidence_use": scored.evidence_use,
        "warnings": scored.warnings,
    }


def scores_text(scored: "Scored") -> str:
    """Scores as a table, with what they rest on."""
    coverage = scored.coverage
    lines = [
        f"run {scored.run}, judge {scored.judge}, degrees {scored.degree_snapshot[:12]}",
        f"{coverage.in_scope} of {coverage.trajectories} trajectories in scope"
        + (f"; left out: {_counts(coverage.left_out)}" if coverage.left_out else ""),
        f"{coverage.no_claims} of them without a scored claim, {coverage.without_item} without an"
        " item in the graph",
        f"{coverage.claims} claims: {coverage.scored} scored, {coverage.errors} errors;"
        f" {coverage.anchored} name a concept, {coverage.with_edge} one with a relation;"
        f" {coverage.unresolved} only point at their subject,"
        f" {coverage.unnamed} statements left out because nothing names their pronoun,"
        f" {coverage.too_long} sentences too long to read",
        f"verdicts: {_counts(coverage.verdicts)}",
        f"evidence: {_counts(coverage.by_evidence) or 'no claims'};"
        f" {coverage.conflicts} with evidence for both",
        f"{coverage.tool_failures} of {coverage.tool_calls} tool calls failed",
        "",
        score_table({name: scored.scores[name] for name in SCORES}),
    ]
    if scored.evidence_use:
        lines += ["", evidence_use_text(scored.evidence_use)]
    if scored.unknown:
        named = ", ".join(f"{output.safe(one.name)} {one.claims}" for one in scored.unknown[:10])
        lines += ["", f"claims about what the graph lacks: {named}"]
    lines += [f"warning: {warning}" for warning in scored.warnings]
    return "\n".join(lines)


def evidence_use_text(use: "EvidenceUse") -> str:
    """Whether the judge used its evidence, in one line."""
    if use.given_up.value is None:
        return f"use of evidence: undefined, {use.given_up.note} ({use.errors} errors)"
    return (
        f"use of evidence: of {use.given_up.n} decided claims judged again without the sentence"
        f" that they rest on, {use.given_up.value:.3f}"
        f" [{use.given_up.low:.3f}, {use.given_up.high:.3f}] change their verdict (ideal 1),"
        f" {use.flipped.value:.3f} into the opposite (ideal 0);"
        f" {use.nothing_left} had no other sentence"
    )


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {n}" for word, n in counted.items())


def score_table(scores: dict[str, "Score"]) -> str:
    """One line a score: value, 95 % interval, trajectories, denominator, what to know of it."""
    rows = [
        [name, s.value, s.low, s.high, s.n, s.denominator, s.note] for name, s in scores.items()
    ]
    return output.table(["score", "value", "low", "high", "n", "denominator", "note"], rows)


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
        from ui.commands.diagnostics import ablation_row

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
    ids they use, `scored` says whether there are scores, `broken` is why a file of the run cannot
    be read, else None.
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
        "cost": None,  # an imported run does not say
        "broken": None,
    }
    try:
        record = run.record()
        row["model"], row["items"] = record.model or None, record.n_items
        row["items_from"], row["trajectories"] = record.items or None, record.trajectories
        if row["scored"]:
            row["hs"], row["hsw"] = run.values("hs_macro", "hsw_micro")
    except InputError as error:
        row["broken"] = str(error)
    return row


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
