"""SciFact: scientific claims with gold evidence sentences (Wadden et al., EMNLP 2020).

`claims_*.jsonl` names abstracts by number and their gold sentences by place; the abstracts stand in
a `corpus.jsonl` beside it, which is read where it is there (without it an abstract is known by its
number, that of S2ORC, alone). A table of `claim`, `label`, `title`, `abstract` holds both in one
file; pairs of gold sentences and claim (`sentence1`, `sentence2`, `entailment`), as prepared with
COVID-Fact (Saakyan et al., ACL 2021), hold what supports or refutes and no more.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.abstracts import sections_of
from ingest.answers import as_text, decision_of, label_of_pair
from ingest.corpus import absent_paper, cited_papers, files_beside, paper_of
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers.reader import Columns, Reader, Sample

UNDECIDED = "NEI"
_ROW = ("claim", "label", "title", "abstract")
_PAIR = ("sentence1", "sentence2", "entailment")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a claim, in file order, with the abstracts it cites where they are there.

    Raises:
        InputError: the claims or the corpus cannot be read.
    """
    corpus = _corpus(path)
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        elif "abstract" in row.fields:
            yield _item_of_table(row)
        elif "sentence2" in row.fields:
            yield _item_of_pair(row)
        else:
            yield _item(row, corpus)


def recognises(sample: Sample) -> bool:
    """Whether it has SciFact's claims, or the columns of the table or of the pairs.

    FEVER and its kin have claims with evidence, too, but as lists, and the label beside them.
    """
    by_abstract = (isinstance(record.get("evidence"), dict) for record in sample.records)
    has_claims = sample.has("claim", "evidence") and any(by_abstract)
    return has_claims or sample.has(*_ROW) or sample.has(*_PAIR)


def _item(row: Row, corpus: Mapping[str, Paper]) -> BenchmarkItem:
    fields = row.fields
    cited = _cited(fields)
    answer = _label(fields["evidence"]) if "evidence" in fields else fields.get("label")
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("claim")),
        answer=answer,
        kind="claim",
        decision=decision_of(answer),
        papers=tuple(corpus.get(id) or absent_paper("S2ORC", id, row.where) for id in cited),
        meta={name: value for name, value in fields.items() if name not in ("id", "claim")},
        where=row.where,
    )


def _item_of_table(row: Row) -> BenchmarkItem:
    fields = row.fields
    answer = fields.get("label")
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("claim")),
        answer=answer,
        kind="claim",
        decision=decision_of(answer),
        papers=(paper_of(fields, row.where),),
        meta={name: value for name, value in fields.items() if name not in ("id", *_ROW)},
        where=row.where,
    )


def _item_of_pair(row: Row) -> BenchmarkItem:
    """A pair, its id made from its content: its number is the row's, from 1 in every split."""
    fields = row.fields
    answer = label_of_pair(fields.get("entailment"))
    sections = sections_of(as_text(fields.get("sentence1")))
    return BenchmarkItem(
        id="",
        question=as_text(fields.get("sentence2")),
        answer=answer,
        kind="claim",
        decision=decision_of(answer),
        papers=(Paper(sections, where=row.where),) if sections else (),
        meta={name: value for name, value in fields.items() if name not in _PAIR[:2]},
        where=row.where,
    )


def _label(evidence: Json) -> str:
    """The label that all evidence sets agree on, else undecided."""
    sets = [found for part in _values(evidence) for found in (_values(part) or [part])]
    labels = {as_text(found.get("label")) for found in sets if isinstance(found, dict)}
    return labels.pop() if len(labels) == 1 else UNDECIDED


def _values(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return [] if "label" in value else list(value.values())
    return value if isinstance(value, list) else []


def _cited(fields: Mapping[str, Json]) -> list[str]:
    """Abstracts that a claim cites or has evidence in, each once."""
    evidence = fields.get("evidence")
    named = [as_text(id) for id in _values(fields.get("cited_doc_ids"))]
    return list(dict.fromkeys([*named, *(evidence if isinstance(evidence, dict) else ())]))


def _corpus(path: Path) -> Mapping[str, Paper]:
    """The abstracts beside the claims that these claims cite."""
    found = next(iter(_beside(path)), None)
    if found is None:
        return {}
    cited = {id for row in rows(path) if isinstance(row, Row) for id in _cited(row.fields)}
    return cited_papers(found, id_field="doc_id", cited=cited)


def _beside(path: Path) -> list[Path]:
    return files_beside(path, ("corpus.jsonl", "corpus.jsonl.gz"))


READER = Reader(
    "SciFact: claims with evidence, abstracts beside them", read, recognises, companions=_beside
)
