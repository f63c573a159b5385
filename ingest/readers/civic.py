"""CIViC: what variants of cancer genes mean clinically, one evidence item a row (Griffith, 2017).

The head is the variant ("BRAF V600E"), as the item is about it and not about its gene. A predictive
item is about a drug in a disease, the others about the disease. `Does Not Support` denies; the sign
says whether the variant goes with response or resistance, a better or a poorer outcome.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.vocabulary import ChunkPart, Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.citations import pmid_of
from ingest.function_words import words
from ingest.items import Paper, Record, Section, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.wordings import Wording, load_wordings

_DIRECTIONS = {"supports": False, "does not support": True}
# Words of CIViC's variant names; capitals in them are no symbols.
_PLAIN_WORDS = words(
    """
    mutation mutations expression amplification overexpression underexpression loss deletion
    insertion duplication exon exons intron fusion fusions wildtype wild type nuclear cytoplasmic
    rearrangement skipping truncating polymorphism promoter methylation hypermethylation of
    function loss-of-function gain-of-function phosphorylation copy number variation frameshift
    frame shift splice site domain alteration kinase and or germline serum levels activating
    """
)


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper an evidence item, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        yield row if isinstance(row, Skipped) else _paper(row)


def recognises(sample: Sample) -> bool:
    """Whether records have the columns of CIViC's evidence summaries, of 2015 or of 2023."""
    common = ("evidence_type", "evidence_direction", "disease")
    old = sample.has(*common, "gene", "variant", "clinical_significance")
    return old or sample.has(*common, "molecular_profile", "significance")


def _paper(row: Row) -> Paper | Skipped:
    fields = row.fields
    direction = as_text(fields.get("evidence_direction")).lower()
    if direction not in _DIRECTIONS:
        return Skipped(row.where, "no_direction", row.line)
    significance = as_text(fields.get("significance", fields.get("clinical_significance")))
    word = f"{as_text(fields.get('evidence_type'))} {significance or 'N/A'}"
    wording = load_wordings("civic").find(word)
    if wording.skip:
        return Skipped(row.where, wording.skip, row.line)
    head = End(_profile(fields), "Biomarker")
    tails = _tails(fields, word.split()[0])
    if not head.name or not tails:
        return Skipped(row.where, "missing_entity", row.line)
    text = " ".join(as_text(fields.get("evidence_statement")).split())
    relations = [
        _statement(wording, head, word, tail, fields, denied=_DIRECTIONS[direction], quote=text)
        for tail in tails
    ]
    cited = as_text(fields.get("citation_id"))
    is_pubmed = as_text(fields.get("source_type")) in ("", "PubMed")
    return Paper(
        # A curator's own words about a paper are no text of that paper.
        sections=(Section(text, ChunkPart.STATEMENT),) if text else (),
        title="" if is_pubmed else as_text(fields.get("citation")),
        pmid=pmid_of(cited) if is_pubmed else None,
        relations=tuple(relations),
        where=row.where,
    )


def _statement(
    wording: Wording,
    head: End,
    word: str,
    tail: End,
    fields: Mapping[str, Json],
    *,
    denied: bool,
    quote: str,
) -> StatedRelation:
    disease = as_text(fields.get("disease"))
    said = f"{word} in {disease}" if tail.type == "Drug" and disease else word
    return statement(wording, head, said, tail, quote=quote, denied=denied)


def _tails(fields: Mapping[str, Json], kind: str) -> list[End]:
    """The drugs of a predictive item, the gene of a functional one, else the disease."""
    if kind == "Predictive":
        drugs = as_text(fields.get("therapies", fields.get("drugs")))
        how = as_text(fields.get("therapy_interaction_type", fields.get("drug_interaction_type")))
        names = sorted({name.strip() for name in drugs.split(",") if name.strip()})
        if how in ("Combination", "Sequential"):
            names = [" + ".join(names)]
        return [End(name, "Drug") for name in names if name]
    if kind == "Functional":
        name, id = as_text(fields.get("gene")), as_text(fields.get("entrez_id"))
        return [End(name, "Gene", (f"NCBIGene:{id}",) if id else ())] if name else []
    name, id = as_text(fields.get("disease")), as_text(fields.get("doid"))
    return [End(name, "Disease", (f"DOID:{id}",) if id else ())] if name else []


def _profile(fields: Mapping[str, Json]) -> str:
    """The variant with its gene, as people write it: "ERBB2 amplification", "BCR-ABL T315I"."""
    whole = as_text(fields.get("molecular_profile"))
    if whole:
        return variant_name("", whole)
    gene, variant = as_text(fields.get("gene")), as_text(fields.get("variant"))
    return variant_name(gene, variant) if gene and variant else ""


def variant_name(gene: str, variant: str) -> str:
    """A variant's name with its gene.

    >>> variant_name("VHL", "R167Q (c.500G>A)"), variant_name("ERBB2", "AMPLIFICATION")
    ('VHL R167Q', 'ERBB2 amplification')
    >>> variant_name("ABL1", "BCR-ABL T315I"), variant_name("ALK", "ALK FUSIONS")
    ('BCR-ABL T315I', 'ALK fusions')
    """
    parts = re.sub(r"\s*\(c\.[^)]*\)", "", variant).split()
    plain = [part.lower() if part.lower() in _PLAIN_WORDS else part for part in parts]
    own = parts[0].upper() if parts else ""
    names_gene = own == gene.upper() or "-" in own or "::" in own
    has_gene = names_gene and own.lower() not in _PLAIN_WORDS and not own.startswith("NON-")
    return " ".join(plain if has_gene or not gene else [gene, *plain])


READER = Reader(
    "CIViC: clinical meaning of variants in cancer", read, recognises, origin=Origin.CURATED
)
