"""Any table of items, its columns named by `--map`: JSON, JSON Lines, CSV, TSV, Parquet.

Every column that is no known field is kept in the item's `meta` as it came.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.vocabulary import ChunkPart
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.records import Json, Row
from hubscope.tables import kind_of, rows
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
from ingest.columns import Aliases, field_values
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers import Columns, Reader, Sample

# Field to the column names it goes by, best first; case and separators do not count.
ALIASES: Aliases = {
    "id": ("id", "question id", "item id", "qid", "uid"),
    "question": ("question", "query", "prompt", "stem", "claim", "statement"),
    "answer": ("answer", "gold", "gold answer", "label", "final decision", "answer idx", "target"),
    "options": ("options", "choices"),
    "context": ("context", "contexts", "abstract", "passage", "evidence text"),
    "title": ("title",),
    "pmid": ("pmid", "pubmed id"),
    "doi": ("doi",),
}
_REQUIRED = ("answer", "question")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a row, in file order.

    Raises:
        InputError: the file cannot be read, `columns` names a field that there is not, or a table's
            header lacks the question or the answer (`missing_column`).
    """
    unknown = sorted(columns.keys() - ALIASES.keys())
    if unknown:
        raise InputError(
            f"--map: no field named {unknown[0]!r}. Known: {', '.join(ALIASES)}.",
            reason="unknown_field",
        )
    fixed = None
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
            continue
        if fixed is None:
            fixed = _check_columns(path, row, columns)
        yield _item(row, columns)


def recognises(sample: Sample) -> bool:
    """Whether there are records at all, or the name says so."""
    if sample.kind == "table" and not sample.named_as_table:
        known = [field_values(record, ALIASES, {})[0] for record in sample.records[:1]]
        return any(all(name in fields for name in _REQUIRED) for fields in known)
    return sample.kind in ("json", "parquet") or sample.named_as_table


def _check_columns(path: Path, row: Row, columns: Columns) -> bool:
    """Refuse a table whose columns cannot be what is needed; JSON records may differ each."""
    known, _ = field_values(row.fields, ALIASES, columns)
    missing = [name for name in _REQUIRED if name not in known]
    missing += [f"{name} ({columns[name]})" for name in columns if name not in known]
    if missing and kind_of(path) != "json":
        found = ", ".join(row.fields)
        raise InputError(
            f"{path}:1: no column for {' and '.join(missing)}. Found: {found}. "
            f"Name them: --map {missing[0].split()[0]}=COLUMN.",
            reason="missing_column",
            where=f"{path}:1",
        )
    return True


def _item(row: Row, columns: Columns) -> BenchmarkItem:
    known, meta = field_values(row.fields, ALIASES, columns)
    options, used = _options(known, meta)
    answer = gold_of(known.get("answer"), options)
    paper = _paper(known, row.where)
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
        doi=as_text(known.get("doi")) or None,
        pmid=as_text(known.get("pmid")) or None,
        where=where,
    )


READER = Reader(
    "Any table: JSON, JSON Lines, CSV, TSV, Parquet, columns named", read, recognises, mappable=True
)
