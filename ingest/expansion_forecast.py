"""What an outward search will take, said before anything is asked.

What is remembered is counted as it is. For the rest, a seed is taken to give what seeds gave the
last time in the same services; where there was no last time, what is usual there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from ingest.expansion import examined
from ingest.expansion_memory import Yield
from ingest.expansion_papers import Papers, worth_reading
from ingest.expansion_reading import PaperReading
from ingest.expansion_search import RELATED, OutwardSearch
from ingest.extraction import Extractor
from ingest.model_reading import ModelReader
from ingest.pipeline import Plan
from retrieval.library import PER_CONNECTOR

# Share of a service's records that come with an abstract. PubMed: 144 of 163 records measured;
# Crossref lacks most abstracts, the others are archives of abstracts.
_WITH_ABSTRACT = {"pubmed": 0.88, "crossref": 0.4, "openalex": 0.7}
# 144 abstracts of PubMed: chunks that name two things, and their length.
_USUAL_CHUNKS, _USUAL_CHARACTERS = 1.65, 810.0
_SENTENCES = (
    "The effect of the treatment on blood pressure was measured in 120 adults over twelve weeks.",
    "Patients were assigned at random to one of two groups, and both groups were alike in age.",
    "Serum concentrations of the protein fell by 18 % in the first group (p = 0.02).",
    "No difference was seen in mortality, while inflammation was less frequent after treatment.",
    "Expression of the receptor in tissue samples correlated with the severity of the disease.",
    "These findings suggest that the pathway may contribute to progression in older patients.",
)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an outward search is expected to take.

    Attributes:
        seeds: things to search for; known: those that were searched for before.
        searches: searches of services that will be made.
        papers: that will be read, about.
    """

    seeds: int = 0
    known: int = 0
    searches: int = 0
    papers: int = 0

    def plus(self, other: "Forecast") -> "Forecast":
        """Both together."""
        return Forecast(
            self.seeds + other.seeds,
            self.known + other.known,
            self.searches + other.searches,
            self.papers + other.papers,
        )


def forecast(
    plan: Plan, extractor: Extractor, search: OutwardSearch, model: ModelReader | None = None
) -> Forecast:
    """What the outward search from a benchmark will take; nothing is sent.

    Args:
        plan: the benchmark.
        extractor: of concepts and relations.
        search: where would be looked.
        model: one of a dry run; it counts what it will be asked.

    Raises:
        InputError: a file cannot be used.
    """
    benchmark = examined(plan, extractor)
    seeds = benchmark.seeds.seeds
    known = search.known(seeds)
    records, _ = worth_reading(known, benchmark.own)
    new = len(seeds) - len(known)
    expected = usual_yield(search)
    papers = round(new * expected.papers)
    if model is not None:
        pmids = [one.pmid for one in records if one.pmid]
        rehearse_reading(Papers(records, search.known_annotated(pmids)), extractor, model)
        model.rehearse(_chunks(papers, expected))
    services = len(search.library.names)
    return Forecast(len(seeds), len(known), new * services, len(records) + papers)


def rehearse_reading(papers: Papers, extractor: Extractor, model: ModelReader) -> None:
    """Read papers and keep nothing: the model counts what it is asked."""
    for _ in PaperReading(extractor, "", model).parts(papers):
        pass


def usual_yield(search: OutwardSearch) -> Yield:
    """What a seed gave the last time in these services, else what is usual."""
    last = search.memory.usual_yield()
    papers = last.papers if last else _usual_papers(search.library.names)
    chunks = last.chunks if last else None
    characters = last.characters if last else None
    return Yield(
        papers,
        _USUAL_CHUNKS if chunks is None else chunks,
        _USUAL_CHARACTERS if characters is None else characters,
    )


def _usual_papers(services: Sequence[str]) -> float:
    """Papers of a seed: every service finds what it is asked for, and few find the same."""
    return sum(
        (PER_CONNECTOR + RELATED * (name == "pubmed")) * _WITH_ABSTRACT.get(name, 1.0)
        for name in services
    )


def _chunks(papers: int, expected: Yield) -> Iterator[str]:
    """Texts of the length that chunks of so many papers will have, no two alike."""
    n, length = round(papers * (expected.chunks or 0)), round(expected.characters or 0)
    pages = -(-length // len(_SENTENCES[0]))
    text = " ".join(islice(cycle(_SENTENCES), max(1, pages)))[:length]
    for number in range(n):
        yield f"{number} {text}"
