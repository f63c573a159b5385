"""Words and ids of annotated corpora: which list an id is from, what a relation's word means."""

import re

from ingest.items import StatedRelation
from ingest.wordings import UNMAPPED, load_wordings

_MESH_ID = re.compile(r"[CD]\d{6,9}")
_RSID = re.compile(r"(?:RS#?:?)(\d+)", re.IGNORECASE)
NO_IDENTIFIER = frozenset(("", "-", "-1", "None", "null", "CUI-less"))
# What acts on a disease stands before it, whichever end a file names first.
_ACTS = frozenset({"causes", "treats", "prevents", "inhibits", "activates"})
_PREFIXES = {
    "cellline": "Cellosaurus",
    "gene": "NCBIGene",
    "geneorgeneproduct": "NCBIGene",
    "ncbigene": "NCBIGene",
    "ncbigeneid": "NCBIGene",
    "entrezgene": "NCBIGene",
    "entrezgeneid": "NCBIGene",
    "species": "NCBITaxon",
    "organismtaxon": "NCBITaxon",
    "ncbitaxonomy": "NCBITaxon",
    "taxonomy": "NCBITaxon",
    "mesh": "MESH",
    "meshid": "MESH",
    "omim": "OMIM",
    "cellosaurus": "Cellosaurus",
    "chebi": "CHEBI",
    "uniprot": "UniProtKB",
    "uniprotkb": "UniProtKB",
    "doid": "DOID",
    "hgnc": "HGNC",
    "umls": "UMLS",
}
_VARIANTS = frozenset(("variant", "mutation", "snp", "dnamutation", "proteinmutation"))


def identifier(id: str, type: str) -> str:
    """An id with the name of the list it is from; "" where it says that there is none.

    Args:
        id: as the corpus writes it.
        type: of the annotation, or the name of the list.

    >>> identifier("D014262", "Disease"), identifier("7157", "Gene"), identifier("OMIM:1", "")
    ('MESH:D014262', 'NCBIGene:7157', 'OMIM:1')
    """
    id = id.strip()
    if id in NO_IDENTIFIER:
        return ""
    if ":" in id:
        return id
    if _MESH_ID.fullmatch(id):
        return f"MESH:{id}"
    prefix = _PREFIXES.get(fold(type))
    return f"{prefix}:{id}" if prefix else id


def identifiers(ids: str, type: str) -> tuple[str, ...]:
    """Every id of a mention that names one or several concepts; a variant has one, of many parts.

    >>> identifiers("D001|D002", "MESH"), identifiers("RS#:1;HGVS:p.V600E", "Variant")
    (('MESH:D001', 'MESH:D002'), ('dbSNP:rs1',))
    """
    if fold(type) in _VARIANTS:
        known = _RSID.search(ids)
        return (f"dbSNP:rs{known[1]}",) if known else (ids.strip(),) if ids.strip() else ()
    each = (identifier(id, type) for id in re.split(r"[|;,]", ids))
    return tuple(dict.fromkeys(filter(None, each)))


def as_relation(
    word: str, head: str, head_type: str, tail: str, tail_type: str
) -> StatedRelation | str:
    """A relation between two identifiers, or why it is left out.

    A word that the table does not have is passed on: the vocabulary may know it.

    >>> one = as_relation("treat", "MESH:D003924", "Disease", "MESH:D008687", "Chemical")
    >>> assert not isinstance(one, str)
    >>> one.head, one.means
    ('MESH:D008687', 'treats')
    >>> as_relation("compare", "MESH:D003924", "", "MESH:D008687", "")
    'comparison'
    """
    wording = load_wordings("pubtator").find(word)
    if wording.skip == UNMAPPED:
        return StatedRelation(head, word, tail)
    if wording.skip:
        return wording.skip
    if wording.means in _ACTS and head_type == "Disease" and tail_type not in ("", "Disease"):
        head, tail = tail, head
    return StatedRelation(head, word, tail, sign=wording.sign, means=wording.means)


def fold(word: str) -> str:
    """A word in small letters alone: "NCBI Gene" and "ncbi_gene" are one."""
    return re.sub(r"[^a-z0-9]", "", word.lower())
