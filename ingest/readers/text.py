"""Plain text and Markdown: one paper a file, cut at its headings.

The first line is the title where it stands alone; lines such as `doi: 10...` or `PMID: 1` near the
beginning say which paper it is.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from graph.vocabulary import Origin
from hubscope.files import Skipped
from hubscope.reading import DEFAULT_LIMITS, clean_text, numbered_lines
from ingest.article import paper_of, title_sections
from ingest.headings import sections_of_lines, without_front
from ingest.items import Record
from ingest.readers.reader import Columns, Reader, Sample

_FEWEST_WORDS = 40
_FEWEST_SENTENCES = 2
_SENTENCE_END = re.compile(r"[a-z0-9)\]”\"'][.!?](?=\s|$)")
_WORD = re.compile(r"[(\[\"'“‘*_]*[A-Za-zÀ-ÿ][a-zà-ÿ'’-]*[,.;:!?)\]\"'”’*_]*")
_FIELD = re.compile(r"^[A-Z][A-Z0-9]{1,3} *- ", re.MULTILINE)
_CITED = re.compile(r"\W*(doi|pmid|pmcid)\s*[:=]\s*(\S+?)[\s.,;]*", re.IGNORECASE)
_LOOKED_AT = 20_000
_TOP_LINES = 30
_LONGEST_TITLE = 250


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield the paper that a file is.

    Raises:
        InputError: the file cannot be read.
    """
    lines: list[str] = []
    chars = 0
    for number, line in numbered_lines(path):
        chars += len(line or "")
        if line is None or chars > DEFAULT_LIMITS.record_chars:
            yield Skipped(f"{path}:{number}", "record_too_large", number)
            return
        lines.append(clean_text(line).rstrip())
    first = next((number for number, line in enumerate(lines, 1) if line), 0)
    if first:
        yield _paper(lines, f"{path}:{first}", first)


def recognises(sample: Sample) -> bool:
    """Whether the file is prose: sentences, not rows."""
    if sample.kind not in ("text", "table") or sample.named_as_table:
        return False
    head = sample.head[:_LOOKED_AT]
    words = head.split()
    # A NUL stands in archives and other files that only happen to be UTF-8.
    if len(words) < _FEWEST_WORDS or "\0" in head:
        return False
    if _has_columns(head.split("\n")) or len(_FIELD.findall(head)) > 1:
        return False
    plain = sum(_WORD.fullmatch(word) is not None for word in words)
    sentences = len(_SENTENCE_END.findall(head))
    return sentences >= _FEWEST_SENTENCES and plain > 0.6 * len(words)


def _has_columns(lines: Sequence[str]) -> bool:
    """Whether the first lines hold the same number of cells."""
    rows = [line for line in lines if line.strip()][:6]
    for mark in ("\t", ",", ";"):
        counts = {row.count(mark) for row in rows}
        if len(rows) > 1 and len(counts) == 1 and counts != {0}:
            return True
    return sum("\t" in row.strip() for row in rows) > 1


def _paper(lines: list[str], where: str, line: int) -> Record:
    title, rest = _split_title(lines)
    identifiers: dict[str, str] = {}
    for text in lines[:_TOP_LINES]:
        if found := _CITED.fullmatch(text):
            identifiers.setdefault(found[1].lower(), found[2])
    body = [text for text in rest if not _CITED.fullmatch(text)]
    return paper_of(
        (*title_sections(title), *without_front(sections_of_lines(body))),
        title=title,
        identifiers=identifiers,
        where=where,
        line=line,
    )


def _split_title(lines: list[str]) -> tuple[str, list[str]]:
    """The title, "" without one, and the lines after it."""
    start = next((at for at, line in enumerate(lines) if line.strip()), 0)
    first = lines[start].strip()
    title = first.lstrip("# ").strip("*_ ")
    alone = first.startswith("# ") or start + 1 >= len(lines) or not lines[start + 1].strip()
    if alone and len(title) <= _LONGEST_TITLE and not title.endswith((".", ":", ";", ",")):
        return title, lines[start + 1 :]
    return "", lines[start:]


READER = Reader(
    "Plain text: one paper a file", read, recognises, origin=Origin.EXTRINSIC, of_papers=True
)
