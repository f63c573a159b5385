"""Cypher text is constant or built in graph/cypher from closed words; nothing else formats any."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import STRUCTURAL_TYPES

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("hubscope", "graph", "retrieval", "ingest", "benchmarks", "ui")
WORDS = ("MATCH (", "MERGE (", "CREATE (", "UNWIND $")


def modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_only_the_graph_holds_cypher() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for path in modules()
        if path.relative_to(ROOT).parts[0] not in {"graph", "ui"}
        and any(
            word in text for text in _texts(ast.parse(path.read_text("utf-8"))) for word in WORDS
        )
    ]
    assert not found


def test_formatted_cypher_stands_in_graph_cypher_only() -> None:
    found = []
    for path in modules():
        if path.is_relative_to(ROOT / "graph" / "cypher"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(v.value) for v in node.values if isinstance(v, ast.Constant))
                if any(word in text for word in WORDS):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not found


def test_the_schema_names_every_structural_relationship_that_is_written() -> None:
    text = (ROOT / "graph" / "cypher" / "write.py").read_text("utf-8")
    written = set(re.findall(r"\[\w*:([A-Z_]+)[\s{\]]", text))
    assert written == set(STRUCTURAL_TYPES)
