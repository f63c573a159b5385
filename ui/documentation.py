"""What documentation pages say from the code itself: help texts, tables, the graph's schema."""

from typing import Any

import click

from benchmarks.agents.formats import FORMATS
from graph.fields import FIELDS, SHIPPED
from graph.vocabulary import Vocabulary, relationship_type
from hubscope.registry import Registry
from ingest.readers import READERS
from retrieval.connectors import CONNECTORS
from ui.cli import VERBS, cli


def help_pages() -> str:
    """The help of every verb and its sub-verbs, as Markdown."""
    parts = []
    for verb in VERBS:
        command = cli.get_command(click.Context(cli), verb)
        assert command is not None
        parts.append(_help(command, f"hubscope {verb}"))
        if isinstance(command, click.Group):
            parts += [
                _help(sub, f"hubscope {verb} {name}") for name, sub in command.commands.items()
            ]
    return "\n".join(parts)


def reader_table() -> str:
    """Every reader with the first line of its module."""
    return _registered("reader", READERS)


def connector_table() -> str:
    """Every connector with the first line of its module."""
    return _registered("connector", CONNECTORS, "searches")


def format_table() -> str:
    """Every trajectory format with the first line of its module."""
    return _registered("format", FORMATS)


def vocabulary_tables() -> str:
    """Of each field of science: concept types with their bands, relations with their priors."""
    return "\n\n".join(_vocabulary(FIELDS.field(name)) for name in SHIPPED)


def _vocabulary(field: Vocabulary) -> str:
    types = [f"| `{name}` | {band or 'none'} |" for name, band in field.bands.items()]
    relations = [
        f"| `{word.name}` | `{relationship_type(word.name)}` | {word.prior}"
        f" | {'an annotation' if word.signless else 'in the word'} |"
        for word in field.relations.values()
    ]
    return "\n".join(
        [
            f"### {field.title.capitalize()} (`{field.name}`)",
            "",
            "| concept type (label) | band of falsifiability |",
            "|---|---|",
            *types,
            "",
            "| relation | relationship type | prior | a sign is |",
            "|---|---|---|---|",
            *relations,
        ]
    )


def _help(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name, terminal_width=100, max_content_width=100)
    return f"### {name}\n\n```text\n{command.get_help(context)}\n```\n"


def _registered(kind: str, registry: Registry[Any], does: str = "reads") -> str:
    import importlib

    rows = [f"| {kind} | {does} |", "|---|---|"]
    for name in registry.names():
        module = importlib.import_module(registry.target(name).partition(":")[0])
        first = (module.__doc__ or "").strip().splitlines()[0]
        rows.append(f"| `{name}` | {first} |")
    return "\n".join(rows)
