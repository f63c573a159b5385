"""The verb that fuses concepts: plan, apply, undo."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.curate import apply_again
from ui.commands.options import Number, json_option, pass_settings
from ui.connection import curation_of, open_store, spool_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph.store import GraphStore
    from ingest.fusion_plan import Plan

F = TypeVar("F", bound="Callable[..., Any]")


def _plan_options(command: F) -> F:
    """Add what decides a plan."""
    rule = click.option(
        "--canonical",
        type=click.Choice(["hub", "release"]),
        default="hub",
        show_default=True,
        help="What the others become: the concept of highest degree, or of most words.",
    )
    threshold = click.option(
        "--threshold",
        type=Number(0, 1, min_open=True, max_open=True),
        help="Cosine that two names have to exceed. Default: the setting, 0.88.",
    )
    return threshold(rule(command))


@click.group("fuse")
def fuse_command() -> None:
    """Make concepts one that are one: read the plan, apply it, take it back.

    Example: hubscope fuse plan --top 50
    """


@fuse_command.command("plan")
@_plan_options
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="Lines of each.")
@json_option
@pass_settings
def fuse_plan(
    settings: Settings, threshold: float | None, canonical: str, top: int, as_json: bool
) -> None:
    """What would be fused, and what would not and why; nothing is changed.

    Example: hubscope fuse plan --json > plan.json
    """
    from ingest.fusion_report import plan_rows

    with open_store(settings) as store:
        plan = _planned(settings, store, threshold, canonical)
    if as_json:
        output.print_json(plan_rows(plan))
        return
    for merge in plan.merges[:top]:
        members = ", ".join(f"{member.name} ({member.degree})" for member in merge.members)
        into = f"{merge.canonical.name} ({merge.canonical.degree} -> {merge.degree_after})"
        click.echo(output.safe(f"{merge.similarity:.3f}  {into} <- {members}"))
    for vetoed in plan.vetoed[:top]:
        one, other = vetoed.pair
        between = " | ".join(member.name for member in vetoed.via) if vetoed.via else ""
        via = f" between {between}" if between else ""
        click.echo(
            output.safe(
                f"{vetoed.similarity:.3f}  {one.name} | {other.name}: kept apart, "
                f"{vetoed.reason}{via}"
            )
        )
    fused = len(plan.identities)
    click.echo(
        f"{fused} of {plan.concepts} concepts would be fused into {len(plan.merges)}; "
        f"{len(plan.vetoed)} near pairs stay apart; {len(plan.homonyms)} names stand for concepts "
        "of several types (--json lists all)"
    )


@fuse_command.command("apply")
@click.argument("plan", type=click.Path(path_type=Path), required=False)
@_plan_options
@json_option
@pass_settings
def fuse_apply(
    settings: Settings, plan: Path | None, threshold: float | None, canonical: str, as_json: bool
) -> None:
    """Apply PLAN as `fuse plan --json` wrote it, or without one what `fuse plan` shows now.

    Example: hubscope fuse apply plan.json
    """
    from graph import fusion
    from ingest.fusion_report import merges_of
    from ingest.spool import only_writer

    merges = merges_of(plan) if plan is not None else None
    with open_store(settings) as store, only_writer(spool_folder(settings)):
        if merges is None:
            fusion.finish(store)
            merges = _planned(settings, store, threshold, canonical).identities
        done = fusion.apply(store, merges)
        if done is not None:
            apply_again(settings, store)
    fused, layer = (done.fused, done.layer) if done is not None else (0, None)
    if as_json:
        output.print_json({"fused": fused, "fusion": layer})
    else:
        click.echo(f"{fused} concepts fused" + (f" ({layer})" if layer else ""))


@fuse_command.command("undo")
@click.option("--all", "every", is_flag=True, help="Every fusion, not only the last one.")
@json_option
@pass_settings
def fuse_undo(settings: Settings, every: bool, as_json: bool) -> None:
    """Take back the last fusion; what people corrected stays.

    Example: hubscope fuse undo
    """
    from graph import fusion
    from ingest.spool import only_writer

    with open_store(settings) as store, only_writer(spool_folder(settings)):
        undone = fusion.undo(store, every=every)
        apply_again(settings, store)
        left = fusion.applied(store)
    if as_json:
        output.print_json(
            {
                "undone": [{"fusion": one.layer, "fused": one.fused} for one in undone],
                "left": [{"fusion": one.layer, "fused": one.fused} for one in left],
            }
        )
    else:
        for one in undone:
            click.echo(f"{one.fused} concepts are again what they were ({one.layer})")


def _planned(
    settings: Settings, store: "GraphStore", threshold: float | None, canonical: str
) -> "Plan":
    from ingest.fusion_plan import Knowledge, plan
    from ingest.fusion_rules import Canonical
    from ingest.lexicon import load_lexicon
    from retrieval.embedding_cache import open_embedder

    knowledge = Knowledge(
        open_embedder(settings), load_lexicon(), curation_of(settings).apart(store)
    )
    with output.progress("fuse") as step:
        return plan(
            store,
            knowledge,
            threshold=settings.fusion_threshold if threshold is None else threshold,
            rule=Canonical(canonical),
            step=step,
        )
