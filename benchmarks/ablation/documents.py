"""Documents that lie beside the claims that cite them, sentence by sentence."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from hubscope.errors import InputError
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, passages
from ingest.corpus import files_beside
from retrieval.sentences import split

Documents = Mapping[str, tuple[str, ...]]

_PACKED = ("", ".gz")
# Sentences of a page: number, tab, text, tab, links.
_LINE = re.compile(r"^(\d+)\t([^\t]*)")


def scifact_corpus(path: Path, notes: list[str]) -> Documents:
    """Abstracts by their number: of `corpus.jsonl`, else of a table of `corpus_id`, `abstract`.

    A table has each abstract as one text; the places of gold sentences are then those of hubscope's
    own sentences, which is noted.

    Raises:
        InputError: neither is there.
    """
    for corpus in files_beside(path, [f"corpus.jsonl{end}" for end in _PACKED]):
        return _abstracts(corpus, "doc_id")
    for table in sorted(path.parent.glob("*.csv")):
        found = _abstracts(table, "corpus_id")
        if found:
            notes.append(
                f"{table.name} has abstracts as one text: the places of gold sentences are counted"
                " over hubscope's own sentences"
            )
            return found
    raise _missing(path, "corpus.jsonl (or a table of corpus_id and abstract)")


def check_covid_corpus(path: Path) -> Documents:
    """Abstracts by `cord_id`.

    Raises:
        InputError: there is no `corpus.json`.
    """
    for corpus in files_beside(path, [f"corpus.json{end}" for end in _PACKED]):
        return _abstracts(corpus, "cord_id")
    raise _missing(path, "corpus.json")


def wiki_pages(path: Path, cited: Collection[str]) -> Documents:
    """The pages that are cited, by name, blank sentences in their places.

    Raises:
        InputError: there are no pages beside.
    """
    files = [
        *files_beside(path, [f"wiki-pages.jsonl{end}" for end in _PACKED]),
        *sorted(path.with_name("wiki-pages").rglob("*.jsonl*")),
    ]
    if not files:
        raise _missing(path, "wiki-pages.jsonl, or the folder wiki-pages,")
    pages: dict[str, tuple[str, ...]] = {}
    for file in files:
        for row in rows(file):
            if isinstance(row, Row) and (name := as_text(row.fields.get("id"))) in cited:
                lines = row.fields.get("lines")
                pages[name] = _numbered(lines if isinstance(lines, str) else "")
    return pages


def _abstracts(corpus: Path, id_field: str) -> Documents:
    found = {}
    for row in rows(corpus):
        if isinstance(row, Row) and (id := as_text(row.fields.get(id_field))):
            abstract = row.fields.get("abstract")
            if isinstance(abstract, list):
                found[id] = tuple(as_text(one) for one in abstract)
            elif text := " ".join(passages(abstract)):
                found[id] = tuple(text[start:end] for start, end in split(text))
    return found


def _numbered(lines: str) -> tuple[str, ...]:
    """Sentences in the places that their numbers say."""
    found = {int(match[1]): match[2] for line in lines.split("\n") if (match := _LINE.match(line))}
    return tuple(found.get(at, "") for at in range(max(found, default=-1) + 1))


def _missing(path: Path, what: str) -> InputError:
    return InputError(
        f"{path}: its claims name documents by id, and {what} is not beside it. Put it there.",
        reason="missing_companion",
        where=str(path),
    )
