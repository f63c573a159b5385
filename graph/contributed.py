"""What each source contributes, counted from the graph's lines in canonical order, in one pass.

The same figures as a server counts when a source is committed (`neo4j_reading.source_counts`), at a
small part of what counting costs there.
"""

from dataclasses import dataclass, field

from graph.canonical import Line
from graph.fields import known
from graph.vocabulary import Polarity


@dataclass(slots=True)
class Contributed:
    """What one source contributes so far."""

    items: int = 0
    documents: int = 0
    chunks: int = 0
    claims: int = 0
    relations: int = 0
    _concepts: set[str] = field(default_factory=set)
    _claim: str = ""
    _asserted: bool = False

    def counts(self) -> dict[str, int]:
        """The figures by the names that a source has them under in the graph."""
        return {
            "items": self.items,
            "documents": self.documents,
            "chunks": self.chunks,
            "concepts": len(self._concepts),
            "claims": self.claims,
            "relations": self.relations,
        }

    def names(self, concept: str) -> None:
        """A document or an item of the source names a concept."""
        self._concepts.add(concept)

    def attests(self, claim: Line, sign: int) -> None:
        """Evidence of the source attests a claim; the evidence of one claim stands together."""
        if claim["key"] != self._claim:
            self._claim, self._asserted = claim["key"], False
            self.claims += 1
            self._concepts.update((claim["head"], claim["tail"]))
        if not self._asserted:
            polarity = Polarity(claim["polarity"])
            self._asserted = known().makes_edge(claim["relation"], polarity, sign)
            self.relations += self._asserted
