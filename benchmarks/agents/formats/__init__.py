"""Formats of trajectories: one file each; a file's format is guessed from what stands in it.

A new format is a module with `FORMAT`, a row here and a sample in tests/samples/trajectories.
"""

from collections.abc import Mapping
from pathlib import Path

from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import read_head
from hubscope.errors import InputError
from hubscope.registry import Registry

AUTO = "auto"
TABLE = "table"

# Guessed in this order; `table` fits nothing by itself, it needs to be told what is where.
FORMATS: Registry[Format] = Registry(
    "format",
    {
        "atif": "benchmarks.agents.formats.atif:FORMAT",
        "own": "benchmarks.agents.formats.own:FORMAT",
        "schema": "benchmarks.agents.formats.schema_release:FORMAT",
        "inspect": "benchmarks.agents.formats.inspect_log:FORMAT",
        "otel": "benchmarks.agents.formats.otel:FORMAT",
        "autogen": "benchmarks.agents.formats.autogen:FORMAT",
        "langchain": "benchmarks.agents.formats.langchain:FORMAT",
        "anthropic": "benchmarks.agents.formats.anthropic:FORMAT",
        "swe_agent": "benchmarks.agents.formats.swe_agent:FORMAT",
        "tau_bench": "benchmarks.agents.formats.tau_bench:FORMAT",
        "who_and_when": "benchmarks.agents.formats.who_and_when:FORMAT",
        "mirage_bench": "benchmarks.agents.formats.mirage_bench:FORMAT",
        "genegpt": "benchmarks.agents.formats.genegpt:FORMAT",
        "litqa_answers": "benchmarks.agents.formats.litqa_answers:FORMAT",
        "pubmedqa_cot": "benchmarks.agents.formats.pubmedqa_cot:FORMAT",
        "bixbench": "benchmarks.agents.formats.bixbench:FORMAT",
        "medrag": "benchmarks.agents.formats.medrag:FORMAT",
        "gene_sets": "benchmarks.agents.formats.gene_sets:FORMAT",
        "openai_chat": "benchmarks.agents.formats.openai_chat:FORMAT",
        "react": "benchmarks.agents.formats.react:FORMAT",
        "robin": "benchmarks.agents.formats.robin:FORMAT",
        TABLE: "benchmarks.agents.formats.table:FORMAT",
    },
)


def guess_format(path: Path, mapping: Mapping[str, str] | None = None) -> str:
    """Name of the first format that fits a file's beginning; a mapping means a table.

    Raises:
        InputError: the file cannot be read, or no format fits.
    """
    if mapping:
        return TABLE
    head = read_head(path)
    for name in FORMATS.names():
        if FORMATS.load(name).fits(head):
            return name
    if not head.text.strip() and not head.names:
        raise InputError(
            f"{path}: no record in it. Was it written to its end?",
            reason="empty_file",
            where=str(path),
        )
    raise InputError(
        f"{path}: no trajectory format fits. Name one with --format ({', '.join(FORMATS.names())})"
        " or say which field is which with --map.",
        reason="unknown_format",
        where=str(path),
    )


__all__ = ["AUTO", "FORMATS", "TABLE", "Format", "Head", "guess_format"]
