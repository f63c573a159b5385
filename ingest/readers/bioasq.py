"""BioASQ task B: questions with gold snippets of PubMed abstracts (Tsatsaronis et al., 2015).

Two shapes: the official `{"questions": [...]}` (`body`, `exact_answer`) and JSON Lines of questions
(`question`, `gold`). Snippets of one abstract are the context sections of that paper; the experts'
ideal answer is a document of the item's own.
"""

from collections.abc import Iterator
from pathlib import Path

from graph.citations import pmid_of
from graph.vocabulary import ChunkPart
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of, kind_of_item, passages
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_USED = {"id", "body", "question", "gold", "exact_answer", "ideal_answer", "snippets"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question, in file order, with its papers.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether records have snippets and a question, as one of the two shapes names it."""
    return sample.has("body", "snippets") or sample.has("question", "snippets", "gold")


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    answer = fields.get("gold", fields.get("exact_answer"))
    if answer is None and fields.get("type") == "summary":
        answer = fields.get("ideal_answer")
    ideal = Paper(
        tuple(Section(text, ChunkPart.ANSWER) for text in passages(fields.get("ideal_answer"))),
        where=row.where,
    )
    papers = _papers(fields.get("snippets"), row.where)
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("question", fields.get("body"))),
        answer=answer,
        kind=kind_of_item(answer, ()),
        decision=decision_of(answer),
        papers=(*papers, ideal) if ideal.sections else papers,
        meta={name: value for name, value in fields.items() if name not in _USED},
        where=row.where,
    )


def _papers(snippets: Json, where: str) -> tuple[Paper, ...]:
    """One paper an abstract, in order of first snippet; a snippet given twice counts once."""
    by_address: dict[str, dict[str, Section]] = {}
    for snippet in snippets if isinstance(snippets, list) else []:
        if isinstance(snippet, dict) and (text := as_text(snippet.get("text"))):
            label = as_text(snippet.get("beginSection"))
            sections = by_address.setdefault(as_text(snippet.get("document")), {})
            sections.setdefault(text, Section(text, ChunkPart.CONTEXT, label))
    return tuple(
        Paper(tuple(sections.values()), pmid=pmid_of(address), where=where)
        for address, sections in by_address.items()
    )


READER = Reader("BioASQ task B: questions with gold snippets", read, recognises)
