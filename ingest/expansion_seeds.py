"""Seeds of the outward search: concepts that a benchmark's own items ask about, as queries.

A query is made of its seed alone, so that two benchmarks that share a seed share its search.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from graph.model import Concept, Contribution
from graph.vocabulary import OTHER, ConceptType, MentionRole
from hubscope.files import Skipped
from ingest.lexicon import Guards

# What an item asks about; what its papers and wrong options name leads elsewhere.
_ASKED = (MentionRole.STEM, MentionRole.ANSWER)
# A single word of these ("blood", "mortality", "learning") is the topic of no search.
_BROAD = frozenset(("TissueRegion", "ClinicalEndpoint", OTHER))
_GENE_SYMBOLS = frozenset(("Gene", "RNA"))
_ABBREVIATION = re.compile(r"[^a-z\s]*(?:[A-Z][^a-z\s]*){2,}|\S*\d\S*")
# What services take for their own syntax.
_SYNTAX = re.compile(r"[\[\](){}\"*:~^\\|]+")
_INVERTED = re.compile(r"([^,]+), ([^,]+)")

TOO_GENERAL = "too_general"


@dataclass(frozen=True, slots=True)
class Seed:
    """What is searched for.

    Attributes:
        query: as it is sent: in lower case, so that spellings share one search.
        n_items: how many items ask about it.
    """

    query: str
    n_items: int


@dataclass(frozen=True, slots=True)
class Seeds:
    """Seeds, those of most items first, ties by query; concepts that are none, and why."""

    seeds: tuple[Seed, ...] = ()
    left_out: tuple[Skipped, ...] = ()


def seeds_of(parts: Iterable[Contribution], guards: Guards) -> Seeds:
    """The seeds of what a benchmark contributes; a source without items has none.

    Args:
        parts: its contributions.
        guards: words that name nothing.
    """
    asking: dict[str, set[str]] = {}
    general: dict[str, Concept] = {}
    for part in parts:
        concepts = {one.key: one for one in part.concepts}
        for mention in part.mentions:
            if mention.role not in _ASKED:
                continue
            concept = concepts[mention.concept]
            if is_searchable(concept.name, concept.type, guards):
                query = query_of(concept.name, concept.type)
                asking.setdefault(query, set()).add(mention.item)
            else:
                general[concept.key] = concept
    counts = Counter({query: len(items) for query, items in asking.items()})
    seeds = [Seed(*one) for one in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
    names = sorted({f"{one.name} ({one.type})" for one in general.values()})
    return Seeds(tuple(seeds), tuple(Skipped(f"seed {name}", TOO_GENERAL) for name in names))


def is_searchable(name: str, type: ConceptType, guards: Guards) -> bool:
    """Whether papers about a concept can be found by its name.

    >>> is_searchable("Blood", ConceptType("TissueRegion"), Guards())
    False
    >>> is_searchable("HIV", ConceptType("Other"), Guards())
    True
    """
    words = _words(name)
    if len(words) != 1:
        return bool(words)
    if guards.blocks(words[0].casefold()) or len(words[0]) < 2:
        return False
    return type not in _BROAD or bool(_ABBREVIATION.fullmatch(words[0]))


def query_of(name: str, type: ConceptType) -> str:
    """The words to search for: a heading put right way round, a gene said to be one.

    >>> query_of("Tomography, X-Ray Computed", ConceptType("Other"))
    'x-ray computed tomography'
    >>> query_of("ACE", ConceptType("Gene"))
    'ace gene'
    """
    turned = _INVERTED.fullmatch(name)
    words = _words(f"{turned[2]} {turned[1]}" if turned else name)
    if type in _GENE_SYMBOLS and len(words) == 1:
        words.append("gene")
    return " ".join(words).casefold()


def _words(name: str) -> list[str]:
    return _SYNTAX.sub(" ", name).split()
