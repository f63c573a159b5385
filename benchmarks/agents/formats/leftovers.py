"""What an exchange format has no field for: kept under one name of hubscope's in its free part.

So a run that is exported and read back is the run it was, its empty steps left out.
"""

from dataclasses import replace

from benchmarks.agents.formats import own
from benchmarks.agents.formats.fields import list_of
from benchmarks.agents.trajectory import Call, Step, Trajectory
from hubscope.records import Json

NAME = "hubscope"
SPEAKER = "speaker"
# Tools take objects in these formats; arguments that were text are kept under this name.
TEXT = "text"
_TEXT_CALLS, _FAILED, _SUCCEEDED = "text_calls", "failed_calls", "succeeded_calls"


def call_id(step: int, number: int) -> str:
    """Id of a call in an export, by its step and its place there, both from 1.

    >>> call_id(3, 1)
    'call_3_1'
    """
    return f"call_{step}_{number}"


def whole_steps(trajectory: Trajectory) -> tuple[Step, ...]:
    """The steps that hold anything; an empty one cannot be told from none elsewhere."""
    return tuple(step for step in trajectory.steps if step.content or step.calls or step.reasoning)


def arguments_record(call: Call) -> dict[str, Json]:
    """Arguments as an object, text under a name of its own."""
    return call.arguments if isinstance(call.arguments, dict) else {TEXT: call.arguments}


def packed(trajectory: Trajectory) -> dict[str, Json]:
    """Everything of a trajectory but its steps, and of these what would not come back."""
    record = {name: value for name, value in own.to_record(trajectory).items() if name != "steps"}
    calls = _numbered(whole_steps(trajectory))
    marks: dict[str, list[Json]] = {
        _TEXT_CALLS: [id_ for id_, call in calls.items() if isinstance(call.arguments, str)],
        _FAILED: [id_ for id_, call in calls.items() if call.failed is True],
        _SUCCEEDED: [id_ for id_, call in calls.items() if call.failed is False],
    }
    return {**record, **{name: ids for name, ids in marks.items() if ids}}


def restored(trajectory: Trajectory, record: Json) -> Trajectory:
    """A trajectory as read, with what `packed` kept of it; as it is where nothing was kept."""
    if not isinstance(record, dict):
        return trajectory
    text, failed, succeeded = (
        frozenset(map(str, list_of(record.get(name))))
        for name in (_TEXT_CALLS, _FAILED, _SUCCEEDED)
    )
    kept = {name: value for name, value in record.items() if name in own.FIELDS}
    filled = own.parse({**own.to_record(trajectory), **kept, "steps": []}, "")
    assert isinstance(filled, Trajectory)
    steps = [
        replace(
            step,
            calls=tuple(
                _call(call, call_id(number, place), text, failed, succeeded)
                for place, call in enumerate(step.calls, start=1)
            ),
        )
        for number, step in enumerate(trajectory.steps, start=1)
    ]
    return replace(filled, steps=tuple(steps))


def _call(
    call: Call, id_: str, text: frozenset[str], failed: frozenset[str], succeeded: frozenset[str]
) -> Call:
    arguments = call.arguments
    if id_ in text and isinstance(arguments, dict):
        arguments = str(arguments.get(TEXT, ""))
    state = True if id_ in failed else False if id_ in succeeded else call.failed
    return replace(call, arguments=arguments, failed=state)


def _numbered(steps: tuple[Step, ...]) -> dict[str, Call]:
    return {
        call_id(number, place): call
        for number, step in enumerate(steps, start=1)
        for place, call in enumerate(step.calls, start=1)
    }
