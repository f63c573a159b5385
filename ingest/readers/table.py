"""Any table of items, its columns named by `--map`: JSON, JSON Lines, CSV, TSV, Parquet.

Every column that is no known field is kept in the item's `meta` as it came.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import doi_of, pmid_of
from graph.vocabulary import ChunkPart
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from ingest.answers import (
    Options,
    as_text,
    decision_of,
    gold_of,
    kind_of_item,
    option_columns,
    options_of,
    passages,
)
from ingest.columns import Aliases, field_values, mapped_rows
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

# Field to the column names it goes by, best first; case and separators do not count.
ALIASES: Aliases = {
    "id": ("id", "question id", "item id", "qid", "uid", "uuid"),
    "question": ("question", "query", "prompt", "stem", "claim", "statement"),
    # Where a file has both, `gold` is the answer and `answer` may be what a model said.
    "answer": (
        *("gold", "gold answer", "answer", "label", "final decision", "answer idx", "target"),
        *("answer key", "answerkey", "correct answer"),
    ),
    "options": ("options", "choices"),
    "context": ("context", "contexts", "abstract", "passage", "evidence text"),
    "title": ("title",),
    "pmid": ("pmid", "pubmed id"),
    "doi": ("doi",),
}
_CITATION = ("title", "pmid", "doi")
_REQUIRED = ("answer", "question")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a row, in file order.

    Raises:
        InputError: the file cannot be read, `columns` names a field that there is not, or a table
            lacks a needed column (`missing_column`).
    """
    for row in mapped_rows(path, ALIASES, columns, required=_REQUIRED):
        yield row if isinstance(row, Skipped) else _item(row, columns)


def recognises(sample: Sample) -> bool:
    """Whether there are records at all, or the name says so."""
    if sample.kind == "table" and not sample.named_as_table:
        known = [field_values(record, ALIASES, {})[0] for record in sample.records[:1]]
        return any(all(name in fields for name in _REQUIRED) for fields in known)
    return sample.kind in ("json", "parquet") or sample.named_as_table


def _item(row: Row, columns: Columns) -> BenchmarkItem:
    known, meta = field_values(row.fields, ALIASES, columns)
    options, used = _options(known, meta)
    answer = gold_of(known.get("answer"), options)
    paper = _paper(known, row.where)
    if not paper.sections:  # nothing to read in it: what names it is kept all the same
        meta |= {name: known[name] for name in ("context", *_CITATION) if name in known}
    return BenchmarkItem(
        id=as_text(known.get("id")) or row.key or "",
        question=as_text(known.get("question")),
        answer=answer,
        options=options,
        kind=kind_of_item(answer, options),
        decision=decision_of(answer, options),
        papers=(paper,) if paper.sections else (),
        meta={name: value for name, value in meta.items() if name not in used},
        where=row.where,
    )


def _options(known: Mapping[str, Json], rest: Mapping[str, Json]) -> tuple[Options, set[str]]:
    """Options from their own field, else from one column each; the columns they used."""
    options = options_of(known.get("options"))
    if options:
        return options, set()
    labels = option_columns(rest)
    each = tuple((label, as_text(rest[name])) for name, label in labels.items())
    return tuple(option for option in each if option[1]), set(labels)


def _paper(known: Mapping[str, Json], where: str) -> Paper:
    return Paper(
        sections=tuple(Section(text, ChunkPart.CONTEXT) for text in passages(known.get("context"))),
        title=as_text(known.get("title")),
        doi=doi_of(as_text(known.get("doi"))),
        pmid=pmid_of(as_text(known.get("pmid"))),
        where=where,
    )


READER = Reader(
    "Any table: JSON, JSON Lines, CSV, TSV, Parquet, columns named", read, recognises, mappable=True
)
