"""ProteinLMBench: questions on proteins with six options (Shen et al., 2024).

Two shapes: options in fields of their own (`option 1` to `option 6`, answer "option N") and, as
ScienceEval has them, in the question's text as lines "A:" to "F:" with the letter as `label`. The
explanation of the right option is a document of the item's own. A question that has fewer options
was filled up with "nan", which is none.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import ChunkPart
from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import Options, as_text, gold_of, option_columns, passages
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_SIX = tuple(f"option {number}" for number in range(1, 7))
_CHOOSE = re.compile(r"\n\s*Please choose one of the following options[^\n]*\n(?=A:)")
# How to write the answer down is said to the model that is tested, and is part of no option.
_PACKAGE = re.compile(r"\n\s*The final option is to [^\n]*\s*$")
_OPTION = re.compile(r"(?:^|\n)([A-Z]):")
_NO_OPTION = "nan"
_EXPLANATIONS = ("summary", "explanation")
_ANSWERS = ("label", "answer")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question, in file order, its options taken out of the question's text.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether six options stand in fields of their own, or lettered lines in the question."""
    in_text = (_CHOOSE.search(as_text(record.get("question"))) for record in sample.records)
    return sample.has("question", "answer", *_SIX) or any(in_text)


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    question, options = split_options(as_text(fields.get("question")))
    columns = option_columns(fields)
    options = options or tuple((label, as_text(fields[name])) for name, label in columns.items())
    options = tuple((label, text) for label, text in options if text.lower() != _NO_OPTION)
    name = next((name for name in _ANSWERS if name in fields), "")
    why = [text for field in _EXPLANATIONS for text in passages(fields.get(field))]
    sections = tuple(Section(text, ChunkPart.ANSWER, "EXPLANATION") for text in why)
    used = {"id", "question", name, *_EXPLANATIONS, *columns}
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=question,
        answer=gold_of(fields.get(name), options),
        options=options,
        kind="choice",
        papers=(Paper(sections, where=row.where),) if sections else (),
        meta={name: value for name, value in fields.items() if name not in used},
        where=row.where,
    )


def split_options(text: str) -> tuple[str, Options]:
    r"""A question and the options on the lettered lines that follow it.

    An option may go over several lines; only the letter that is next begins another one.

    >>> split_options("Which?\nPlease choose one of the following options\nA:zinc\nB:iron")
    ('Which?', (('A', 'zinc'), ('B', 'iron')))
    """
    start = _CHOOSE.search(text)
    if start is None:
        return text, ()
    rest = _PACKAGE.sub("", text[start.end() :])
    marks: list[re.Match[str]] = []
    for mark in _OPTION.finditer(rest):
        if mark[1] == chr(ord("A") + len(marks)):
            marks.append(mark)
    ends = [*(mark.start() for mark in marks[1:]), len(rest)]
    options = tuple(
        (mark[1], rest[mark.end() : end].strip()) for mark, end in zip(marks, ends, strict=True)
    )
    return text[: start.start()].strip(), options


READER = Reader("ProteinLMBench: questions on proteins with six options", read, recognises)
