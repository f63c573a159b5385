"""PubTator: titles and abstracts with annotated concepts and relations (Wei et al., 2013).

Lines: `PMID|t|title`, `PMID|a|abstract`, tab-separated `PMID start end text type id`, tab-separated
`PMID relation id id`; a blank line between documents. Offsets count over title + one character +
abstract. A mention of several concepts has ids `A|B` and, in a seventh field, their names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.reading import clean_text, numbered_lines
from ingest.annotated import as_relation, identifier
from ingest.items import Annotation, Paper, Record, Section
from ingest.readers.reader import Columns, Reader, Sample

_TEXT_LINE = re.compile(r"(\S+?)\|([ta])\|(.*)")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a document, in file order; a line that cannot be read is a Skipped.

    Raises:
        InputError: the file cannot be read.
    """
    block = _Block()
    for number, text in numbered_lines(path):
        where = f"{path}:{number}"
        if text is None:
            yield Skipped(where, "field_too_large", number)
            continue
        text = clean_text(text)
        heading = _TEXT_LINE.fullmatch(text)
        if not text.strip() or (heading and block.pmid not in ("", heading[1])):
            yield from block.papers()
            block = _Block()
        if heading:
            block.start(heading[1], heading[2], heading[3], where)
        elif text.strip() and (reason := block.add(text.split("\t"))):
            yield Skipped(where, reason, number)
    yield from block.papers()


def recognises(sample: Sample) -> bool:
    """Whether the first line is a title line."""
    found = _TEXT_LINE.fullmatch(sample.head.partition("\n")[0])
    return found is not None and found[2] == "t"


@dataclass(slots=True)
class _Block:
    """The lines of one document, gathered."""

    pmid: str = ""
    title: str = ""
    abstract: str = ""
    where: str = ""
    annotations: list[Annotation] = field(default_factory=list)
    relations: list[tuple[str, str, str]] = field(default_factory=list)
    identifiers: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def start(self, pmid: str, kind: str, text: str, where: str) -> None:
        self.pmid = pmid
        self.where = self.where or where
        if kind == "t":
            self.title = text
        else:
            self.abstract = text

    def add(self, cells: list[str]) -> str | None:
        """Take an annotation or a relation; the reason if it is neither."""
        if not self.pmid or cells[0] != self.pmid:
            return "no_document"
        match cells[1:]:
            case [start, end, form, type, *more] if start.isdecimal() and end.isdecimal():
                ids = more[0] if more else ""
                self._annotate(int(start), form, type, ids, more[1] if len(more) > 1 else "")
            case [relation, head, tail, *_] if relation and not relation.isdecimal():
                self.relations.append((relation, head.strip(), tail.strip()))
            case _:
                return "not_an_annotation"
        return None

    def papers(self) -> Iterator[Record]:
        if not self.pmid:
            return
        sections = (Section(self.title, label="title"), Section(self.abstract, label="abstract"))
        found = [
            as_relation(
                word,
                self._end(head),
                self.types.get(head, ""),
                self._end(tail),
                self.types.get(tail, ""),
            )
            for word, head, tail in self.relations
        ]
        yield from (Skipped(self.where, one) for one in found if isinstance(one, str))
        yield Paper(
            sections=sections if self.abstract else sections[:1],
            title=self.title.strip(),
            pmid=self.pmid if self.pmid.isdecimal() else None,
            annotations=tuple(self.annotations),
            relations=tuple(one for one in found if not isinstance(one, str)),
            where=self.where,
        )

    def _annotate(self, start: int, form: str, type: str, ids: str, names: str) -> None:
        each = [id.strip() for id in re.split(r"[|;,]", ids)]
        forms = [name.strip() for name in names.split("|")]
        if len(forms) != len(each) or not all(forms):
            forms = [form] * len(each)
        for id, name in zip(each, forms, strict=True):
            known = identifier(id, type)
            if known:
                self.identifiers[id] = known
                self.types[id] = type
            # A name spelled out ("hepatic failure" of "hepatic and renal failure") stands nowhere.
            section, at = self._place(start + max(form.find(name), 0), name)
            ids_known = (known,) if known else ()
            self.annotations.append(Annotation(name, type, ids_known, section, at))

    def _place(self, start: int, form: str) -> tuple[int | None, int | None]:
        """Section and offset there; none where the text says something else at that place."""
        offset = len(self.title) + 1
        section, text = (0, self.title) if start < offset else (1, self.abstract)
        at = start if section == 0 else start - offset
        return (section, at) if text.startswith(form, at) else (None, None)

    def _end(self, id: str) -> str:
        return self.identifiers.get(id) or identifier(id, "")


READER = Reader(
    "PubTator: annotated titles and abstracts with relations",
    read,
    recognises,
    origin=Origin.CURATED,
)
