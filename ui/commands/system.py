"""Verbs about the system: db, doctor, ui, demo."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError, UnavailableError
from hubscope.settings import Settings
from ui import output
from ui.commands.curate import apply_remembered
from ui.commands.options import json_option, pass_settings
from ui.connection import open_store, spool_folder

if TYPE_CHECKING:
    from graph.backup import Manifest


@click.group("db")
def db_command() -> None:
    """The local Neo4j server.

    Example: hubscope db start
    """


@db_command.command("start")
@click.option("--repair", is_flag=True, help="Bring a database back that stays offline.")
@json_option
@pass_settings
def db_start(settings: Settings, repair: bool, as_json: bool) -> None:
    """Start the server; one that runs is left alone.

    Example: hubscope db start
    """
    from graph import server

    server.start(settings, repair=repair)
    _show_status(settings, as_json)


@db_command.command("stop")
@json_option
@pass_settings
def db_stop(settings: Settings, as_json: bool) -> None:
    """Stop the server.

    Example: hubscope db stop
    """
    from graph import server

    ran = server.stop(settings)
    if as_json:
        _show_status(settings, as_json)
    else:
        click.echo("stopped" if ran else "it was not running")


@db_command.command("status")
@json_option
@pass_settings
def db_status(settings: Settings, as_json: bool) -> None:
    """Whether the server runs, where, and how much it holds.

    Example: hubscope db status
    """
    _show_status(settings, as_json)


def _show_status(settings: Settings, as_json: bool) -> None:
    from graph import server

    status = server.status(settings)
    if as_json:
        output.print_json(status)
        return
    if not status.running:
        click.echo("not running: hubscope db start")
        return
    click.echo(
        f"Neo4j {status.version} {status.edition} at {status.uri}, pid {status.pid},"
        f" {status.nodes} nodes, {status.relationships} relationships, home {status.home}"
    )


@db_command.command("wipe")
@click.option("--yes", is_flag=True, help="Really remove everything in the graph.")
@json_option
@pass_settings
def db_wipe(settings: Settings, yes: bool, as_json: bool) -> None:
    """Remove the local server's whole graph; run folders stay.

    Example: hubscope db wipe --yes
    """
    from graph import server
    from ingest.spool import replacing_graph

    if not yes:
        raise InputError("this removes the whole graph: say so with --yes", reason="not_confirmed")
    with replacing_graph(spool_folder(settings)):
        server.wipe(settings)
    if as_json:
        output.print_json({"wiped": True})
    else:
        click.echo("the graph is empty")


@db_command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@pass_settings
def db_backup(settings: Settings, file: Path, as_json: bool) -> None:
    """Write the local server's whole database into a file; the server is stopped for it.

    The backup is loaded and started aside before it counts.

    Example: hubscope db backup graph.backup
    """
    from graph.backup import backup
    from ingest.spool import only_writer

    with only_writer(spool_folder(settings)):
        _show_backup(file, backup(settings, file), as_json)


@db_command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@pass_settings
def db_restore(settings: Settings, file: Path, as_json: bool) -> None:
    """Put a backup in the place of the local server's database, which stays if that fails.

    People's corrections that this graph remembers are applied to it then.

    Example: hubscope db restore graph.backup
    """
    from graph.backup import restore
    from ingest.spool import replacing_graph

    with replacing_graph(spool_folder(settings)):
        _show_backup(file, restore(settings, file), as_json)
        apply_remembered(settings)


def _show_backup(file: Path, manifest: "Manifest", as_json: bool) -> None:
    held = manifest.contents
    if as_json:
        output.print_json(
            {
                "file": str(file),
                "bytes": file.stat().st_size,
                "nodes": held.nodes,
                "relationships": held.relationships,
                "sha256": held.sha256,
            }
        )
    else:
        click.echo(
            f"{file}: {held.nodes} nodes, {held.relationships} relationships, "
            f"{file.stat().st_size} bytes, sha256 {held.sha256}"
        )


@click.command("doctor")
@json_option
@pass_settings
def doctor_command(settings: Settings, as_json: bool) -> None:
    """Check every part: Java, server, index, encoder, disk; exit 4 where one is missing.

    Example: hubscope doctor
    """
    from ui.doctor import examine

    checks = examine(settings)
    if as_json:
        output.print_json({"checks": checks})
    else:
        for check in checks:
            click.echo(f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}")
            if not check.ok and check.fix:
                click.echo(f"     {check.fix}")
    if not all(check.ok for check in checks):
        raise click.exceptions.Exit(UnavailableError.exit_code)


@click.command("ui")
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@pass_settings
def ui_command(settings: Settings, port: int) -> None:
    """Open the app on 127.0.0.1.

    Example: hubscope ui --port 8501
    """
    from ui.serving import serve

    sys.exit(serve(settings, port))


@click.command("demo")
@json_option
@pass_settings
def demo_command(settings: Settings, as_json: bool) -> None:
    """The main job on the bundled sample: ingest, import, score, report.

    It lives in a graph and a folder of its own data: sources and runs named `demo...`.

    Example: hubscope demo
    """
    from benchmarks.demo import run_demo

    with open_store(settings) as store, output.progress("demo") as step:
        found = run_demo(settings, store, step, spool_folder=spool_folder(settings))
    if as_json:
        output.print_json(found.document())
    else:
        click.echo(_demo_text(found))


def _demo_text(found: Any) -> str:
    from ui.score_text import score_table

    shown = ("acc", "hr", "hs_macro", "hsw_micro", "hf")
    parts = [
        output.table(
            ["source", "format", "items", "concepts", "relations", "chunks"],
            [
                [s.source, s.format, s.items, s.concepts, s.relations, s.chunks]
                for s in found.sources
            ],
        ),
        found.health,
    ]
    for scored in found.scored:
        parts += ["", f"run {scored.run}", score_table({n: scored.scores[n] for n in shown})]
    worst = found.scored[-1]
    parts += [
        "",
        f"ten worst failure hubs of {worst.run}",
        output.table(
            ["concept", "type", "degree", "claims", "penalty", "failure", "low", "high"],
            [
                [h.name, h.type, h.degree, h.n, h.penalty, h.failure, h.low, h.high]
                for h in worst.hubs[:10]
            ],
        ),
        "",
        f"report: {found.report}",
        "app:    make ui   (or: hubscope ui)",
        f"done in {found.seconds:.0f} s",
    ]
    return "\n".join(parts)
