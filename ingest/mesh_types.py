"""Types of MeSH headings by the branches of their tree numbers."""

import re

from ingest.shapes import type_by_shape

DROPPED = "-"


def straightened(heading: str) -> str:
    """A MeSH heading with its inversions undone: "Carcinoma, Squamous Cell" read backwards."""
    parts = heading.split(", ")
    if len(parts) == 1 or len(parts) > 3 or " and " in heading:
        return heading
    if re.match(r"Type \d|[A-Z0-9]$|\d", parts[-1]):
        return " ".join(parts)
    return " ".join(reversed(parts))


def mesh_type(name: str, trees: list[str]) -> str:
    """Type of a MeSH heading by its tree numbers; `DROPPED` for what is no concept here."""
    if name in _CHECK_TAGS or any(tree.startswith("M") for tree in trees):
        return DROPPED  # persons and check tags
    found = {_branch_type(tree, name) for tree in trees} - {DROPPED}
    kind = next((kind for kind in _PRIORITY if kind in found), DROPPED)
    # "Practice Patterns", "Family": how care and society are organised, by one of their trees.
    is_social = any(tree[0] in "INL" for tree in trees if tree)
    return DROPPED if kind == "Other" and is_social else kind


_CHECK_TAGS = {"Humans", "Animals", "Male", "Female", "Pregnant Women"}
_PRIORITY = (
    "Disease",
    "Gene",
    "CellLine",
    "CellType",
    "RNA",
    "Protein",
    "Complex",
    "Biomarker",
    "Drug",
    "MolecularEntity",
    "TissueRegion",
    "StainingMethod",
    "ClinicalEndpoint",
    "BiologicalProcess",
    "Other",
)
_BRANCHES = (
    ("C23.550.288", DROPPED),
    ("C23.550.291", DROPPED),
    ("E01.171", DROPPED),
    ("C", "Disease"),
    ("F03", "Disease"),
    ("A11.251.210", "CellLine"),
    ("A11.284", "TissueRegion"),
    ("A11", "CellType"),
    ("A", "TissueRegion"),
    ("D26", DROPPED),
    ("D27", "Drug"),
    ("D23.101", "Biomarker"),
    ("D05.500", "Complex"),
    ("D12.125", "MolecularEntity"),
    ("D12", "Protein"),
    ("D08.811", "Protein"),
    ("D08.622", "Protein"),
    ("D20.215.894", "Drug"),
    ("D20.280", "Other"),  # states of matter: aerosols, gels
    ("D", "MolecularEntity"),
    ("G17", DROPPED),
    ("G01.910", DROPPED),
    ("G01", "Other"),
    ("G05.360.340.024.340.030", "Gene"),
    ("G05.360.340", "MolecularEntity"),
    ("G05.365", "Other"),  # variants, which are no process
    ("G07.610.240", "Other"),
    ("G", "BiologicalProcess"),
    ("E05.200.750.551", "StainingMethod"),  # histocytochemistry
    ("E05.200.750.600.670", "StainingMethod"),  # staining and labelling
    ("E05.318", DROPPED),
    ("E05.337", DROPPED),
    ("E05.581", DROPPED),
    ("E05.599", DROPPED),
    ("E", "Other"),
    ("F", "Other"),
    ("B", "Other"),
)
_ENDPOINT = re.compile(
    r"mortality|survival|length of stay|operative time|birth weight|body mass index|body weight"
    r"|body height|gestational age|blood loss|quality of life|treatment outcome|treatment failure"
    r"|disease progression|recurrence|blood pressure|heart rate|waist|hospitalization|remission"
    r"|^death$|^prognosis$|cell count|leukocyte count|lymphocyte count|platelet count|viral load",
    re.IGNORECASE,
)


_GENES = ("Genes, ", "Oncogenes", "Proto-Oncogenes", "Pseudogenes")


def _branch_type(tree: str, name: str) -> str:
    if _ENDPOINT.search(name) and tree[:1] in set("EGNCI") and "Analysis" not in name:
        return "ClinicalEndpoint"
    if tree.startswith("F01") and re.match(r"depression|anxiety", name, re.IGNORECASE):
        return "Disease"
    if tree.startswith("G05") and name.startswith(_GENES):
        return "Gene"
    if tree.startswith("D13") and "RNA" in name:
        return "RNA"
    kind = next((kind for start, kind in _BRANCHES if tree.startswith(start)), DROPPED)
    if kind in {"MolecularEntity", "Protein"} and type_by_shape(name.split()[-1]) == "Drug":
        return "Drug"
    return kind
