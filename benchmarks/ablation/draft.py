"""A claim as its record has it, before it is known to be of use, and what its label means."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.vocabulary import Polarity, Verdict
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.records import Row
from hubscope.tables import rows
from ingest.answers import as_text, decision_of, passages, yes_no_maybe
from ingest.wikipedia import plain
from retrieval.sentences import split

Fields = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Draft:
    """A claim as its record has it; what is wrong with it is said in `fault`."""

    id: str
    claim: str
    verdict: Verdict | None
    sentences: tuple[str, ...] = ()
    gold_sets: tuple[tuple[int, ...], ...] = ()
    document: str = ""
    where: str = ""
    fault: str = ""


Notes = list[str]


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of records.

    Attributes:
        recognises: whether a record is of it.
        read: drafts and skipped records of a file, in order; what readers of figures have to know
            is added to the notes.
    """

    name: str
    about: str
    recognises: Callable[[Fields], bool]
    read: Callable[[Path, Notes], Iterator[Draft | Skipped]]


def verdict_of(label: Json) -> Verdict | None:
    """What a label means; None for a word that is none.

    >>> verdict_of("REFUTES"), verdict_of("NOT ENOUGH INFO"), verdict_of("partially_supported")
    (<Verdict.REFUTED: 'REFUTED'>, <Verdict.UNVERIFIABLE: 'UNVERIFIABLE'>, None)
    """
    decision = decision_of(label)
    if decision is not None:
        return Verdict.SUPPORTED if decision is Polarity.POSITIVE else Verdict.REFUTED
    word = as_text(label)
    is_open = yes_no_maybe(word) == "maybe" or word.casefold() in _OPEN
    return Verdict.UNVERIFIABLE if is_open else None


# WiCE says of a claim that its text is not supported, not that it is wrong.
_OPEN = {"not_enough_info", "not_supported", "not enough"}


def sentences_of(value: Json) -> tuple[str, ...]:
    """Sentences as a list gives them, or those of a text.

    >>> sentences_of("It fell. It rose."), sentences_of(["It fell. It rose."])
    (('It fell.', 'It rose.'), ('It fell. It rose.',))
    """
    if isinstance(value, list):
        return tuple(plain(as_text(part) or " ".join(passages(part))) for part in value)
    text = plain(as_text(value))
    return tuple(text[start:end] for start, end in split(text))


def each(draft: Callable[[Row], Draft], path: Path, notes: Notes) -> Iterator[Draft | Skipped]:
    """A draft of each record of a file; `notes` takes none."""
    for row in rows(path):
        yield row if isinstance(row, Skipped) else draft(row)


def places_of(value: Json) -> tuple[int, ...]:
    """The places that a list holds; what is no number is none.

    >>> places_of([2, True, "3", None])
    (2,)
    """
    parts = value if isinstance(value, list) else []
    return tuple(one for one in parts if isinstance(one, int) and not isinstance(one, bool))
