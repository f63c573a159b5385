"""Corpora: the abstracts that lie in a file beside the claims that cite them."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from hubscope.errors import InputError
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.abstracts import sections_of
from ingest.answers import as_text, passages
from ingest.items import Paper


def files_beside(path: Path, names: Sequence[str]) -> list[Path]:
    """The files of these names in a file's folder that are there, itself left out."""
    found = (path.with_name(name) for name in names)
    return [file for file in found if file.exists() and file != path]


def needed(path: Path, beside: list[Path], what: str) -> list[Path]:
    """The files that a file cannot be read without; `what` says in a sentence which those are.

    Raises:
        InputError: none of them is there (`missing_companion`).
    """
    if not beside:
        raise InputError(f"{path}: {what}", reason="missing_companion", where=str(path))
    return beside


def companion_only(path: Path, what: str) -> InputError:
    """The error of a file that is read from beside another one, and was given alone."""
    return InputError(f"{path}: {what}", reason="companion_only", where=str(path))


def cited_papers(
    corpus: Path | None, *, id_field: str, cited: Collection[str]
) -> Mapping[str, Paper]:
    """The papers of a corpus that are cited, by their id in it; none where there is no corpus.

    Raises:
        InputError: the corpus cannot be read.
    """
    if corpus is None:
        return {}
    papers = {}
    for row in rows(corpus):
        if isinstance(row, Row) and (id := as_text(row.fields.get(id_field))) in cited:
            papers[id] = paper_of(row.fields, row.where)
    return papers


def paper_of(fields: Mapping[str, Json], where: str) -> Paper:
    """A record of `title` and `abstract`, the abstract as one text or a list of sentences."""
    text = " ".join(passages(fields.get("abstract")))
    return Paper(sections_of(text), title=as_text(fields.get("title")), where=where)


def absent_paper(corpus_name: str, id: str, where: str) -> Paper:
    """A paper of which only its id in a corpus is known, so that its claims share a document.

    Two claims on one paper are no two independent sources, whether its text is there or not.
    """
    return Paper((), title=f"{corpus_name} paper {id}", where=where)
