"""What several tests of extraction need: one lexicon, and a text read with it."""

from functools import cache

from graph.vocabulary import LIFE_SCIENCE
from ingest.extraction import Extractor
from ingest.lexicon import Lexicon, load_lexicon
from ingest.seeds import Local
from ingest.triples import Statement, statements


@cache
def lexicon() -> Lexicon:
    return load_lexicon()


@cache
def extractor() -> Extractor:
    return Extractor(LIFE_SCIENCE, lexicon())


def read(sentence: str, local: Local | None = None) -> list[Statement]:
    """Statements of one sentence."""
    seeds = extractor().seeds
    tokens, mentions = seeds.find(sentence, local or seeds.local([sentence]))
    return statements(sentence, tokens, mentions, lexicon())


def triples(sentence: str) -> list[tuple[str, str, str]]:
    """Head, relation, tail of one sentence; a denied one has "not" before its relation."""
    found = []
    for one in read(sentence):
        meaning = extractor().meaning(one)
        head, tail = one.head.entry.name, one.tail.entry.name
        if meaning.exchanged:
            head, tail = tail, head
        sign = " (-)" if meaning.sign < 0 else ""
        denied = "not " if one.polarity == "negative" else ""
        found.append((head.lower(), f"{denied}{meaning.relation}{sign}", tail.lower()))
    return found
