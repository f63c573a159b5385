"""Degree: how many relations a concept has, its PageRank, its hub tier, frozen into a snapshot.

A run is scored against a snapshot, never against the living graph, so that its numbers can be
recomputed later. PageRank (Page et al., 1999) runs on the undirected multigraph of counted
relations, over concepts with at least one; tiers and their weights are SCHEMA's
(docs/methods/hallucination.md).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from graph.fields import known
from graph.store import GraphStore
from graph.vocabulary import HubTier, Vocabulary
from hubscope.errors import IntegrityError
from hubscope.files import write_atomically
from hubscope.keys import canonical_json, digest_lines

CORE_FROM = 0.80
PERIPHERAL_FROM = 0.20
TIER_WEIGHT = {HubTier.CORE: 1.5, HubTier.PERIPHERAL: 1.0, HubTier.OFF: 0.5}

_DAMPING = 0.85
_TOLERANCE = 1e-13
_ROUNDS = 1_000
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a concept stands: degree in relations, PageRank (None without a relation), tier."""

    degree: int
    pagerank: float | None
    tier: HubTier


@dataclass(frozen=True, slots=True)
class DegreeSnapshot:
    """Standing of every concept, by key, at one moment.

    Attributes:
        with_vocabulary: relations attested by a vocabulary alone were counted, too.
        sha256: of the canonical lines; what a run's manifest names.
    """

    standings: Mapping[str, Standing]
    with_vocabulary: bool
    sha256: str

    def degree(self, concept: str | None) -> int | None:
        """Degree of a concept; None where it is not in the graph."""
        found = self.standings.get(concept) if concept else None
        return None if found is None else found.degree

    def tier(self, concept: str | None) -> HubTier:
        """Tier of a concept; Off where it is not in the graph."""
        found = self.standings.get(concept) if concept else None
        return HubTier.OFF if found is None else found.tier


def degree(
    edges: Iterable[tuple[str, str, str]], node: str, vocabulary: Vocabulary | None = None
) -> int:
    """Degree of a node in a list of (head, relation, tail).

    Distinct relations of the closed list at the node, in either direction, self-loops left out;
    what is no such relation (a mention, a claim's subject) does not count.

    >>> degree([("a", "activates", "b"), ("b", "inhibits", "a"), ("x", "MENTIONS", "a")], "a")
    2
    """
    vocabulary = vocabulary or known()
    return sum(
        1
        for head, relation, tail in set(edges)
        if head != tail and node in (head, tail) and relation in vocabulary.relations
    )


def pageranks(edges: Iterable[tuple[str, str]]) -> dict[str, float]:
    """PageRank of every node that has an edge other than a self-loop; the values sum to 1.

    Args:
        edges: (head, tail), one for each relation: two relations between a pair weigh double.

    Returns:
        Node to PageRank, rounded to nine significant digits so that nodes in equal position tie;
        the same for every order of the edges.
    """
    flat = list(chain.from_iterable(edges))
    nodes = sorted(set(flat))
    position = dict(zip(nodes, range(len(nodes)), strict=True))
    ends = np.fromiter(map(position.__getitem__, flat), np.int64, len(flat)).reshape(-1, 2)
    ends = ends[ends[:, 0] != ends[:, 1]]
    ranked = np.bincount(ends.ravel(), minlength=len(nodes)) > 0
    if not ranked.all():  # a self-loop alone is no edge
        nodes = [node for node, there in zip(nodes, ranked, strict=True) if there]
        ends = (np.cumsum(ranked) - 1)[ends]
    if not nodes:
        return {}
    # One order of the edges, whatever theirs was: each as one number.
    heads, tails = np.divmod(np.sort(ends.min(axis=1) * len(nodes) + ends.max(axis=1)), len(nodes))
    ranks = _power_iteration(heads, tails, len(nodes))
    return {node: float(f"{rank:.{_DIGITS - 1}e}") for node, rank in zip(nodes, ranks, strict=True)}


