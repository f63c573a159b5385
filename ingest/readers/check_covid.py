"""Check-COVID: claims from the news against abstracts of CORD-19 (Wang et al., ACL Findings 2023).

The abstracts stand in a `corpus.json` beside the claims. Several claims are written from one
sentence of the news (the id up to its underscore) and rest on one abstract, which is their document
even where its text is absent.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of
from ingest.corpus import absent_paper, cited_papers, files_beside
from ingest.items import BenchmarkItem, Paper, Record
from ingest.readers.reader import Columns, Reader, Sample

_CORPUS = "CORD-19"
_USED = {"id", "claim", "label"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one item a claim, in file order, with its abstract.

    Raises:
        InputError: the claims or the corpus cannot be read.
    """
    corpus = next(iter(_beside(path)), None)
    cited = {as_text(row.fields.get("cord_id")) for row in rows(path) if isinstance(row, Row)}
    papers = cited_papers(corpus, id_field="cord_id", cited=cited)
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _item(row, papers)


def recognises(sample: Sample) -> bool:
    """Whether records are claims on an abstract of CORD-19."""
    return sample.has("claim", "cord_id", "label")


def _item(row: Row, papers: Mapping[str, Paper]) -> BenchmarkItem:
    fields = row.fields
    answer, cited = fields.get("label"), as_text(fields.get("cord_id"))
    paper = papers.get(cited) or absent_paper(_CORPUS, cited, row.where)
    return BenchmarkItem(
        id=as_text(fields.get("id")),
        question=as_text(fields.get("claim")),
        answer=answer,
        kind="claim",
        decision=decision_of(answer),
        papers=(paper,) if cited else (),
        meta={name: value for name, value in fields.items() if name not in _USED},
        where=row.where,
    )


def _beside(path: Path) -> list[Path]:
    return files_beside(path, ("corpus.json", "corpus.json.gz"))


READER = Reader(
    "Check-COVID: claims from the news, abstracts beside them", read, recognises, companions=_beside
)
