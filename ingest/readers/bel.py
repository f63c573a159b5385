"""BEL: curated statements as node-link JSON of PyBEL (Hoyt et al., Bioinformatics 2018).

A link counts where it has a citation and its evidence. A modifier belongs to the effect: what
increases the degradation of a protein decreases the protein, what increases its phosphorylation
regulates it, and a translocation affects it without raising or lowering anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from graph.citations import doi_of, pmcid_of, pmid_of
from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text
from ingest.items import Annotation, Paper, Record, Section, StatedRelation
from ingest.readers.bel_terms import Term, term
from ingest.readers.reader import Columns, Reader, Sample
from ingest.readers.statement import species, statement
from ingest.wordings import Wording, load_wordings

_OPPOSITE = {"raises": "lowers", "lowers": "raises", "activates": "inhibits"}
_OF_ACTIVITY = {"raises": "activates", "lowers": "inhibits"}
_SIGNS = {"raises": 1, "lowers": -1}


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a link, in file order; a link that says nothing is a Skipped.

    Raises:
        InputError: the file cannot be read.
    """
    for row in rows(path):
        if isinstance(row, Skipped):
            yield row
        elif not isinstance(row.fields.get("links"), list):
            yield Skipped(row.where, "not_a_bel_graph", row.line)
        else:
            yield from _links(row)


def recognises(sample: Sample) -> bool:
    """Whether a record is a graph of nodes with BEL functions."""
    return any(_is_graph(record) for record in sample.records)


def _is_graph(record: Mapping[str, Json]) -> bool:
    nodes = _listed(record.get("nodes"))[:5]
    named = any(isinstance(node, dict) and "function" in node for node in nodes)
    return named and isinstance(record.get("links"), list)


def _links(row: Row) -> Iterator[Record]:
    nodes = _listed(row.fields.get("nodes"))
    terms = [term(node) if isinstance(node, dict) else None for node in nodes]
    for link in _listed(row.fields.get("links")):
        found = _link(link, terms, row.where) if isinstance(link, dict) else "not_an_object"
        yield Skipped(row.where, found, row.line) if isinstance(found, str) else found


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _link(link: Mapping[str, Json], terms: list[Term | None], where: str) -> Paper | str:
    """The paper of a link, or why it says nothing."""
    quote = " ".join(as_text(link.get("evidence")).split())
    citation = link.get("citation")
    word = as_text(link.get("relation"))
    wording = load_wordings("bel").find(word)
    if wording.skip:
        return wording.skip
    if not quote or not isinstance(citation, dict):
        return "no_evidence"
    head, tail = _at(terms, link.get("source")), _at(terms, link.get("target"))
    if head is None or tail is None:
        return "reaction_or_unnamed_term"
    if word != "isA" and head.end in tail.members:
        return "complex_of_the_head_itself"  # it is the modification of the head that acts on it
    relation = _statement(link, wording, head, word, tail)
    id = as_text(citation.get("identifier"))
    return Paper(
        sections=(Section(quote),),
        title=as_text(citation.get("name")),
        doi=doi_of(id),
        pmid=pmid_of(id) if _is_pubmed(citation) else None,
        pmcid=pmcid_of(id) if as_text(citation.get("namespace")).lower() == "pmc" else None,
        annotations=_species(link),
        relations=(replace(relation, quote=quote),),
        where=where,
    )


def _is_pubmed(citation: Mapping[str, Json]) -> bool:
    return as_text(citation.get("namespace", citation.get("type"))).lower() == "pubmed"


def _at(terms: list[Term | None], place: Json) -> Term | None:
    is_place = isinstance(place, int) and 0 <= place < len(terms)
    return terms[int(str(place))] if is_place else None


def _statement(
    link: Mapping[str, Json], wording: Wording, head: Term, word: str, tail: Term
) -> StatedRelation:
    first, second = _modifier(link, "source"), _modifier(link, "target")
    if word == "isA" and tail.is_complex:
        return _membership(wording, head, tail)
    if word == "isA" and head.end.name.startswith(f"{tail.end.name} "):  # a fragment of a protein
        return statement(replace(wording, means="part_of"), head.end, word, tail.end)
    said = " ".join(part for part in (word, second.lower(), tail.modification) if part)
    return statement(_modified(wording, first, second, tail), head.end, said, tail.end)


def _membership(wording: Wording, head: Term, tail: Term) -> StatedRelation:
    """A member "is a" complex: it is part of it; of two members, they bind each other."""
    others = [end for end in tail.members if end.name != head.end.name]
    if len(tail.members) == 2 and len(others) == 1:
        bound = replace(wording, means="interacts_with")
        return statement(bound, head.end, f"isA {tail.end.name}", others[0])
    return statement(replace(wording, means="part_of"), head.end, "isA", tail.end)


def _modified(wording: Wording, first: str, second: str, tail: Term) -> Wording:
    """What a word means between modified terms."""
    means = wording.means
    if means not in _SIGNS:
        return wording
    # Less of the head because it is degraded, or more degradation of the tail: the effect turns.
    for _ in range([first, second].count("Degradation")):
        means = _OPPOSITE[means]
    if "Translocation" in (first, second):
        return replace(wording, means="affects", sign=0)
    if second == "Activity":
        return replace(wording, means=_OF_ACTIVITY[means])
    if tail.modification and second != "Degradation":
        return replace(wording, means="regulates", sign=_SIGNS[means])
    return replace(wording, means=means)


def _modifier(link: Mapping[str, Json], side: str) -> str:
    found = link.get(f"{side}_modifier", link.get("subject" if side == "source" else "object"))
    return as_text(found.get("modifier")) if isinstance(found, dict) else ""


def _species(link: Mapping[str, Json]) -> tuple[Annotation, ...]:
    annotations = link.get("annotations")
    found = annotations.get("Species") if isinstance(annotations, dict) else None
    if isinstance(found, dict):  # older files: {"9606": true}
        return species(found)
    listed = [one for one in _listed(found) if isinstance(one, dict)]
    return species(as_text(one.get("identifier")) for one in listed)


READER = Reader(
    "BEL: curated statements as node-link JSON", read, recognises, origin=Origin.CURATED
)
