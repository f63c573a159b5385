"""A mention: a stretch of a text that names a concept."""

from dataclasses import dataclass

from ingest.lexicon import Entry


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens `first` up to `last` (left out), characters `start` up to `end`, name a concept.

    `step` is the rule that found it: annotation, local, formula, lexicon, symbol, shape, head
    (grown to the right), compound (grown to the left).
    """

    first: int
    last: int
    start: int
    end: int
    entry: Entry
    step: str
