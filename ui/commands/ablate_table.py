"""`ablate table`: judges side by side on the sets that training never saw, as Markdown or JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings, seed_option

if TYPE_CHECKING:
    from benchmarks.ablation.figures import Figure
    from benchmarks.ablation.table import Standing

_COLUMNS = ("a_0", "IS", "ER", "IO", "flip rate", "strict", "accuracy / macro F1")
_CHANGES = {
    "is": "IS",
    "er": "ER",
    "io": "IO",
    "flip_rate": "flip rate",
    "label": "a_0",
    "accuracy": "accuracy",
    "macro_f1": "macro F1",
}


@click.command("table")
@click.argument("data", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    "judges",
    multiple=True,
    required=True,
    help="As in `ablate run`; may be given several times, a row each.",
)
@click.option("--against", help="The one of the judges that the others' changes are against.")
@click.option("--set", "names", multiple=True, help="A set of the table; default: all of them.")
@click.option("--rounds", type=click.IntRange(1, 20), default=4, show_default=True)
@click.option("--limit", type=click.IntRange(1), help="That many claims a set, drawn by the seed.")
@seed_option
@json_option
@pass_settings
def ablate_table(
    settings: Settings,
    data: Path,
    judges: Sequence[str],
    against: str | None,
    names: Sequence[str],
    rounds: int,
    limit: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Judges side by side: evidence ablation and accuracy on the same claims, with intervals.

    DATA holds the sets and verifier_mix/mix.json, as for `ablate train`: claims that training or
    calibration may see are left out. Each judge and set is an ablation run of its own; a killed
    table goes on where it was.

    Example: hubscope ablate table ../shared/data --judge features --judge trained --limit 300
    """
    from benchmarks.ablation.running import Options
    from benchmarks.ablation.sets import SETS
    from benchmarks.ablation.table import Comparison, standings
    from benchmarks.judging.mix import read_mix
    from benchmarks.judging.verifier_choice import open_verifier

    if unknown := [name for name in names if name not in SETS]:
        raise InputError(
            f"--set: no set named {unknown[0]!r}. Known: {', '.join(SETS)}.", reason="unknown_name"
        )
    titles = {judge: judge_title(judge) for judge in judges}
    if len({*titles.values()}) < len(titles):
        raise InputError(
            "--judge: two judges would have one name; folders need different names",
            reason="bad_judge_name",
        )
    if against is not None and against not in titles:
        raise InputError(
            f"--against {against!r} is none of the judges: {', '.join(titles)}",
            reason="unknown_name",
        )
    asked = Comparison(
        data,
        read_mix(data),
        [SETS[name] for name in names or SETS],
        settings.home,
        Options(rounds, limit, None, knowledge=False, seed=seed),
        titles[against] if against else None,
    )
    opened = {title: open_verifier(judge, settings) for judge, title in titles.items()}
    with output.progress("ablate") as step:
        found = list(standings(asked, opened, step))
    if as_json:
        output.print_json({"rows": [standing_document(one) for one in found], "seed": seed})
    else:
        click.echo(table_markdown(found))


def judge_title(judge: str) -> str:
    """How runs and rows name a judge: of a folder or file only its own name.

    >>> judge_title("adapter:/tmp/verifiers/full"), judge_title("features")
    ('adapter:full', 'features')
    """
    kind, colon, argument = judge.partition(":")
    return f"{kind}{colon}{Path(argument).name}"


def standing_document(one: "Standing") -> dict[str, Any]:
    """A row as `--json` prints it."""
    scores = one.scores
    return {
        "set": one.compared.name,
        "file": one.compared.file,
        "judge": one.judge,
        "run": one.run,
        "n": scores.n,
        "rounds": [figure.accuracy for figure in scores.rounds],
        "is": scores.immediate,
        "er": scores.end_state,
        "io": scores.ideal_offset,
        "flip_rate": scores.flip_rate,
        "label": scores.label,
        "strict": scores.strict,
        "labels": one.labels,
        "changes": one.changes,
        "left_out": one.left_out,
    }


def table_markdown(found: Sequence["Standing"]) -> str:
    """All rows as one Markdown table, and the changes against the reference as another."""
    head = ["set", "judge", "claims", *_COLUMNS]
    lines = ["| " + " | ".join(head) + " |", "|---|---|---:" + "|---" * len(_COLUMNS) + "|"]
    lines += [_line([one.compared.title, one.judge, one.scores.n, *_cells(one)]) for one in found]
    changed = [one for one in found if one.changes]
    if changed:
        columns = [name for name in _CHANGES if any(name in one.changes for one in changed)]
        head = ["set", "judge", "claims", *(_CHANGES[name] for name in columns)]
        lines += ["", "| " + " | ".join(head) + " |", "|---|---|---:" + "|---" * len(columns) + "|"]
        for one in changed:
            n = one.changes["is"].n
            cells = [_signed(one.changes.get(name)) for name in columns]
            lines.append(_line([one.compared.title, one.judge, n, *cells]))
    return "\n".join(lines)


def _cells(one: "Standing") -> list[str]:
    scores = one.scores
    shown = [_plain(scores.label), _plain(scores.immediate), _plain(scores.end_state)]
    shown += [_plain(scores.ideal_offset), _plain(scores.flip_rate), _plain(scores.strict)]
    labels = one.labels
    both = [] if labels is None else [labels.accuracy, labels.macro_f1]
    n = f" (n {labels.accuracy.n})" if labels else ""
    return [*shown, " / ".join(map(_plain, both)) + n]


def _line(cells: Sequence[object]) -> str:
    return "| " + " | ".join(output.safe(str(cell)) for cell in cells) + " |"


def _plain(figure: "Figure") -> str:
    """A figure with its interval, `.436 [.31, .56]`."""
    if figure.value is None:
        return f"undefined ({figure.note})"
    if figure.low is None or figure.high is None:
        return _short(figure.value, 3)
    return f"{_short(figure.value, 3)} [{_short(figure.low, 2)}, {_short(figure.high, 2)}]"


def _signed(figure: "Figure | None") -> str:
    """A change in points with its interval, `+31.2 [+20, +42]`."""
    if figure is None or figure.value is None:
        return ""
    if figure.low is None or figure.high is None:
        return f"{100 * figure.value:+.1f}"
    return f"{100 * figure.value:+.1f} [{100 * figure.low:+.0f}, {100 * figure.high:+.0f}]"


def _short(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
