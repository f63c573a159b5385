"""PDF: papers as they were printed; pypdf takes the text out of the pages.

Ligatures are written out, words that a line end breaks are joined, running heads and page numbers
go. A file that is locked, or whose pages are pictures, is skipped with that reason: no text is
recognised in pictures.
"""

import logging
import re
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from graph.citations import doi_of
from graph.vocabulary import Origin
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.reading import DEFAULT_LIMITS, clean_text, whole_content
from hubscope.tables import kind_of
from ingest.article import paper_of, title_sections
from ingest.headings import sections_of_lines, stripped_of_running_heads, without_front
from ingest.items import Record
from ingest.readers.reader import Columns, Reader, Sample

MOST_BYTES = 100 << 20
MOST_SECONDS = 120.0
_FEWEST_LETTERS = 100
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00a0": " "}
)
_DOI = re.compile(r"(?:doi:?\s*|doi\.org/)(10\.\d{4,9}/[^\s\"<>]+[^\s\"<>.,;)\]])", re.IGNORECASE)
_NO_TITLE = re.compile(
    r"untitled.*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|ps)|microsoft word.*|\S*", re.IGNORECASE
)


class _TooSlow(Exception):
    """The time for one file is over."""


def read(path: Path, columns: Columns) -> Iterator[Record]:
    """Yield the paper that a file is, or a Skipped that says why there is no text in it.

    Raises:
        InputError: the file cannot be read, is no PDF (`not_a_pdf`) or a damaged one
            (`damaged_pdf`), or is larger than `MOST_BYTES` (`too_large`).
    """
    kind = kind_of(path)
    if kind == "empty":
        return
    if kind != "pdf":
        raise InputError(f"{path}: no PDF.", reason="not_a_pdf", where=str(path))
    content = whole_content(path, MOST_BYTES)
    try:
        yield _read(content, f"{path}:1", time.monotonic() + MOST_SECONDS)
    # pypdf says so in many ways that a file is not what it should be: also by KeyError and such.
    except Exception as error:
        what = " ".join(str(error).split())[:100] or type(error).__name__
        raise InputError(
            f"{path}: no whole PDF ({what}). Fetch it again, or save it anew.",
            reason="damaged_pdf",
            where=str(path),
        ) from error


def recognises(sample: Sample) -> bool:
    """Whether the file begins as every PDF does."""
    return sample.kind == "pdf"


def _read(content: bytes, where: str, deadline: float) -> Record:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError

    # It warns of every small fault of a file; what matters is whether text comes out.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            return Skipped(where, "encrypted_pdf", 1)
        pages = _pages(reader, deadline)
        title = _title(reader)
    except (DependencyError, FileNotDecryptedError):
        return Skipped(where, "encrypted_pdf", 1)
    except _TooSlow:
        return Skipped(where, "pdf_too_slow", 1)
    if pages is None:
        return Skipped(where, "record_too_large", 1)
    text = "\n".join(pages)
    letters = sum(c.isalpha() for c in text)
    if letters < _FEWEST_LETTERS:
        return Skipped(where, "no_text_layer", 1)
    if letters < 0.4 * len(text):
        return Skipped(where, "unreadable_text_layer", 1)
    return _paper(pages, title, where)


def _pages(reader: Any, deadline: float) -> list[str] | None:
    """Text of every page; None where it is too much."""

    def check(*_: object) -> None:
        if time.monotonic() > deadline:
            raise _TooSlow

    texts: list[str] = []
    chars = 0
    for page in reader.pages:
        check()
        text = page.extract_text(visitor_operand_before=check)
        texts.append(clean_text(text.translate(_LIGATURES)))
        chars += len(text)
        if chars > DEFAULT_LIMITS.record_chars:
            return None
    return texts


def _title(reader: Any) -> str:
    """The title that the file states, "" where it is a file's name or none."""
    stated = getattr(reader.metadata, "title", None)
    title = " ".join(clean_text(str(stated or "").translate(_LIGATURES)).split())
    return "" if _NO_TITLE.fullmatch(title) else title


def _paper(pages: list[str], title: str, where: str) -> Record:
    doi = _DOI.search(pages[0])
    lines = [
        line for page in stripped_of_running_heads(p.split("\n") for p in pages) for line in page
    ]
    return paper_of(
        (*title_sections(title), *without_front(sections_of_lines(lines))),
        title=title,
        identifiers={"doi": doi[1]} if doi and doi_of(doi[1]) else {},
        where=where,
        line=1,
    )


READER = Reader("PDF: papers as printed", read, recognises, origin=Origin.EXTRINSIC, of_papers=True)
