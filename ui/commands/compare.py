"""The verb that compares runs item by item: compare."""

from typing import TYPE_CHECKING, Any

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings

if TYPE_CHECKING:
    from benchmarks.comparison import Comparison
    from benchmarks.hallucination.score import Score

MOST_LISTED = 10


@click.command("compare")
@click.argument("run_names", metavar="RUN RUN...", nargs=-1, required=True)
@json_option
@pass_settings
def compare_command(settings: Settings, run_names: tuple[str, ...], as_json: bool) -> None:
    """Compare runs item by item: gains, losses, exact McNemar, HS^w, what flips.

    The first run is compared with each of the others; with several, p-values are adjusted by Holm's
    method and --json gives `comparisons`, one of each. net and interval count items.

    Example: hubscope compare demo:careful demo:careless
    """
    from benchmarks.comparison import compare
    from benchmarks.runs import open_run
    from hubscope.codec import to_json

    made = compare([open_run(settings.home, name) for name in run_names])
    if as_json:
        output.print_json(to_json(made[0]) if len(made) == 1 else {"comparisons": to_json(made)})
    else:
        click.echo("\n\n".join(comparison_text(one) for one in made))


def comparison_text(found: "Comparison") -> str:
    """A comparison as tables and lists."""
    first, second = output.safe(found.first), output.safe(found.second)
    lines = [
        f"{first} (first) and {second} (second): {found.items} items graded in both",
        "",
        output.table(
            ["", "second right", "second wrong"],
            [["first right", found.both, found.loss], ["first wrong", found.gain, found.neither]],
        ),
        "",
        f"net {found.net:+d} items {_range(found)}; exact McNemar p = {_p(found.mcnemar_p)}"
        + (f", by Holm {_p(found.holm_p)}" if found.holm_p != found.mcnemar_p else "")
        + (f"; retention {found.retention:.3f}" if found.retention is not None else ""),
        f"accuracy, second less first: {_signed(found.accuracy.difference)}",
        "",
        f"over {found.scored_in_both} items with a scored claim in both:",
        output.table(
            ["score", "first", "second", "second - first", "95 % interval"],
            [
                [name, one.first.value, one.second.value, *_signed_cells(one.difference)]
                for name, one in found.scores.items()
            ],
        ),
        "",
        *_flips(found),
    ]
    for who, missing in (("first", found.missing.first), ("second", found.missing.second)):
        if missing:
            lines.append(f"{len(missing)} items that the {who} lacks: {_some(missing)}")
    if found.not_graded:
        lines.append(f"{len(found.not_graded)} items not graded: {_some(found.not_graded)}")
    if found.repeated:
        lines.append(f"{len(found.repeated)} items answered twice: {_some(found.repeated)}")
    lines += [f"warning: {output.safe(warning)}" for warning in found.warnings]
    return "\n".join(lines)


def _flips(found: "Comparison") -> list[str]:
    gained = [flip for flip in found.item_flips if flip.gain]
    lost = [flip for flip in found.item_flips if not flip.gain]
    lines = []
    for what, flips in (("won", gained), ("lost", lost)):
        if flips:
            lines.append(f"{len(flips)} items {what} by the second:")
            lines.append(
                output.table(
                    ["  item", "first answers", "second answers"],
                    [[f"  {one.item}", one.first, one.second] for one in flips[:MOST_LISTED]],
                )
            )
            lines += _more(len(flips))
    lines.append(
        f"{found.same_claims} claims made by both, {len(found.claim_flips)} judged differently"
    )
    if found.claim_flips:
        lines.append(
            output.table(
                ["  item", "first", "second", "claim"],
                [
                    [f"  {one.item}", one.first or "error", one.second or "error", one.text]
                    for one in found.claim_flips[:MOST_LISTED]
                ],
            )
        )
        lines += _more(len(found.claim_flips))
    return lines


def _more(n: int) -> list[str]:
    return [f"  ... {n - MOST_LISTED} more, see --json"] if n > MOST_LISTED else []


def _some(ids: tuple[str, ...]) -> str:
    return output.cell(ids[:MOST_LISTED]) + (" ..." if len(ids) > MOST_LISTED else "")


def _range(found: "Comparison") -> str:
    return f"[{found.interval.low:+.1f}, {found.interval.high:+.1f}]" if found.interval else ""


def _p(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.1e}"


def _signed(score: "Score") -> str:
    value, interval = _signed_cells(score)
    return f"{value} {interval}"


def _signed_cells(score: "Score") -> list[Any]:
    if score.value is None:
        return ["-", score.note]
    low, high = score.low, score.high
    interval = "-" if low is None or high is None else f"[{low:+.3f}, {high:+.3f}]"
    return [f"{score.value:+.3f}", interval]
