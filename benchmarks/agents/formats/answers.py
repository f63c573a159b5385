"""Answers without a log: one text a record, its parts found by the names that a file gives them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.agents.formats.fields import id_of, parted, score_of, text_of
from benchmarks.agents.formats.records import as_record, json_records
from benchmarks.agents.trajectory import Outcome, Problem, Step, Trajectory
from hubscope.records import Json
from hubscope.tables import kind_of, rows


@dataclass(frozen=True, slots=True)
class Fields:
    """Which field of a record is what; "" = none is.

    Attributes:
        final: the answer within the text, and the option or word it comes to; None = no answer.
    """

    id: str
    text: str
    question: str = ""
    run: str = ""
    model: str = ""
    score: str = ""
    final: Callable[[str], tuple[str | None, str | None]] = lambda text: (text or None, None)


def read(path: Path, fields: Fields) -> Iterator[Trajectory | Problem]:
    """Yield one trajectory of one step a record; an empty answer is the outcome `no_answer`.

    Notes: `bad_score`, `no_choice_found`. Problems: `missing_id`, `unknown_shape`.
    """
    table = kind_of(path) != "json"
    for record in map(as_record, rows(path)) if table else json_records(path):
        yield record if isinstance(record, Problem) else parse(record.value, fields, record.where)


def parse(record: Json, fields: Fields, where: str) -> Trajectory | Problem:
    """One record to a trajectory."""
    if not isinstance(record, dict) or fields.text not in record:
        return Problem(where, "unknown_shape")
    id_ = id_of(record, fields.id)
    if id_ is None:
        return Problem(where, "missing_id")
    text, thought = parted(text_of(record[fields.text]).strip())
    final, choice = fields.final(text)
    score = score_of(_scored(record.get(fields.score)))
    used = {fields.id, fields.text, fields.question, fields.run, fields.model, fields.score}
    return Trajectory(
        id=id_,
        item=id_,
        run=text_of(record.get(fields.run)),
        model=text_of(record.get(fields.model)),
        question=text_of(record.get(fields.question)),
        steps=(Step(text, reasoning=thought),) if text or thought else (),
        final=final,
        choice=choice,
        score=score,
        outcome=Outcome.ANSWERED if final else Outcome.NO_ANSWER,
        lint=("bad_score",) if score is None and record.get(fields.score) is not None else (),
        meta={name: value for name, value in record.items() if name not in used},
    )


def _scored(value: Json) -> Json:
    """Tables write truth values as words."""
    words = {"true": True, "false": False}
    return words.get(value.casefold(), value) if isinstance(value, str) else value
