"""The tier of what an agent saw itself: what its tools gave it is the evidence of its claims.

It tells what was misread or made up from what was read rightly, and nothing of whether the tools
were right. What is judged on is kept in the graph as a source of the run (found.py).
"""

import re
from collections.abc import Sequence
from functools import cache

from retrieval.connectors.connector import Part
from retrieval.decoding import without_unseen
from retrieval.evidence import TierName
from retrieval.found import FoundText, Shelf, chunks_of
from retrieval.page_text import page_text
from retrieval.tiers import Candidates, TierRequest

FINGERPRINT = "1"
# Tools of agents hand over whole pages; of one only what a reader would see is evidence.
_PAGE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE\s+html\b|<html\b)", re.IGNORECASE)


class ObservedTier:
    """Each claim's own agent's observations."""

    name = TierName.OBSERVED

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def candidates(self, requests: Sequence[TierRequest]) -> list[Candidates]:
        """Chunks of what was observed before each claim; all are in graph and index afterwards.

        Raises:
            HubscopeError: they cannot be written.
        """
        seen = {text for request in requests for text in request.observed}
        documents = {text: made for text in sorted(seen) if (made := _document(text)).parts}
        self._shelf.keep(documents.values())
        keys = {text: [one.key for one in chunks_of([made])] for text, made in documents.items()}

        @cache
        def of(observed: tuple[str, ...]) -> Candidates:
            found = [key for text in observed for key in keys.get(text, ())]
            return Candidates(tuple(dict.fromkeys(found)))

        return [of(request.observed) for request in requests]


def _document(observation: str) -> FoundText:
    """An observation as a document; it is known by its content, whoever saw it."""
    text = without_unseen(observation)
    text = page_text(text).text if _PAGE.match(text) else text.strip()
    parts = (Part(text),) if text else ()
    return FoundText(TierName.OBSERVED, "", "what a tool gave an agent", parts)
