"""ExpertQA: experts' questions, a system's answer, its claims judged (Malaviya et al., NAACL 2024).

A question is an open item whose gold is the answer as the expert revised it. Each claim of the
system's answer is an item of its own, labelled by the expert; only what is called definitely
correct or incorrect decides. The revised answer is the document of the question and of all its
claims: one expert is one source. No relation is read from it: the labels say which parts hold.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.vocabulary import ChunkPart
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_REVISED = "revised_answer_string"


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield the question of each record, then the claims of its answers, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        else:
            yield from _items(row)


def recognises(sample: Sample) -> bool:
    """Whether records have answers by system with claims."""
    return any(
        "question" in record and any("claims" in answer for answer in _answers(record).values())
        for record in sample.records
    )


def _answers(fields: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    """The answers of a record, by the name of the system that gave them."""
    answers = fields.get("answers")
    named = answers if isinstance(answers, dict) else {}
    return {name: answer for name, answer in named.items() if isinstance(answer, dict)}


def _items(row: Row) -> Iterator[BenchmarkItem]:
    answers = _answers(row.fields)
    gold = [text for one in answers.values() if (text := as_text(one.get(_REVISED)))]
    kept = {name: value for name, value in row.fields.items() if name != "answers"}
    question, id = as_text(kept.pop("question", None)), as_text(kept.pop("id", None))
    papers = tuple(_paper(text, row.where) for text in gold)
    yield BenchmarkItem(
        id=id,
        question=question,
        answer=gold[0] if len(gold) == 1 else list(gold),
        papers=papers,
        meta={**kept, "answers": {name: _without_claims(one) for name, one in answers.items()}},
        where=row.where,
    )
    for system, answer in answers.items():
        claims = answer.get("claims")
        text = as_text(answer.get(_REVISED))
        own = (_paper(text, row.where),) if text else ()
        for claim in claims if isinstance(claims, list) else []:
            if isinstance(claim, dict):
                yield _claim(claim, {**kept, "question": question, "system": system}, own, row)


def _paper(revised: str, where: str) -> Paper:
    section = Section(revised, ChunkPart.ANSWER, "REVISED_ANSWER", quotable=False)
    return Paper((section,), where=where)


def _without_claims(answer: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in answer.items() if name not in ("claims", _REVISED)}


def _claim(
    claim: Mapping[str, Json], about: Mapping[str, Json], papers: tuple[Paper, ...], row: Row
) -> BenchmarkItem:
    label = claim.get("correctness")
    used = ("claim_string", "correctness")
    return BenchmarkItem(
        id="",
        question=as_text(claim.get("claim_string")),
        answer=label,
        kind="claim",
        decision=decision_of(label),
        papers=papers,
        meta={**about, **{name: value for name, value in claim.items() if name not in used}},
        where=row.where,
    )


READER = Reader("ExpertQA: experts' questions and judged claims", read, recognises)
