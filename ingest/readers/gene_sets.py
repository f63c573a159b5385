"""Gene sets with a control for invention: real, half random, wholly random (Hu et al., 2024).

A record is a process of the Gene Ontology with its genes (`genes`), the same with half of them
replaced by genes drawn at random (`genes_50`), and a set of the same size that is random
(`genes_100`). Each is an item: which process do these proteins perform together? How a set was made
says what holds of it; that is its gold evidence, in sentences of our own. Whoever names a process
for the random set has invented it. The real set is a curated statement about each of its genes.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from graph.vocabulary import ChunkPart, Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.items import BenchmarkItem, Paper, Record, Section, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.wordings import Wording

UNRELATED = "system of unrelated proteins"
_FIELDS = ("go", "name", "genes")
_CONTROLS = {"half_random": "genes_50", "random": "genes_100"}
_USED = {*_FIELDS, *_CONTROLS.values()}
_TAKES_PART, _MEANS = "takes part in", Wording(means="affects")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield the items of a record's sets, in file order: `go/real`, `go/half_random`, `go/random`.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        else:
            yield from _items(row)


def recognises(sample: Sample) -> bool:
    """Whether records have a process, its genes and a random set."""
    return sample.has(*_FIELDS, "genes_100")


def _items(row: Row) -> Iterator[Record]:
    go, process = as_text(row.fields.get("go")), as_text(row.fields.get("name"))
    real = _genes(row.fields.get("genes"))
    if not go or not process or not real:
        yield Skipped(row.where, "missing_entity", row.line)
        return
    relations = tuple(
        statement(
            _MEANS,
            End(gene, "Gene"),
            _TAKES_PART,
            End(process, "BiologicalProcess"),
            quote=_takes_part(gene, process),
        )
        for gene in real
    )
    yield _item(row, f"{go}/real", real, process, _of_real(real, process), relations)
    for kind, field in _CONTROLS.items():
        genes = _genes(row.fields.get(field))
        kept = [gene for gene in genes if gene in real]
        if not genes:
            continue
        answer = process if kept else UNRELATED
        yield _item(row, f"{go}/{kind}", genes, answer, _of_control(genes, kept, process))


def _item(
    row: Row,
    id: str,
    genes: Sequence[str],
    answer: str,
    text: str,
    relations: tuple[StatedRelation, ...] = (),
) -> BenchmarkItem:
    section = Section(text, ChunkPart.ANSWER, quotable=bool(relations))
    return BenchmarkItem(
        id=id,
        question=f"Which biological process do the proteins {_listed(genes)} perform together?",
        answer=answer,
        papers=(Paper((section,), relations=relations, where=row.where),),
        meta={name: value for name, value in row.fields.items() if name not in _USED},
        where=row.where,
    )


def _of_real(genes: Sequence[str], process: str) -> str:
    each = " ".join(_takes_part(gene, process) for gene in genes)
    return f"These proteins are involved in {process}. {each}"


def _of_control(genes: Sequence[str], kept: Sequence[str], process: str) -> str:
    drawn = [gene for gene in genes if gene not in kept]
    unrelated = "were drawn at random: they are unrelated and have no biological process in common."
    if not kept:
        return f"These proteins {unrelated} The random set is {_listed(drawn)}."
    each = " ".join(_takes_part(gene, process) for gene in kept)
    rest = f"The other proteins of the set, {_listed(drawn)}, {unrelated}" if drawn else ""
    return f"{each} {rest}".strip()


def _takes_part(gene: str, process: str) -> str:
    return f"{gene} {_TAKES_PART} {process}."


def _listed(genes: Sequence[str]) -> str:
    """Names as a list in prose.

    >>> _listed(["A"]), _listed(["A", "B", "C"])
    ('A', 'A, B and C')
    """
    return " and ".join(filter(None, (", ".join(genes[:-1]), genes[-1]))) if genes else ""


def _genes(value: Json) -> list[str]:
    """The symbols of a list, or of text with blanks between them; each once."""
    found = value if isinstance(value, list) else as_text(value).split()
    return list(dict.fromkeys(filter(None, map(as_text, found))))


READER = Reader(
    "Gene sets of processes, half random and random ones beside them",
    read,
    recognises,
    origin=Origin.CURATED,
)
