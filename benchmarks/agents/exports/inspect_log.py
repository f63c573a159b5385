"""Export as an Inspect log in JSON: a run is a log, a trajectory a sample and epoch.

What the format has no field for stands in the sample's metadata.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.agents.formats import leftovers
from benchmarks.agents.trajectory import Outcome, Step, Tokens, Trajectory
from hubscope import __version__
from hubscope.files import replacing
from hubscope.keys import canonical_json, digest
from hubscope.records import Json

_LOG_VERSION = 2
_SCORER = "hubscope"
# A log must say when it was made; a run does not know, and equal runs make equal files.
_SOME_TIME = "1970-01-01T00:00:00+00:00"
_UNKNOWN_MODEL = "none/none"


def write(path: Path, run: str, trajectories: Sequence[Trajectory]) -> None:
    """Write one log.

    Raises:
        InputError: the file cannot be written.
    """
    head, tail = canonical_json(_log(run, trajectories)).split('"samples":[]')
    with replacing(path) as file:
        file.write(f'{head}"samples":[')
        for number, record in enumerate(samples(trajectories)):
            file.write(("," if number else "") + canonical_json(record))
        file.write(f"]{tail}\n")


def samples(trajectories: Sequence[Trajectory]) -> Iterator[dict[str, Json]]:
    """Trajectories as samples; several of one item are epochs of it."""
    epochs: Counter[str] = Counter()
    for trajectory in trajectories:
        id_ = trajectory.item or trajectory.id
        epochs[id_] += 1
        yield _sample(trajectory, id_, epochs[id_])


def _log(run: str, trajectories: Sequence[Trajectory]) -> dict[str, Json]:
    models = sorted({each.model for each in trajectories if each.model})
    ids: list[Json] = list(dict.fromkeys(each.item or each.id for each in trajectories))
    most = max(Counter(each.item or each.id for each in trajectories).values(), default=1)
    id_ = digest([run, len(trajectories)])[:22]
    return {
        "version": _LOG_VERSION,
        "status": "success",
        "eval": {
            "eval_id": id_,
            "run_id": id_,
            "created": _SOME_TIME,
            "task": run,
            "task_id": id_,
            "task_version": 0,
            "task_attribs": {},
            "task_args": {},
            "dataset": {"samples": len(ids), "sample_ids": ids, "shuffled": False},
            "model": ", ".join(models) or _UNKNOWN_MODEL,
            "model_args": {},
            "config": {"epochs": most},
            "packages": {"hubscope": __version__},
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": len(trajectories),
            "completed_samples": len(trajectories),
            "scores": [],
        },
        "stats": {"started_at": _SOME_TIME, "completed_at": _SOME_TIME, "model_usage": {}},
        "samples": [],
    }


def _sample(trajectory: Trajectory, id_: str, epoch: int) -> dict[str, Json]:
    target = trajectory.meta.get("target")
    record: dict[str, Json] = {
        "id": id_,
        "epoch": epoch,
        "input": trajectory.question,
        "target": target if isinstance(target, str | list) else "",
        "messages": list(_messages(trajectory)),
        "output": _output(trajectory),
        "scores": _scores(trajectory),
        "metadata": {leftovers.NAME: leftovers.packed(trajectory)},
        "store": {},
        "events": [],
        "model_usage": _usage(trajectory),
        "attachments": {},
    }
    if trajectory.outcome is Outcome.ERROR:
        record["error"] = {"message": "ended by an error", "traceback": "", "traceback_ansi": ""}
    elif trajectory.outcome is Outcome.OVER_BUDGET:
        record["limit"] = {"type": "custom", "limit": 0}
    return record


def _messages(trajectory: Trajectory) -> Iterator[dict[str, Json]]:
    if trajectory.question:
        yield {"role": "user", "source": "input", "content": trajectory.question}
    for number, step in enumerate(leftovers.whole_steps(trajectory), start=1):
        yield _assistant(step, number)
        for place, call in enumerate(step.calls, start=1):
            if call.observation is not None:
                yield {
                    "role": "tool",
                    "content": call.observation,
                    "tool_call_id": leftovers.call_id(number, place),
                    "function": call.name,
                }


def _assistant(step: Step, number: int) -> dict[str, Json]:
    text: dict[str, Json] = {"type": "text", "text": step.content}
    thought: dict[str, Json] = {"type": "reasoning", "reasoning": step.reasoning}
    message: dict[str, Json] = {
        "role": "assistant",
        "source": "generate",
        "content": [thought, text] if step.reasoning else step.content,
    }
    if step.calls:
        message["tool_calls"] = [
            {
                "id": leftovers.call_id(number, place),
                "function": call.name,
                "type": "function",
                "arguments": leftovers.arguments_record(call),
            }
            for place, call in enumerate(step.calls, start=1)
        ]
    if step.speaker:
        message["metadata"] = {leftovers.SPEAKER: step.speaker}
    return message


def _output(trajectory: Trajectory) -> dict[str, Json]:
    text = trajectory.final or ""
    message: dict[str, Json] = {"role": "assistant", "source": "generate", "content": text}
    choice: Json = {"message": message, "stop_reason": "stop"}
    return {
        "model": trajectory.model,
        "choices": [choice] if text else [],
        "completion": text,
    }


def _scores(trajectory: Trajectory) -> dict[str, Json]:
    if trajectory.score is None:
        return {}
    answer: dict[str, Json] = {} if trajectory.choice is None else {"answer": trajectory.choice}
    return {_SCORER: {"value": trajectory.score, **answer}}


def _usage(trajectory: Trajectory) -> dict[str, Json]:
    """Tokens in Inspect's way, whose input leaves the cached ones out."""
    tokens = trajectory.tokens
    if tokens is None:
        return {}
    return {trajectory.model or _UNKNOWN_MODEL: _counts(tokens)}


def _counts(tokens: Tokens) -> dict[str, Json]:
    fresh, written = tokens.uncached or 0, tokens.completion or 0
    cached = tokens.cached or 0
    return {
        "input_tokens": fresh,
        "input_tokens_cache_read": cached,
        "output_tokens": written,
        "total_tokens": fresh + cached + written,
    }
