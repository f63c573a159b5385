"""MEDLINE text: citations as PubMed exports them for reference managers (`.nbib`, `.txt`).

A field begins with its tag, a hyphen and a space; longer ones go on in indented lines. A record
begins with `PMID- `. Biopython takes the fields apart.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from Bio import Medline

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.reading import DEFAULT_LIMITS, clean_text, numbered_lines
from ingest.article import labelled, paper_of, title_sections
from ingest.items import Annotation, Record
from ingest.readers.reader import Columns, Reader, Sample

_FIELD = re.compile(r"[A-Z][A-Z0-9]{1,3} *- ?.*")
_FIRST = re.compile(r"PMID *- ")
_INDENT = " " * 6
_IDENTIFIER = re.compile(r"(\S+) \[(doi|pii|bookaccession)\]")


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield one paper a citation, in file order.

    Raises:
        InputError: the file cannot be read.
    """
    block = _Block()
    for number, line in numbered_lines(path):
        if line is None:
            block.fault = block.fault or "field_too_large"
            continue
        line = clean_text(line).rstrip()
        if _FIRST.match(line):
            yield from block.papers(path)
            block = _Block(number)
        block.add(line)
    yield from block.papers(path)


def recognises(sample: Sample) -> bool:
    """Whether the first line is the first field of a citation."""
    return sample.kind in ("text", "table") and _FIRST.match(sample.head) is not None


@dataclass(slots=True)
class _Block:
    """The lines of one citation, gathered."""

    line: int = 1
    fault: str = ""
    _lines: list[str] = field(default_factory=list)
    _chars: int = 0

    def add(self, line: str) -> None:
        if not line.strip() or self.fault:
            return
        self._chars += len(line)
        if not _FIELD.match(line) and not (line.startswith(_INDENT) and self._lines):
            self.fault = "not_medline"
        elif self._chars > DEFAULT_LIMITS.record_chars:
            self.fault = "record_too_large"
        else:
            self._lines.append(line)

    def papers(self, path: Path) -> Iterator[Record]:
        where = f"{path}:{self.line}"
        if self.fault:
            yield Skipped(where, self.fault, self.line)
        elif self._lines:
            yield _paper(_fields(self._lines), where, self.line)


def _fields(lines: list[str]) -> Any:
    return Medline.read(lines)  # type: ignore[no-untyped-call]


def _paper(record: Any, where: str, line: int) -> Record:
    title = _text(record, "TI") or _text(record, "BTI") or _text(record, "CTI")
    title = title[1:].rstrip(".").removesuffix("]") if title.startswith("[") else title
    return paper_of(
        (*title_sections(title), *labelled("", _text(record, "AB"))),
        title=title,
        identifiers=_identifiers(record),
        where=where,
        line=line,
        kinds=_texts(record, "PT"),
        links=[name for name in ("RIN", "ROF", "ECI", "EIN") if name in record],
        annotations=tuple(_headings(record)),
    )


def _texts(record: Any, name: str) -> list[str]:
    value = record.get(name, [])
    return [value] if isinstance(value, str) else list(value)


def _text(record: Any, name: str) -> str:
    return " ".join(" ".join(_texts(record, name)).split())


def _identifiers(record: Any) -> dict[str, str]:
    found = {"pmid": _text(record, "PMID"), "pmcid": _text(record, "PMC")}
    for name in ("AID", "LID"):
        for text in _texts(record, name):
            for one in _IDENTIFIER.finditer(text):
                found.setdefault(one[2], one[1])
    return found


def _headings(record: Any) -> Iterator[Annotation]:
    """Main headings without qualifiers, each once; the star marks the major ones."""
    forms = [text.partition("/")[0].lstrip("*") for text in _texts(record, "MH")]
    for form in dict.fromkeys(filter(None, forms)):
        yield Annotation(form, type="MeSH")


READER = Reader(
    "MEDLINE text: citations of reference managers",
    read,
    recognises,
    origin=Origin.EXTRINSIC,
    of_papers=True,
)
