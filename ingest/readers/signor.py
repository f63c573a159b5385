"""SIGNOR: curated causal relations between signalling entities (Lo Surdo et al., NAR 2023).

A row states the effect of entity A on entity B and, where it is direct, the mechanism: two
statements of one paper. The sentence is the curator's quote of the paper.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import doi_of, pmid_of
from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.items import Paper, Record, Section, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, species, statement
from ingest.wordings import load_wordings

_TYPES = {
    "protein": "Protein",
    "proteinfamily": "Protein",
    "fusion protein": "Protein",
    "complex": "Complex",
    "chemical": "Chemical",
    "smallmolecule": "Chemical",
    "small molecule": "Chemical",
    "antibody": "Drug",
    "mirna": "RNA",
    "ncrna": "RNA",
    "phenotype": "BiologicalProcess",
    "stimulus": "Other",
}
_PREFIXES = {
    "UNIPROT": "UniProt",
    "PUBCHEM": "PubChem",
    "CHEBI": "CHEBI",
    "RNACENTRAL": "RNAcentral",
}
_SHORTENED = {"progr.": "progression", "diff.": "differentiation"}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a row, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _paper(row)


def recognises(sample: Sample) -> bool:
    """Whether records have SIGNOR's columns."""
    return sample.has("ENTITYA", "TYPEA", "ENTITYB", "TYPEB", "EFFECT", "MECHANISM")


def _paper(row: Row) -> Paper | Skipped:
    fields = row.fields
    head, tail = _end(fields, "A"), _end(fields, "B")
    if not head.name or not tail.name:
        return Skipped(row.where, "missing_entity", row.line)
    quote = " ".join(as_text(fields.get("SENTENCE")).split())
    found = _statements(fields, head, tail, quote)
    if isinstance(found, str):
        return Skipped(row.where, found, row.line)
    cited = as_text(fields.get("PMID"))
    return Paper(
        sections=(Section(quote),) if quote else (),
        doi=doi_of(cited),
        pmid=pmid_of(cited),
        annotations=species([as_text(fields.get("TAX_ID"))]),
        relations=found,
        where=row.where,
    )


def _statements(
    fields: Mapping[str, Json], head: End, tail: End, quote: str
) -> tuple[StatedRelation, ...] | str:
    """What a row states, or why it states nothing."""
    effect = as_text(fields.get("EFFECT"))
    wording = load_wordings("signor_effect").find(effect)
    found = [] if wording.skip else [statement(wording, head, effect, tail, quote=quote)]
    if as_text(fields.get("DIRECT")).upper() in ("YES", "T", "TRUE"):
        mechanism = as_text(fields.get("MECHANISM"))
        how = load_wordings("signor_mechanism").find(mechanism)
        if not how.skip:
            found.append(statement(how, head, mechanism, tail, quote=quote))
    return tuple(found) or wording.skip


def _end(fields: Mapping[str, Json], which: str) -> End:
    kind = as_text(fields.get(f"TYPE{which}")).lower()
    words = as_text(fields.get(f"ENTITY{which}")).split()
    name = " ".join(_SHORTENED.get(word.lower(), word) for word in words)
    id = as_text(fields.get(f"ID{which}"))
    prefix = _PREFIXES.get(as_text(fields.get(f"DATABASE{which}")).upper())
    known = f"{prefix}:{id.rpartition(':')[2]}" if prefix else f"SIGNOR:{id}"
    return End(name, _TYPES.get(kind, ""), (known,) if id else ())


READER = Reader(
    "SIGNOR: curated causal relations between signalling entities",
    read,
    recognises,
    origin=Origin.CURATED,
)
