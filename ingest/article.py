"""What readers of papers share: sections with their guards, and a paper of what was found."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.citations import doi_of, pmcid_of, pmid_of
from hubscope.files import Skipped
from ingest.abstracts import is_asserted, sections_of
from ingest.items import Annotation, Paper, Record, Section
from retrieval.notices import notices_of, reports_nothing

TITLE = "title"
CAPTION = "caption"
PARAGRAPH = "\n\n"  # ends a sentence, whatever stands before it

# The part at the top decides for all parts in it: "Results / Patients" tells findings, too.
_TOLD = re.compile("abstract|background|introduc|result|finding|discuss|conclu|case", re.IGNORECASE)
_DONE = re.compile(
    r"\bstatistic|\bprocedure|\bexperimental (?:section|design)|\bprotocol", re.IGNORECASE
)


def title_sections(title: str) -> tuple[Section, ...]:
    """The title as a section; one that asks states nothing."""
    asks = title.rstrip().endswith("?")
    return (Section(title, label=TITLE, quotable=not asks),) if title else ()


def labelled(label: str, text: str) -> tuple[Section, ...]:
    """A part of an abstract by its heading; without one, cut at the headings in its text."""
    if not text:
        return ()
    if label:
        return (Section(text, label=label, quotable=is_asserted(label)),)
    return sections_of(text)


def asserted_path(path: Sequence[str]) -> bool:
    """Whether a section states what was found, by its heading and those above it.

    >>> asserted_path(["Results", "Patients"]), asserted_path(["Methods", "Results of the search"])
    (True, False)
    >>> asserted_path(["Statistical analysis"])
    False
    """
    if not path:
        return True
    if _DONE.search(path[0]):
        return False
    if _TOLD.search(path[0]) and is_asserted(path[0]):
        return True
    return all(map(is_asserted, path))


def paper_of(
    sections: Sequence[Section],
    *,
    title: str,
    identifiers: dict[str, str],
    where: str,
    line: int,
    kinds: Iterable[str] = (),
    links: Iterable[str] = (),
    annotations: tuple[Annotation, ...] = (),
) -> Record:
    """A paper, or a Skipped where there is nothing to read in it.

    Args:
        sections: in order, the title's among them.
        title: as the paper is called.
        identifiers: `doi`, `pmid`, `pmcid` as written; what is none of these is left out.
        where: file:line.
        line: the same line.
        kinds: publication or article types.
        links: kinds of links to other papers.
        annotations: concepts that the source names.
    """
    if not any(section.text for section in sections):
        return Skipped(where, "no_text", line)
    notices = notices_of(title, list(kinds), list(links))
    if reports_nothing(notices):
        sections = [replace(section, quotable=False) for section in sections]
    return Paper(
        sections=tuple(sections),
        title=title,
        doi=doi_of(identifiers.get("doi", "")),
        pmid=pmid_of(identifiers.get("pmid", "")),
        pmcid=pmcid_of(identifiers.get("pmcid", "")),
        notices=notices,
        annotations=annotations,
        where=where,
    )
