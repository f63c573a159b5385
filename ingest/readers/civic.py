"""CIViC: what variants of cancer genes mean clinically, one evidence item a row (Griffith, 2017).

An item is a statement of several: a variant of a gene means something for a drug in a disease. Its
pairs are read apart. First what it says of the variant ("BRAF V600E"): `Does Not Support` denies,
the sign says whether the variant goes with response or resistance, a better or a poorer outcome.
Where the item supports, its gene is the drug's marker, too; evidence from patients (level A to C)
associates gene and variant with the disease; what responds in studies (level A or B), the drug
treats.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.citations import pmid_of
from graph.vocabulary import ChunkPart, Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.function_words import words
from ingest.items import Paper, Record, Section, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.wordings import Wording, load_wordings

_MARKER, _ASSOCIATED = Wording(means="biomarker_of"), Wording(means="associated_with")
_TREATS, _IN_GENE = Wording(means="treats"), Wording(means="located_in")
# A change of the gene's own sequence lies in the gene; its expression or copy number does not.
_SEQUENCE = re.compile(r"[A-Z*]\d{1,5}|\b(?:exon|mutations?|ITD|splic\w*|frameshift)\b")
_STUDIES, _IN_PATIENTS = ("A", "B"), ("A", "B", "C")
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
    denied = _DIRECTIONS[direction]
    said = _said(fields, word)
    relations = [statement(wording, head, said, tail, quote=text, denied=denied) for tail in tails]
    # What speaks against a diagnosis associates nothing with that disease.
    if not denied and word != "Diagnostic Negative":
        relations += _pairs(fields, head, said, tails, text)
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


def _said(fields: Mapping[str, Json], word: str) -> str:
    """The item's own words; of a predictive one with the disease that its drug is given for."""
    disease = as_text(fields.get("disease"))
    return f"{word} in {disease}" if word.startswith("Predictive") and disease else word


def _pairs(
    fields: Mapping[str, Json], variant: End, said: str, tails: list[End], quote: str
) -> list[StatedRelation]:
    """What a supporting item says of the variant's gene, of the disease, and of its drugs."""
    word = f"{said}, {variant.name}"
    disease, gene = _disease(fields), _gene(fields)
    found: list[StatedRelation] = []
    if said.startswith("Predictive"):
        heads = [variant, *gene]
        found += [
            statement(_MARKER, one, word, drug, quote=quote) for one in gene for drug in tails
        ]
        if _responds(fields, said):
            found += [
                statement(_TREATS, drug, word, one, quote=quote)
                for drug in tails
                for one in disease
            ]
    else:
        heads = gene
    if as_text(fields.get("evidence_level")) in _IN_PATIENTS:
        found += [
            statement(_ASSOCIATED, one, word, d, quote=quote) for one in heads for d in disease
        ]
    if gene and _SEQUENCE.search(variant.name.removeprefix(gene[0].name)):
        found.append(statement(_IN_GENE, variant, "variant of", gene[0]))
    return found


def _responds(fields: Mapping[str, Json], said: str) -> bool:
    is_study = as_text(fields.get("evidence_level")) in _STUDIES
    return is_study and said.startswith("Predictive Sensitivity/Response")


def _gene(fields: Mapping[str, Json]) -> list[End]:
    name, id = as_text(fields.get("gene")), as_text(fields.get("entrez_id"))
    return [End(name, "Gene", (f"NCBIGene:{id}",) if id else ())] if name else []


def _disease(fields: Mapping[str, Json]) -> list[End]:
    """The disease; "cancer" alone says nothing."""
    name, id = as_text(fields.get("disease")), as_text(fields.get("doid"))
    if not name or name.lower() == "cancer":
        return []
    return [End(name, "Disease", (f"DOID:{id}",) if id else ())]


def _tails(fields: Mapping[str, Json], kind: str) -> list[End]:
    """The drugs of a predictive item, the gene of a functional one, else the disease."""
    if kind == "Predictive":
        drugs = as_text(fields.get("therapies", fields.get("drugs")))
        how = as_text(fields.get("therapy_interaction_type", fields.get("drug_interaction_type")))
        names = sorted({name.strip() for name in drugs.split(",") if name.strip()})
        if how in ("Combination", "Sequential"):
            names = [" + ".join(names)]
        return [End(name, "Drug") for name in names if name]
    return _gene(fields) if kind == "Functional" else _disease(fields)


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
    plain = [part.lower() if _is_plain(part) else part for part in parts]
    own = parts[0].upper() if parts else ""
    names_gene = own == gene.upper() or "-" in own or "::" in own
    has_gene = names_gene and own.lower() not in _PLAIN_WORDS and not own.startswith("NON-")
    return " ".join(plain if has_gene or not gene else [gene, *plain])


def _is_plain(word: str) -> bool:
    """Whether a word's capitals are no symbol: one of CIViC's own, or any long word."""
    return word.lower() in _PLAIN_WORDS or (word.isalpha() and word.isupper() and len(word) > 7)


READER = Reader(
    "CIViC: clinical meaning of variants in cancer", read, recognises, origin=Origin.CURATED
)
