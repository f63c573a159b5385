"""Health of a graph: whether its topology can carry weights by degree at all.

On a thin graph, where most concepts have no relation, ln(1 + degree) is noise (docs/methods,
decisions on topology). Reports and `doctor` print this line, and scores carry its warnings.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class GraphHealth:
    """Figures of a graph's topology. A share is None where it is undefined; `undefined` says why.

    Attributes:
        concepts: number of concepts.
        relations: number of counted relations between two concepts.
        isolated: share of the concepts with degree 0.
        largest: share of the largest component among concepts with a relation.
        gini: Gini coefficient of degree over all concepts, 0 = all equal.
        undefined: why a figure is None, "" where none is.
    """

    concepts: int
    relations: int
    isolated: float | None
    largest: float | None
    gini: float | None
    undefined: str = ""

    @property
    def line(self) -> str:
        """The figures in one line of text."""
        text = (
            f"{self.concepts:,} concepts, {self.relations:,} relations, "
            f"{_percent(self.isolated)} without a relation, "
            f"{_percent(self.largest)} of the others in the largest component, "
            f"Gini of degree {'undefined' if self.gini is None else format(self.gini, '.2f')}"
        )
        return f"{text} ({self.undefined})" if self.undefined else text

    @property
    def warnings(self) -> tuple[str, ...]:
        """What weights by degree cannot carry on this graph, one line each."""
        if self.largest is None:
            return (f"Degrees carry no information: {self.undefined}.",)
        if self.largest < _HALF:
            return (
                f"The largest component holds {_percent(self.largest)} of the concepts that have "
                "a relation, less than half: weights by degree compare separate islands.",
            )
        return ()


def health(degrees: Mapping[str, int], edges: Sequence[tuple[str, str]]) -> GraphHealth:
    """Health of a graph.

    Args:
        degrees: every concept's degree.
        edges: (head, tail) of every counted relation, without self-loops.
    """
    if not degrees:
        return GraphHealth(0, len(edges), None, None, None, "there is no concept")
    isolated = sum(1 for n in degrees.values() if n == 0) / len(degrees)
    if not edges:
        why = "there is no relation between concepts"
        return GraphHealth(len(degrees), 0, isolated, None, None, why)
    return GraphHealth(
        concepts=len(degrees),
        relations=len(edges),
        isolated=isolated,
        largest=_largest_component(edges),
        gini=_gini(list(degrees.values())),
    )


def coverage_warning(degrees: Iterable[int | None]) -> str | None:
    """The warning where under half of the claims' concepts have a relation; None otherwise.

    Args:
        degrees: degree of each judged claim's concept; None where no concept matched.
    """
    known = list(degrees)
    connected = sum(1 for degree in known if degree)
    if not known or connected / len(known) >= _HALF:
        return None
    return (
        f"Only {connected} of {len(known)} claims are about a concept with a relation, less than "
        "half: weights by degree say little about the others."
    )


def _largest_component(edges: Sequence[tuple[str, str]]) -> float:
    nodes = sorted({node for edge in edges for node in edge})
    position = {node: i for i, node in enumerate(nodes)}
    heads = [position[head] for head, _ in edges]
    tails = [position[tail] for _, tail in edges]
    matrix = coo_array((np.ones(len(edges)), (heads, tails)), shape=(len(nodes), len(nodes)))
    _, component = connected_components(matrix, directed=False)
    return int(np.bincount(component).max()) / len(nodes)


def _gini(degrees: Sequence[int]) -> float:
    """Gini coefficient, sum of (2 i - n - 1) x_i / (n sum of x_i), x sorted, i from 1."""
    values = np.sort(np.array(degrees, dtype=np.float64))
    n = len(values)
    weights = 2 * np.arange(1, n + 1) - n - 1
    return float((weights * values).sum() / (n * values.sum()))


def _percent(share: float | None) -> str:
    return "an undefined share" if share is None else f"{share:.0%}"
