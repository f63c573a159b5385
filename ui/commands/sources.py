"""Verb `sources`: what was ingested, what was left out of it, removal, checks."""

from typing import Any

import click

from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.curate import apply_again
from ui.commands.options import json_option, pass_settings
from ui.connection import open_store, spool_folder


@click.group("sources", invoke_without_command=True)
@json_option
@click.pass_context
def sources_command(ctx: click.Context, as_json: bool) -> None:
    """List the sources, remove one, or check the graph's invariants.

    Example: hubscope sources
    """
    if ctx.invoked_subcommand is None:
        with open_store(ctx.obj) as store:
            found = store.sources()
        if as_json:
            output.print_json({"sources": [_source_row(one) for one in found]})
        else:
            header = ["source", "kind", "state", "items", "documents", "concepts", "relations"]
            rows = [
                [s.name, s.kind, s.state, s.items, s.documents, s.concepts, s.relations, s.skipped]
                for s in found
            ]
            click.echo(output.table([*header, "skipped"], rows) if rows else "no sources yet")


def _source_row(one: Any) -> dict[str, Any]:
    return {"source": one.name, **to_json(one)}


@sources_command.command("show")
@click.argument("name")
@json_option
@pass_settings
def sources_show(settings: Settings, name: str, as_json: bool) -> None:
    """One source: its counts, and what was left out of it, where and why.

    Example: hubscope sources show pubmedqa
    """
    from ingest.skips import kept

    with open_store(settings) as store:
        found = {one.name: one for one in store.sources()}
    if name not in found:
        listed = ", ".join(found) or "none yet"
        raise InputError(f"no source named {name!r}. Known: {listed}.", reason="unknown_source")
    one = found[name]
    skips = kept(spool_folder(settings), name, one.sha256)
    if as_json:
        output.print_json(
            _source_row(one)
            | {
                "reasons": skips.reasons if skips else None,
                "places": skips.places if skips else None,
            }
        )
        return
    for what, value in _source_row(one).items():
        click.echo(f"{what}: {output.safe(str(value))}")
    if skips is None:
        click.echo("what was left out is known where it was read, not here")
        return
    for reason, n in skips.reasons.items():
        click.echo(f"  {n} {reason}")
    for place in skips.places:
        click.echo(f"  {output.safe(place.where)}: {place.reason}")


@sources_command.command("delete")
@click.argument("name")
@json_option
@pass_settings
def sources_delete(settings: Settings, name: str, as_json: bool) -> None:
    """Remove exactly what only this source attests.

    Example: hubscope sources delete pubmedqa
    """
    from ingest.pipeline import remove

    with open_store(settings) as store:
        gone = remove(store, name, spool_folder=spool_folder(settings))
        apply_again(settings, store)
    if as_json:
        output.print_json({"source": name, "deleted": gone})
    else:
        counts = ", ".join(f"{n} {what}" for what, n in to_json(gone).items())
        click.echo(f"{name} deleted: {counts}")


@sources_command.command("check")
@json_option
@pass_settings
def sources_check(settings: Settings, as_json: bool) -> None:
    """Ask the graph's invariants; exit 1 where one is broken.

    Example: hubscope sources check
    """
    from graph.checks import violations

    with open_store(settings) as store:
        found = violations(store)
    if as_json:
        output.print_json({"ok": not found, "violations": found})
    else:
        for violation in found:
            click.echo(f"{violation.rule}: {output.safe(violation.detail)}")
        click.echo("ok" if not found else f"{len(found)} violations")
    if found:
        raise click.exceptions.Exit(1)
