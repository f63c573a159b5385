"""Adapter of the battery trajectory_formats: dispatch on `format`, expectations by key.

`NAME` reads a file of one record, `jsonl_of_NAME` one a line, `NAME_twice` imports a file twice.
"""

import json
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from benchmarks.agents.formats import FORMATS
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.tool_calls import calls_of, has_failed
from benchmarks.agents.trajectory import Problem, Trajectory
from tests.batteries.reading import cases

NAMES = {"openai": "openai_chat"}
LINES, TWICE = "jsonl_of_", "_twice"


def text_of(record: Any) -> str:
    """The file's literal text of a `raw` recipe, else the record as JSON."""
    if isinstance(record, dict) and record.get("recipe") == "raw":
        return str(record["text"])
    return json.dumps(record)


def neutral(result: Trajectory | Problem) -> dict[str, Any]:
    if isinstance(result, Problem):
        return {"error": result.kind}
    failed, calls = [has_failed(call) for call in calls_of(result)], calls_of(result)
    return {
        "question": result.question,
        "texts": [step.content for step in result.steps if step.content],
        "reasoning": [step.reasoning for step in result.steps if step.reasoning],
        "calls": [[c.name, c.arguments, c.observation] for s in result.steps for c in s.calls],
        "final": result.final,
        "lint": list(result.lint),
        "outcome": str(result.outcome),
        "sources": [step.speaker for step in result.steps],
        "tool_failure_rate": f"{sum(failed)}/{len(calls)}",
        "tokens": tokens_of(result),
    }


def tokens_of(result: Trajectory) -> dict[str, Any] | None:
    tokens = result.tokens
    if tokens is None:
        return None
    return {
        "prompt": tokens.prompt,
        "cached": tokens.cached,
        "completion": tokens.completion,
        "uncached": tokens.uncached,
    }


def one(name: str, record: Any, folder: Path) -> dict[str, Any]:
    (result,) = FORMATS.load(name).read(written(record, folder / "case.json"))
    return neutral(result)


def samples(name: str, record: Any, folder: Path) -> dict[str, Any]:
    """A log of several samples."""
    found = list(FORMATS.load(name).read(written(record, folder / "case.json")))
    read = [each for each in found if isinstance(each, Trajectory)]
    problems = [each for each in found if isinstance(each, Problem)]
    return {
        "samples": len(read),
        "first": neutral(read[0]) if read else None,
        "keys": [[each.item, each.meta["epoch"]] for each in read],
        "finals": [each.final for each in read],
        "outcomes": [str(each.outcome) for each in read],
        "scores": [each.score for each in read],
        "score_status": "scored" if all(each.score is not None for each in read) else "unscored",
        "status": next((each.detail for each in problems if each.detail), "success"),
        "warning": next((each.kind for each in problems), None),
        "error": next((each.kind for each in problems), None),
    }


def lines(name: str, record: Any, folder: Path) -> dict[str, Any]:
    imported = import_trajectories([written(record, folder / "case.jsonl")], name)
    skipped = [
        {"line": int(problem.where.rpartition(":")[2]), "reason": problem.kind}
        for problem in imported.problems
    ]
    return {"imported": imported.n_trajectories, "skipped": skipped}


def twice(name: str, record: Any, folder: Path) -> dict[str, Any]:
    paths = [written(record, folder / f"{which}.json") for which in ("first", "second")]
    return {"trajectories": import_trajectories(paths, name).n_trajectories}


def written(record: Any, path: Path) -> Path:
    path.write_text(text_of(record))
    return path


def reading(format_: str) -> Callable[[Any, Path], dict[str, Any]]:
    """How a case's format is read."""
    read: Callable[[str, Any, Path], dict[str, Any]] = one
    name = format_
    if name.startswith(LINES):
        read, name = lines, name.removeprefix(LINES)
    elif name.endswith(TWICE):
        read, name = twice, name.removesuffix(TWICE)
    elif name == "inspect":
        read = samples
    registered = NAMES.get(name, name)
    return lambda record, folder: read(registered, record, folder)


@pytest.mark.parametrize("case", cases("trajectory_formats"))
def test_case(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given, expected = case["input"], case["expect"]
    ran: list[Any] = []
    monkeypatch.setattr("os.system", ran.append)
    monkeypatch.setattr(subprocess, "Popen", ran.append)
    result = {**reading(given["format"])(given["record"], tmp_path), "code_ran": bool(ran)}
    found = matching(result, expected)
    assert found == expected


def matching(result: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Of a result what is expected of it; rates are compared as fractions."""
    found = {}
    for key, value in expected.items():
        got = result[key]
        if isinstance(value, dict) and isinstance(got, dict):
            got = matching(got, value)
        elif key == "tool_failure_rate":
            got = value if Fraction(got) == Fraction(value) else got
        found[key] = got
    return found
