"""Claims paired with the text of their evidence: FEVER and SciFact as pairs for entailment.

As prepared with COVID-Fact (Saakyan et al., ACL 2021): `input0` or `sentence1` is the evidence,
`input1` or `sentence2` the claim. Every claim there was supported or refuted, so not entailed means
refuted; in other sets of pairs it does not, and those are not read here.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.abstracts import sections_of
from ingest.answers import as_text, decision_of
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers.reader import Columns, Reader, Sample

# Claim, evidence, label; a row's number is no id, each split counts from its own start.
_SHAPES = (("input1", "input0", "label"), ("sentence2", "sentence1", "entailment"))
_REFUTED = "not_entailment"


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a pair, in file order; its id is made from its content.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether records have the fields of one of the two shapes."""
    return any(sample.has(*shape) for shape in _SHAPES)


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    claim, evidence, label = _shape(fields)
    answer: Json = as_text(fields.get(label))
    answer = "REFUTES" if answer == _REFUTED else answer
    sections = sections_of(as_text(fields.get(evidence)))
    return BenchmarkItem(
        id="",
        question=as_text(fields.get(claim)),
        answer=answer,
        kind="claim",
        decision=decision_of(answer),
        papers=(Paper(sections, where=row.where),) if sections else (),
        meta={name: value for name, value in fields.items() if name not in (claim, evidence)},
        where=row.where,
    )


def _shape(fields: Mapping[str, Json]) -> tuple[str, str, str]:
    return next((shape for shape in _SHAPES if shape[0] in fields), _SHAPES[0])


READER = Reader("Claims paired with their evidence: FEVER, SciFact", read, recognises)
