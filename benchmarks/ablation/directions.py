"""Where a verifier's state goes when its evidence is taken away (method sheet REAL).

Dir_K(r) = cos(h_r - h_0, h_K - h_0): h_0 is the state with all the evidence, h_r that of round r,
h_K that of the claim alone. 1 = taking evidence away moves the state as having none does; 0 = it
moves elsewhere. Pure: states in, figures out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.ablation.figures import Figure, figures, mean

Floats = npt.NDArray[np.float32]

DRAWS = 2_000
# The most active neurons that make up this share of all activation are of high relevance.
RELEVANT = 0.9
COMPONENTS = 2
# States of float32 closer than this to each other, relative to their size, are the same.
_STILL = 1e-5


@dataclass(frozen=True, slots=True)
class ClaimStates:
    """The states of a claim.

    Attributes:
        rounds: float32, (rounds + 1, width); the first is h_0.
        alone: float32, (width,): h_K.
        nothing_left: rounds in which no sentence was shown, so that h_r is h_K by construction.
    """

    document: str
    rounds: Floats
    alone: Floats
    nothing_left: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Direction:
    """Dir_K of a round.

    Attributes:
        cosine: mean over the claims whose state moved, with its 95 % bootstrap interval.
        moved: |h_r - h_0| / |h_K - h_0|, mean over the same claims.
        still: claims of which the same was shown as in round 0, so that nothing moved.
        nothing_left: claims without a sentence to show, left out: their cosine is 1.
    """

    round: int
    cosine: Figure
    moved: Figure
    still: int
    nothing_left: int


@dataclass(frozen=True, slots=True)
class Point:
    """Where the mean state of a round lies on the first components; `round` None = the claim alone.

    Attributes:
        at: coordinates, from the mean of all states.
    """

    round: int | None
    at: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Components:
    """Principal components of all states of all rounds.

    Attributes:
        explained: share of the variance that each explains.
    """

    explained: tuple[float, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Neurons of high relevance with all the evidence, and for the claim alone.

    Attributes:
        shared, with_evidence, alone: shares of the neurons that are of high relevance in either:
            in both, only with evidence, only without.
        n: how many these are; `neurons` is how many there are at all.
    """

    shared: float
    with_evidence: float
    alone: float
    n: int
    neurons: int


def directions(
    claims: Sequence[ClaimStates], *, seed: int, draws: int = DRAWS
) -> tuple[Direction, ...]:
    """Dir_K of every round after the first.

    Args:
        claims: all of the same number of rounds, in a fixed order.
        seed, draws: of the bootstrap; claims of one document are one cluster.
    """
    rounds = len(claims[0].rounds) - 1 if claims else 0
    return tuple(_direction(claims, number, seed, draws) for number in range(1, rounds + 1))


def _direction(claims: Sequence[ClaimStates], number: int, seed: int, draws: int) -> Direction:
    open_ = [number not in one.nothing_left for one in claims]
    found = [
        towards(one.rounds[number], one) if there else None
        for one, there in zip(claims, open_, strict=True)
    ]
    ratios = {
        "cosine": mean([one[0] if one else None for one in found], "no state moved"),
        "moved": mean([one[1] if one else None for one in found], "no state moved"),
    }
    measured = figures(ratios, [one.document for one in claims], seed=seed, draws=draws)
    still = sum(there and one is None for one, there in zip(found, open_, strict=True))
    return Direction(number, measured["cosine"], measured["moved"], still, open_.count(False))


def towards(state: Floats, claim: ClaimStates) -> tuple[float, float] | None:
    """Cosine of a state's movement with that to the claim alone, and how far it went.

    Returns:
        None where either did not move: there is no direction then.
    """
    first = claim.rounds[0].astype(np.float64)
    step, whole = state - first, claim.alone - first
    size, far = float(np.linalg.norm(step)), float(np.linalg.norm(whole))
    if min(size, far) <= _STILL * float(np.linalg.norm(first)):
        return None
    return float(step @ whole) / (size * far), size / far


def components(claims: Sequence[ClaimStates]) -> Components | None:
    """The first principal components, and where the mean state of each round lies on them.

    Returns:
        None where there are too few states, or all are alike.
    """
    if not claims:
        return None
    layers = [np.stack([one.rounds[at] for one in claims]) for at in range(len(claims[0].rounds))]
    layers.append(np.stack([one.alone for one in claims]))
    states = np.concatenate(layers).astype(np.float64)
    centre = states.mean(axis=0)
    _, sizes, axes = np.linalg.svd(states - centre, full_matrices=False)
    total = float((sizes**2).sum())
    if len(sizes) < COMPONENTS or total <= 0:
        return None
    axes = axes[:COMPONENTS]
    # The sign of an axis is arbitrary: its largest part is made positive, the same every time.
    largest = np.abs(axes).argmax(axis=1)
    axes = axes * np.sign(axes[np.arange(COMPONENTS), largest])[:, None]
    names: list[int | None] = [*range(len(layers) - 1), None]
    points = [
        Point(name, tuple(float(x) for x in axes @ (layer.mean(axis=0) - centre)))
        for name, layer in zip(names, layers, strict=True)
    ]
    explained = tuple(float(size**2 / total) for size in sizes[:COMPONENTS])
    return Components(explained, tuple(points))


def relevant(magnitudes: npt.NDArray[np.float64], share: float = RELEVANT) -> frozenset[int]:
    """The fewest neurons, most active first, that make up a share of all activation.

    Args:
        magnitudes: mean absolute activation of each neuron, (neurons,).
        share: of their sum.

    >>> sorted(relevant(np.array([1.0, 6.0, 0.0, 3.0])))
    [1, 3]
    """
    order = np.argsort(-magnitudes, kind="stable")
    reached = np.cumsum(magnitudes[order])
    if not len(order) or reached[-1] <= 0:
        return frozenset()
    most = int(np.searchsorted(reached, share * reached[-1] * (1 - 1e-12))) + 1
    return frozenset(int(at) for at in order[:most])


def overlap(
    with_evidence: npt.NDArray[np.float64], alone: npt.NDArray[np.float64]
) -> Overlap | None:
    """How far the neurons of high relevance of two ways of asking are the same.

    Args:
        with_evidence, alone: mean absolute activation of each neuron over the claims, (neurons,).

    Returns:
        None where no neuron is active.
    """
    one, other = relevant(with_evidence), relevant(alone)
    either = one | other
    if not either:
        return None
    return Overlap(
        shared=len(one & other) / len(either),
        with_evidence=len(one - other) / len(either),
        alone=len(other - one) / len(either),
        n=len(either),
        neurons=len(with_evidence),
    )
