"""The SCHEMA release: questions grounded in a graph, and the concepts they ask about.

A question line holds its triples and the chunks they were read from, by document; a concept line a
name, its type and the questions that name it. Concepts of a list have no relation by themselves.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import doi_of, pmcid_of, pmid_of
from graph.vocabulary import Polarity
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import Options, as_text, options_of
from ingest.items import Annotation, BenchmarkItem, Paper, Record, Section, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample

_CONCEPT = ("name", "node_type", "in_questions")
_QUESTION = ("sample_id", "question_type", "question", "provenance")
_USED = {"sample_id", "question", "answer", "options", "provenance"}
_LIST = "SCHEMA release list of concepts"
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_DECISIONS = {
    **dict.fromkeys(("supported", "yes", "true"), Polarity.POSITIVE),
    **dict.fromkeys(("not supported", "unsupported", "no", "false"), Polarity.NEGATIVE),
}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a question line and one paper a concept line, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        elif "node_type" in row.fields:
            yield _concept(row)
        else:
            yield _item(row)


def recognises(sample: Sample) -> bool:
    """Whether records are the release's concepts or its questions."""
    return sample.has(*_CONCEPT) or sample.has(*_QUESTION)


def _concept(row: Row) -> Paper | Skipped:
    name = _ARTICLE.sub("", as_text(row.fields.get("name")))
    if not name:
        return Skipped(row.where, "missing_name", row.line)
    heading = Annotation(name, as_text(row.fields.get("node_type")))
    return Paper(sections=(), title=_LIST, annotations=(heading,), where=row.where)


def _item(row: Row) -> BenchmarkItem:
    fields = row.fields
    kind = as_text(fields.get("question_type"))
    options = options_of(fields.get("options"))
    answer = _answer(fields, options)
    is_decided = kind == "boolean_support"
    return BenchmarkItem(
        id=as_text(fields.get("sample_id")),
        question=as_text(fields.get("question")),
        answer=answer,
        options=() if is_decided else options,
        kind="claim" if is_decided else "choice" if options else "open",
        decision=_DECISIONS.get(as_text(answer).lower()) if is_decided else None,
        papers=_papers(fields.get("provenance"), row.where),
        meta={name: value for name, value in fields.items() if name not in _USED},
        where=row.where,
    )


def _answer(fields: Mapping[str, Json], options: Options) -> Json:
    """The right option's label, else the answer's text."""
    marked = fields.get("options")
    given = fields.get("answer")
    text = given.get("text", given.get("canonical_text")) if isinstance(given, dict) else given
    if as_text(fields.get("question_type")) == "boolean_support":
        return text
    for (label, _), option in zip(
        options, marked if isinstance(marked, list) else [], strict=False
    ):
        if isinstance(option, dict) and option.get("is_correct") is True:
            return label
    return text


def _papers(provenance: Json, where: str) -> tuple[Paper, ...]:
    """One paper a document: its chunks as sections, its triples as relations."""
    if not isinstance(provenance, dict):
        return ()
    chunks = _by_document(provenance.get("supporting_chunks"))
    triples = _by_document(provenance.get("supporting_triples"))
    papers = []
    for document in dict.fromkeys([*chunks, *triples]):
        texts = {as_text(chunk.get("text")): chunk for chunk in chunks.get(document, [])}
        titles = [as_text(chunk.get("title")) for chunk in texts.values()]
        papers.append(
            Paper(
                sections=tuple(
                    Section(text, label=as_text(chunk.get("section")))
                    for text, chunk in texts.items()
                    if text
                ),
                title=next((title for title in titles if title), ""),
                doi=doi_of(document),
                pmid=pmid_of(document),
                pmcid=pmcid_of(document) if document.upper().startswith("PMC") else None,
                relations=tuple(_relation(one) for one in triples.get(document, [])),
                where=where,
            )
        )
    return tuple(papers)


def _by_document(value: Json) -> dict[str, list[Mapping[str, Json]]]:
    found: dict[str, list[Mapping[str, Json]]] = {}
    for record in value if isinstance(value, list) else []:
        if isinstance(record, dict):
            found.setdefault(as_text(record.get("doc_id")), []).append(record)
    return found


def _relation(record: Mapping[str, Json]) -> StatedRelation:
    confidence = record.get("confidence")
    is_share = isinstance(confidence, int | float) and 0 <= confidence <= 1
    return StatedRelation(
        head=_ARTICLE.sub("", as_text(record.get("head"))),
        relation=as_text(record.get("relation")),
        tail=_ARTICLE.sub("", as_text(record.get("tail"))),
        quote=as_text(record.get("evidence")),
        head_type=as_text(record.get("head_type")),
        tail_type=as_text(record.get("tail_type")),
        confidence=float(str(confidence)) if is_share else 1.0,
    )


READER = Reader("The SCHEMA release: grounded questions and concepts", read, recognises)
