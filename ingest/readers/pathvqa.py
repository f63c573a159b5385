"""PathVQA, its text: questions on pathology images and their answers (He et al., 2020).

Two shapes: one record a question (`Image_ID`, `Questions`, `Answers`) and one record an image with
lists of both (`img_id`, `sentf`, `labelf`). The images are not read. All questions on one image are
one document: what they say was read off the same picture, so no two of them are independent.
A "no" decides nothing: such a question was made by putting another subject into one whose answer is
yes, and what is not on one picture may hold all the same.
"""

from collections.abc import Iterator
from pathlib import Path

from graph.vocabulary import Polarity
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.keys import digest
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of, kind_of_item
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers.reader import Columns, Reader, Sample

_DATASET = "pvqa"
_USED = {"Image_ID", "img_id", "Questions", "Answers", "sentf", "labelf"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question, in file order.

    Yields:
        Items whose id is the image's with a digest of question and answer, the same in any order
        and any part of the file; an image without questions is a Skipped (`no_questions`).

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        elif "sentf" in row.fields:
            yield from _items_of_image(row)
        else:
            fields = row.fields
            image = as_text(fields.get("Image_ID"))
            yield _item(row, image, as_text(fields.get("Questions")), fields.get("Answers"))


def recognises(sample: Sample) -> bool:
    """Whether records have the fields of one of the two shapes."""
    return sample.has("Image_ID", "Questions", "Answers") or sample.has("img_id", "sentf", "labelf")


def _items_of_image(row: Row) -> Iterator[Record]:
    image = as_text(row.fields.get("img_id"))
    questions, answers = (_listed(row.fields.get(name)) for name in ("sentf", "labelf"))
    if not questions:
        yield Skipped(row.where, "no_questions", row.line)
    elif len(questions) != len(answers):
        yield Skipped(row.where, "questions_and_answers_differ_in_number", row.line)
    else:
        for question, scores in zip(questions, answers, strict=True):
            yield _item(row, image, as_text(question), _best(scores))


def _listed(value: Json) -> list[Json]:
    part = value.get(_DATASET) if isinstance(value, dict) else None
    return part if isinstance(part, list) else []


def _best(scores: Json) -> Json:
    """The answer of the highest score; several of them are a list."""
    if not isinstance(scores, dict) or not scores:
        return None
    numbers = {text: score for text, score in scores.items() if isinstance(score, int | float)}
    top = max(numbers.values(), default=0)
    best = [text.strip() for text, score in numbers.items() if score == top]
    return best[0] if len(best) == 1 else list(best)


def _item(row: Row, image: str, question: str, answer: Json) -> BenchmarkItem:
    paper = Paper((), title=f"PathVQA image {image}", where=row.where)
    return BenchmarkItem(
        id=f"{image}-{digest([question, answer])[:8]}" if image else "",
        question=question,
        answer=answer,
        kind=kind_of_item(answer, ()),
        decision=_decision(answer),
        papers=(paper,) if image else (),
        meta={
            "image": image,
            **{name: value for name, value in row.fields.items() if name not in _USED},
        },
        where=row.where,
    )


def _decision(answer: Json) -> Polarity | None:
    return Polarity.POSITIVE if decision_of(answer) is Polarity.POSITIVE else None


READER = Reader("PathVQA: questions on pathology images, text only", read, recognises)
