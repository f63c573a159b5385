"""Connectors: one interface to services and folders of papers; found, empty, failed are three."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

from retrieval.http import FetchError
from retrieval.network import UNFORESEEN

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """A paper or a page as a search shows it.

    Attributes:
        source: the connector that found it.
        id: what its `fetch` takes.
        year: of publication, None if it is not said.
        issn: of the journal, as `1234-5678`.
        retracted: withdrawn by its publisher, or by its authors.
        impact: citations a paper of the journal (two years), None = not known.
        also: other connectors that found it, sorted.
    """

    source: str
    id: str
    title: str
    abstract: str = ""
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    year: int | None = None
    venue: str = ""
    issn: tuple[str, ...] = ()
    url: str = ""
    retracted: bool = False
    impact: float | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, best first; no records = the service looked and has nothing.

    Attributes:
        total: how many the service has, None if it does not say.
    """

    records: tuple[Record, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """That something could not be looked up; never to be taken for nothing being there.

    Attributes:
        reason: a stable word (see `FetchError`; `not_found`: the service has no such document).
    """

    source: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a document; `label` as written, "" without one."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document with its text, and as the service gave it.

    Attributes:
        parts: its text in order, the title not among them.
        format: name of the reader (ingest.readers) that reads `payload`, "" without one.
        payload: the service's own answer about this document alone.
    """

    record: Record
    parts: tuple[Part, ...] = ()
    format: str = ""
    payload: str = ""

    @property
    def text(self) -> str:
        """All of its text, a blank line between parts."""
        return "\n\n".join(part.text for part in self.parts)


class Connector(Protocol):
    """A service, or a folder. Neither method raises for what a service does."""

    @property
    def name(self) -> str:
        """Its name in CONNECTORS."""

    def search(self, query: str, limit: int = 5, *, until: date | None = None) -> Found | Failed:
        """Records that fit a query, best first.

        Args:
            query: words, or the service's own syntax.
            limit: most records.
            until: nothing published after this day, where the service knows days.
        """

    def fetch(self, id: str) -> Document | Failed:
        """The document that a record's id names."""


def attempt(source: str, action: Callable[[], T]) -> T | Failed:
    """What an action gives, or what it failed with."""
    try:
        return action()
    except FetchError as error:
        return Failed(source, error.reason, str(error))
    except UNFORESEEN as error:
        # One document of another shape must not end a run; whoever looks for the fault finds it.
        log.warning("%s: something that cannot be read", source, exc_info=True)
        message = f"{source} gave something that cannot be read ({type(error).__name__})."
        return Failed(source, "unreadable", message)


def missing(source: str, id: str) -> Failed:
    """What a fetch gives for a document that the service does not have."""
    return Failed(source, "not_found", f"{source} has no document {id[:80]!r}.")
