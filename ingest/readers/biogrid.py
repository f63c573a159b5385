"""BioGRID: protein and genetic interactions, tab-delimited 2.0 or 3.0 (Oughtred et al., 2021).

Physical systems find gene products, genetic ones genes. Symbols of mammals agree with the human
ones; those of other organisms do not, so that the species belongs to the name there.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import doi_of, pmid_of
from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.items import Annotation, Paper, Record
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.wordings import load_wordings

_MAMMALS = frozenset({"9606", "10090", "10116", "9913", "9986", "9823", "9615", "9544", "9598"})
_OF_RNA = frozenset({"Affinity Capture-RNA", "Protein-RNA"})
_NONE = frozenset({"", "-"})


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a row, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _paper(row)


def recognises(sample: Sample) -> bool:
    """Whether records have BioGRID's columns."""
    return sample.has(
        "Official Symbol Interactor A", "Official Symbol Interactor B", "Experimental System"
    )


def _paper(row: Row) -> Paper | Skipped:
    fields = row.fields
    system = as_text(fields.get("Experimental System"))
    wording = load_wordings("biogrid").find(system)
    if wording.skip:
        return Skipped(row.where, wording.skip, row.line)
    is_genetic = as_text(fields.get("Experimental System Type")) == "genetic"
    kind = "Gene" if is_genetic else "Protein"
    head = _end(fields, "A", kind)
    tail = _end(fields, "B", "RNA" if system in _OF_RNA else kind)
    if head.name in _NONE or tail.name in _NONE:
        return Skipped(row.where, "missing_entity", row.line)
    cited = as_text(fields.get("Publication Source", fields.get("Pubmed ID")))
    cited = re.sub(r"(?i)^pubmed:", "", cited)
    word = f"{wording.means.replace('_', ' ')} ({system})"
    return Paper(
        sections=(),
        doi=doi_of(cited),
        pmid=pmid_of(cited),
        annotations=_species(fields),
        relations=(statement(wording, head, word, tail),),
        where=row.where,
    )


def _end(fields: Mapping[str, Json], which: str, kind: str) -> End:
    name = as_text(fields.get(f"Official Symbol Interactor {which}"))
    organism = _organism(fields, which)
    if as_text(fields.get(f"Organism ID Interactor {which}")) not in _MAMMALS and organism:
        name = f"{name} ({organism})" if name not in _NONE else name
    if kind == "Gene":
        ids = _listed("NCBIGene", fields.get(f"Entrez Gene Interactor {which}"))
    elif kind == "Protein":
        ids = _listed("UniProt", fields.get(f"SWISS-PROT Accessions Interactor {which}"))
    else:
        ids = ()
    return End(name, kind, ids)


def _organism(fields: Mapping[str, Json], which: str) -> str:
    """Species without its strain."""
    name = as_text(fields.get(f"Organism Name Interactor {which}"))
    return "" if name in _NONE else re.sub(r"\s*\(.*\)$", "", name)


def _listed(prefix: str, value: Json) -> tuple[str, ...]:
    ids = as_text(value).split("|")
    return tuple(sorted(f"{prefix}:{id}" for id in ids if id not in _NONE))


def _species(fields: Mapping[str, Json]) -> tuple[Annotation, ...]:
    found = {
        taxon: organism
        for which in "AB"
        if (taxon := as_text(fields.get(f"Organism ID Interactor {which}"))) not in _NONE
        and (organism := _organism(fields, which))
    }
    return tuple(
        Annotation(organism, "Species", (f"NCBITaxon:{taxon}",))
        for taxon, organism in sorted(found.items())
    )


READER = Reader(
    "BioGRID: physical and genetic interactions", read, recognises, origin=Origin.CURATED
)
