"""Output: one result as JSON for scripts or as text for people; progress and notes on stderr."""

import contextlib
import csv
import io
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hubscope.codec import to_json

if TYPE_CHECKING:
    from hubscope.progress import Purse

WIDEST_CELL = 80
_UNSHOWN = frozenset({"Cc", "Cf", "Cs"})

# What spreadsheets take for the beginning of a formula; the wide forms are those of East Asia.
_FORMULA_STARTS = frozenset("=+-@\t\r\n＝＋－＠")


def print_json(value: Any) -> None:
    """One JSON document on stdout."""
    click.echo(json.dumps(to_json(value), ensure_ascii=False, allow_nan=False, indent=2))


def print_json_line(value: Any) -> None:
    """One line of JSON Lines on stdout."""
    click.echo(json.dumps(to_json(value), ensure_ascii=False, allow_nan=False))


def note(text: str) -> None:
    """A line for people on stderr."""
    click.echo(text, err=True)


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Columns in line: numbers to the right, text to the left, None as a dash.

    >>> print(table(["name", "n"], [["zinc", 3], ["ACE", None]]))
    name  n
    zinc  3
    ACE   -
    """
    shown = [[cell(value) for value in row] for row in rows]
    numeric = [bool(shown) and all(_is_number(row[i]) for row in shown) for i in range(len(header))]
    widths = [max(map(_width, column)) for column in zip(header, *shown, strict=True)]
    lines = []
    for row in [list(header), *shown]:
        padded = [_pad(text, widths[i], right=numeric[i]) for i, text in enumerate(row)]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def cell(value: Any) -> str:
    """A value as a table shows it; control characters from files and models are made visible."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, tuple | list):
        return ", ".join(map(cell, value))
    return cut(safe(str(value)), WIDEST_CELL)


def safe(text: str) -> str:
    r"""Text from outside, fit for a terminal: no control or bidirectional characters, one line.

    >>> safe("zinc\x1b[31m\nACE\udcff") == "zinc\ufffd[31m ACE\ufffd"
    True
    """
    flat = " ".join(text.split())
    return "".join("\ufffd" if unicodedata.category(c) in _UNSHOWN else c for c in flat)


def cut(text: str, width: int) -> str:
    """Text of at most `width` characters, cut with an ellipsis."""
    return text if len(text) <= width else text[: width - 1] + "…"


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as comma-separated values that a spreadsheet can open without running anything."""
    written = io.StringIO()
    writer = csv.DictWriter(written, columns)  # its CRLF makes it quote a lone CR, too
    writer.writerow({name: csv_cell(name) for name in columns})
    writer.writerows({name: csv_cell(row[name]) for name in columns} for row in rows)
    return written.getvalue()


def csv_cell(value: Any) -> Any:
    """A cell that no spreadsheet runs as a formula; nested values as JSON.

    >>> csv_cell("=1+1"), csv_cell(-1), csv_cell(None), csv_cell(["a"])
    ("'=1+1", -1, '', '["a"]')
    """
    if value is None or isinstance(value, int | float):
        return "" if value is None else value
    text = value if isinstance(value, str) else json.dumps(to_json(value), ensure_ascii=False)
    return "'" + text if text.lstrip(" ")[:1] in _FORMULA_STARTS else text


@contextlib.contextmanager
def progress(label: str, purse: "Purse | None" = None) -> Iterator[Any]:
    """A progress bar on stderr with rate, time and cost; call it with (what, done, total).

    Nothing is drawn where stderr is no terminal. `hubscope --progress FILE` keeps the file up to
    date, too.

    Args:
        label: the verb.
        purse: what pays for the work, if anything does.
    """
    from tqdm import tqdm

    with (
        tqdm(desc=label, unit="", file=sys.stderr, disable=not sys.stderr.isatty()) as bar,
        _reporting(purse) as report,
    ):

        def step(what: str, done: int, total: int | None = None) -> None:
            report(what, done, total)
            bar.set_description_str(f"{label}: {what}", refresh=False)
            if purse is not None and not bar.disable:
                bar.set_postfix_str(cost_so_far(purse.spent.cost, purse.max_cost), refresh=False)
            if total is not None:
                bar.total = total
            bar.update(done - bar.n)

        yield step


@contextlib.contextmanager
def _reporting(purse: "Purse | None") -> Iterator[Any]:
    """Where steps are told to, beside the bar: the file of `--progress`, if there is one."""
    context = click.get_current_context(silent=True)
    path = context.meta.get("progress") if context else None
    if path is None:
        yield lambda what, done, total: None
        return
    from hubscope.progress import reporting

    with reporting(Path(path), purse) as reporter:
        yield reporter.step


def dollars(cost: float | None, unknown: str = "cost not known") -> str:
    """What something cost, to the hundredth of a cent.

    >>> dollars(0.0123), dollars(None)
    ('$0.0123', 'cost not known')
    """
    return unknown if cost is None else f"${cost:.4f}"


def cost_so_far(cost: float | None, cap: float | None) -> str:
    """What was spent, of what may be.

    >>> cost_so_far(0.0123, 5.0), cost_so_far(None, None)
    ('$0.0123 of $5.00', 'cost not known')
    """
    return dollars(cost) if cap is None else f"{dollars(cost)} of ${cap:.2f}"


def _is_number(text: str) -> bool:
    return text == "-" or text.replace(".", "", 1).replace("-", "", 1).isdigit()


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str, width: int, *, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
