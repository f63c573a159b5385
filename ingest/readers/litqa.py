"""LitQA: what a recent paper of biology found (Laurent et al., 2024), LitQA2 and LitQA3.

Three shapes: LitQA2's records (`ideal` with `distractors`), LitQA3's open ones (`ideal`), and the
published answers of models to LitQA3 (`expected_output`), of which the question and its gold are
read once and each further row is a repetition: what the models answered is a trajectory, not an
item. The paper that holds the answer is known by its DOI, where the record names one.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import doi_of, pmid_of
from graph.vocabulary import ChunkPart
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import Options, as_text, gold_of, options_of, passages
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_GOLD = ("ideal", "expected_output")
_PASSAGES = ("key-passage", "key_passage")
# What belongs to one model's run, and would make two items of one question.
_OF_A_RUN = ("model", "llm_answer", "score", "reason", "duration", "tokens")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a record, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether records have the fields of one of the three shapes."""
    answers = sample.has("question", "expected_output", "llm_answer")
    has_source = sample.has("question", "ideal", "sources")
    return answers or has_source or sample.has("question", "ideal", "distractors")


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    name = next((name for name in _GOLD if name in fields), "")
    options = _options(fields, name)
    used = {"id", "question", name, "distractors", *_PASSAGES, *_OF_A_RUN}
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("question")),
        answer=gold_of(fields.get(name), options),
        options=options,
        kind="choice" if options else "open",
        papers=tuple(_papers(fields, row.where)),
        meta={name: value for name, value in fields.items() if name not in used},
        where=row.where,
    )


def _options(fields: Mapping[str, Json], gold: str) -> Options:
    """Right and wrong texts lettered in the order of the alphabet, so that no place tells."""
    wrong = passages(fields.get("distractors"))
    right = as_text(fields.get(gold))
    texts: list[Json] = [*sorted([right, *wrong])]
    return options_of(texts) if right and wrong else ()


def _papers(fields: Mapping[str, Json], where: str) -> Iterator[Paper]:
    """The papers named as sources; the first holds the passage that the record quotes."""
    quoted = [text for name in _PASSAGES for text in passages(fields.get(name))]
    sections = tuple(Section(text, ChunkPart.CONTEXT, "KEY_PASSAGE") for text in quoted)
    for source in passages(fields.get("sources")):
        doi, pmid = doi_of(source), pmid_of(source)
        if doi or pmid or sections:
            yield Paper(
                sections, title="" if doi or pmid else source, doi=doi, pmid=pmid, where=where
            )
            sections = ()
    if sections:
        yield Paper(sections, where=where)


READER = Reader("LitQA2, LitQA3: what a recent paper found", read, recognises)
