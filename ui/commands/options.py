"""Options that many verbs share."""

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

import click

from hubscope.errors import InputError
from hubscope.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


class Number(click.FloatRange):
    """A number in a range; NaN, which no range keeps out, is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that a text is."""
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


pass_settings = click.make_pass_decorator(Settings)


def json_option(command: F) -> F:
    """Add `--json`."""
    return click.option(
        "--json", "as_json", is_flag=True, help="One JSON document instead of text."
    )(command)


def seed_option(command: F) -> F:
    """Add `--seed`."""
    return click.option(
        "--seed", default=20260, show_default=True, help="Of the draw: the same seed, the same."
    )(command)


def cost_options(command: F) -> F:
    """Add `--max-cost` and `--dry-run`."""
    cap = click.option(
        "--max-cost",
        type=Number(min=0),
        metavar="USD",
        help="Stop before the models and web searches of the whole run cost more than this.",
    )
    dry = click.option(
        "--dry-run", is_flag=True, help="Print the calls, tokens and cost to expect, do nothing."
    )
    return cap(dry(command))


def paths_argument(command: F) -> F:
    """Add PATH...; whether a file is there is for the reader to say, with the file's name."""
    return click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))(
        command
    )


def map_option(command: F) -> F:
    """Add `--map field=column,...`."""
    return click.option(
        "--map", "mapping", metavar="FIELD=COLUMN,...", help="Which column holds which field."
    )(command)


def parse_map(text: str | None) -> dict[str, str] | None:
    """`field=column,...` as a dictionary.

    Raises:
        InputError: a part without an equals sign, or a field named twice.
    """
    if not text:
        return None
    mapping: dict[str, str] = {}
    for part in text.split(","):
        field, equals, column = part.strip().partition("=")
        if not equals or not field or not column or field in mapping:
            raise InputError(f"--map: {part.strip()!r} is not FIELD=COLUMN once", reason="bad_map")
        mapping[field.strip()] = column.strip()
    return mapping
