"""Adapter of the battery trajectory_formats: dispatch on `format`, expectations by key."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.agents.formats import openai_chat
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Problem, Trajectory

CASES = Path(__file__).parent.parent / "data" / "cases" / "trajectory_formats.jsonl"


class NotYet(Exception):
    """A format that is still to come."""


def text_of(record: Any) -> str:
    """The file's literal text of a `raw` recipe, else the record as JSON."""
    if isinstance(record, dict) and record.get("recipe") == "raw":
        return str(record["text"])
    return json.dumps(record)


def neutral(result: Trajectory | Problem) -> dict[str, Any]:
    if isinstance(result, Problem):
        return {"error": result.kind}
    return {
        "question": result.question,
        "texts": [step.content for step in result.steps if step.content],
        "reasoning": [step.reasoning for step in result.steps if step.reasoning],
        "calls": [[c.name, c.arguments, c.observation] for s in result.steps for c in s.calls],
        "final": result.final,
        "lint": list(result.lint),
        "outcome": str(result.outcome),
    }


def one_openai(record: Any, folder: Path) -> dict[str, Any]:
    path = folder / "case.json"
    path.write_text(text_of(record))
    (result,) = openai_chat.read(path)
    return neutral(result)


def lines_of_openai(record: Any, folder: Path) -> dict[str, Any]:
    path = folder / "case.jsonl"
    path.write_text(text_of(record))
    imported = import_trajectories([path], "openai_chat")
    skipped = [
        {"line": int(problem.where.rpartition(":")[2]), "reason": problem.kind}
        for problem in imported.problems
    ]
    return {"imported": imported.n_trajectories, "skipped": skipped}


def openai_twice(record: Any, folder: Path) -> dict[str, Any]:
    paths = [folder / "first.json", folder / "second.json"]
    for path in paths:
        path.write_text(text_of(record))
    return {"trajectories": import_trajectories(paths, "openai_chat").n_trajectories}


READ: dict[str, Callable[[Any, Path], dict[str, Any]]] = {
    "openai": one_openai,
    "jsonl_of_openai": lines_of_openai,
    "openai_twice": openai_twice,
}


def cases() -> list[Any]:
    params = []
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        format_ = case["input"]["format"]
        later = pytest.mark.xfail(
            strict=True, raises=NotYet, reason=f"the format {format_} is still to come"
        )
        marks = () if format_ in READ else (later,)
        params.append(pytest.param(case["input"], case["expect"], id=case["id"], marks=marks))
    return params


@pytest.mark.parametrize(("given", "expected"), cases())
def test_case(given: dict[str, Any], expected: dict[str, Any], tmp_path: Path) -> None:
    if given["format"] not in READ:
        raise NotYet(given["format"])
    result = READ[given["format"]](given["record"], tmp_path)
    assert {key: result[key] for key in expected} == expected
