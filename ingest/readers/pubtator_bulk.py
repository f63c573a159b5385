"""PubTator 3's bulk files: concepts and relations of PubMed abstracts (Wei et al., NAR 2024).

Tab-separated lines without a header, those of one abstract together: `PMID, type, identifier,
mentions, resource` names a concept, `PMID, relation, type|identifier, type|identifier` states a
relation. The lines of any abstract, taken out of the bulk files, add it to the graph without a
model. Where a file holds relations alone, the names of their ends are read from the concept files
(`*2pubtator*`) in its folder.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.reading import clean_text, numbered_lines
from ingest.annotated import NO_IDENTIFIER, as_relation, identifier
from ingest.function_words import words
from ingest.items import Annotation, Paper, Record, StatedRelation
from ingest.readers.reader import Columns, Reader, Sample

_END = re.compile(r"([A-Za-z]+)\|(\S.*)")
_TYPES = words(
    """
    gene disease chemical species mutation snp dnamutation proteinmutation cellline chromosome
    genomicregion refseq copynumbervariant dnaallele proteinallele acidchange othermutation
    """
)
Names = dict[tuple[str, str], Annotation]


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper an abstract, in file order; a line that cannot be read is a Skipped.

    Raises:
        InputError: the file or one beside it cannot be read.
    """
    names = _names_beside(path)
    block = _Block()
    for number, text in numbered_lines(path):
        where = f"{path}:{number}"
        cells = clean_text(text).split("\t") if text is not None else []
        if text is not None and not text.strip():
            continue
        if cells and cells[0] != block.pmid:
            yield from block.papers(names)
            block = _Block(cells[0], where)
        if reason := block.add(cells) if cells else "field_too_large":
            yield Skipped(where, reason, number)
    yield from block.papers(names)


def recognises(sample: Sample) -> bool:
    """Whether the first line names a concept of an abstract or states a relation of one."""
    cells = sample.head.partition("\n")[0].split("\t")
    return cells[0].isdecimal() and (_is_concept(cells) or _is_relation(cells))


@dataclass(slots=True)
class _Block:
    """The lines of one abstract, gathered."""

    pmid: str = ""
    where: str = ""
    annotations: dict[Annotation, None] = field(default_factory=dict)
    relations: list[tuple[StatedRelation, tuple[str, str]]] = field(default_factory=list)

    def add(self, cells: Sequence[str]) -> str | None:
        """Take a line; the reason if it is neither concept nor relation, or is left out."""
        if not cells[0].isdecimal():
            return "no_pubmed_id"
        if _is_concept(cells):
            found = _annotations(cells)
            self.annotations.update(dict.fromkeys(found))
            return None if found else "no_identifier"
        if not _is_relation(cells):
            return "neither_concept_nor_relation"
        (head_type, head), (tail_type, tail) = (_parts(cell) for cell in cells[2:4])
        found_relation = as_relation(cells[1], head, head_type, tail, tail_type)
        if isinstance(found_relation, str):
            return found_relation
        self.relations.append((found_relation, (head, tail)))
        return None

    def papers(self, names: Names) -> Iterator[Record]:
        if not self.annotations and not self.relations:
            return
        own = {id for annotation in self.annotations for id in annotation.identifiers}
        for _, ends in self.relations:
            for id in ends:
                if id not in own and (beside := names.get((self.pmid, id))):
                    self.annotations[beside] = None
        yield Paper(
            sections=(),
            pmid=self.pmid,
            annotations=tuple(self.annotations),
            relations=tuple(relation for relation, _ in self.relations),
            where=self.where,
        )


def _is_concept(cells: Sequence[str]) -> bool:
    return len(cells) in (4, 5) and cells[1].lower() in _TYPES


def _is_relation(cells: Sequence[str]) -> bool:
    return len(cells) == 4 and all(_END.fullmatch(cell.strip()) for cell in cells[2:4])


def _parts(cell: str) -> tuple[str, str]:
    """Type and identifier of a relation's end."""
    found = _END.fullmatch(cell.strip())
    assert found is not None
    return found[1], identifier(found[2].strip(), found[1])


def _annotations(cells: Sequence[str]) -> list[Annotation]:
    """A concept by the form it is mentioned in; several identifiers share no form."""
    type, id = cells[1], cells[2].strip()
    forms = [form.strip() for form in cells[3].split("|") if form.strip()]
    if not forms or id in NO_IDENTIFIER or ";" in id:
        return []
    known = identifier(id, type)
    return [Annotation(form, type, (known,)) for form in dict.fromkeys(forms)]


def _names_beside(path: Path) -> Names:
    """Concepts of the abstracts that the file's relations are about."""
    beside = _beside(path)
    wanted = {text.partition("\t")[0] for _, text in numbered_lines(path) if text} if beside else ()
    names: Names = {}
    for file in beside:
        for _, text in numbered_lines(file):
            cells = clean_text(text or "").split("\t")
            if cells[0] in wanted and _is_concept(cells):
                for annotation in _annotations(cells)[:1]:
                    names.setdefault((cells[0], annotation.identifiers[0]), annotation)
    return names


def _beside(path: Path) -> list[Path]:
    if "relation" not in path.name:
        return []
    found = (file for file in path.parent.glob("*2pubtator*") if "relation" not in file.name)
    return sorted(file for file in found if file.is_file())


READER = Reader(
    "PubTator 3 bulk files: concepts and relations of PubMed abstracts",
    read,
    recognises,
    origin=Origin.CURATED,
    companions=_beside,
)
