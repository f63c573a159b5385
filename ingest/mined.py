"""A text with its tokens and concepts, and the cuts of it that extraction works on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hubscope.tokens import Token
from ingest.lexicon import Entry
from ingest.seeds import Mention
from retrieval.sentences import split


@dataclass(frozen=True, slots=True)
class Mined:
    """A text, its tokens and its concepts; mentions count in these tokens."""

    text: str
    tokens: list[Token]
    mentions: list[Mention]

    @property
    def entries(self) -> set[Entry]:
        """The concepts that are mentioned."""
        return {mention.entry for mention in self.mentions}

    def sentences(self) -> Iterator["Mined"]:
        """One a sentence; offsets still count in the whole text."""
        first = 0
        for start, end in split(self.text):
            while first < len(self.tokens) and self.tokens[first].start < start:
                first += 1
            last = first
            while last < len(self.tokens) and self.tokens[last].end <= end:
                last += 1
            yield self.cut(first, last)
            first = last

    def cut(self, first: int, last: int) -> "Mined":
        """Tokens `first` up to `last` (left out) with the mentions that lie wholly in them."""
        mentions = [
            replace(mention, first=mention.first - first, last=mention.last - first)
            for mention in self.mentions
            if first <= mention.first and mention.last <= last
        ]
        return Mined(self.text, self.tokens[first:last], mentions)

    def after(self, other: "Mined") -> "Mined":
        """This cut read behind another of the same text."""
        n = len(other.tokens)
        moved = [replace(m, first=m.first + n, last=m.last + n) for m in self.mentions]
        return Mined(self.text, [*other.tokens, *self.tokens], [*other.mentions, *moved])

    def mentioning_within(self, start: int, end: int) -> "Mined":
        """The whole text with the mentions of characters `start` up to `end` only."""
        kept = [m for m in self.mentions if start <= m.start and m.end <= end]
        return Mined(self.text, self.tokens, kept)
