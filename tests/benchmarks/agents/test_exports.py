"""Exports have the shape of real files, and come back as the run they were."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.agents.exports import EXPORTS, atif
from benchmarks.agents.importing import import_trajectories
from benchmarks.agents.trajectory import Call, Outcome, Step, Tokens, Trajectory

REAL = Path(__file__).parents[4] / "shared" / "data" / "inspect_logs"
RUN = (
    Trajectory(
        "t1",
        (
            Step(
                "I search.",
                (
                    Call("search", {"q": "zinc"}, "3 hits", False),
                    Call("search", {"text": "an object of that name"}, "", None),
                    Call("search", "zinc ACE", "timeout", True),
                    Call("search", {}, None),
                ),
                "Metals may matter.",
                "solver",
            ),
            Step("Zinc inhibits ACE."),
        ),
        question="Does zinc inhibit ACE?",
        item="q1",
        run="base",
        model="made-up-1",
        final="yes",
        choice="yes",
        score=1.0,
        lint=("orphan_call:k4",),
        meta={"seed": 7, "target": "yes"},
        tokens=Tokens(100, 60, 9),
    ),
    Trajectory("t2", (), item="q1", outcome=Outcome.ERROR),
    Trajectory("t3", (Step("I gave up."),), outcome=Outcome.OVER_BUDGET, tokens=Tokens(5)),
)
# What a document of ATIF v1.4 must and may have (Harbor's RFC 0001).
ROOT = {"schema_version", "session_id", "agent", "steps"}
STEP = {"step_id", "source", "message"}
AGENT_ONLY = {"model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"}
STEP_MAY = {"timestamp", "observation", "extra"} | AGENT_ONLY
TOTALS = {f"total_{kind}_tokens" for kind in ("prompt", "cached", "completion")} | {"total_steps"}


@pytest.mark.parametrize("name", EXPORTS.names())
def test_run_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json.gz"
    EXPORTS.load(name)(path, "mine", RUN)
    found = import_trajectories([path])
    assert (found.format, found.problems) == (name, ())
    assert [each for run in found.runs.values() for each in run] == list(RUN)


@pytest.mark.parametrize("name", EXPORTS.names())
def test_equal_runs_make_equal_files(name: str, tmp_path: Path) -> None:
    for copy in ("a.gz", "b.gz"):
        EXPORTS.load(name)(tmp_path / copy, "mine", RUN)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("trajectory", RUN, ids=lambda each: each.id)
def test_atif_keeps_to_its_specification(trajectory: Trajectory) -> None:
    document: Any = json.loads(json.dumps(atif.document(trajectory)))
    assert document.keys() >= ROOT
    assert document.keys() <= ROOT | {"notes", "final_metrics", "extra"}
    assert {"name", "version"} <= document["agent"].keys()
    assert document.get("final_metrics", {}).keys() <= TOTALS
    assert [step["step_id"] for step in document["steps"]] == [
        *range(1, len(document["steps"]) + 1)
    ]
    assert document["steps"]
    for step in document["steps"]:
        assert step.keys() >= STEP
        assert step.keys() <= STEP | STEP_MAY
        assert step["source"] in ("user", "agent", "system")
        assert step["source"] == "agent" or not step.keys() & AGENT_ONLY
        calls = {call["tool_call_id"] for call in step.get("tool_calls", [])}
        assert all(isinstance(call["arguments"], dict) for call in step.get("tool_calls", []))
        for result in step.get("observation", {}).get("results", []):
            assert result.keys() == {"source_call_id", "content"}
            assert result["source_call_id"] in calls


@pytest.mark.skipif(not REAL.exists(), reason="no ../shared/data beside the checkout")
def test_inspect_log_has_the_shape_of_real_ones(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    EXPORTS.load("inspect")(path, "mine", RUN)
    ours = json.loads(path.read_text())
    names = ("log_formats.json", "2025-05-12T20-28-13-04-00_popularity.json")
    logs = [json.loads((REAL / name).read_text()) for name in names]
    real: dict[str, set[str]] = {}
    for place, kind in (each for log in logs for each in shape(log)):
        real.setdefault(place, set()).add(kind)
    for place, kind in shape(ours):
        if any(part.removesuffix("[]") in ELSEWHERE for part in place.split(".")):
            continue
        known = real.get(place, set())
        assert known & {kind, "number"} or place in BESIDE, f"{place} is {kind}, not {known}"
    for required in ("version", "status", "eval", "plan", "results", "stats", "samples"):
        assert required in ours
    for log in logs:
        wanted = {"id", "epoch", "input", "target", "messages", "output", "scores", "metadata"}
        assert all(wanted <= sample.keys() for sample in [*log["samples"], *ours["samples"]])


# What the two logs have no example of: calls, thoughts, ends before the end; names that are ours.
ELSEWHERE = {
    *("tool_calls", "tool_call_id", "function", "reasoning", "type", "error", "limit"),
    *("metadata", "model_usage", "packages", "hubscope"),
}
# Texts in blocks, ids that are words, more than one epoch.
BESIDE = {
    "samples[].id",
    "eval.dataset.sample_ids[]",
    "eval.config.epochs",
    "samples[].messages[].content",
    "samples[].messages[].content[]",
    "samples[].messages[].content[].text",
    "samples[].output.completion",
}


def shape(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Places in a document and what kind of value stands there."""
    kinds = {dict: "object", list: "array", str: "text", bool: "truth", int: "number"}
    yield place, kinds.get(type(value), "number")
    if isinstance(value, dict):
        for name, part in value.items():
            yield from shape(part, f"{place}.{name}" if place else name)
    elif isinstance(value, list):
        for part in value:
            yield from shape(part, f"{place}[]")
