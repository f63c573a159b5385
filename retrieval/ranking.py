"""Ranking of literature: how near a paper is and how much its journal is read; one of each paper.

Source of score and order of identities: SCHEMA's release; docs/data.md, Literature.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from graph.citations import doi_of, pmid_of, title_identity
from retrieval.connectors.connector import Record
from retrieval.embeddings import Embedder

SEMANTIC, IMPACT = 0.7, 0.3
MOST_IMPACT = 100.0
FLOOR = 0.03
# Decimals that count: what lies below is noise of floats, and the bound itself is kept.
_DECIMALS = 12


def literature_score(*, semantic: float, impact_factor: float | None) -> float:
    """Score of a paper, 0.7 semantic + 0.3 min(impact factor / 100, 1).

    Args:
        semantic: cosine of query and paper.
        impact_factor: citations a paper of its journal, at least 0; None (not known) adds nothing.

    >>> literature_score(semantic=0.5, impact_factor=250)
    0.65
    >>> is_kept(literature_score(semantic=0.0, impact_factor=10))
    True
    """
    share = min((impact_factor or 0.0) / MOST_IMPACT, 1.0)
    return round(SEMANTIC * semantic + IMPACT * share, _DECIMALS)


def is_kept(score: float, floor: float = FLOOR) -> bool:
    """Whether a paper of this score is kept; the floor itself is."""
    return round(score, _DECIMALS) >= floor


@dataclass(frozen=True, slots=True)
class Ranked:
    """A record with its score and the cosine in it."""

    record: Record
    score: float
    semantic: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Records worth reading, best first, and how many were left out for which reason.

    Attributes:
        retracted: the records that were left out as such: no other record of them counts.
    """

    ranked: tuple[Ranked, ...]
    left_out: dict[str, int]
    retracted: tuple[Record, ...] = ()


def rank(query: str, records: Sequence[Record], embedder: Embedder) -> Ranking:
    """Score every record against a query; ties in the order in which they came.

    A retracted record is left out (`retracted`), so is one without title and abstract (`no_text`),
    and one under the floor (`under_floor`).
    """
    retracted = tuple(record for record in records if record.retracted)
    left_out = {"retracted": len(retracted), "no_text": 0, "under_floor": 0}
    waiting = []
    for record in records:
        if record.retracted:
            continue
        if not (record.title or record.abstract):
            left_out["no_text"] += 1
        else:
            waiting.append(record)
    ranked = []
    if waiting:
        vectors = embedder.embed([query, *(shown_text(record) for record in waiting)])
        cosines = (vectors[1:] @ vectors[0]).tolist()
        for record, cosine in zip(waiting, cosines, strict=True):
            score = literature_score(semantic=cosine, impact_factor=record.impact)
            if is_kept(score):
                ranked.append(Ranked(record, score, cosine))
            else:
                left_out["under_floor"] += 1
    ranked.sort(key=lambda one: -one.score)
    counts = {reason: n for reason, n in left_out.items() if n}
    return Ranking(tuple(ranked), counts, retracted)


def shown_text(record: Record) -> str:
    """Title and abstract, as they are embedded."""
    return "\n".join(part for part in (record.title, record.abstract) if part)


def distinct(records: Iterable[Record]) -> list[Record]:
    """One record a paper: the same DOI, else the same PubMed id, else the same title.

    Two papers that share less but differ in DOI or PubMed id stay two (a preprint and its article).
    What a later record knows more fills what the first one lacks; a paper is retracted if any
    service says so. The order is that of the first record of each paper.
    """
    groups: list[list[Record]] = [[record] for record in records]
    for identity in (_doi, _pmid, _title):
        groups = _united(groups, identity)
    return [_merged(group) for group in groups]


def _united(groups: list[list[Record]], identity: Callable[[Record], str]) -> list[list[Record]]:
    """Groups that share an identity made one, where no stronger identity speaks against it."""
    found: list[list[Record]] = []
    of: dict[str, list[list[Record]]] = {}
    for group in groups:
        keys = {key for record in group if (key := identity(record))}
        home = next(
            (other for key in sorted(keys) for other in of.get(key, ()) if _agree(other, group)),
            None,
        )
        if home is None:
            home = []
            found.append(home)
        home.extend(group)
        for key in keys:
            if not any(other is home for other in of.setdefault(key, [])):
                of[key].append(home)
    return found


def _agree(one: list[Record], other: list[Record]) -> bool:
    for identity in (_doi, _pmid):
        first = {key for record in one if (key := identity(record))}
        second = {key for record in other if (key := identity(record))}
        if first and second and first.isdisjoint(second):
            return False
    return True


def _merged(group: list[Record]) -> Record:
    first, *rest = group
    for other in rest:
        first = replace(
            first,
            title=first.title or other.title,
            abstract=first.abstract or other.abstract,
            doi=first.doi or other.doi,
            pmid=first.pmid or other.pmid,
            pmcid=first.pmcid or other.pmcid,
            year=first.year if first.year is not None else other.year,
            venue=first.venue or other.venue,
            issn=first.issn or other.issn,
            url=first.url or other.url,
            retracted=first.retracted or other.retracted,
            impact=first.impact if first.impact is not None else other.impact,
        )
    others = {name for one in group for name in (one.source, *one.also)} - {first.source}
    return replace(first, also=tuple(sorted(others)))


def _doi(record: Record) -> str:
    return (record.doi and doi_of(record.doi)) or ""


def _pmid(record: Record) -> str:
    return ((record.pmid and pmid_of(record.pmid)) or "").lstrip("0")


def _title(record: Record) -> str:
    return title_identity(record.title)
