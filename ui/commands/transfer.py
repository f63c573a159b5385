"""Verbs that move things out and in: export, import-graph (the graph), export-run (a run)."""

from pathlib import Path

import click

from benchmarks.agents.exports import EXPORTS
from hubscope.settings import Settings
from ui import output
from ui.commands.curate import apply_remembered
from ui.commands.options import json_option, pass_settings
from ui.connection import open_store, spool_folder


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format",
    type=click.Choice(["jsonl", "graphml", "csv"]),
    default="jsonl",
    show_default=True,
    help="JSON Lines come back by import-graph; csv is a folder for neo4j-admin.",
)
@json_option
@pass_settings
def export_command(settings: Settings, file: Path, format: str, as_json: bool) -> None:
    """Write the whole graph to a file; one that ends in .gz is compressed.

    Example: hubscope export graph.jsonl.gz
    """
    from graph.export import Format, export
    from ingest.spool import only_writer

    with (
        open_store(settings) as store,
        only_writer(spool_folder(settings)),
        output.progress("export") as step,
    ):
        found = export(store, file, Format(format), step)
    if as_json:
        output.print_json({"file": str(file), "format": format} | _counts(found))
    else:
        click.echo(f"{file}: {_told(found)}")


@click.command("export-run")
@click.argument("run_name", metavar="RUN")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format",
    type=click.Choice(EXPORTS.names()),
    default="own",
    show_default=True,
    help="own and atif write one trajectory a line, inspect one log; import reads each back.",
)
@json_option
@pass_settings
def export_run_command(
    settings: Settings, run_name: str, file: Path, format: str, as_json: bool
) -> None:
    """Write a run's trajectories to a file for other tools; .gz is compressed.

    What a format has no field for is kept in its free part, so that the run comes back as it was.

    Example: hubscope export-run medrag:cot/gpt-4 gpt-4.json --format inspect
    """
    from benchmarks.runs import open_run

    run = open_run(settings.home, run_name)
    trajectories = list(run.trajectories())
    EXPORTS.load(format)(file, run.name, trajectories)
    if as_json:
        count = len(trajectories)
        output.print_json(
            {"run": run.name, "file": str(file), "format": format, "trajectories": count}
        )
    else:
        click.echo(f"{file}: {len(trajectories)} trajectories of {output.safe(run.name)}")


@click.command("import-graph")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--bulk/--no-bulk",
    default=None,
    help="Through Neo4j's own import, into an empty local graph. Default: for a large file.",
)
@json_option
@pass_settings
def import_graph_command(settings: Settings, file: Path, bulk: bool | None, as_json: bool) -> None:
    """Bring an exported graph (JSON Lines) into an empty one.

    People's corrections that this graph remembers are applied to it then.

    Example: hubscope import-graph graph.jsonl.gz
    """
    from graph.bulk import load, suits
    from graph.importing import bring, is_there
    from graph.portable import open_graph
    from ingest.spool import only_writer

    checked = open_graph(file)
    with only_writer(spool_folder(settings)), output.progress("import") as step:
        with open_store(settings) as store:
            there = is_there(store, checked)  # a load that was killed late is a whole one
            in_bulk = not there and suits(settings, store, checked, asked=bulk)
            found = None if in_bulk else bring(store, checked, step, there=there)
        found = found or load(settings, checked, step)
        apply_remembered(settings)
    if as_json:
        output.print_json({"unchanged": found.unchanged, "bulk": in_bulk} | _counts(found))
    else:
        click.echo(("unchanged: " if found.unchanged else "") + _told(found))


def _counts(found: object) -> dict[str, object]:
    return {name: getattr(found, name) for name in ("concepts", "relations", "claims", "sha256")}


def _told(found: object) -> str:
    return "{concepts} concepts, {relations} relations, {claims} claims, sha256 {sha256}".format(
        **_counts(found)
    )
