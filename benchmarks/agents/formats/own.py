"""hubscope's own JSON Lines: one trajectory a line, written and read back without loss.

    {"id": "t1", "item": "q7", "run": "base", "model": "m", "question": "Does zinc inhibit ACE?",
     "steps": [{"content": "I search.", "reasoning": "",
                "calls": [{"name": "search", "arguments": {"q": "zinc"}, "observation": "3 hits"}]},
               {"content": "Zinc inhibits ACE."}],
     "final": "yes", "choice": "yes", "score": 1.0, "outcome": "answered", "lint": [], "meta": {}}

Only `steps` is needed; `id` is the item's id where it is left out, and the content's hash without
either. `outcome` is one of answered, no_answer, tool_loop, over_budget, error; a record without
steps must name it, or a `final`. A step may have a `speaker`, a call may say whether it `failed`,
a trajectory may hold `tokens` {prompt, cached, completion}. Any other field is kept in `meta` under
its name, with the note `unknown_field:<name>`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from benchmarks.agents.formats.fields import count_of, id_of, score_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import json_records
from benchmarks.agents.trajectory import Call, Outcome, Problem, Step, Tokens, Trajectory
from hubscope.files import write_atomically
from hubscope.keys import canonical_json, digest
from hubscope.records import Json

FIELDS = frozenset(field.name for field in fields(Trajectory))


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a line."""
    for record in json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, record.where)


def write(path: Path, trajectories: Iterable[Trajectory]) -> None:
    """Write trajectories so that `read` gives equal ones, in the same order."""
    lines = [canonical_json(to_record(trajectory)) + "\n" for trajectory in trajectories]
    write_atomically(path, "".join(lines))


def to_record(trajectory: Trajectory) -> dict[str, Json]:
    """A trajectory as a JSON object with every field."""
    return {
        "id": trajectory.id,
        "item": trajectory.item,
        "run": trajectory.run,
        "model": trajectory.model,
        "question": trajectory.question,
        "steps": [_step_record(step) for step in trajectory.steps],
        "final": trajectory.final,
        "choice": trajectory.choice,
        "score": trajectory.score,
        "outcome": str(trajectory.outcome),
        "lint": list(trajectory.lint),
        "meta": trajectory.meta,
        **({} if trajectory.tokens is None else {"tokens": _tokens_record(trajectory.tokens)}),
    }


def parse(record: Json, where: str) -> Trajectory | Problem:
    """One JSON object to a trajectory."""
    if not isinstance(record, dict) or not isinstance(steps := record.get("steps"), list):
        return Problem(where, "unknown_shape")
    if not all(isinstance(step, dict) for step in steps):
        return Problem(where, "unknown_shape")
    if not steps and record.get("final") is None and record.get("outcome") is None:
        return Problem(where, "empty_trajectory")
    final = record.get("final")
    item = id_of(record, "item")
    return Trajectory(
        id=id_of(record, "id") or item or digest(record)[:16],
        item=item,
        run=text_of(record.get("run")),
        model=text_of(record.get("model")),
        question=text_of(record.get("question")),
        steps=tuple(parse_step(step) for step in steps if isinstance(step, dict)),
        final=None if final is None else text_of(final),
        choice=id_of(record, "choice"),
        score=score_of(record.get("score")),
        outcome=_outcome(record),
        lint=_lint(record),
        meta=_meta(record),
        tokens=parse_tokens(record.get("tokens")),
    )


def _step_record(step: Step) -> dict[str, Json]:
    # What a source does not say is left out: a file from before the field is the same file today.
    return {
        "content": step.content,
        "reasoning": step.reasoning,
        "calls": [_call_record(call) for call in step.calls],
        **({"speaker": step.speaker} if step.speaker else {}),
    }


def _call_record(call: Call) -> dict[str, Json]:
    return {
        "name": call.name,
        "arguments": call.arguments,
        "observation": call.observation,
        **({} if call.failed is None else {"failed": call.failed}),
    }


def _tokens_record(tokens: Tokens) -> dict[str, Json]:
    return {
        "prompt": tokens.prompt,
        "cached": tokens.cached,
        "completion": tokens.completion,
    }


def parse_step(record: dict[str, Json]) -> Step:
    """One step as `own` has it; what is missing is empty."""
    calls = record.get("calls")
    return Step(
        content=text_of(record.get("content")),
        calls=tuple(_call(call) for call in calls if isinstance(call, dict))
        if isinstance(calls, list)
        else (),
        reasoning=text_of(record.get("reasoning")),
        speaker=text_of(record.get("speaker")),
    )


def parse_tokens(value: Json) -> Tokens | None:
    """Tokens as `own` has them; None where there are none."""
    if not isinstance(value, dict):
        return None
    return Tokens(
        prompt=count_of(value.get("prompt")),
        cached=count_of(value.get("cached")),
        completion=count_of(value.get("completion")),
    )


def _call(record: dict[str, Json]) -> Call:
    arguments, observation = record.get("arguments"), record.get("observation")
    failed = record.get("failed")
    return Call(
        name=text_of(record.get("name")),
        arguments=arguments if isinstance(arguments, dict) else text_of(arguments),
        observation=None if observation is None else text_of(observation),
        failed=failed if isinstance(failed, bool) else None,
    )


def _outcome(record: dict[str, Json]) -> Outcome:
    try:
        return Outcome(text_of(record.get("outcome")))
    except ValueError:
        return Outcome.ANSWERED if record.get("final") is not None else Outcome.NO_ANSWER


def _lint(record: dict[str, Json]) -> tuple[str, ...]:
    lint = record.get("lint")
    notes = [text_of(note) for note in lint] if isinstance(lint, list) else []
    notes += [f"unknown_field:{name}" for name in record.keys() - FIELDS]
    if record.get("score") is not None and score_of(record["score"]) is None:
        notes.append("bad_score")
    if record.get("outcome") is not None and record["outcome"] not in list(Outcome):
        notes.append("unknown_outcome")
    return tuple(sorted(notes))


def _meta(record: dict[str, Json]) -> dict[str, Json]:
    meta = record.get("meta")
    unknown = {name: value for name, value in record.items() if name not in FIELDS}
    return {**unknown, **meta} if isinstance(meta, dict) else unknown


def _fits(head: Head) -> bool:
    return isinstance(head.record, dict) and isinstance(head.record.get("steps"), list)


FORMAT = Format(_fits, read)
