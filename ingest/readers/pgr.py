"""PGR: sentences with a human gene and a phenotype (Sousa et al., NAACL 2019).

A silver standard: True means that the Human Phenotype Ontology lists the pair, so that False is no
denial. Names of inheritance and course ("autosomal recessive", "progressive") are terms of the
ontology, but no phenotypes; neoplasm alone says nothing of a gene.
"""

from collections.abc import Iterator
from pathlib import Path

from graph.citations import pmid_of
from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.items import Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.wordings import load_wordings

_COLUMNS = ("FILE_ID", "SENTENCE", "GENE", "PHENOTYPE", "GENE_ID", "PHENOTYPE_ID", "RELATION")
_GENERAL = frozenset({"HP:0002664", "HP:0000118", "HP:0000001"})
# Mode of inheritance, onset, course, severity, frequency: the ontology's other branches.
_NO_PHENOTYPE = frozenset(
    f"HP:{number:07}"
    for number in (
        *(5, 6, 7, 1417, 1419, 1423, 1425, 1426, 1427, 1428, 1442, 1444, 1450, 1452, 1466, 1470),
        *(1472, 1475, 3577, 3581, 3584, 3587, 3593, 3596, 3621, 3623, 3674, 3676, 3677, 3678),
        *(3679, 3680, 3682, 3743, 3744, 3745, 3812, 3826, 3828, 3829, 3831, 10982, 10983, 10984),
        *(11420, 11421, 11460, 11461, 11462, 11463, 12274, 12275, 12823, 12824, 12825, 12826),
        *(12827, 12828, 12829, 12830, 12831, 12832, 12833, 12834, 25254, 31796, 31797, 40279),
    )
)


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a sentence whose pair is known, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _paper(row)


def recognises(sample: Sample) -> bool:
    """Whether records have PGR's columns."""
    return sample.has(*_COLUMNS)


def _paper(row: Row) -> Paper | Skipped:
    cells = {name: as_text(row.fields.get(name)) for name in _COLUMNS}
    wording = load_wordings("pgr").find(cells["RELATION"])
    phenotype_id = cells["PHENOTYPE_ID"].replace("_", ":")
    reason = wording.skip or _fault(cells["SENTENCE"], cells["GENE"], phenotype_id)
    if reason:
        return Skipped(row.where, reason, row.line)
    gene = End(cells["GENE"], "Gene", (f"NCBIGene:{cells['GENE_ID']}",))
    phenotype = End(cells["PHENOTYPE"], "Disease", (phenotype_id,))
    quote = cells["SENTENCE"]
    return Paper(
        sections=(Section(quote),),
        pmid=pmid_of(cells["FILE_ID"]),
        relations=(statement(wording, gene, "gene and phenotype of HPO", phenotype, quote=quote),),
        where=row.where,
    )


def _fault(sentence: str, gene: str, phenotype_id: str) -> str:
    if not sentence or not gene:
        return "missing_entity"
    if phenotype_id in _NO_PHENOTYPE:
        return "inheritance_or_course_is_no_phenotype"
    if phenotype_id in _GENERAL:
        return "too_general"
    is_symbol = any(mark.isupper() or mark.isdigit() for mark in gene)
    return "" if is_symbol else "everyday_word_as_gene"


READER = Reader(
    "PGR: sentences with a gene and a phenotype", read, recognises, origin=Origin.CURATED
)
