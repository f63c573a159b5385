"""Export as ATIF v1.4 (Harbor's RFC 0001), one document a line, one a trajectory.

A trajectory's id is the document's session. What the format has no field for stands in `extra`.
"""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.agents.formats import leftovers
from benchmarks.agents.trajectory import Step, Tokens, Trajectory
from hubscope.files import replacing
from hubscope.keys import canonical_json
from hubscope.records import Json

SCHEMA_VERSION = "ATIF-v1.4"
_UNKNOWN = "unknown"  # the format wants a name and a version, where a source may state none


def write(path: Path, run: str, trajectories: Sequence[Trajectory]) -> None:
    """Write one document a line.

    Raises:
        InputError: the file cannot be written.
    """
    with replacing(path) as file:
        for trajectory in trajectories:
            file.write(canonical_json(document(trajectory)) + "\n")


def document(trajectory: Trajectory) -> dict[str, Json]:
    """A trajectory as one ATIF document."""
    steps = leftovers.whole_steps(trajectory)
    # A document has at least one step, even if nobody said anything.
    asked = 1 if trajectory.question or not steps else 0
    numbered = [_agent_step(step, n + asked, n) for n, step in enumerate(steps, start=1)]
    question: dict[str, Json] = {"step_id": 1, "source": "user", "message": trajectory.question}
    return {
        "schema_version": SCHEMA_VERSION,
        "session_id": trajectory.id,
        "agent": _agent(trajectory),
        "steps": [*([question] if asked else []), *numbered],
        **_metrics(trajectory.tokens, asked + len(steps)),
        "extra": {leftovers.NAME: leftovers.packed(trajectory)},
    }


def _agent(trajectory: Trajectory) -> dict[str, Json]:
    stated = trajectory.meta.get("agent")
    known = stated if isinstance(stated, dict) else {}
    model: dict[str, Json] = {"model_name": trajectory.model} if trajectory.model else {}
    return {"name": _UNKNOWN, "version": _UNKNOWN, **known, **model}


def _agent_step(step: Step, step_id: int, number: int) -> dict[str, Json]:
    record: dict[str, Json] = {"step_id": step_id, "source": "agent", "message": step.content}
    if step.reasoning:
        record["reasoning_content"] = step.reasoning
    if step.calls:
        record["tool_calls"] = [
            {
                "tool_call_id": leftovers.call_id(number, place),
                "function_name": call.name,
                "arguments": leftovers.arguments_record(call),
            }
            for place, call in enumerate(step.calls, start=1)
        ]
    results: list[Json] = [
        {"source_call_id": leftovers.call_id(number, place), "content": call.observation}
        for place, call in enumerate(step.calls, start=1)
        if call.observation is not None
    ]
    if results:
        record["observation"] = {"results": results}
    if step.speaker:
        record["extra"] = {leftovers.SPEAKER: step.speaker}
    return record


def _metrics(tokens: Tokens | None, steps: int) -> dict[str, Json]:
    if tokens is None:
        return {}
    stated = {
        "total_prompt_tokens": tokens.prompt,
        "total_cached_tokens": tokens.cached,
        "total_completion_tokens": tokens.completion,
    }
    known: dict[str, Json] = {name: value for name, value in stated.items() if value is not None}
    return {"final_metrics": {**known, "total_steps": steps}}
