"""The verb that applies people's corrections, and what other verbs say of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings
from ui.connection import curation_of, open_store

if TYPE_CHECKING:
    from ingest.curation import Curatable, Curated


@click.command("curate")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@json_option
@pass_settings
def curate_command(settings: Settings, file: Path | None, as_json: bool) -> None:
    """Apply people's corrections: retype, rename, merge, keep apart, reject a claim.

    FILE is TOML, one block a correction (docs/curation.md); it is remembered, and applied again
    after every ingest. What a file no longer says is undone. Without FILE the one remembered is
    applied. A block that fits nothing in the graph is listed, and kept.

    Example: hubscope curate corrections.toml
    """
    with open_store(settings) as store:
        done = curation_of(settings).apply(store, file)
    if as_json:
        output.print_json(
            {
                "applied": [_row(one) for one in done.applied],
                "unknown": [
                    {**_row(one.correction), "reason": one.reason, "detail": one.detail}
                    for one in done.unknown
                ],
                "file": str(done.file),
            }
        )
        return
    for one in done.applied:
        click.echo(output.safe(str(one)))
    for listed in done.unknown:
        click.echo(output.safe(f"{listed.correction.where}: not applied: {listed.correction}"))
        click.echo(output.safe(f"    {listed.detail} ({listed.reason})"))
    click.echo(f"{len(done.applied)} applied, {len(done.unknown)} fit nothing: {done.file}")


def apply_again(settings: Settings, store: "Curatable") -> None:
    """Apply the remembered corrections after the graph has changed; say what does not fit."""
    done = curation_of(settings).again(store)
    if done.problem:
        output.note(output.safe(f"corrections: {done.problem}"))
    if done.applied or done.unknown:
        output.note(_line(done))


def apply_remembered(settings: Settings) -> None:
    """Apply what is remembered to a graph that came as a whole; without any, no server starts."""
    if curation_of(settings).remembered:
        with open_store(settings) as store:
            apply_again(settings, store)


def _line(done: "Curated") -> str:
    left = f", {len(done.unknown)} fit nothing (hubscope curate lists them)" if done.unknown else ""
    return f"corrections: {len(done.applied)} applied{left}"


def _row(one: Any) -> dict[str, str]:
    return {"where": one.where, "correction": str(one), "reason_given": one.reason, "by": one.by}
