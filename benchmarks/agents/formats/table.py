"""Any JSON, CSV, TSV or Parquet file whose fields are named by `--map field=column`.

Fields: `id`, `item`, `question`, `text` (one step) or `steps` (a list of texts, or of objects as
in `own`), `reasoning`, `final`, `choice`, `run`, `model`, `score`. A field that is not mapped is
looked for under its own name; `a.b` reaches into objects. Columns nobody asked for go to `meta`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.agents.formats import own
from benchmarks.agents.formats.fields import id_of, parted, score_of, text_of
from benchmarks.agents.formats.format import Format, Head
from benchmarks.agents.formats.records import Record, as_record, json_records
from benchmarks.agents.trajectory import Outcome, Problem, Step, Trajectory
from hubscope.errors import InputError
from hubscope.keys import digest
from hubscope.records import Json, JsonFault, JsonParser
from hubscope.tables import kind_of, rows

FIELDS = (
    *("id", "item", "question", "text", "steps", "reasoning", "final", "choice"),
    *("run", "model", "score"),
)
_STEP_TEXTS = ("content", "text", "thought", "output")


def read(path: Path, mapping: Mapping[str, str] | None = None) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory a record.

    Raises:
        InputError: the mapping names an unknown field.
    """
    columns = _columns(mapping or {})
    for record in _records(path):
        if isinstance(record, Problem):
            yield record
        elif isinstance(record.value, dict):
            yield _parse(record.value, columns, record.where)
        else:
            yield Problem(record.where, "unknown_shape")


def _records(path: Path) -> Iterator[Record | Problem]:
    if kind_of(path) == "json":
        yield from json_records(path)
    else:
        yield from map(as_record, rows(path))


def _columns(mapping: Mapping[str, str]) -> dict[str, str]:
    unknown = sorted(mapping.keys() - set(FIELDS))
    if unknown:
        raise InputError(
            f"--map: a trajectory has no field {unknown[0]!r}. Known: {', '.join(FIELDS)}.",
            reason="unknown_field",
        )
    return {field: mapping.get(field, field) for field in FIELDS}


def _parse(record: dict[str, Json], columns: dict[str, str], where: str) -> Trajectory | Problem:
    fields = {field: _reach(record, column) for field, column in columns.items()}
    steps = _steps(fields)
    final, thought = parted(text_of(fields["final"]) or id_of(fields, "final") or "")
    if thought:
        steps = (*steps, Step("", reasoning=thought))
    if not steps and not final:
        return Problem(where, "empty_trajectory")
    item = id_of(fields, "item", "id")
    score = score_of(fields["score"])
    used = {column.partition(".")[0] for column in columns.values()}
    return Trajectory(
        id=id_of(fields, "id", "item") or digest(record)[:16],
        item=item,
        run=id_of(fields, "run") or "",
        model=id_of(fields, "model") or "",
        question=text_of(fields["question"]),
        steps=steps,
        final=final or None,
        choice=id_of(fields, "choice"),
        score=score,
        outcome=Outcome.ANSWERED if final or steps else Outcome.NO_ANSWER,
        lint=("bad_score",) if fields["score"] is not None and score is None else (),
        meta={name: value for name, value in record.items() if name not in used},
    )


def _reach(record: dict[str, Json], column: str) -> Json:
    if column in record:
        return record[column]
    value: Json = record
    for name in column.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _steps(fields: dict[str, Json]) -> tuple[Step, ...]:
    steps = fields["steps"]
    if isinstance(steps, str):
        steps = _list_in(steps)
    if isinstance(steps, list):
        return tuple(
            step for step in map(_step, steps) if step.content or step.calls or step.reasoning
        )
    text, reasoning = parted(text_of(fields["text"]), text_of(fields["reasoning"]))
    return (Step(text, reasoning=reasoning),) if text or reasoning else ()


def _list_in(text: str) -> Json:
    try:
        value = JsonParser().parse(text)
    except JsonFault:
        return [text]
    return value if isinstance(value, list) else [text]


def _step(value: Json) -> Step:
    if not isinstance(value, dict):
        value = {"content": value}
    name = next((name for name in _STEP_TEXTS if text_of(value.get(name))), "content")
    step = own.parse_step({**value, "content": value.get(name)})
    said, thought = parted(step.content, step.reasoning)
    return replace(step, content=said, reasoning=thought)


def _fits(head: Head) -> bool:
    return False


FORMAT = Format(_fits, read)
