"""`ablate directions`: where a judge's states go when its evidence is taken away."""

from typing import TYPE_CHECKING

import click

from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings

if TYPE_CHECKING:
    from benchmarks.ablation.representation import Representation


@click.command("directions")
@click.argument("run")
@click.option(
    "--token",
    type=click.Choice(["last", "first", "mean"]),
    default="last",
    show_default=True,
    help="Whose state stands for an input: the last token's, the first one's, the mean of all.",
)
@click.option("--pca", is_flag=True, help="Principal components of all states, too.")
@click.option("--neurons", is_flag=True, help="Overlap of active neurons with and without, too.")
@json_option
@pass_settings
def ablate_directions(
    settings: Settings, run: str, token: str, pca: bool, neurons: bool, as_json: bool
) -> None:
    """Directions of representation: do the judge's states move as if it had no evidence at all?

    RUN is an ablation run of a judge whose states can be read: adapter:FOLDER, trained, hf:NAME.
    For each round, the cosine between what taking evidence away does to the last layer's state
    and what having none does to it. Kept with the run and drawn on the page Ablation.

    Example: hubscope ablate directions scifact_pairs-dev:trained --pca --neurons
    """
    from benchmarks.ablation.folder import open_ablation
    from benchmarks.ablation.representation import Token, Wanted, represent
    from benchmarks.ablation.states import open_reader
    from benchmarks.judging.verifier_choice import open_verifier

    folder = open_ablation(settings.home, run)
    judge = folder.manifest().judge
    reader = open_reader(judge, settings, Token(token), neurons=neurons)
    fingerprint = open_verifier(judge, settings).fingerprint
    with output.progress("states") as step:
        found = represent(folder, reader, fingerprint, Wanted(Token(token), pca, neurons), step)
    if as_json:
        output.print_json(found)
    else:
        click.echo(directions_text(found))


def directions_text(found: "Representation") -> str:
    """A line a round, then components and neurons where they were asked for."""
    rows = [
        [
            one.round,
            one.cosine.value,
            one.cosine.low,
            one.cosine.high,
            one.cosine.n,
            one.moved.value,
            one.still,
            one.nothing_left,
        ]
        for one in found.directions
    ]
    header = ["round", "Dir_K", "low", "high", "n", "moved", "still", "nothing left"]
    lines = [
        f"run {output.safe(found.run)}, judge {output.safe(found.judge)},"
        f" state of the {found.token} token, {found.n} claims",
        "",
        output.table(header, rows),
    ]
    if found.components:
        shares = ", ".join(f"{share:.1%}" for share in found.components.explained)
        points = [
            ["claim alone" if one.round is None else f"round {one.round}", *one.at]
            for one in found.components.points
        ]
        lines += ["", f"principal components: {shares} of the variance", ""]
        lines.append(output.table(["mean state", "first", "second"], points))
    if found.overlap:
        one = found.overlap
        lines += [
            "",
            f"neurons of high relevance with evidence or without: {one.n} of {one.neurons};"
            f" shared {one.shared:.1%}, only with {one.with_evidence:.1%},"
            f" only without {one.alone:.1%}",
        ]
    return "\n".join(lines)
