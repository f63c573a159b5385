"""Medical multiple choice: MedQA, MedXpertQA, MMLU medical, options in the text or beside it.

MedQA: Jin et al., 2021; MedXpertQA: Zuo et al., 2025; MMLU: Hendrycks et al., ICLR 2021. Questions
of MedQA that GPT-4 got wrong (Roy et al., SIGIR 2024) stand in the prompt that it was given.
"""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import Options, as_text, decision_of, gold_of, options_of
from ingest.items import BenchmarkItem, Record
from ingest.readers.reader import Columns, Reader, Sample

_CHOICES = re.compile(r"\s*\banswer choices:\s*(?=\(?A[).])", re.IGNORECASE)
_PROMPT = re.compile(
    r"USMLE question:(.*?)\nOption:\s*(\{.*?\})\s*(?:\nPlease explain.*)?", re.DOTALL
)
_LONGEST_OPTIONS = 20_000  # characters; what Python reads as a literal is kept small
_ANSWERS = ("answer_idx", "label", "answer")
_USED = {"id", "serial_num", "question", "gpt4_prompt", "options", "choices"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question, in file order, its options taken out of the question's text.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether choices stand in the question, or MedQA's or MMLU's fields beside it."""
    in_text = any(_CHOICES.search(as_text(record.get("question"))) for record in sample.records)
    is_medqa = sample.has("question", "options", "answer_idx")
    is_mmlu = sample.has("question", "subject", "choices", "answer")
    return in_text or is_medqa or is_mmlu or sample.has("serial_num", "gpt4_prompt", "answer_idx")


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    if "gpt4_prompt" in fields:
        question, in_text = split_prompt(as_text(fields["gpt4_prompt"]))
    else:
        question, in_text = split_choices(as_text(fields.get("question")))
    options = options_of(fields.get("options", fields.get("choices"))) or in_text
    name = next((name for name in _ANSWERS if fields.get(name) is not None), "")
    answer: Json = gold_of(fields.get(name), options)
    return BenchmarkItem(
        id=as_text(fields.get("id", fields.get("serial_num"))),
        question=question,
        answer=answer,
        options=options,
        kind="choice",
        decision=decision_of(answer, options),
        meta={key: value for key, value in fields.items() if key not in {*_USED, name}},
        where=row.where,
    )


def split_prompt(text: str) -> tuple[str, Options]:
    r"""A question and its options out of a prompt; no options where they cannot be read.

    >>> split_prompt("USMLE question: Which?\nOption: {'A': 'zinc', 'B': 'iron'}\nPlease explain")
    ('Which?', (('A', 'zinc'), ('B', 'iron')))
    """
    found = _PROMPT.fullmatch(text)
    if found is None:
        return text, ()
    try:
        options = ast.literal_eval(found[2][:_LONGEST_OPTIONS])
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        options = None
    named = options if isinstance(options, dict) else {}
    return found[1].strip(), tuple((str(label), str(text).strip()) for label, text in named.items())


def split_choices(text: str) -> tuple[str, Options]:
    """A question and the options that its text lists after "Answer Choices:".

    >>> split_choices("Which ion? Answer Choices: (A) zinc (II) (B) iron")
    ('Which ion?', (('A', 'zinc (II)'), ('B', 'iron')))
    """
    found = list(_CHOICES.finditer(text))
    if not found:
        return text, ()
    question, rest = text[: found[-1].start()], text[found[-1].end() :]
    options: list[tuple[str, str]] = []
    for letter, following in zip(string.ascii_uppercase, string.ascii_uppercase[1:], strict=False):
        rest = re.sub(rf"^\(?{letter}[).]\s*", "", rest)
        # An option may name another one, "both (A) and (B)", but only earlier letters do.
        own, mark, rest = _cut(rest, following)
        options.append((letter, own.strip()))
        if not mark:
            break
    return question.strip(), tuple(options)


def _cut(text: str, letter: str) -> tuple[str, str, str]:
    found = re.search(rf"\s(?=\({letter}\))", text)
    return (text[: found.start()], letter, text[found.end() :]) if found else (text, "", "")


READER = Reader("Medical multiple choice: MedQA, MedXpertQA, MMLU", read, recognises)
