"""Hetionet: typed nodes, and edges between them with the nodes beside (Himmelstein et al., 2017).

Every node of a node list is a concept without a relation. An edge file (`source`, `metaedge`,
`target`) names nodes by id; their names are read from a `*nodes.tsv` in the same folder.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.corpus import needed
from ingest.items import Annotation, Paper, Record
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import End, statement
from ingest.wordings import load_wordings

_NODE, _EDGE = ("id", "name", "kind"), ("source", "metaedge", "target")
_NODE_LIST, _EDGE_LIST = "Hetionet list of nodes", "Hetionet list of edges"
_TYPES = {
    "Gene": "Gene",
    "Disease": "Disease",
    "Compound": "Drug",
    "Pharmacologic Class": "Drug",
    "Anatomy": "TissueRegion",
    "Biological Process": "BiologicalProcess",
    "Molecular Function": "BiologicalProcess",
    "Pathway": "Pathway",
    "Symptom": "ClinicalEndpoint",
    "Side Effect": "Disease",
}
_PREFIXES = {"Gene": "NCBIGene", "Symptom": "MESH", "Compound": "DrugBank", "Side Effect": "UMLS"}


@dataclass(frozen=True, slots=True)
class Node:
    """A node with the type that its kind and name make."""

    name: str
    type: str
    identifiers: tuple[str, ...]


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a node or edge, all of one document, in file order.

    Raises:
        InputError: the file cannot be read, or edges have no nodes beside them.
    """
    nodes: Mapping[str, Node] | None = None
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        elif "kind" in row.fields:
            yield _listed(row)
        else:
            nodes = nodes if nodes is not None else _nodes(path)
            yield _edge(row, nodes)


def recognises(sample: Sample) -> bool:
    """Whether records are Hetionet's nodes, or edges between them."""
    nodes = sample.has(*_NODE) and any("::" in as_text(r.get("id")) for r in sample.records)
    return nodes or sample.has(*_EDGE)


def _listed(row: Row) -> Paper | Skipped:
    node = _node(row)
    if node is None:
        return Skipped(row.where, "missing_name", row.line)
    heading = Annotation(node.name, node.type, node.identifiers)
    return Paper(sections=(), title=_NODE_LIST, annotations=(heading,), where=row.where)


def _edge(row: Row, nodes: Mapping[str, Node]) -> Paper | Skipped:
    word = as_text(row.fields.get("metaedge"))
    wording = load_wordings("hetionet").find(word)
    ends = [nodes.get(as_text(row.fields.get(side))) for side in ("source", "target")]
    if wording.skip or ends[0] is None or ends[1] is None:
        return Skipped(row.where, wording.skip or "node_missing", row.line)
    head, tail = (End(node.name, node.type, node.identifiers) for node in ends if node)
    said = f"{wording.means.replace('_', ' ')} ({word})"
    relation = statement(wording, head, said, tail)
    return Paper(sections=(), title=_EDGE_LIST, relations=(relation,), where=row.where)


def _node(row: Row) -> Node | None:
    name, kind = as_text(row.fields.get("name")), as_text(row.fields.get("kind"))
    id = as_text(row.fields.get("id")).rpartition("::")[2]
    if not name:
        return None
    known = id if ":" in id else f"{_PREFIXES[kind]}:{id}" if kind in _PREFIXES else ""
    return Node(name, _type(kind, name), (known,) if known else ())


def _type(kind: str, name: str) -> str:
    """The type of a kind; of anatomy and parts of cells the name says more."""
    last = name.lower().split()[-1]
    if kind == "Anatomy" and last in ("cell", "cells"):
        return "CellType"
    if kind == "Cellular Component":
        return "Complex" if "complex" in name.lower() else "Other"
    return _TYPES.get(kind, "Other")


def _nodes(path: Path) -> dict[str, Node]:
    what = "Hetionet's edges need its *nodes.tsv in the same folder."
    beside = needed(path, _beside(path), what)
    found = {}
    for file in beside:
        for row in rows(file):
            if isinstance(row, Row) and (node := _node(row)):
                found[as_text(row.fields.get("id"))] = node
    return found


def _beside(path: Path) -> list[Path]:
    return sorted(file for file in path.parent.glob("*nodes.tsv*") if file != path)


READER = Reader(
    "Hetionet: typed nodes, and edges with the nodes beside them",
    read,
    recognises,
    origin=Origin.CURATED,
    companions=_beside,
)
