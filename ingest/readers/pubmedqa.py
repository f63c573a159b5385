"""PubMedQA: yes/no/maybe questions on PubMed abstracts (Jin et al., EMNLP 2019).

Two shapes: the dictionary of the repository (`ori_pqal.json`, key = PubMed id) and the records of
the data hub (`pubid`, `context` with its parts). The abstract without its conclusion is the
context, the conclusion the long answer; both belong to the paper, as do its MeSH headings.
"""

from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import ChunkPart
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.abstracts import is_asserted
from ingest.answers import as_text, decision_of, passages
from ingest.items import Annotation, BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_NAMES = {
    "pubid": "id",
    "pmid": "id",
    "contexts": "contexts",
    "labels": "labels",
    "meshes": "meshes",
    "question": "question",
    "long_answer": "long_answer",
    "final_decision": "answer",
    "id": "id",
}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question, in file order, with its abstract.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether records have the field names of one of the two shapes."""
    return sample.has("QUESTION", "CONTEXTS") or sample.has("question", "context", "long_answer")


def _item(row: Row) -> BenchmarkItem:
    known, meta = _sorted_fields(row.fields)
    id = as_text(known.get("id")) or row.key or ""
    answer = known.get("answer")
    return BenchmarkItem(
        id=id,
        question=as_text(known.get("question")),
        answer=answer,
        kind="boolean",
        decision=decision_of(answer),
        papers=(_paper(id, known, row.where),),
        meta=meta,
        where=row.where,
    )


def _sorted_fields(fields: dict[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """The fields the reader knows, under one name, and all the others."""
    context = fields.get("context")
    flat = {**fields, **context} if isinstance(context, dict) else fields
    known: dict[str, Json] = {}
    meta: dict[str, Json] = {}
    for name, value in flat.items():
        if name == "context" and isinstance(value, dict):
            continue
        if (field := _NAMES.get(name.lower())) and field not in known:
            known[field] = value
        else:
            meta[name] = value
    return known, meta


def _paper(id: str, known: dict[str, Json], where: str) -> Paper:
    labels = known.get("labels")
    names = [as_text(label) for label in labels] if isinstance(labels, list) else []
    texts = known.get("contexts")
    parts = texts if isinstance(texts, list) else [texts]
    sections = [
        Section(text, ChunkPart.CONTEXT, label, quotable=is_asserted(label))
        for text, label in zip(map(as_text, parts), names + [""] * len(parts), strict=False)
        if text
    ]
    sections += [
        Section(text, ChunkPart.ANSWER, "LONG_ANSWER")
        for text in passages(known.get("long_answer"))
    ]
    headings = passages(known.get("meshes"))
    return Paper(
        sections=tuple(sections),
        pmid=id if id.isascii() and id.isdigit() else None,
        annotations=tuple(Annotation(heading, type="MeSH") for heading in headings),
        where=where,
    )


READER = Reader("PubMedQA: questions with abstract and decision", read, recognises)