def _power_iteration(
    heads: NDArray[np.int64], tails: NDArray[np.int64], n: int
) -> NDArray[np.float64]:
    """PageRank of nodes 0 to n - 1, each with at least one edge, so that no rank is lost."""
    rows, columns = np.concatenate([heads, tails]), np.concatenate([tails, heads])
    degrees = np.bincount(columns, minlength=n)
    step = coo_array((1.0 / degrees[columns], (rows, columns)), shape=(n, n)).tocsr()
    ranks = np.full(n, 1.0 / n)
    for _ in range(_ROUNDS):
        following = (1.0 - _DAMPING) / n + _DAMPING * (step @ ranks)
        if float(np.max(np.abs(following - ranks) / ranks)) < _TOLERANCE:
            return np.asarray(following, dtype=np.float64)
        ranks = following
    return ranks


def tiers_of(ranks: Sequence[float | None]) -> list[HubTier]:
    """Hub tier of each PageRank by its percentile among those that are there; None is Off.

    Percentile = share strictly smaller / (n - 1): Core from 0.80, Peripheral from 0.20, else Off.
    A single node is Off: there is nothing to be a hub among.

    >>> [str(tier) for tier in tiers_of([5.0, None, 1.0])]
    ['Core', 'Off', 'Off']
    """
    known = np.sort(np.array([rank for rank in ranks if rank is not None], dtype=np.float64))
    return [HubTier.OFF if rank is None else _tier(rank, known) for rank in ranks]


def _tier(rank: float, known: NDArray[np.float64]) -> HubTier:
    if len(known) < 2:
        return HubTier.OFF
    percentile = int(np.searchsorted(known, rank, side="left")) / (len(known) - 1)
    if percentile >= CORE_FROM:
        return HubTier.CORE
    return HubTier.PERIPHERAL if percentile >= PERIPHERAL_FROM else HubTier.OFF


def snapshot(store: GraphStore, *, with_vocabulary: bool = False) -> DegreeSnapshot:
    """Freeze degree, PageRank and tier of every concept of a store."""
    degrees = store.degrees(with_vocabulary=with_vocabulary)
    ranks = pageranks(store.edges(with_vocabulary=with_vocabulary))
    keys = sorted(degrees)
    tiers = tiers_of([ranks.get(key) for key in keys])
    standings = {
        key: Standing(degrees[key], ranks.get(key), tier)
        for key, tier in zip(keys, tiers, strict=True)
    }
    return _sealed(standings, with_vocabulary)


def write_snapshot(path: Path, taken: DegreeSnapshot) -> None:
    """Write a snapshot as JSON Lines: its hash, then the canonical lines that have this hash."""
    lines = _lines(taken.standings, taken.with_vocabulary)
    write_atomically(path, "".join(f"{line}\n" for line in [_head(taken.sha256), *lines]))


def read_snapshot(path: Path) -> DegreeSnapshot:
    """Read what `write_snapshot` wrote.

    Raises:
        IntegrityError: the file is no snapshot, or its lines do not have the hash that it names.
    """
    try:
        head, *lines, rest = path.read_bytes().decode("utf-8").split("\n")
        expected = json.loads(head)["sha256"]
        counted, *rows = map(json.loads, lines)
        standings = {key: Standing(n, rank, HubTier(tier)) for key, n, rank, tier in rows}
        taken = DegreeSnapshot(standings, counted["with_vocabulary"], expected)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IntegrityError(f"{path}: not a degree snapshot.", where=str(path)) from error
    if digest_lines(lines) != expected or rest or head != _head(expected):
        raise IntegrityError(f"{path}: its content has another hash than it names.")
    return taken


def _head(sha256: str) -> str:
    return canonical_json({"sha256": sha256})


def _sealed(standings: Mapping[str, Standing], with_vocabulary: bool) -> DegreeSnapshot:
    sha256 = digest_lines(_lines(standings, with_vocabulary))
    return DegreeSnapshot(standings, with_vocabulary, sha256)


def _lines(standings: Mapping[str, Standing], with_vocabulary: bool) -> Iterator[str]:
    yield canonical_json({"with_vocabulary": with_vocabulary})
    for key in sorted(standings):
        at = standings[key]
        yield canonical_json([key, at.degree, at.pagerank, at.tier])
