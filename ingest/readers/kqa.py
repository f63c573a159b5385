"""K-QA: patients' questions with a doctor's answer, cut into statements (Manes et al., 2024).

The gold answer is the doctor's free text. It and its statements are one document of the item's own;
the statements, which an answer must or may hold, stay in the item's `meta` as well. The other file
of K-QA, models' answers that doctors labelled, holds no items and is refused: read as a table, what
a model said would pass for gold.
"""

from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import ChunkPart
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, passages
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_STATEMENTS = ("Must_have", "Nice_to_have")
_LABELLED = {"Question", "answer", "claim", "majority_label"}
_USED = {"id", "Question", "Free_form_answer"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question, in file order.

    Raises:
        InputError: the file cannot be read, or it is the one of labelled answers (`no_items`).
    """
    for row in rows(path):
        if isinstance(row, Row) and row.fields.keys() >= _LABELLED:
            raise InputError(
                f"{path}: models' answers with doctors' labels, not questions with gold answers. "
                "Ingest questions_w_answers.jsonl.",
                reason="no_items",
                where=str(path),
            )
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether records have a doctor's answer and its statements, or are the labelled answers."""
    has_statements = sample.has("Question", "Free_form_answer", "Must_have")
    return has_statements or sample.has(*_LABELLED)


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    answer = as_text(fields.get("Free_form_answer"))
    sections = _sections(row, answer)
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("Question")),
        answer=answer,
        papers=(Paper(sections, where=row.where),) if sections else (),
        meta={name: value for name, value in fields.items() if name not in _USED},
        where=row.where,
    )


def _sections(row: Row, answer: str) -> tuple[Section, ...]:
    whole = (Section(answer, ChunkPart.ANSWER, "Free_form_answer"),) if answer else ()
    return whole + tuple(
        Section(text, ChunkPart.ANSWER, name)
        for name in _STATEMENTS
        for text in passages(row.fields.get(name))
    )


READER = Reader("K-QA: patients' questions with a doctor's answer", read, recognises)
