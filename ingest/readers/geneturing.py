"""GeneTuring: questions on genes, with published runs over them (Hou & Ji, 2023; GeneGPT, 2024).

A file of runs holds every question once for each setting; the question with its gold is read once
and each further row is a repetition: what a run answered is a trajectory, not an item. Where the
task is to say whether a gene codes for a protein, the gold is "TRUE" or "NA", and "NA" means no.
"""

from collections.abc import Iterator
from pathlib import Path

from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of, kind_of_item
from ingest.items import BenchmarkItem, Record
from ingest.readers.reader import Columns, Reader, Sample

_YES_NO_TASK = "Protein-coding genes"
_OF_A_RUN = ("run", "answer", "score", "log")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a row, in file order; its id is made from its content.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else item_of(row)


def recognises(sample: Sample) -> bool:
    """Whether records are runs over questions of a task, with gold and log."""
    return sample.has("task", "question", "gold", "run", "log")


def item_of(row: Row) -> BenchmarkItem:
    """The item of one row; a run over it knows it by the same content."""
    fields, gold = row.fields, row.fields.get("gold")
    if fields.get("task") == _YES_NO_TASK and gold == "NA":
        gold = "FALSE"
    used = {"id", "question", "gold", *_OF_A_RUN}
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("question")),
        answer=gold,
        kind=kind_of_item(gold, ()),
        decision=decision_of(gold),
        meta={name: value for name, value in fields.items() if name not in used},
        where=row.where,
    )


READER = Reader("GeneTuring: questions on genes, runs over them", read, recognises)
