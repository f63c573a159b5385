"""FEVER and its kin: claims about what pages of Wikipedia say, labelled.

FEVER (Thorne et al., NAACL 2018) names pages and sentences by number; FEVEROUS (Aly et al., 2021)
does too, or brings its sentences as lines of page, tab, text; VitaminC (Schuster et al., NAACL
2021) has one sentence and its page; CLIMATE-FEVER (Diggelmann et al., 2020) five sentences with
their articles; pairs of FEVER's gold sentences and claim (`input0`, `input1`, `label`), as prepared
with COVID-Fact (Saakyan et al., ACL 2021), name no page. A page is one document, however many
claims rest on it, and everywhere the same. VitaminC sets each claim beside a sentence that supports
and one that refutes it, some of them changed on purpose: its labels say what follows from the
sentence, not what is so, and neither the claim nor the sentence states a relation.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of, label_of_pair
from ingest.items import BenchmarkItem, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample
from ingest.wikipedia import page_title, plain

_IDS = ("unique_id", "claim_id", "id")
_LABELS = ("label", "claim_label")
_VITAMINC = {"page", "case_id"}
_PAIR = ("input0", "input1", "label")
# FEVEROUS names an element of a page by the page, what it is, and its number.
_ELEMENT = re.compile(
    r"_(?:sentence|cell|header_cell|item|table_caption|table|section|title)(?:_|$)"
)


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a claim, in file order, with the pages that it rests on.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        else:
            yield _item_of_pair(row) if "input1" in row.fields else _item(row)


def recognises(sample: Sample) -> bool:
    """Whether a record is a labelled claim with evidence as one of them has it."""
    return sample.has(*_PAIR) or any(_is_claim(record) for record in sample.records)


def _is_claim(record: Mapping[str, Json]) -> bool:
    if not {"claim", "label"} <= record.keys():
        return {"claim", "claim_label", "evidences"} <= record.keys()
    evidence = record.get("evidence")
    if isinstance(evidence, str):
        return "challenge" in record or record.keys() >= _VITAMINC
    parts = evidence if isinstance(evidence, list) else []
    return any(
        isinstance(one, list) or (isinstance(one, dict) and "content" in one) for one in parts
    )


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    id, label = _first(fields, _IDS), _first(fields, _LABELS)
    used = {"claim", id, label}
    if isinstance(fields.get("evidence"), str):
        used |= {"evidence", "page"}
    is_changed = fields.keys() >= _VITAMINC
    return BenchmarkItem(
        id=as_text(fields.get(id)),
        question=plain(as_text(fields.get("claim"))),
        answer=fields.get(label),
        kind="claim",
        decision=None if is_changed else decision_of(fields.get(label)),
        papers=_pages(fields, row.where),
        meta={name: value for name, value in fields.items() if name not in used},
        where=row.where,
    )


def _item_of_pair(row: Row) -> BenchmarkItem:
    """A pair, its id made from its content."""
    fields = row.fields
    answer = label_of_pair(fields.get("label"))
    text = plain(as_text(fields.get("input0")))
    return BenchmarkItem(
        id="",
        question=plain(as_text(fields.get("input1"))),
        answer=answer,
        kind="claim",
        decision=decision_of(answer),
        papers=(Paper((Section(text),), where=row.where),) if text else (),
        meta={name: value for name, value in fields.items() if name not in _PAIR[:2]},
        where=row.where,
    )


def _first(fields: Mapping[str, Json], names: tuple[str, ...]) -> str:
    return next((name for name in names if name in fields), "")


def _pages(fields: Mapping[str, Json], where: str) -> tuple[Paper, ...]:
    """One paper a page, in order of first mention, with each of its sentences once."""
    by_title: dict[str, dict[str, Section]] = {}
    for page, sentence in _cited(fields):
        sections = by_title.setdefault(page_title(page), {})
        if sentence:
            quotable = not fields.keys() >= _VITAMINC
            sections.setdefault(sentence, Section(sentence, quotable=quotable))
    return tuple(
        Paper(tuple(sections.values()), title=title, where=where)
        for title, sections in by_title.items()
    )


def _cited(fields: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Name of a page and the text of a sentence on it, "" where the record has no text."""
    evidence = fields.get("evidence", fields.get("evidences"))
    if isinstance(evidence, str) and "page" in fields:
        evidence = f"{as_text(fields['page'])}\t{evidence}"
    if isinstance(evidence, str):
        for line in evidence.splitlines():
            page, _, sentence = line.partition("\t")
            if page.strip():
                yield page, plain(sentence).strip()
    for part in evidence if isinstance(evidence, list) else []:
        yield from _cited_by(part)


def _cited_by(part: Json) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        if article := as_text(part.get("article")):
            yield article, plain(as_text(part.get("evidence")))
        content = part.get("content")
        for element in content if isinstance(content, list) else []:
            if page := _ELEMENT.split(as_text(element))[0]:
                yield page, ""
    for place in part if isinstance(part, list) else []:
        # Annotation, evidence, page, sentence; where nothing was found, page is null.
        if isinstance(place, list) and len(place) > 2 and (page := as_text(place[2])):
            yield page, ""


READER = Reader(
    "FEVER, FEVEROUS, VitaminC, CLIMATE-FEVER: labelled claims", read, recognises, general=True
)
