"""Papers on disk: text, Markdown, HTML, JATS and PDF in a folder, searched without a network.

A search ranks by the words that query and paper share, rare ones first (TF-IDF). A file
that cannot be read is left out with a warning; ids are paths within the folder, and none leads out.
"""

import logging
import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from hubscope.errors import HubscopeError
from hubscope.keys import digest
from hubscope.reading import clean_text, whole_content
from hubscope.tokens import tokenize
from retrieval.connectors.connector import Document, Failed, Found, Part, Record, missing
from retrieval.connectors.jats import Origin, articles
from retrieval.connectors.reach import Reach
from retrieval.decoding import decoded, without_unseen
from retrieval.network import UNFORESEEN
from retrieval.page_text import page_text

log = logging.getLogger(__name__)

NAME = "folder"
MOST_FILES = 20_000
MOST_BYTES = 50 << 20
_ORIGIN = Origin(NAME, "doi")
_LONGEST_TITLE = 300


@dataclass(frozen=True, slots=True)
class _Paper:
    """A file with its words: how often each stands in it, and the length of their vector."""

    path: Path
    words: Counter[str]


class Folder:
    """The papers below a folder. What is there when it is first searched is what is found."""

    name = NAME

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._papers: list[_Paper] | None = None

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Papers that share words with a query; files say no day, so `until` leaves none out."""
        if (failed := self._missing()) is not None:
            return failed
        papers = self._read()
        asked = Counter(_words(query))
        holding = Counter(word for paper in papers for word in asked if word in paper.words)
        rarity = {word: math.log(1 + len(papers) / n) for word, n in holding.items()}
        scored = [(_score(asked, paper.words, rarity), paper.path) for paper in papers]
        best = sorted((-score, path) for score, path in scored if score > 0)
        records = (self._record(path) for _, path in best[:limit])
        return Found(tuple(one for one in records if one is not None), len(best))

    def fetch(self, id: str) -> Document | Failed:
        """A paper by its path within the folder."""
        if (failed := self._missing()) is not None:
            return failed
        try:
            path = self._inside(id)
            return self._document(path) if path else missing(NAME, id)
        except (HubscopeError, OSError, *UNFORESEEN) as error:
            return Failed(NAME, "unreadable", f"{id[:200]!r}: {error}")

    def _inside(self, id: str) -> Path | None:
        """The file that an id names, None if it is none or leads out of the folder."""
        home = self._home.resolve()
        path = (home / id).resolve()
        fits = path.is_relative_to(home) and path.suffix.lower() in READ and path.is_file()
        return path if fits else None

    @property
    def _home(self) -> Path:
        assert self._path is not None
        return self._path

    def _missing(self) -> Failed | None:
        if self._path is None:
            return Failed(NAME, "no_folder", "no folder of papers: set HUBSCOPE_PAPERS.")
        if not self._path.is_dir():
            return Failed(NAME, "no_folder", f"{self._path}: no such folder.")
        return None

    def _read(self) -> list[_Paper]:
        """Every paper with its words; read once."""
        with self._lock:
            if self._papers is None:
                self._papers = list(self._all())
            return self._papers

    def _all(self) -> Iterator[_Paper]:
        home = self._home.resolve()
        for n, path in enumerate(sorted(_files(home))):
            if n >= MOST_FILES:
                log.warning("%s: more than %d papers; the rest is not searched", home, MOST_FILES)
                return
            try:
                document = self._document(path)
            except (HubscopeError, OSError, *UNFORESEEN) as error:
                log.warning("%s: left out: %s", path, error)
                continue
            yield _Paper(path, Counter(_words(f"{document.record.title} {document.text}")))

    def _record(self, path: Path) -> Record | None:
        try:
            return self._document(path).record
        except (HubscopeError, OSError, *UNFORESEEN):  # gone or changed since it was read
            return None

    def _document(self, path: Path) -> Document:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"larger than {MOST_BYTES} bytes")
        document = READ[path.suffix.lower()](path)
        id = path.relative_to(self._home.resolve()).as_posix()
        title = document.record.title[:_LONGEST_TITLE] or path.stem
        first = document.record.abstract or next((part.text for part in document.parts), "")
        record = replace(document.record, source=NAME, id=id, title=title, abstract=first[:2000])
        return replace(document, record=record)


def folder_digest(path: Path | None) -> str:
    """What tells a folder of papers from the same one after a change: names, sizes, times."""
    if path is None or not path.is_dir():
        return digest(["folder", None])
    home = path.resolve()
    files = [
        [one.relative_to(home).as_posix(), (stat := one.stat()).st_size, stat.st_mtime_ns]
        for one in sorted(_files(home))
    ]
    return digest(["folder", str(home), files])


def _files(home: Path) -> Iterator[Path]:
    for path in home.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(home).parts)
        if hidden or path.suffix.lower() not in READ or not path.is_file():
            continue
        # A link may lead out of the folder; what it leads to is not in it.
        if path.resolve().is_relative_to(home):
            yield path


def _words(text: str) -> Iterator[str]:
    return (token.fold for token in tokenize(text) if token.is_word and len(token.fold) > 1)


def _score(asked: Counter[str], words: Counter[str], rarity: dict[str, float]) -> float:
    """Cosine of query and paper over the words of the query, damped for long papers."""
    shared = sum(
        n * rarity[word] ** 2 * (1 + math.log(words[word]))
        for word, n in asked.items()
        if word in words
    )
    return shared / math.sqrt(1 + sum(words.values())) if shared else 0.0


def _plain(path: Path) -> Document:
    text = decoded(path.read_bytes())
    title, _, rest = text.strip().partition("\n")
    if not rest.strip():
        title, rest = "", text
    return Document(Record(NAME, "", title.lstrip("# ").strip()), _parts(rest), "text", text)


def _page(path: Path) -> Document:
    page = page_text(decoded(path.read_bytes(), markup=True))
    return Document(Record(NAME, "", page.title), _parts(page.text), "text", page.text)


def _jats(path: Path) -> Document:
    content = whole_content(path, MOST_BYTES)
    found = next(articles(decoded(content), _ORIGIN), None)
    if found is None:
        raise ValueError("XML, but no article (JATS)")
    return found


def _pdf(path: Path) -> Document:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        reader = PdfReader(path)
        texts = [without_unseen(clean_text(page.extract_text())) for page in reader.pages]
        title = without_unseen(str(reader.metadata.title or "")) if reader.metadata else ""
    except (PyPdfError, DependencyError, OSError, *UNFORESEEN) as error:
        raise ValueError(f"a PDF that cannot be read ({type(error).__name__})") from error
    text = "\n".join(texts).strip()
    if not text:
        raise ValueError("a PDF without text: scanned?")
    return Document(Record(NAME, "", " ".join(title.split())), _parts(text), "text", text)


def _parts(text: str) -> tuple[Part, ...]:
    return (Part(text.strip()),) if text.strip() else ()


READ: dict[str, Callable[[Path], Document]] = {
    ".txt": _plain,
    ".md": _plain,
    ".html": _page,
    ".htm": _page,
    ".xml": _jats,
    ".nxml": _jats,
    ".pdf": _pdf,
}


def open_folder(reach: Reach) -> Folder:
    """The folder of the settings."""
    return Folder(reach.settings.papers)
