"""Verb import: trajectories from other frameworks."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmarks.agents.formats import FORMATS
from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, map_option, parse_map, pass_settings, paths_argument
from ui.connection import open_store

if TYPE_CHECKING:
    from benchmarks.agents.importing import Imported
    from benchmarks.agents.lint import LintKind


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
    changes nothing. What was odd is listed by kind: problems are records left out or used in part,
    notes are calls without a result, results without a call, gaps and so on.

    Example: hubscope import answers.jsonl.gz --items bioasq --run medrag
    """
    from benchmarks.agents.importing import import_trajectories, keep_runs
    from benchmarks.agents.lint import lint_report

    if items:
        _check_items_source(settings, items)
    found = import_trajectories(paths, format_name, parse_map(mapping))
    made = keep_runs(settings.home, found, name, items=items, paths=paths)
    if as_json:
        output.print_json(
            {
                "runs": [
                    {
                        "run": one.record.name,
                        "trajectories": one.record.trajectories,
                        "steps": one.record.steps,
                        "unchanged": one.unchanged,
                    }
                    for one in made
                ],
                "trajectories": found.n_trajectories,
                "steps": found.n_steps,
                "format": found.format,
                "duplicates": found.duplicates,
                "problems": found.problems,
                "lint": lint_report(found.runs),
            }
        )
        return
    records = [one.record for one in made]
    rows = [[one.name, one.model or None, one.trajectories, one.steps] for one in records]
    click.echo(output.table(["run", "model", "trajectories", "steps"], rows))
    if unchanged := [one.record.name for one in made if one.unchanged]:
        click.echo(f"unchanged, imported before: {output.cell(unchanged)}")
    click.echo(f"format {found.format}, {found.duplicates} duplicates")
    click.echo(lint_text(found))


def lint_kinds(found: "Imported") -> list[tuple[str, "LintKind"]]:
    """What was odd about an import by kind, each a `problem` (left out, used in part) or a `note`.

    Returns:
        Problems before notes, the most frequent kind first.
    """
    from benchmarks.agents.lint import lint_report, problem_report

    problems = [("problem", one) for one in problem_report(found.problems)]
    return [*problems, *(("note", one) for one in lint_report(found.runs))]


def lint_text(found: "Imported") -> str:
    """What was odd about an import, by kind, with the first places."""
    rows = [
        [what, one.kind, one.count, one.records, output.safe(one.where[0])]
        for what, one in lint_kinds(found)
    ]
    if not rows:
        return "nothing odd: no problems, no notes"
    return output.table(["what", "kind", "count", "records", "first"], rows)


def _check_items_source(settings: Settings, items: str) -> None:
    with open_store(settings) as store:
        known = [one.name for one in store.sources()]
    if items not in known:
        listed = ", ".join(known) or "none yet"
        raise InputError(f"--items: no source named {items!r}. Known: {listed}.")
