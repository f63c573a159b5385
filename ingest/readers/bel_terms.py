"""Terms of the Biological Expression Language as concepts: names, types, identifiers.

Modified proteins are their protein, the modification belongs to the statement; a variant and a
fragment are not the whole, so that they have names of their own. A complex without a name goes by
its members.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hubscope.json_values import Json
from ingest.answers import as_text
from ingest.readers.statement import End

# By BEL's function; "" = by the name itself, because the namespace holds many kinds.
_TYPES = {
    "Protein": "Protein",
    "Gene": "Gene",
    "RNA": "RNA",
    "miRNA": "RNA",
    "Abundance": "Abundance",
    "BiologicalProcess": "BiologicalProcess",
    "Pathology": "Disease",
    "Complex": "Complex",
    "Composite": "Complex",
}
# Namespaces that name things by their symbol, and how such an identifier is written.
_BY_NAME = {"HGNC": "hgnc.symbol", "FPLX": "FPLX", "DBSNP": "dbSNP", "MGI": "mgi.symbol"}
_CODES = {"MESH": "MESH", "CHEBI": "CHEBI", "GO": "GO", "DOID": "DOID", "HP": "HP"}
# The peptides that are cut out of APP, by their place and by their names.
_PEPTIDES = {
    "APP 672-713": "amyloid-beta 42",
    "APP 672-711": "amyloid-beta 40",
    "amyloid-beta polypeptide 42": "amyloid-beta 42",
    "amyloid-beta polypeptide 40": "amyloid-beta 40",
    "amyloid-beta": "amyloid-beta",
}
_AMINO_ACIDS = {
    **{"Ala": "A", "Arg": "R", "Asn": "N", "Asp": "D", "Cys": "C", "Gln": "Q", "Glu": "E"},
    **{"Gly": "G", "His": "H", "Ile": "I", "Leu": "L", "Lys": "K", "Met": "M", "Phe": "F"},
    **{"Pro": "P", "Ser": "S", "Thr": "T", "Trp": "W", "Tyr": "Y", "Val": "V", "Ter": "*"},
}
_SUBSTITUTION = re.compile(r"p\.([A-Z][a-z]{2})(\d+)([A-Z][a-z]{2})")


@dataclass(frozen=True, slots=True)
class Term:
    """A term as a concept.

    Attributes:
        end: its name, type and identifiers.
        members: of a complex without a name of its own, the ends it is made of.
        modification: of a modified protein, "phosphorylation" and its like, else "".
        is_complex: whether the term is a complex.
    """

    end: End
    members: tuple[End, ...] = ()
    modification: str = ""
    is_complex: bool = False


def term(node: Mapping[str, Json]) -> Term | None:
    """The concept of a node, None for a reaction or a node without any name.

    >>> term({"function": "Protein", "concept": {"namespace": "HGNC", "name": "MAPT"}}).end
    End(name='MAPT', type='Protein', identifiers=('hgnc.symbol:MAPT',))
    """
    function = as_text(node.get("function"))
    members = node.get("members")
    concept = node.get("concept")
    is_complex = function in ("Complex", "Composite")
    if not isinstance(concept, dict):
        return _of_members(members, is_complex) if isinstance(members, list) else None
    name = as_text(concept.get("name")) or as_text(concept.get("identifier"))
    if not name or name.isdecimal() or function not in _TYPES:  # a number is no name
        return None
    namespace = as_text(concept.get("namespace")).upper()
    name, modification = _varied(name, node.get("variants"))
    if name in _PEPTIDES:
        return Term(End(_PEPTIDES[name], "Protein"), modification=modification)
    is_whole = name in (as_text(concept.get("name")), as_text(concept.get("identifier")))
    ids = _identifiers(namespace, concept) if is_whole else ()
    kind = "" if namespace == "GO" and function in ("Abundance", "Complex") else _TYPES[function]
    if function == "Complex" and "complex" in name.lower():
        kind = "Complex"
    return Term(End(name, kind, ids), modification=modification, is_complex=is_complex)


def _of_members(members: list[Json], is_complex: bool) -> Term | None:
    found = [term(member) for member in members if isinstance(member, dict)]
    ends = [one.end for one in found if one is not None]
    names = sorted({end.name for end in ends})
    if len(ends) < len(members) or not names:
        return None
    if len(names) == 1:
        return Term(ends[0])
    return Term(End(f"{'-'.join(names)} complex", "Complex"), tuple(ends), is_complex=is_complex)


def _varied(name: str, variants: Json) -> tuple[str, str]:
    """The name with its variants and fragment, and the modification beside it."""
    modification, parts = "", []
    for variant in variants if isinstance(variants, list) else []:
        if not isinstance(variant, dict):
            continue
        match as_text(variant.get("kind")):
            case "pmod" | "gmod":
                modification = _modification(variant)
            case "frag":
                parts.append(_fragment(variant))
            case "hgvs":
                parts.append(_variant(as_text(variant.get("hgvs"))))
    whole = " ".join([name, *(part for part in parts if part)])
    return f"mutant {name}" if parts == ["?"] else whole, modification


def _modification(variant: Mapping[str, Json]) -> str:
    concept = variant.get("concept", variant.get("identifier"))
    name = as_text(concept.get("name")) if isinstance(concept, dict) else ""
    return name.removeprefix("protein ") or "modification"


def _fragment(variant: Mapping[str, Json]) -> str:
    if isinstance(found := variant.get("range"), list) and len(found) == 2:
        return f"{as_text(found[0])}-{as_text(found[1])}"
    start, stop = as_text(variant.get("start")), as_text(variant.get("stop"))
    return f"{start}-{stop}" if start and stop else "fragment"


def _variant(hgvs: str) -> str:
    """A variant as people write it: p.Arg406Tyr is R406Y; "?" stays, it is any."""
    found = _SUBSTITUTION.fullmatch(hgvs)
    if found and found[1] in _AMINO_ACIDS and found[3] in _AMINO_ACIDS:
        return f"{_AMINO_ACIDS[found[1]]}{found[2]}{_AMINO_ACIDS[found[3]]}"
    return hgvs.removeprefix("p.")


def _identifiers(namespace: str, concept: Mapping[str, Json]) -> tuple[str, ...]:
    id = as_text(concept.get("identifier"))
    if id and namespace in _CODES:
        return (f"{_CODES[namespace]}:{id.rpartition(':')[2]}",)
    prefix = _BY_NAME.get(namespace)
    return (f"{prefix}:{as_text(concept.get('name'))}",) if prefix else ()
