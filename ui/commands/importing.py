"""Verb import: trajectories from other frameworks."""

from pathlib import Path

import click

from benchmarks.agents.formats import FORMATS
from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, map_option, parse_map, pass_settings, paths_argument
from ui.connection import open_store


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
